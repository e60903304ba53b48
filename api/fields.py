"""marshmallow fields that accept exactly what their JSON Schema says, no more and no less.

marshmallow's own accept more (``"yes"`` as true, an object as a list, ``"7"`` as 7) or less (``1.0`` as 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from marshmallow import Schema, ValidationError, fields, validate
from marshmallow.fields import Field

AnyField: TypeAlias = "Field[Any]"


def _ranged(low: int | None, high: int | None) -> list[validate.Validator]:
    return [] if low is None and high is None else [validate.Range(low, high)]


def _sized(low: int | None, high: int | None) -> list[validate.Validator]:
    return [] if low is None and high is None else [validate.Length(low, high)]


class _Strict(Field[Any]):
    """``null`` is accepted only where that is said; marshmallow accepts it where the default is ``None``, too."""

    def __init__(self, *, allow_none: bool = False, **kwargs: Any) -> None:
        super().__init__(allow_none=allow_none, **kwargs)


class Whole(_Strict, fields.Integer):
    """An integer between ``low`` and ``high``, both included; ``1.0`` is one, ``true`` and ``"1"`` are none."""

    default_error_messages = {"invalid": "Not an integer."}

    def __init__(self, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        super().__init__(validate=_ranged(low, high), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is int:
            return value
        if type(value) is float and value.is_integer():
            return int(value)
        raise self.make_error("invalid")


class Flag(_Strict, fields.Boolean):
    """``true`` or ``false``."""

    default_error_messages = {"invalid": "Not true or false."}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise self.make_error("invalid")


class Text(_Strict, fields.String):
    """A string of ``low`` to ``high`` characters. ``pattern`` means the same as an ECMA and as a Python expression."""

    default_error_messages = {"invalid": "Not a string."}

    def __init__(
        self, low: int | None = None, high: int | None = None, pattern: str | None = None, **kwargs: Any
    ) -> None:
        checks = _sized(low, high)
        if pattern is not None:
            checks.append(validate.Regexp(pattern, error="Does not have the documented form."))
        super().__init__(validate=checks, **kwargs)


class Choice(_Strict, fields.String):
    """One of ``values``."""

    default_error_messages = {"invalid": "Not a string."}

    def __init__(self, *values: str, **kwargs: Any) -> None:
        super().__init__(validate=validate.OneOf(values, error="Not one of: {choices}."), **kwargs)


class Constant(_Strict, fields.String):
    """Always ``value``."""

    def __init__(self, value: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.value = value

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if value != self.value:
            raise ValidationError(f"Not {self.value!r}.")
        return self.value


class Items(fields.List[Any]):
    """An array of ``low`` to ``high`` items."""

    default_error_messages = {"invalid": "Not an array."}

    def __init__(self, inner: AnyField, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        super().__init__(inner, validate=_sized(low, high), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return super()._deserialize(value, None, None)


class Tagged(_Strict):
    """A union of objects told apart by the string in ``tag``; ``name``: of the union in the document."""

    def __init__(self, name: str, tag: str, variants: Mapping[str, Schema], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name_in_document = name
        self.tag = tag
        self.variants = variants

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError("Not an object.")
        if self.tag not in value:
            raise ValidationError({self.tag: ["Missing: it says which kind of object this is."]})
        tag = value[self.tag]
        variant = self.variants.get(tag) if isinstance(tag, str) else None
        if variant is None:
            raise ValidationError({self.tag: [f"Not one of: {', '.join(self.variants)}."]})
        return variant.load(value)


class AnyOf(_Strict):
    """What at least one of ``choices`` accepts, loaded by the first of them.

    ``unchecked``: anything is handed on as it came, because only the operation knows which of the choices counts.
    ``name``: in the document, or ``None`` for what stands where it is used.
    """

    def __init__(
        self, name: str | None, choices: tuple[AnyField, ...], *, unchecked: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.name_in_document = name
        self.choices = choices
        self.unchecked = unchecked

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if self.unchecked:
            return value
        errors: list[ValidationError] = []
        for choice in self.choices:
            try:
                return choice.deserialize(value)
            except ValidationError as error:
                errors.append(error)
        # The choice that knew the kind of object says best what is wrong with it.
        raise min(errors, key=lambda error: isinstance(error.messages, dict) and len(error.messages) == 1)


class Anything(Field[Any]):
    """Any JSON value."""


def pointers(messages: Any, at: str = "") -> list[dict[str, str]]:
    """Error messages of marshmallow as ``{"pointer", "message"}`` with RFC 6901 pointers into the body."""
    if isinstance(messages, dict):
        found: list[dict[str, str]] = []
        # marshmallow finds unknown fields in the order of a set; the answer must not depend on that.
        for key, inner in sorted(messages.items(), key=lambda item: (isinstance(item[0], str), item[0])):
            part = str(key).replace("~", "~0").replace("/", "~1")
            found += pointers(inner, at if key == "_schema" else f"{at}/{part}")
        return found
    if isinstance(messages, list):
        return [error for message in messages for error in pointers(message, at)]
    return [{"pointer": at, "message": str(messages)}]
