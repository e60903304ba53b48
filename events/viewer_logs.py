"""What each viewer was shown, as a chain of entries of its own that the viewer can keep the head of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from domain.event import EVERYONE, Event, Fields, Viewer, hidden_from, redacted
from events.codec import digest
from events.sealing import Seals
from events.written import Written


class Glimpse(NamedTuple):
    """What some viewers saw of a commit, and all of them alike.

    ``sights``: of each event that they saw, its place in the commit and the fields whose values they did not see.
    """

    events: tuple[Event, ...]
    sights: tuple[tuple[int, Fields], ...]


Seen: TypeAlias = Mapping[int, Glimpse]
"""By place of the viewer, the public last; who saw nothing is left out. Who saw the same has the same object."""

Heads: TypeAlias = tuple[str, ...]
"""The digest of the newest entry of each viewer, by place; empty before the first commit."""


class LogLine(NamedTuple):
    """A new entry as it is stored and served, but for the names of seats. ``place``: of the viewer."""

    place: int
    viewer: Viewer
    entry: int
    stored: bytes


_encode = msgspec.json.Encoder().encode


def seen_of(events: Sequence[Event], viewers: int) -> Seen:
    """What each of so many viewers sees of a commit."""
    guarded = [(place, event) for place, event in enumerate(events) if event.secret or event.audience is not EVERYONE]
    if not guarded:
        return dict.fromkeys(range(viewers), _glimpse(events, {}))
    seen: dict[int, Glimpse] = {}
    alike: dict[tuple[Fields | None, ...], Glimpse] = {}
    for place in range(viewers):
        viewer = None if place == viewers - 1 else place
        sight = tuple([hidden_from(event, viewer) for _, event in guarded])
        glimpse = alike.get(sight)
        if glimpse is None:
            hidden = {place: fields for (place, _), fields in zip(guarded, sight, strict=True)}
            glimpse = alike[sight] = _glimpse(events, hidden)
        if glimpse.events:
            seen[place] = glimpse
    return seen


def _glimpse(events: Sequence[Event], hidden: Mapping[int, Fields | None]) -> Glimpse:
    """``hidden``: by place in the commit, for events of which not everybody sees everything."""
    sights = [(place, fields) for place in range(len(events)) if (fields := hidden.get(place, ())) is not None]
    return Glimpse(tuple([redacted(events[place], fields) for place, fields in sights]), tuple(sights))


def log_lines(
    entries: Sequence[int], seen: Seen, at: int, heads: Heads, *, written: Written, seals: Seals | None
) -> list[LogLine]:
    """The entries that a commit made at ``at`` added; ``heads`` are those before it.

    An entry says nothing of the commit itself, so that it tells nothing of hidden ones: ``{"entry", "at", "prev",
    "events", "sealed"}``, as in ``docs/proof.md``. ``entries``: how many each viewer has, these included. ``written``,
    ``seals``: of the commit; no seals where the first release wrote it, whose entries have neither ``prev`` nor
    ``sealed``.
    """
    public = len(entries) - 1
    lines = []
    made: dict[int, bytes] = {}
    for place, glimpse in seen.items():
        rest = made.get(id(glimpse))
        if rest is None:
            rest = made[id(glimpse)] = _shown(glimpse, written, seals)
        if seals is None:
            link = b""
        elif heads and heads[place]:
            link = b',"prev":"%b"' % heads[place].encode()
        else:
            link = b',"prev":null'
        stored = b'{"entry":%d,"at":%d%b,"events":%b}' % (entries[place], at, link, rest)
        lines.append(LogLine(place, None if place == public else place, entries[place], stored))
    return lines


def _shown(glimpse: Glimpse, written: Written, seals: Seals | None) -> bytes:
    """Events and seals, as an entry ends with them."""
    events = b"[" + b",".join([written.without(place, fields) for place, fields in glimpse.sights]) + b"]"
    if seals is None:
        return events
    sealed = {
        f"{position}.{field}": seals.of(place, field)
        for position, (place, fields) in enumerate(glimpse.sights)
        for field in fields
        if written.has(place, field)
    }
    return events + b',"sealed":' + _encode(sealed) if sealed else events


def heads_after(heads: Sequence[str], lines: Iterable[LogLine]) -> Heads:
    """``heads`` after ``lines``, those of one commit; everybody sees the first one."""
    new = {line.place: digest(line.stored) for line in lines}
    return tuple([new.get(place, head) for place, head in enumerate(heads)] or new.values())


def heads_text(heads: Heads) -> str:
    """``heads`` as they are stored beside the version of the match."""
    return " ".join(heads)


def parse_heads(stored: bytes) -> Heads:
    """What ``heads_text`` has written."""
    return tuple(stored.decode().split())
