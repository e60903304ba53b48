"""Checks of viewers' logs: their own chains, and what they showed beside what the open log says now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.table import Match
from domain.table_events import SecretRevealed, TableOpened
from events.codec import Commit, digest, is_chained
from events.export import Line
from events.report import UNREADABLE, Checked
from events.sealing import Seals
from events.viewer_logs import Heads, LogLine, heads_after, log_lines, seen_of
from events.written import written_in


class _Entry(msgspec.Struct):
    """An entry as any viewer may hold it, without regard to its game."""

    entry: int
    at: int
    events: list[dict[str, Any]]
    prev: str | msgspec.UnsetType | None = msgspec.UNSET
    sealed: dict[str, str] = {}


_decode_entry = msgspec.json.Decoder(_Entry).decode


class Shown(NamedTuple):
    """What a commit added to the viewers' logs, and the heads of all logs before it."""

    before: Heads
    lines: list[LogLine]


def shown_by(opening: TableOpened, commits: Iterable[tuple[Line, Commit]], secret: bytes) -> Iterator[Shown]:
    """The viewers' logs, made again from the open one. ``secret``: the one to which ``opening`` is committed."""
    match: Match[Any] = Match(id=opening.match, commitment=opening.commitment)
    viewers = len(opening.seats) + 1
    entries = [0] * viewers
    heads: Heads = ("",) * viewers
    for line, commit in commits:
        seen = seen_of(commit.events, viewers)
        for place in seen:
            entries[place] += 1
        written = written_in(line.stored)
        seals = Seals(match, secret, commit.version, written) if is_chained(commit) else None
        lines = log_lines(entries, seen, commit.at, heads, written=written, seals=seals)
        yield Shown(heads, lines)
        heads = heads_after(heads, lines)


def check_heads(checked: Checked, line: int, closing: SecretRevealed, heads: Heads) -> None:
    """Whether the match was closed over just these ``heads``."""
    if len(closing.heads) != len(heads):
        checked.findings.add("seals", line, "other-heads", "The log is closed over other viewers than it has.")
        return
    for place, (told, found) in enumerate(zip(closing.heads, heads, strict=True)):
        if told != found:
            whose = "the public" if place == len(heads) - 1 else f"seat {place}"
            problem = f"What the log of {whose} held, seals included, is not what this log would have shown."
            checked.findings.add("seals", line, "other-heads", problem)


def check_entries(checked: Checked, lines: Sequence[Line]) -> None:
    """The chain of one viewer's log."""

    def wrong(line: Line, problem: str, detail: str) -> None:
        checked.findings.add("chain", line.number, problem, detail)

    free = 0
    at = 0
    prev: str | None = None
    for place, line in enumerate(lines):
        try:
            entry = _decode_entry(line.stored)
        except UNREADABLE as error:
            wrong(line, "no-entry", f"This is no entry of a log: {error}")
            break
        if entry.entry != place + 1:
            wrong(line, "other-entry", f"Entry {entry.entry} stands where entry {place + 1} belongs.")
        if entry.prev is msgspec.UNSET and free == place:
            free += 1
        elif entry.prev != prev:
            wrong(line, "broken", "The line before is not the one that this entry was chained to.")
        if entry.at < at:
            wrong(line, "earlier", "The entry is earlier than the one before.")
        at, prev = entry.at, digest(line.stored)
    checked.made("chain", f"{free} entries are of the first release, which wrote no chain" if free else None)


def check_against(checked: Checked, lines: Sequence[Line], shown: Sequence[LogLine]) -> None:
    """A kept log line by line with what the open log shows at the same place."""
    checked.made("seals")
    for place, line in enumerate(lines):
        if place >= len(shown):
            checked.findings.add("seals", line.number, "not-shown", "The open log does not show this entry.")
            return
        if line.stored == shown[place].stored:
            continue
        try:
            kept, found = _decode_entry(line.stored), _decode_entry(shown[place].stored)
        except UNREADABLE:
            return
        if (kept.entry, kept.at, kept.events) != (found.entry, found.at, found.events):
            problem = "The open log shows something else here than what was shown then."
            checked.findings.add("seals", line.number, "other-events", problem)
        sealed = kept.sealed.keys() | found.sealed.keys()
        wrong = sorted(where for where in sealed if kept.sealed.get(where) != found.sealed.get(where))
        if wrong:
            problem = f"What the open log tells does not open the seal of {', '.join(wrong)[:200]}."
            checked.findings.add("seals", line.number, "other-value", problem)
