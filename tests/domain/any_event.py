"""Events as the types allow them, possible or not, for Hypothesis."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

_INTEGERS = st.integers(-1, 7) | st.integers(-(2**63), 2**64 - 1)
_SCALARS = st.none() | st.booleans() | _INTEGERS | st.text(max_size=8)


def events_of(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return _values(described)


def _values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.UnionType(types=types):
            return st.one_of([_values(inner) for inner in types])
        case inspect.VarTupleType(item_type=item):
            return st.lists(_values(item), max_size=8).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(_values, items))
        case inspect.DictType(value_type=value):
            return st.dictionaries(st.text(max_size=8), _values(value), max_size=4)
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: _values(field.type) for field in fields})
    return _plain(kind)


def _plain(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=None, le=None):
            return _INTEGERS
        case inspect.IntType(ge=low, le=high):
            return st.integers(low, high)
        case inspect.StrType():
            return st.text(max_size=8)
        case inspect.AnyType():
            return st.recursive(_SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=6)
    raise NotImplementedError(f"no values of {kind}")
