"""What the server accepts is exactly what the document says, for every request body."""

from __future__ import annotations

import copy
import json

import jsonschema_rs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from api.fields import AnyOf
from api.game_schemas import GameSchemas
from api.json_body import read_json
from api.openapi import document
from api.resources import RESOURCES
from api.resources.moves import any_move
from domain.games import GAMES

SCHEMAS = GameSchemas(GAMES)
DOCUMENT = document(GAMES)
OPERATIONS = [operation for resource in RESOURCES for operation in resource.operations if operation.body is not None]
FIELDS = {operation.name: SCHEMAS.once(operation.body) for operation in OPERATIONS}


def _validator(operation):
    written = DOCUMENT["paths"][operation.path][operation.method.lower()]
    schema = written["requestBody"]["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": {"schemas": DOCUMENT["components"]["schemas"]}})


VALIDATORS = {operation.name: _validator(operation) for operation in OPERATIONS}
EXAMPLES = {
    operation.name: [DOCUMENT["components"]["examples"][name]["value"] for name in operation.body_examples]
    for operation in OPERATIONS
}
TABLE = {
    "game": "space-monkeys",
    "options": {"deck": "full", "first_seat": 3, "response_ms": None, "fast_pass": True},
    "seats": [
        {"kind": "open"},
        {"kind": "invited"},
        {"kind": "bot", "bot": "random"},
        {"kind": "reserved", "player": "p_abcdefghijklmnop"},
    ],
    "visibility": "private",
    "start": "host",
    "clock": {"turn": 60_000},
    "bot_delay_ms": {"min": 0, "max": 1},
    "entropy": "c0ffee",
}
MOVES = [
    {"type": "draw"},
    {"type": "plasma", "victim": 1},
    {"type": "raid", "cards": ["raid-a", "raid-mash"], "mode": "pair", "targets": [2]},
    {"type": "give", "card": "field", "to": 0},
    {"type": "order", "cards": ["asteroid", "leap"]},
    {"type": "put_back", "depth": 119},
]
BODIES = {
    **EXAMPLES,
    "openMatch": [TABLE, *EXAMPLES["openMatch"]],
    "makeMove": [{"decision": "1-12", "move": move} for move in MOVES],
    "takeSeat": [{}, {"seat": 1, "invite": "abcdefghijklmnopqrst", "entropy": "00ff"}],
}

_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([0.0, 1.0, 2.0, 1.5, -1.0, 7.0, 9.0, 10.0, 1e15, 119.0, 120.0, 60_000.0, 2**40]),
    st.sampled_from(
        [
            "",
            "draw",
            "open",
            "raid-a",
            "field",
            "1-1",
            "1-1\n",
            "p_abcdefghijklmnop\n",
            "Ada\n",
            " Ada",
            "Ada",
            "\u202e",
            "c0ffe",
            "C0FFEE",
            "\uff11-1",
            "1-\u0663",
            "x" * 40,
            "x" * 41,
            "héllo wörld",
            "a\u200db",
            "\u200da",
            "👩\u200d🚀",
            "\n",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4),
    st.just([]),
    st.just({}),
)


def _places(value, at=()):
    yield at
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*at, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*at, index))


@st.composite
def _changed(draw, bodies):
    """A good body with up to two places replaced, removed, doubled or added to."""
    whole = {"": copy.deepcopy(draw(st.sampled_from(bodies)))}
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.sampled_from([place for place in _places(whole) if place]))
        holder = whole
        for part in place[:-1]:
            holder = holder[part]
        key, change = place[-1], draw(st.sampled_from(["replace", "remove", "add", "double"]))
        if change == "replace" or key == "":
            holder[key] = draw(_values)
        elif change == "remove":
            del holder[key]
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.sampled_from(["extra", "_schema", "a/b", "type", "kind", "seat"]))] = draw(_values)
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
    return whole[""]


CHECKED_ONCE_THE_GAME_IS_KNOWN = {
    "makeMove": lambda body: SCHEMAS.once(any_move).deserialize(body["move"]),
    "putPreferences": AnyOf(None, FIELDS["putPreferences"].choices).deserialize,
}


def _accepted(name, body):
    try:
        loaded = FIELDS[name].deserialize(read_json(json.dumps(body).encode()))
        CHECKED_ONCE_THE_GAME_IS_KNOWN.get(name, lambda body: body)(loaded)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_good_bodies_are_accepted_by_both(name):
    for body in BODIES[name]:
        assert _accepted(name, body), body
        assert VALIDATORS[name].is_valid(body), list(VALIDATORS[name].iter_errors(body))


@pytest.mark.parametrize("name", sorted(FIELDS))
@settings(max_examples=150)
@given(data=st.data())
def test_changed_bodies_are_accepted_by_both_or_by_neither(name, data):
    body = data.draw(_changed(BODIES[name]))
    assert _accepted(name, body) == VALIDATORS[name].is_valid(body), body


@settings(max_examples=300)
@example("\n")
@example("Ada\n")
@example("é" * 40)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=42))
def test_names_are_accepted_by_both_or_by_neither(name):
    body = {"name": name}
    assert _accepted("createPlayer", body) == VALIDATORS["createPlayer"].is_valid(body)
