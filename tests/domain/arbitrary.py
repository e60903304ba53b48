"""Values of any type that msgspec describes: random ones, and what there is to be covered of a struct's fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from string import ascii_lowercase, digits
from typing import Any

import msgspec
from msgspec import inspect

WIDEST = 10**9
"""Where a type sets no bound."""


def arbitrary(kind: inspect.Type, rng: Random) -> Any:
    """A well-formed value; integers are often at one end of what is allowed."""
    match kind:
        case inspect.Metadata(type=inner):
            return arbitrary(inner, rng)
        case inspect.UnionType(types=types):
            return arbitrary(rng.choice(types), rng)
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return tuple(arbitrary(item, rng) for _ in range(_length(least, most, rng)))
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: arbitrary(field.type, rng) for field in fields})
    return _scalar(kind, rng)


def _scalar(kind: inspect.Type, rng: Random) -> Any:
    match kind:
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType():
            low, high = bounds(kind)
            return rng.choice((low, high, rng.randint(low, high)))
        case inspect.StrType(pattern=str() as pattern):
            return _matching(pattern, rng)
        case inspect.StrType(min_length=least, max_length=most):
            return "".join(rng.choices(ascii_lowercase + digits, k=_length(least, most, rng)))
        case inspect.LiteralType(values=values):
            return rng.choice(values)
    raise NotImplementedError(f"no values of {kind}")


def _matching(pattern: str, rng: Random) -> str:
    """A text for a pattern that is a row of ranges, such as ``^[a-h][1-8]$``."""
    ranges = re.findall(r"\[(.)-(.)\]", pattern)
    text = "".join(chr(rng.randint(ord(low), ord(high))) for low, high in ranges)
    assert re.fullmatch(pattern, text), f"no texts for {pattern}"
    return text


def _length(least: int | None, most: int | None, rng: Random) -> int:
    return rng.randint(least or 0, 8 if most is None else most)


def bounds(kind: inspect.IntType) -> tuple[int, int]:
    low = kind.ge if kind.ge is not None else -WIDEST if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else WIDEST if kind.lt is None else kind.lt - 1
    return low, high


def arbitrary_struct(cls: type[msgspec.Struct], rng: Random, *, defaults: float = 0.0) -> Any:
    """An instance of ``cls``, in which each field keeps its default with the chance ``defaults``."""
    described = inspect.type_info(cls)
    assert isinstance(described, inspect.StructType)
    return cls(
        **{field.name: arbitrary(field.type, rng) for field in described.fields if rng.random() >= defaults},
    )


def facet(value: Any) -> Any:
    """What is to be covered of a value: each literal, flag and ``None`` by itself, of numbers that there is one."""
    return "number" if isinstance(value, int) and not isinstance(value, bool) else value


def facets(cls: type[msgspec.Struct]) -> set[tuple[str, Any]]:
    """Field and facet, for all that the fields of ``cls`` can hold."""
    described = inspect.type_info(cls)
    assert isinstance(described, inspect.StructType)
    return {(field.name, found) for field in described.fields for found in _facets(field.type)}


def facets_of(value: msgspec.Struct) -> set[tuple[str, Any]]:
    return {(name, facet(getattr(value, name))) for name in value.__struct_fields__}


def _facets(kind: inspect.Type) -> Iterator[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            yield from _facets(inner)
        case inspect.NoneType():
            yield None
        case inspect.BoolType():
            yield from (False, True)
        case inspect.IntType():
            yield "number"
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.UnionType(types=types):
            for inner in types:
                yield from _facets(inner)
        case _:
            raise NotImplementedError(f"an option of type {kind} cannot be covered")
