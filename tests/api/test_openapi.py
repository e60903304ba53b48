from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import jsonschema_rs
import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.game_schemas import GameSchemas
from api.openapi import document, render
from api.resources import RESOURCES
from api.resources.games import entry_of
from domain.games import GAMES
from domain.table_events import CancelReason, EndReason

DOCUMENT = document(GAMES)
SCHEMAS = DOCUMENT["components"]["schemas"]
OPERATIONS = [
    pytest.param(operation, id=operation["operationId"])
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
]


def _objects(value, at="#"):
    """Every schema of an object, with where it is."""
    if isinstance(value, dict):
        if value.get("type") == "object":
            yield at, value
        for key, inner in value.items():
            if key not in ("examples", "example", "default", "const", "enum"):
                yield from _objects(inner, f"{at}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _objects(inner, f"{at}/{index}")


def _values(value, key):
    if isinstance(value, dict):
        if isinstance(value.get(key), str):
            yield value[key]
        for inner in value.values():
            yield from _values(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _values(inner, key)


def test_the_committed_document_is_what_the_code_writes():
    committed = Path(__file__).parents[2] / "openapi.yaml"
    assert committed.read_text("utf-8") == render(GAMES), "Run `make openapi`."


def test_what_a_member_is_said_to_be_fits_its_type():
    """A word that fits most members of a name says something wrong of another one that has the same name."""
    wrong = []
    for at, schema in _objects(SCHEMAS, "#"):
        for name, member in schema.get("properties", {}).items():
            about, kinds = str(member.get("description")), member.get("type", [])
            if "null for never" in about and "null" not in kinds:
                wrong.append(f"{at}/{name} cannot be null")
            if "milliseconds of" in about and "integer" not in kinds:
                wrong.append(f"{at}/{name} is no time")
            if about.startswith("By seat") and "array" not in kinds and "oneOf" not in member:
                wrong.append(f"{at}/{name} is no list")
    assert wrong == []


def test_nothing_of_the_document_speaks_of_pythons_none():
    assert [
        about for about in _values(DOCUMENT, "description") if re.search(r"\bNone\b", about.replace("None-Match", ""))
    ] == []


def test_the_document_is_the_same_in_every_process():
    others = {
        subprocess.run(
            [sys.executable, "-m", "api.openapi"],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2")
    }
    assert others == {render(GAMES).encode()}


def test_the_document_is_valid():
    OpenAPIV31SpecValidator(DOCUMENT).validate()


def test_yaml_and_json_say_the_same():
    assert yaml.safe_load(render(GAMES)) == DOCUMENT


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_is_described_with_examples_and_errors(operation):
    assert re.fullmatch(r"[A-Z].*[^.]", operation["summary"])
    assert len(operation["description"]) > len(operation["summary"])
    assert operation["tags"]
    assert {"406", "422", "500"} <= set(operation["responses"])
    contents = [response.get("content", {}) for response in operation["responses"].values()]
    contents.append(operation.get("requestBody", {}).get("content", {}))
    for content in contents:
        for media_type, media in content.items():
            assert media.get("examples") or media_type == "text/plain", media_type
    for parameter in operation.get("parameters", []):
        named = (
            DOCUMENT["components"]["parameters"][parameter["$ref"].rpartition("/")[2]]
            if "$ref" in parameter
            else parameter
        )
        assert named["description"]
    if operation["security"] not in ([], [{"operator": []}]):
        assert "401" in operation["responses"]


def test_operations_are_declared_once():
    names = [operation.name for resource in RESOURCES for operation in resource.operations]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_object_and_member_is_described(name):
    for at, shape in _objects(SCHEMAS[name]):
        assert at != "#" or shape.get("description"), name
        for member, inner in shape.get("properties", {}).items():
            assert inner.get("description"), f"{at}/{member}"
            assert inner["description"].endswith((".", ";", "?", ":")), f"{at}/{member}: {inner['description']}"


def test_unions_tell_their_members_apart():
    unions = [(name, shape) for name, shape in SCHEMAS.items() if "oneOf" in shape]
    assert {f"{game.api_prefix}{kind}" for game in GAMES.values() for kind in ("Move", "Event")} <= {
        name for name, _ in unions
    }
    for name, union in unions:
        tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert sorted(mapping.values()) == sorted(member["$ref"] for member in union["oneOf"]), name
        for value, reference in mapping.items():
            member = SCHEMAS[reference.rpartition("/")[2]]
            assert member["properties"][tag]["const"] == value
            assert tag in member["required"]


def test_every_member_of_a_union_has_valid_instances():
    """A tag beside ``additionalProperties: false`` would make every instance invalid."""
    for game in GAMES.values():
        for move in game.moves:
            shape = SCHEMAS[f"{game.api_prefix}Move{move.__name__}"]
            assert move.__struct_config__.tag_field in shape["properties"]
            assert shape["additionalProperties"] is False


def test_what_is_sent_is_closed_and_what_is_answered_is_open():
    reached = set()

    def reach(value):
        for reference in _values(value, "$ref"):
            name = reference.rpartition("/")[2]
            if reference.startswith("#/components/schemas/") and name not in reached:
                reached.add(name)
                reach(SCHEMAS[name])

    for path in DOCUMENT["paths"].values():
        for operation in path.values():
            reach(operation.get("requestBody", {}))
    for name, shape in SCHEMAS.items():
        if shape.get("type") == "object":
            assert (shape.get("additionalProperties") is False) == (name in reached), name


def test_patterns_admit_no_trailing_newline():
    patterns = set(_values(DOCUMENT, "pattern"))
    assert len(patterns) >= 6
    for pattern in patterns:
        assert pattern.startswith("^")
        assert pattern.endswith(r"$(?!\n)"), pattern


def test_nullable_members_use_the_types_of_3_1():
    assert not list(_values(DOCUMENT, "nullable"))
    assert SCHEMAS["MatchReply"]["properties"]["names"]["items"]["type"] == ["string", "null"]


def test_the_catalogue_has_options_that_stand_alone():
    schemas = GameSchemas(GAMES)
    for game in GAMES.values():
        options = entry_of(game, schemas)["options"]
        validator = jsonschema_rs.validator_for(options)
        assert validator.is_valid({})
        assert not validator.is_valid({"no such option": 1})
        for name, option in options["properties"].items():
            assert option["description"], name
            assert "default" in option, name
            assert jsonschema_rs.validator_for(option).is_valid(option["default"])


def test_every_reason_for_an_end_is_named_wherever_a_match_is_shown():
    reasons = {*get_args(EndReason), *get_args(CancelReason)}
    assert reasons == {"played", "drawn", "agreed", "host", "expired"}
    members = [schema.get("properties", {}) for schema in SCHEMAS.values()]
    shown = [known["end_reason"] for known in members if "end_reason" in known]
    assert len(shown) >= 2
    assert {frozenset(member["enum"]) for member in shown} == {frozenset({*reasons, None})}
