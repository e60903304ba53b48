"""The parameters of paths and queries: how each is written, and how it is read from text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from marshmallow import ValidationError
from werkzeug.routing import BaseConverter

from api.fields import AnyField, Flag, Whole
from api.problems import Problem, invalid


class PathParameter(NamedTuple):
    """``pattern``: of the whole segment, which is a number where ``whole`` is its least and greatest value."""

    pattern: str
    about: str
    example: Any
    whole: tuple[int, int] | None = None


PATH_PARAMETERS: Mapping[str, PathParameter] = {
    "match_id": PathParameter("[0-3][0-9a-f][a-z2-7]{20}", "The id of a match.", "0fabcdefghijklmnopqrst"),
    "seat": PathParameter("[0-9]", "A seat, counted clockwise from 0.", 1, (0, 9)),
    "game": PathParameter("[a-z0-9-]{1,64}", "The key of a game.", "space-monkeys"),
    "token_id": PathParameter("t_[a-z2-7]{8}", "The id of a token, which is not the token itself.", "t_k7q2mzdp"),
    "problem": PathParameter("[a-z0-9-]{1,64}", "The last part of the `type` of a problem.", "illegal-move"),
}

_PARAMETER = re.compile(r"\{(\w+)\}")
_WHOLE = re.compile(r"-?[0-9]{1,16}")
_FLAGS = {"true": True, "false": False}


def names_in(path: str) -> list[str]:
    """The parameters of a path, in order."""
    return _PARAMETER.findall(path)


def rule(path: str) -> str:
    """``path`` as Flask writes it; a segment of another form leads nowhere, which is a 404."""
    return _PARAMETER.sub(r"<\1:\1>", path)


@cache
def path_of(rule: str) -> str:
    """The path from which ``rule`` was made."""
    return re.sub(r"<(\w+):\1>", r"{\1}", rule)


def converters() -> dict[str, type[BaseConverter]]:
    """One converter a path parameter, of the same name."""
    return {
        name: type(name, (BaseConverter,), {
            "regex": parameter.pattern,
            "to_python": (lambda self, text: int(text)) if parameter.whole else (lambda self, text: text),
        })
        for name, parameter in PATH_PARAMETERS.items()
    }  # fmt: skip


def _value(field: AnyField, text: str) -> Any:
    """``text`` as the JSON value that it stands for in ``field``; as it is where it stands for none."""
    if isinstance(field, Whole) and _WHOLE.fullmatch(text):
        return int(text)
    if isinstance(field, Flag):
        return _FLAGS.get(text, text)
    return text


def read_query(text: str, fields: Mapping[str, AnyField]) -> dict[str, Any]:
    """The parameters in a query string, each at most once and all of them known; ``Problem`` for anything else."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=32)
    except ValueError as error:  # not UTF-8, or too many
        raise Problem("bad-request", "The query string cannot be read.") from error
    given: dict[str, Any] = {}
    errors: list[dict[str, str]] = []
    for name, value in pairs:
        if name not in fields:
            errors.append({"parameter": name, "message": "This operation has no such parameter."})
        elif name in given:
            errors.append({"parameter": name, "message": "Given twice."})
        else:
            given[name] = _value(fields[name], value)
    values: dict[str, Any] = {}
    for name, field in fields.items():
        try:
            values[name] = field.deserialize(given[name]) if name in given else field.load_default
        except ValidationError as error:
            errors.append({"parameter": name, "message": str(error.messages[0])})
    if errors:
        raise invalid(*errors)
    return values
