"""An exported log of any origin, shown without a store: what it says, step by step, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

import msgspec

from domain.event import Event, seen_by
from domain.game import Game, game_by_rules
from domain.games import GAMES
from domain.story import story
from domain.table import Match, fold
from domain.transcript import Entry
from domain.view import match_view
from events.codec import opening_of
from events.entries import entry_of_commit, entry_of_viewer
from events.export import Export, Header, Line, read_export
from events.findings import Check, Finding
from events.readable import Of
from events.report import UNREADABLE, Report
from events.verify import verify

_encode = msgspec.json.Encoder().encode


class Step(msgspec.Struct, frozen=True):
    """What one line of the file showed. ``entry``: its number in the log that is shown. ``story``: as in ``story``."""

    line: int
    entry: int
    at: int
    story: tuple[str, ...]


class Shown(NamedTuple):
    """``of``: whose log is shown; ``None`` where none can be. ``names``: by seat, as the file has them.

    ``entries``: by step, what was seen. ``entry``: after which ``view`` is, as JSON with ``{seat:n}`` for names; both
    are ``None`` where there is no such entry.
    """

    report: Report
    game: Game[Any] | None
    of: Of | None
    names: tuple[str | None, ...]
    steps: list[Step]
    entries: list[Entry]
    entry: int | None
    view: bytes | None


class _Unshowable(Exception):
    """A line that nothing can be made of; the message is a sentence for people."""

    def __init__(self, check: Check, line: int, problem: str, detail: str) -> None:
        super().__init__(detail)
        self.finding = Finding(check, line, problem, detail)


def show(
    file: BinaryIO,
    games: Mapping[str, Game[Any]] = GAMES,
    *,
    of: Of | None = None,
    entry: int | None = None,
    by_rules: bool = True,
) -> Shown:
    """The log in ``file``, which is read twice. ``of``: a viewer of an open log, by default whose log it is.

    ``entry``: after which the match is shown, by default the last one. Never raises for what is in the file.
    """
    report = verify(file, games, by_rules=by_rules)
    file.seek(0)
    export = read_export(file)
    if export.header is None:
        return Shown(report, None, None, (), [], [], None, None)
    showing = _Showing(export.header, games, of, entry)
    try:
        showing.read(export)
    except _Unshowable as error:
        report = _with_finding(report, error.finding)
    return showing.shown(report)


def _with_finding(report: Report, finding: Finding) -> Report:
    """A line in which something was found already is named once."""
    if any(known.line == finding.line for known in report.findings):
        return report
    return msgspec.structs.replace(
        report, findings=(*report.findings, finding), results={**report.results, finding.check: "failed"}
    )


class _Showing:
    """A log while it is read. ``view`` is of the entry that is asked for, once it has been reached."""

    def __init__(self, header: Header, games: Mapping[str, Game[Any]], of: Of | None, entry: int | None) -> None:
        self._header = header
        self._games = games
        self._of: Of = header.view if of is None else of
        self._viewer = self._of if isinstance(self._of, int) else None
        self._asked = entry
        self._game: Game[Any] | None = None
        self._known: Match[Any] = Match()
        self._steps: list[Step] = []
        self._entries: list[Entry] = []
        self._view: bytes | None = None

    def read(self, export: Export) -> None:
        if self._header.view not in {self._of, "open"}:
            problem = f"This is the log of {self._header.view} alone; nobody else's can be made of it."
            raise _Unshowable("file", 1, "other-viewer", problem)
        for line in export.lines():
            self._take(line)
        if self._asked is None and self._entries:
            self._look(self._steps[-1].line)

    def shown(self, report: Report) -> Shown:
        entry = None if self._view is None else self._asked or len(self._entries)
        return Shown(report, self._game, self._of, self._header.names, self._steps, self._entries, entry, self._view)

    def _take(self, line: Line) -> None:
        found = self._decoded(line)
        visible = tuple(self._visible(found.events))
        if not visible:
            return
        number = len(self._entries) + 1
        assert self._game is not None
        try:
            fold(self._game, self._known, visible, found.at)
            told = tuple(story(self._game, visible, self._viewer))
        except Exception as error:
            # Only a log that no server has written comes here, and it may say anything.
            raise _impossible(line.number) from error
        if len(self._known.seats) not in self._game.seats:
            # A log of somebody's own making could have any number of them, and each has a view of everything.
            raise _impossible(line.number)
        self._entries.append(Entry(number, found.at, visible))
        self._steps.append(Step(line.number, number, found.at, told))
        if number == self._asked:
            self._look(line.number)

    def _decoded(self, line: Line) -> Entry:
        try:
            if self._game is None:
                self._game = self._game_of(line)
            decode = entry_of_commit if self._header.view == "open" else entry_of_viewer
            return decode(self._game, line.stored)
        except UNREADABLE as error:
            problem = f"This is no entry of a log of this game: {error}"
            raise _Unshowable("file", line.number, "no-entry", problem) from error

    def _game_of(self, line: Line) -> Game[Any]:
        opening = opening_of(line.stored)
        game = game_by_rules(self._games, opening.game, opening.rules_version)
        if game is None:
            name = f"{opening.game[:40]!r} by version {opening.rules_version} of its rules"
            raise _Unshowable("file", line.number, "unknown-game", f"{name} is not known here.")
        return game

    def _visible(self, events: tuple[Event, ...]) -> Iterator[Event]:
        if self._of == self._header.view:
            yield from events
        else:
            yield from (seen for event in events if (seen := seen_by(event, self._viewer)) is not None)

    def _look(self, line: int) -> None:
        assert self._game is not None
        try:
            self._view = _encode(match_view(self._game, self._known, self._viewer, len(self._entries)))
        except Exception as error:
            raise _impossible(line) from error


def _impossible(line: int) -> _Unshowable:
    return _Unshowable("rules", line, "impossible", "This cannot have happened after what the lines before it say.")
