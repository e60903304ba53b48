"""The events of one commit as the JSON in which they are stored: what viewers are shown is made of exactly that.

So an entry that was served once is the same bytes whenever it is made again, whatever fields its events have got since.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.event import Event, Fields

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class _Stored(msgspec.Struct):
    events: tuple[msgspec.Raw, ...]


_decode_stored = msgspec.json.Decoder(_Stored).decode


class Written:
    """``json``: of each event, by its place in the commit."""

    __slots__ = ("_read", "json")

    def __init__(self, json: tuple[bytes | msgspec.Raw, ...]) -> None:
        self.json = json
        self._read: dict[int, dict[str, Any]] = {}

    def _event(self, place: int) -> dict[str, Any]:
        event = self._read.get(place)
        if event is None:
            event = self._read[place] = _decode(self.json[place])
        return event

    def has(self, place: int, field: str) -> bool:
        """Whether the event was written with this field: one that its class has got since is missing."""
        return field in self._event(place)

    def value(self, place: int, field: str) -> bytes:
        """A field of an event as compact JSON; ``KeyError`` where it was written without."""
        return _encode(self._event(place)[field])

    def without(self, place: int, fields: Fields) -> bytes | msgspec.Raw:
        """An event without the values of ``fields``, which keeps their shape as ``domain.event.redacted`` does."""
        if not fields:
            return self.json[place]
        event = self._event(place)
        return _encode(event | {name: _blank(event[name]) for name in fields if name in event})


def _blank(value: Any) -> Any:
    return [None] * len(value) if isinstance(value, list) else None


def write_events(events: Iterable[Event]) -> Written:
    return Written(tuple([_encode(event) for event in events]))


def written_in(commit: bytes) -> Written:
    """The events of a stored commit; ``msgspec.MsgspecError`` for what is none."""
    return Written(_decode_stored(commit).events)
