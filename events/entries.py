"""Any log as entries of events: a viewer's own, or the whole one with a commit for each entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Union

import msgspec

from domain.event import Event
from domain.game import Game
from domain.table_events import TABLE_EVENTS
from domain.transcript import Entry
from events.codec import decode_commit


class _StoredEntry(msgspec.Struct):
    entry: int
    at: int


@cache
def _entry_decoder(events: tuple[type[Event], ...]) -> Callable[[bytes], Any]:
    fields = [("events", tuple[Union[events], ...])]  # type: ignore[valid-type]  # noqa: UP007
    stored = msgspec.defstruct("StoredEntry", fields, bases=(_StoredEntry,))
    return msgspec.json.Decoder(stored).decode


def entry_of_commit(game: Game[Any], stored: bytes) -> Entry:
    """A commit, whatever release wrote it; ``msgspec.MsgspecError`` for what is none."""
    commit = decode_commit(game, stored)
    return Entry(commit.version, commit.at, commit.events)


def entry_of_viewer(game: Game[Any], stored: bytes) -> Entry:
    """An entry of a viewer's log; ``msgspec.MsgspecError`` for what is none."""
    entry = _entry_decoder((*TABLE_EVENTS, *game.events))(stored)
    return Entry(entry.entry, entry.at, entry.events)
