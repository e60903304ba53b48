"""One request on its way to an operation: who asks, what was sent, checked against what the operation declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import flask
from marshmallow import ValidationError
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header, parse_options_header

from api.fields import AnyField, pointers
from api.json_body import NotJson, read_json
from api.operation import Answer, Operation
from api.parameters import read_query
from api.problems import Problem, invalid, too_large
from api.service import Service

_KEY = re.compile(r"[!-+\--~]{16,255}")
"""Without a comma, by which two headers of that name come as one."""


@dataclass(frozen=True, slots=True)
class Call:
    """``player``: the id of whoever asks, ``None`` for a stranger. ``key``: the Idempotency-Key. ``query``, ``body``:
    as the operation declares them; bytes, where the body is a file.
    """

    service: Service
    request: flask.Request
    player: str | None
    query: Mapping[str, Any]
    body: Any
    key: str | None

    @property
    def me(self) -> str:
        """The player, of an operation that needs one."""
        assert self.player is not None
        return self.player


@lru_cache(maxsize=256)
def _accepts(header: str, media_type: str) -> bool:
    return parse_accept_header(header, MIMEAccept).best_match([media_type]) is not None


def _check_accept(environ: Mapping[str, Any], media_type: str) -> None:
    header = environ.get("HTTP_ACCEPT")
    if header and not _accepts(header, media_type):
        raise Problem("not-acceptable", f"This resource is {media_type}.")


def unauthenticated() -> Problem:
    """One and the same for a missing, an unknown and a revoked token."""
    return Problem(
        "unauthenticated",
        "There is no valid token in this request.",
        headers={"WWW-Authenticate": 'Bearer realm="monkeys"'},
    )


def _player(service: Service, environ: Mapping[str, Any], *, required: bool) -> str | None:
    header = environ.get("HTTP_AUTHORIZATION")
    if header is None and not required:
        return None
    scheme, _, token = (header or "").partition(" ")
    player = service.tokens.player(token) if scheme.lower() == "bearer" else None
    if player is None:
        raise unauthenticated()
    return player


def _key(environ: Mapping[str, Any]) -> str | None:
    key = environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        raise invalid({"header": "Idempotency-Key", "message": "16 to 255 visible ASCII characters, no comma."})
    return key


def _check_media_type(environ: Mapping[str, Any], wanted: str) -> None:
    declared = environ.get("CONTENT_TYPE", "")
    if declared != wanted:
        media_type, options = parse_options_header(declared)
        if media_type.lower() != wanted or options.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
            raise Problem("unsupported-media-type", f"The body is not declared as {wanted} in UTF-8.")
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise Problem("unsupported-media-type", "The body must not be compressed.")


def _refuse_body(request: flask.Request) -> None:
    """A body where none is read is a misunderstanding, like a member that nobody knows."""
    environ = request.environ
    announced = environ.get("CONTENT_LENGTH") not in (None, "", "0")
    if announced or ("HTTP_TRANSFER_ENCODING" in environ and request.stream.read(1)):
        raise invalid({"pointer": "", "message": "This operation takes no body."})


def _content(request: flask.Request, most: int) -> bytes:
    """The body; of one with more than ``most`` bytes no more is read than shows that it is too large."""
    # A body that does not say its length is cut off at the limit without a word.
    request.max_content_length = most + 1
    content = request.get_data(cache=False)
    if len(content) > most:
        raise too_large(most)
    return content


def _body(request: flask.Request, field: AnyField, most: int) -> Any:
    """The body, of at most ``most`` bytes, as ``field`` loads it; no body at all counts as an empty object."""
    text = _content(request, most)
    if not text:
        value: Any = {}
    else:
        _check_media_type(request.environ, "application/json")
        try:
            value = read_json(text)
        except NotJson as error:
            raise Problem("malformed-json", str(error)) from error
    return load(field, value)


def load(field: AnyField, value: Any, at: str = "") -> Any:
    """``value`` as ``field`` loads it; a ``Problem`` with pointers, beginning with ``at``, where it does not fit."""
    try:
        return field.deserialize(value)
    except ValidationError as error:
        raise invalid(*pointers(error.messages, at)) from error


def bind(operation: Operation, service: Service) -> Callable[..., Answer]:
    """The view function of ``operation``: everything that does not depend on the request is made here."""
    function = operation.function
    body_field = None if operation.body is None else service.schemas.once(operation.body)
    query_fields = {} if operation.query is None else operation.query(service.schemas)
    media_type = next(iter(operation.replies.values())).media_type
    reads_player, required = operation.auth in ("optional", "required"), operation.auth == "required"
    idempotent, upload, most = operation.idempotent, operation.upload, service.settings.body_bytes

    def view(**path: Any) -> Answer:
        request: flask.Request = flask.request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
        environ = request.environ
        _check_accept(environ, media_type)
        player = _player(service, environ, required=required) if reads_player else None
        text = environ.get("QUERY_STRING", "")
        query = read_query(text, query_fields) if text or query_fields else {}
        key = _key(environ) if idempotent else None
        if body_field is None and upload is None:
            _refuse_body(request)
        body = None if body_field is None else _body(request, body_field, most)
        if upload is not None:
            _check_media_type(environ, upload)
            body = _content(request, service.settings.replay_bytes)
        return function(Call(service, request, player, query, body, key), **path)

    return view
