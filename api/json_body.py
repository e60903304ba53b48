"""JSON from strangers: one value, read strictly, or ``NotJson`` with what is wrong.

Duplicate keys, numbers that other readers would round, characters that are not text and nesting without end are
refused here, so that nothing behind this module has to think of them.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

MAX_DEPTH = 64
MAX_WHOLE = 2**53 - 1
"""Beyond this, readers that hold numbers as doubles disagree about integers."""

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_MAX_DIGITS = len(str(MAX_WHOLE))


class NotJson(ValueError):
    """The text is not a JSON value that this server reads; the message says why."""


def _refuse_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a JSON value.")


def _whole(digits: str) -> int:
    # Compared by length first: turning thousands of digits into a number is slow, and Python refuses it.
    if len(digits.lstrip("-")) > _MAX_DIGITS or abs(number := int(digits)) > MAX_WHOLE:
        raise NotJson(f"Integers go from {-MAX_WHOLE} to {MAX_WHOLE}.")
    return number


def _real(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise NotJson("A number is too large.")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise NotJson("An object has the same key twice.")
    return result


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_whole, parse_float=_real
)


def _depth(text: bytes) -> int:
    depth = deepest = 0
    for byte in _STRINGS.sub(b"", text):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _refuse_bad_text(value: Any) -> None:
    """Lone surrogates and NUL reach a string only by an escape; neither can be stored or shown."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting += item
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, str) and ("\0" in item or any("\ud800" <= char <= "\udfff" for char in item)):
            raise NotJson("A string contains NUL or half of a surrogate pair.")


def read_json(text: bytes) -> Any:
    """The one JSON value in ``text``: UTF-8 without a byte order mark; ``NotJson`` otherwise."""
    # Only a text with many brackets can be deep, and counting those is cheap.
    if text.count(b"[") + text.count(b"{") > MAX_DEPTH and _depth(text) > MAX_DEPTH:
        raise NotJson(f"More than {MAX_DEPTH} levels of arrays and objects.")
    try:
        value = _DECODER.decode(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise NotJson("The text is not UTF-8.") from error
    except json.JSONDecodeError as error:
        raise NotJson(f"{error.msg} at line {error.lineno}, column {error.colno}.") from error
    if b"\\u" in text:
        _refuse_bad_text(value)
    return value
