"""Checks of an exported log that need no server: ``docs/proof.md`` says what each of them proves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, BinaryIO, NamedTuple

import msgspec

from domain.chance import commitment
from domain.game import Game, game_by_rules
from domain.games import GAMES
from domain.table import OVER
from domain.table_events import SecretRevealed, TableOpened
from events.codec import (
    SCHEMA,
    Commit,
    decode_commit,
    digest,
    is_chained,
    opening_of,
)
from events.export import Header, Line, read_export
from events.findings import Findings
from events.redeciding import Redeciding
from events.report import UNREADABLE, Checked, Kept, Report
from events.viewer_proof import Shown, check_against, check_entries, check_heads, shown_by

NOTHING_KEPT = Kept()


class _Placed(NamedTuple):
    """A commit with its line."""

    line: Line
    commit: Commit


class _Closing(NamedTuple):
    """An event that tells the secret. ``place``: of its commit, from 0. ``last``: whether nothing follows it."""

    line: int
    place: int
    event: SecretRevealed
    last: bool


def verify(
    file: BinaryIO,
    games: Mapping[str, Game[Any]] = GAMES,
    *,
    kept: Kept = NOTHING_KEPT,
    by_rules: bool = True,
) -> Report:
    """All checks of an exported log that its kind allows. ``by_rules``: also decide each commit again.

    Never raises for what is in the file.
    """
    export = read_export(file)
    checked = Checked(export.findings)
    lines = list(export.lines())
    checked.made("file")
    header = export.header
    if header is not None and header.view != "open":
        check_entries(checked, lines)
        checked.kept(kept.heads, (line.stored for line in lines))
        checked.skipped("needs the open log of the match", "secret", "seals", "draws", "rules")
    elif header is not None:
        _verify_open(checked, header, lines, games, kept, by_rules=by_rules)
    return checked.report(header, lines)


def verify_kept_log(open_file: BinaryIO, kept_file: BinaryIO, games: Mapping[str, Game[Any]] = GAMES) -> Report:
    """Whether the log that a viewer has kept, whole or its beginning, is what the open log of the same match shows.

    Lines are those of the kept log; the open log is checked by ``verify``.
    """
    opened = read_export(open_file)
    placed = _decoded(Checked(Findings()), list(opened.lines()), games)
    commits = [item.commit for item in placed]
    export = read_export(kept_file)
    checked = Checked(export.findings)
    lines = list(export.lines())
    checked.made("file")
    check_entries(checked, lines)
    header = export.header
    secret = None if opened.header is None else _told(opened.header, _closings(commits))
    opening = _opening(commits)
    if header is None:
        pass
    elif opened.header is None or header.match != opened.header.match or header.view == "open":
        checked.findings.add("file", 1, "other-match", "This is no viewer's log of the match in the open log.")
    elif opening is None or secret is None or commitment(opening.match, secret) != opening.commitment:
        checked.skipped("the open log does not tell the secret of the match", "seals")
    else:
        viewer = None if header.view == "public" else header.view
        shown = [line for item in shown_by(opening, placed, secret) for line in item.lines if line.viewer == viewer]
        check_against(checked, lines, shown)
    return checked.report(header, lines)


def _verify_open(
    checked: Checked,
    header: Header,
    lines: Sequence[Line],
    games: Mapping[str, Game[Any]],
    kept: Kept,
    *,
    by_rules: bool,
) -> None:
    placed = _decoded(checked, lines, games)
    _check_chain(checked, placed)
    commits = [item.commit for item in placed]
    opening = _opening(commits)
    if opening is None:
        checked.findings.add("chain", 2, "no-opening", "The log does not begin with the opening of a table.")
        return
    game = game_by_rules(games, opening.game, opening.rules_version)
    assert game is not None, "its commits were decoded by it"
    if len(opening.seats) not in game.seats:
        # Each seat has a log of its own, and a stranger's file could have any number of them.
        checked.findings.add("rules", 2, "impossible-table", f"There is no table of {len(opening.seats)} seats.")
        return
    if (opening.match, opening.game) != (header.match, header.game):
        checked.findings.add("file", 1, "other-match", "The header names another match or game than the log.")
    if kept.commitment is not None and kept.commitment != opening.commitment:
        checked.findings.add("secret", 2, "other-commitment", "This is not the commitment that was kept.")
    closings = _closings(commits)
    secret = _check_secret(checked, header, opening, commits, closings)
    stored = [line.stored for line in lines] if kept.heads else []
    if secret is None:
        checked.skipped("the secret of the match is not known", "seals", "draws")
    else:
        for shown in _check_seals(checked, opening, placed, secret, closings):
            if kept.heads:
                stored += (line.stored for line in shown.lines)
    checked.kept(kept.heads, stored)
    if by_rules:
        _decide_again(checked, Redeciding(game, secret, checked.findings), placed, secret)
    else:
        checked.skipped("not asked for", "draws", "rules")


def _decoded(checked: Checked, lines: Sequence[Line], games: Mapping[str, Game[Any]]) -> list[_Placed]:
    """The commits up to the first line that is none."""
    placed: list[_Placed] = []
    game: Game[Any] | None = None
    for line in lines:
        try:
            if game is None:
                opening = opening_of(line.stored)
                game = game_by_rules(games, opening.game, opening.rules_version)
                if game is None:
                    name = f"{opening.game[:40]!r} by version {opening.rules_version} of its rules"
                    checked.findings.add("chain", line.number, "unknown-game", f"{name} is not known here.")
                    return placed
            placed.append(_Placed(line, decode_commit(game, line.stored)))
        except UNREADABLE as error:
            checked.findings.add("chain", line.number, "no-commit", f"This is no commit of this game: {error}")
            break
    return placed


def _opening(commits: Sequence[Commit]) -> TableOpened | None:
    event = commits[0].events[0] if commits and commits[0].events else None
    return event if isinstance(event, TableOpened) else None


def _closings(commits: Sequence[Commit]) -> list[_Closing]:
    return [
        _Closing(place + 2, place, event, place == len(commits) - 1 and event is commit.events[-1])
        for place, commit in enumerate(commits)
        for event in commit.events
        if isinstance(event, SecretRevealed)
    ]


def _check_chain(checked: Checked, placed: Sequence[_Placed]) -> None:
    def wrong(line: Line, problem: str, detail: str) -> None:
        checked.findings.add("chain", line.number, problem, detail)

    prev: str | None = None
    for place, (line, commit) in enumerate(placed):
        if commit.version != place + 1:
            wrong(line, "other-version", f"Commit {commit.version} stands where commit {place + 1} belongs.")
        if is_chained(commit) and commit.prev != prev:
            wrong(line, "broken", "The line before is not the one that this commit was chained to.")
        if commit.schema == SCHEMA and not _is_compact(line.stored):
            wrong(line, "other-bytes", "The commit is not written as a server writes it.")
        prev = digest(line.stored)
    for (_, before), (line, commit) in pairwise(placed):
        if is_chained(before) and not is_chained(commit):
            wrong(line, "broken", "A commit without a link to the one before follows one that has such a link.")
        if commit.at < before.at:
            wrong(line, "earlier", "The commit is earlier than the one before.")
    free = sum(not is_chained(commit) for _, commit in placed)
    checked.made("chain", f"{free} commits are of the first release, which wrote no chain" if free else None)


def _is_compact(stored: bytes) -> bool:
    """Whether ``stored`` is the one way to write what it says, members that only another release knows included."""
    return msgspec.json.encode(msgspec.json.decode(stored)) == stored


def _told(header: Header, closings: Sequence[_Closing]) -> bytes | None:
    """The secret as the log tells it, or its header where the log itself does not, whatever it is worth."""
    told = closings[0].event.revealed if closings else header.secret
    try:
        return None if told is None else bytes.fromhex(told)
    except ValueError:
        return None


def _check_secret(
    checked: Checked, header: Header, opening: TableOpened, commits: Sequence[Commit], closings: Sequence[_Closing]
) -> bytes | None:
    """The secret that the match was committed to, where the log tells it."""
    end = len(commits) + 1
    early = next((closing.line for closing in closings if not closing.last), None)
    if early is not None:
        checked.findings.add("secret", early, "told-early", "Something follows the event that tells the secret.")
    if not closings and is_chained(commits[-1]):
        problem = "The log does not end with the event that tells the secret: it is not whole, or the secret was lost."
        checked.findings.add("secret", end, "not-told", problem)
    if not closings and header.secret is None:
        if not is_chained(commits[-1]):
            checked.skipped("the match ended under the first release, and its secret is not told", "secret")
        return None
    line = closings[0].line if closings else 1
    secret = _told(header, closings)
    if secret is None or commitment(opening.match, secret) != opening.commitment:
        problem = "The secret is not the one to which the table was committed when it was opened."
        checked.findings.add("secret", line, "other-secret", problem)
        return None
    checked.made("secret", None if closings else "told by the header, since the match ended under the first release")
    return secret


def _check_seals(
    checked: Checked, opening: TableOpened, placed: Sequence[_Placed], secret: bytes, closings: Sequence[_Closing]
) -> Iterator[Shown]:
    """Compare the viewers' logs, made again, with what the match was closed over; give them away."""
    closed = {closing.place: closing for closing in closings}
    for place, shown in enumerate(shown_by(opening, placed, secret)):
        if place in closed:
            check_heads(checked, closed[place].line, closed[place].event, shown.before)
        yield shown
    if closings:
        whole = all(is_chained(commit) for _, commit in placed)
        checked.made("seals", None if whole else "entries of the first release have none")
    else:
        checked.skipped("the log does not end with the heads of the viewers' logs", "seals")


def _decide_again(checked: Checked, redeciding: Redeciding, placed: Sequence[_Placed], secret: bytes | None) -> None:
    whole = all(redeciding.check(line.number, commit) for line, commit in placed)
    partly = None if whole else "what follows an impossible commit is not checked"
    undecided = f"{redeciding.undecided} commits need the secret" if redeciding.undecided else None
    checked.made("rules", partly or undecided)
    if secret is not None:
        checked.made("draws", partly)
    if whole and redeciding.match.status not in OVER:
        line = placed[-1].line.number
        checked.findings.add("rules", line, "not-over", "The match is not over where the log ends.")
