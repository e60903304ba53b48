"""What each viewer was shown, as a chain of entries of its own that the viewer can keep the head of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from domain.event import EVERYONE, Event, Viewer, seen_by
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
    events: msgspec.Raw
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
    if all(event.audience == EVERYONE and not event.secret for event in events):
        everything = dict(enumerate(events))
        return dict.fromkeys(range(viewers), everything)
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
    written: dict[int, msgspec.Raw] = {}
    for index, visible in seen.items():
        viewer = None if index == public else index
        prev: str | msgspec.UnsetType | None = msgspec.UNSET
        sealed: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
        if seals is not None:
            prev = (heads[index] or None) if heads else None
            sealed = seals.beside(visible, viewer) or msgspec.UNSET
        number = entries[index]
        # Where all see the same, it is the same object.
        events = written.get(id(visible))
        if events is None:
            events = written[id(visible)] = msgspec.Raw(_encode(tuple(visible.values())))
        stored = _encode(LogEntry(number, at, prev, events, sealed))
        lines.append(LogLine(index, viewer, number, stored))
    return lines


def heads_after(heads: Sequence[str], lines: Iterable[LogLine]) -> Heads:
    """``heads`` after ``lines``, those of one commit; everybody sees the first one."""
    newest = dict(enumerate(heads))
    for line in lines:
        newest[line.place] = digest(line.stored)
    return tuple(newest.values())


def heads_text(heads: Heads) -> str:
    """``heads`` as they are stored beside the version of the match."""
    return " ".join(heads)


def parse_heads(stored: bytes) -> Heads:
    """What ``heads_text`` has written."""
    return tuple(stored.decode().split())
