"""marshmallow schemas derived from the domain's msgspec classes, so that nothing is defined twice.

A ``Dialect`` derives each class once; derived schemas are instances, shared by all requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, TypeAlias

import msgspec
from marshmallow import Schema, fields
from msgspec import inspect as mi

from api.fields import AnyField, AnyOf, Anything, Choice, Constant, Flag, Items, Tagged, Text, Whole
from api.words import WORDS

Special: TypeAlias = Callable[["Dialect", dict[str, Any]], AnyField]
"""What makes the field that stands in the place of a struct's open one, from its attributes."""


class Request(Schema):
    """An object that somebody sends: nothing is in it but what is documented."""


def markdown(docstring: str | None) -> str:
    """A docstring as one paragraph of Markdown."""
    return re.sub(r"\s+", " ", cleandoc(docstring or "").replace("``", "`"))


def object_schema(name: str, about: str | None, members: Mapping[str, AnyField], base: type[Schema] = Schema) -> Schema:
    """A schema with these fields. ``name``: in the document. ``about``: its description, as a docstring."""
    made: Schema = type(name, (base,), {**members, "__doc__": about})()
    return made


class Dialect:
    """How classes are named in the document, and what stands in their open fields.

    ``named``: class → its name in the document, or ``None`` for one that ``common`` derives.
    ``instead``: (class, field) → what makes the field here.
    ``reading``: of requests, where fields with a default may be left out and nothing unknown is taken; what is written
    has all its fields, but for classes that omit defaults.
    """

    def __init__(
        self,
        named: Callable[[type], str | None],
        *,
        reading: bool,
        instead: Mapping[tuple[type, str], Special] | None = None,
        common: Dialect | None = None,
    ) -> None:
        self._named = named
        self._instead = instead or {}
        self._reading = reading
        self._common = common
        self._schemas: dict[type, Schema] = {}

    def schema(self, struct: type[msgspec.Struct]) -> Schema:
        """The schema of one struct class, the same instance each time."""
        if struct not in self._schemas:
            name = self._named(struct)
            if name is not None:
                self._schemas[struct] = self._derive(struct, name)
            elif self._common is not None:
                self._schemas[struct] = self._common.schema(struct)
            else:
                raise TypeError(f"{struct.__name__} has no name in the document.")
        return self._schemas[struct]

    def union(self, name: str, members: Sequence[type[msgspec.Struct]], **attributes: Any) -> Tagged:
        """The tagged union of ``members`` as a field; ``name``: of the union in the document."""
        if len({member.__struct_config__.tag_field for member in members}) != 1:
            raise TypeError(f"The members of {name} are not told apart by one field.")
        tag_field = members[0].__struct_config__.tag_field
        variants = {str(member.__struct_config__.tag): self.schema(member) for member in members}
        return Tagged(name, str(tag_field), variants, **attributes)

    def _derive(self, struct: type[msgspec.Struct], name: str) -> Schema:
        info = mi.type_info(struct)
        assert isinstance(info, mi.StructType)
        members: dict[str, Any] = {}
        if info.tag_field is not None:
            members[info.tag_field] = Constant(
                str(info.tag), required=True, metadata={"description": "Which kind of object this is."}
            )
        for item in info.fields:
            members[item.encode_name] = self._member(struct, item)
        return object_schema(name, struct.__doc__, members, Request if self._reading else Schema)

    def _member(self, struct: type[msgspec.Struct], item: mi.Field) -> AnyField:
        attributes: dict[str, Any] = {"required": item.required}
        if not self._reading:
            # A field that is unset has neither a default nor a factory of one, and is left out.
            defaults = {item.default, item.default_factory} != {msgspec.NODEFAULT}
            attributes["required"] = item.required or (defaults and not struct.__struct_config__.omit_defaults)
        elif item.default is not msgspec.NODEFAULT:
            attributes["load_default"] = item.default
        said = dict(item.type.extra_json_schema or {}) if isinstance(item.type, mi.Metadata) else {}
        if "description" not in said and item.name in WORDS:
            said["description"] = WORDS[item.name]
        attributes["metadata"] = said
        instead = self._instead.get((struct, item.name))
        return self.field_of(item.type, attributes) if instead is None else instead(self, attributes)

    def field_of(self, info: mi.Type, attributes: dict[str, Any]) -> AnyField:
        """One type as a field."""
        if isinstance(info, mi.Metadata):
            described = {**(info.extra_json_schema or {}), **attributes.pop("metadata", {})}
            return self.field_of(info.type, {**attributes, "metadata": described})
        if isinstance(info, mi.UnionType):
            return self._union(info, attributes)
        return _FIELDS[type(info)](self, info, attributes)

    def _union(self, info: mi.UnionType, attributes: dict[str, Any]) -> AnyField:
        members = [member for member in info.types if not isinstance(member, mi.NoneType)]
        if len(members) < len(info.types):
            attributes = {**attributes, "allow_none": True}
        if all(isinstance(member, mi.LiteralType) for member in members):
            values = [str(value) for member in members if isinstance(member, mi.LiteralType) for value in member.values]
            return Choice(*values, **attributes)
        if len(members) == 1:
            return self.field_of(members[0], attributes)
        if all(isinstance(member, mi.IntType | mi.LiteralType) for member in members):
            return AnyOf(None, tuple(self.field_of(member, {}) for member in members), **attributes)
        raise TypeError(f"No field of marshmallow stands for {info}.")


def named_dialect(names: Mapping[type, str], *, reading: bool = False) -> Dialect:
    """Of a few classes that refer to no others."""

    def named(struct: type) -> str | None:
        return names.get(struct)

    return Dialect(named, reading=reading)


def _whole(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    low = info.ge if info.gt is None else info.gt + 1
    high = info.le if info.lt is None else info.lt - 1
    return Whole(low, high, **attributes)


def _literal(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    return Choice(*info.values, **attributes)


def _text(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    return Text(info.min_length, info.max_length, info.pattern, **attributes)


def _items(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    return Items(dialect.field_of(info.item_type, {}), info.min_length, info.max_length, **attributes)


def _fixed(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    first = info.item_types[0]
    if any(item != first for item in info.item_types):
        raise TypeError("A tuple of different types has no field.")
    return Items(dialect.field_of(first, {}), len(info.item_types), len(info.item_types), **attributes)


def _mapping(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    return fields.Dict(keys=fields.String(), values=dialect.field_of(info.value_type, {}), **attributes)


def _nested(dialect: Dialect, info: Any, attributes: dict[str, Any]) -> AnyField:
    return fields.Nested(dialect.schema(info.cls), **attributes)


_FIELDS: Mapping[type, Callable[[Dialect, Any, dict[str, Any]], AnyField]] = {
    mi.AnyType: lambda dialect, info, attributes: Anything(**attributes),
    mi.BoolType: lambda dialect, info, attributes: Flag(**attributes),
    mi.DictType: _mapping,
    mi.FloatType: lambda dialect, info, attributes: fields.Float(**attributes),
    mi.IntType: _whole,
    mi.ListType: _items,
    mi.LiteralType: _literal,
    mi.RawType: lambda dialect, info, attributes: Anything(**attributes),
    mi.StrType: _text,
    mi.StructType: _nested,
    mi.TupleType: _fixed,
    mi.VarTupleType: _items,
}
