"""An operation of the API: one declaration, by which requests are checked, routed and documented."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import flask

from api.fields import AnyField
from api.game_schemas import GameSchemas

Auth: TypeAlias = Literal["none", "optional", "required", "operator"]
Answer: TypeAlias = flask.Response
Schemas: TypeAlias = Callable[[GameSchemas], AnyField]
"""What makes a schema as a field, once the games are known."""

IDEMPOTENT = "Idempotency-Key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One successful answer. ``examples``: name → value, made when the document is written."""

    about: str
    schema: Schemas | None = None
    media_type: str = "application/json"
    headers: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """``path``: with ``{parameters}``. ``query``: name → field. ``problems``: codes that the rest does not imply.

    ``upload``: the media type of a body that is a file, which has a limit of its own, instead of JSON.
    """

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    name: str
    summary: str
    about: str
    tag: str
    auth: Auth
    function: Callable[..., Answer]
    replies: Mapping[int, Reply]
    body: Schemas | None = None
    upload: str | None = None
    body_examples: tuple[str, ...] = ()
    query: Callable[[GameSchemas], Mapping[str, AnyField]] | None = None
    idempotent: bool = False
    conditional: bool = False
    problems: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Resource:
    """One part of the API. ``tag``: its name in the document."""

    tag: str
    about: str
    operations: list[Operation] = field(default_factory=list)

    def operation(
        self, method: Any, path: str, **declared: Any
    ) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
        """Declare the decorated function, called with a ``Call`` and the path's parameters, as an operation.

        Its docstring is the description; its name, in camel case, the id of the operation.
        """

        def declare(function: Callable[..., Answer]) -> Callable[..., Answer]:
            first, *rest = function.__name__.split("_")
            name = first + "".join(part.capitalize() for part in rest)
            self.operations.append(
                Operation(method=method, path=path, name=name, tag=self.tag, function=function,
                          about=function.__doc__ or "", **declared)
            )  # fmt: skip
            return function

        return declare
