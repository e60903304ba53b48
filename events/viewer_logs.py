"""What each viewer was shown, as a chain of entries of its own that the viewer can keep the head of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from domain.event import Event, Viewer, seen_by
from events.codec import digest
from events.sealing import Seals

Seen: TypeAlias = Mapping[int, Mapping[int, Event]]
"""By place of the viewer, the public last: what the viewer saw of a commit, by the place of the event in it."""

Heads: TypeAlias = tuple[str, ...]
"""The digest of the newest entry of each viewer, by place; empty before the first commit."""


class LogEntry(msgspec.Struct, frozen=True):
    """What one commit showed a viewer: nothing of the commit itself, so that it tells nothing of hidden ones.

    ``prev``: digest of the viewer's entry before, ``None`` for the first. ``sealed``: ``<position>.<field>`` of what is
    hidden in ``events`` → its seal. The first release wrote neither.
    """

    entry: int
    at: int
    prev: str | msgspec.UnsetType | None
    events: tuple[Event, ...]
    sealed: dict[str, str] | msgspec.UnsetType


class LogLine(NamedTuple):
    """A new entry as it is stored and served, but for the names of seats. ``place``: of the viewer."""

    place: int
    viewer: Viewer
    entry: int
    stored: bytes


_encode = msgspec.json.Encoder().encode


def seen_of(events: Sequence[Event], viewers: int) -> dict[int, dict[int, Event]]:
    """What each of so many viewers sees of a commit; who sees nothing is left out."""
    seen = {}
    for index in range(viewers):
        viewer = None if index == viewers - 1 else index
        visible = {place: shown for place, event in enumerate(events) if (shown := seen_by(event, viewer)) is not None}
        if visible:
            seen[index] = visible
    return seen


def log_lines(entries: Sequence[int], seen: Seen, at: int, heads: Heads, seals: Seals | None) -> list[LogLine]:
    """The entries that a commit made at ``at`` added; ``heads`` are those before it.

    ``entries``: how many each viewer has, these included.

    ``seals``: of the commit; ``None`` where the first release wrote it, whose entries are no chain.
    """
    public = len(entries) - 1
    lines = []
    for index, visible in seen.items():
        viewer = None if index == public else index
        prev: str | msgspec.UnsetType | None = msgspec.UNSET
        sealed: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
        if seals is not None:
            prev = heads[index] if heads else None
            sealed = seals.beside(visible, viewer) or msgspec.UNSET
        number = entries[index]
        stored = _encode(LogEntry(number, at, prev, tuple(visible.values()), sealed))
        lines.append(LogLine(index, viewer, number, stored))
    return lines


def heads_after(heads: Sequence[str], lines: Iterable[LogLine]) -> Heads:
    """``heads`` after ``lines``, those of one commit; everybody sees the first one."""
    newest = dict(enumerate(heads))
    newest.update((line.place, digest(line.stored)) for line in lines)
    return tuple(newest.values())


def heads_text(heads: Heads) -> str:
    """``heads`` as they are stored beside the version of the match."""
    return " ".join(heads)


def parse_heads(stored: bytes) -> Heads:
    """What ``heads_text`` has written."""
    return tuple(stored.decode().split())
