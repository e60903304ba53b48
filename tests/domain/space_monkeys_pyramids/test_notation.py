"""Section 6: moves as text and as structure, and what is neither."""

import msgspec
import pytest

from domain.command import Play
from domain.game import move_from
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids import moves as mv
from domain.games.space_monkeys_pyramids.board import NORTH
from domain.games.space_monkeys_pyramids.moves import notation, parse
from domain.match import decide
from tests.domain.space_monkeys_pyramids.positions import NO_CHANCE, legal_texts, match_in, placed, refused
from tests.domain.space_monkeys_pyramids.test_examples import E1, E4, E8

TABLE = [
    ("c4-d5", {"type": "step", "from": "c4", "to": "d5"}),
    ("c4xe6@b7", {"type": "jump", "from": "c4", "to": "e6", "cage": "b7"}),
    ("c4xe6", {"type": "jump", "from": "c4", "to": "e6", "cage": None}),
    ("c5xe3", {"type": "jump", "from": "c5", "to": "e3"}),
    ("a6^a7", {"type": "board", "from": "a6", "to": "a7"}),
    ("a7va6", {"type": "leave", "from": "a7", "to": "a6"}),
    ("a7!", {"type": "launch", "at": "a7"}),
    ("--", {"type": "pass"}),
]


@pytest.mark.parametrize(("text", "structure"), TABLE)
def test_section_6_both_ways(text, structure):
    move = move_from(GAME, structure)
    assert parse(text) == move
    assert move_from(GAME, {"type": "text", "text": text}) == move
    assert notation(move) == text
    assert msgspec.to_builtins(move) == structure
    assert msgspec.json.decode(msgspec.json.encode(move)) == structure


@pytest.mark.parametrize(("text", "structure"), TABLE[:2])
def test_section_6_text_and_structure_are_one_move(text, structure):
    match = match_in(placed(*E4, turn=0) if "x" in text else placed("b1 d1 f1 h1 c4", "b7 d7 f7 h7 a8"))
    results = [
        decide(GAME, match, Play(0, "0-1", move), NO_CHANCE, 0)
        for move in (structure, {"type": "text", "text": text}, mv.Text(text), parse(text))
    ]
    assert all(result == results[0] for result in results)
    [event] = results[0][0]
    assert event.text == text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "C4-D5", "c4-D5", "c4 - d5", " c4-d5", "c4-d5 ", "c4-d5\n", "c4-d5\x00", "c4\u2013d5", "c4\u2212d5",
        "\u04414-d5", "\uff434-d5", "c\uff14-d5", "c4-d\u0665", "c4-d5-e6", "c4d5", "c4-", "-d5", "c9-d5", "i4-d5",
        "c0-d5", "c4xe6@", "c4xe6@@b7", "c4Xe6@b7", "c4\u00d7e6@b7", "c4xe6@B7", "c4xe6@b9", "c4xe6@null",
        "a6\u02c6a7", "a6^", "a7Va6", "a7\u2174a6", "a7!!", "a7\uff01", "!", "-", "---", "\u2014", "pass", "c4-d5!",
        "null", "c4xe6xg8",
    ],
)  # fmt: skip
def test_section_6_other_texts_are_refused(text):
    assert refused(placed("b1 d1 f1 h1 c4", "b7 d7 f7 h7 a8"), text).rule == "6"


@pytest.mark.parametrize(
    "structure",
    [
        {"type": "step", "from": "C4", "to": "d5"},
        {"type": "step", "from": "c4", "to": "d5\n"},
        {"type": "step", "from": "c4 ", "to": "d5"},
        {"type": "step", "from": "\u04414", "to": "d5"},
        {"type": "step", "from": "c\uff14", "to": "d5"},
        {"type": "step", "from": "c4", "to": None},
        {"type": "step", "from": "c4"},
        {"type": "step", "from": 34, "to": "d5"},
        {"type": "jump", "from": "c4", "to": "e6", "cage": ""},
        {"type": "jump", "from": "c4", "to": "e6", "cage": "B7"},
        {"type": "launch", "at": "a9"},
        {"type": "Step", "from": "c4", "to": "d5"},
        {"type": "text"},
        {"type": "text", "text": "c4-d5" * 10},
        {"from": "c4", "to": "d5"},
        {"type": "place", "squares": "b1d1f1h1c2"},
        ["c4", "d5"],
        None,
    ],
)
def test_section_6_malformed_structures(structure):
    refused(placed("b1 d1 f1 h1 c4", "b7 d7 f7 h7 a8"), structure, msgspec.ValidationError)


def test_6_1_a_monkeys_jump_always_carries_a_cage():
    jump = {"type": "jump", "from": "c4", "to": "e6"}
    assert refused(placed(*E4), jump).rule == "6.1"
    assert refused(placed(*E4), {**jump, "cage": None}).rule == "6.1"
    full = {"type": "jump", "from": "e4", "to": "g6"}
    assert refused(placed(*E8, turn=NORTH), full).rule == "6.1"
    assert refused(placed(*E8, turn=NORTH), {**full, "cage": "b1"}).rule == "6.1"
    assert "e4xg6" in legal_texts(placed(*E8, turn=NORTH))


@pytest.mark.parametrize("cage", [None, "b7"])
def test_6_1_a_ships_jump_never_carries_a_cage(cage):
    state = placed("b1 d1 f1 h1 / c5* c7 e7 g7", "b7 d7 f7 h7 a8 / d4 b2 f2 h2")
    assert refused(state, {"type": "jump", "from": "c5", "to": "e3", "cage": cage}).rule == "6.1"
    assert "c5xe3" in legal_texts(state)


def test_the_order_of_a_placement_does_not_matter():
    squares = ["c2", "h1", "b1", "f1", "d1"]
    assert move_from(GAME, {"type": "place", "squares": squares}) == mv.Place(("b1", "d1", "f1", "h1", "c2"))


def test_a_placement_after_the_set_up_is_refused():
    assert refused(placed(*E1), mv.Place(("b1", "d1", "f1", "h1", "c2"))).rule == "2.2"
