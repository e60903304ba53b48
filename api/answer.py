"""Successful answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import flask
import msgspec

encode = msgspec.json.Encoder().encode

_PLACE = re.compile(rb"\{seat:([0-9]{1,2})\}")


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> flask.Response:
    """``value``: JSON as bytes, or anything that can be encoded."""
    body = value if isinstance(value, bytes) else encode(value)
    return flask.Response(body, status, headers, content_type="application/json")


def nothing() -> flask.Response:
    """204."""
    response = flask.Response(status=204)
    del response.headers["Content-Type"]
    return response


def named(text: bytes, names: Sequence[str | None]) -> bytes:
    """JSON text with ``{seat:2}`` replaced by the name of that seat, all in one pass, so that a name is never read."""
    if b"{seat:" not in text:
        return text
    # Inside a JSON string already, so the quotes that encoding puts around a name go.
    escaped = {seat: encode(name)[1:-1] for seat, name in enumerate(names) if name}
    # A log from elsewhere may name seats that its table does not have.
    return _PLACE.sub(lambda found: escaped.get(int(found[1]), b"Seat " + found[1]), text)
