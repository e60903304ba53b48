"""Each commit once more from its recorded command: what the rules and the secret lead to, beside what was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from domain.chance import Chance
from domain.command import Command, TakeBack
from domain.due import BOT_DELAY
from domain.event import Event
from domain.game import Game
from domain.match import decide
from domain.refusal import Refusal
from domain.table import OVER, Match, fold
from domain.table_events import SecretRevealed
from events.codec import Commit, Origin, command_of, origin_of
from events.findings import Findings
from events.randomness import MatchChance
from events.receipts import author_of, known_as
from events.report import UNREADABLE
from events.returns import Returns, returned_to

_MOST_OUTCOMES = 300
"""Other outcomes of chance that are tried for one commit, for few commits, so that a hostile log costs little."""
_MOST_SEARCHES = 20


class _NoSecret(Exception):
    """A commit needs chance, and the secret is not known."""


class _Draw(NamedTuple):
    label: str
    i: int
    n: int
    value: int


class _Observed:
    """Chance that remembers what was drawn. ``instead``: draws that come out otherwise."""

    __slots__ = ("_chance", "_instead", "draws")

    def __init__(self, chance: Chance | None, draws: list[_Draw], instead: Mapping[tuple[str, int], int]) -> None:
        self._chance = chance
        self._instead = instead
        self.draws = draws

    def below(self, n: int, label: str, i: int = 0) -> int:
        if self._chance is None:
            raise _NoSecret
        value = self._instead.get((label, i))
        if value is None:
            value = self._chance.below(n, label, i)
        # How long a bot waits is no outcome that is recorded in an event.
        if not label.startswith(BOT_DELAY):
            self.draws.append(_Draw(label, i, n, value))
        return value


class _Decided(NamedTuple):
    events: list[Event]
    match: Match[Any]
    draws: list[_Draw]


class Redeciding:
    """A match from its beginning, commit by commit. ``secret``: ``None`` where it is not known.

    ``drawn``: commits that needed chance. ``undecided``: those that could not be decided without the secret.
    """

    def __init__(self, game: Game[Any], secret: bytes | None, findings: Findings) -> None:
        self.match: Match[Any] = Match()
        self.drawn = 0
        self.undecided = 0
        self._game = game
        self._secret = secret
        self._findings = findings
        self._searches = _MOST_SEARCHES
        self._returns = Returns()

    def check(self, line: int, commit: Commit) -> bool:
        """Decide the commit again and go on from what is recorded; ``False`` where it leads nowhere.

        Never raises for what is in the log.
        """
        possible = self._check(line, commit)
        if possible and self._game.allows_take_back:
            with suppress(*UNREADABLE):
                self._returns.record(command_of(commit), commit.events, len(self.match.seats))
        return possible

    def _check(self, line: int, commit: Commit) -> bool:
        recorded = [event for event in commit.events if not isinstance(event, SecretRevealed)]
        try:
            command, origin = command_of(commit), origin_of(commit)
        except UNREADABLE as error:
            self._findings.add("rules", line, "unknown-command", f"The command cannot be read: {error}")
            return self._go_on(line, commit)
        for problem in _wrongly_given(command, origin, commit.version):
            self._findings.add("rules", line, "wrongly-given", problem)
        if self.match.status in OVER:
            self._findings.add("rules", line, "after-the-end", "Something happens after the end of the match.")
        decided = self._decide_or_say_why(line, command, commit.at)
        if decided is None:
            return self._go_on(line, commit)
        if isinstance(command, TakeBack):
            self._check_entries(line, command)
        self.drawn += bool(decided.draws)
        if decided.events == recorded:
            self.match = decided.match
            return True
        self._explain(line, commit, command, decided, recorded)
        return self._go_on(line, commit)

    def _check_entries(self, line: int, command: TakeBack) -> None:
        expected = returned_to(self._game, self.match, command, self._returns)
        if command.entries != expected:
            problem = f"A move that is taken back leads back to the entries {list(expected)}, not to what is told."
            self._findings.add("rules", line, "other-entries", problem)

    def _go_on(self, line: int, commit: Commit) -> bool:
        """Take over what is recorded. The match is one that nobody else holds."""
        try:
            fold(self._game, self.match, commit.events, commit.at)
        except Exception as error:  # noqa: BLE001 - a forged log may break the fold in any way
            problem = (
                f"What is recorded cannot have happened here ({type(error).__name__}); nothing after it is checked."
            )
            self._findings.add("rules", line, "impossible-events", problem)
            return False
        return True

    def _decide(self, command: Command, at: int, instead: Mapping[tuple[str, int], int]) -> _Decided:
        draws: list[_Draw] = []

        def observed(match: Match[Any]) -> Chance:
            return _Observed(None if self._secret is None else MatchChance(match, self._secret), draws, instead)

        events, match = decide(self._game, self.match, command, observed(self.match), at, keyed=observed)
        return _Decided(events, match, draws)

    def _decide_or_say_why(self, line: int, command: Command, at: int) -> _Decided | None:
        try:
            return self._decide(command, at, {})
        except _NoSecret:
            self.undecided += 1
        except Refusal as refusal:
            self._findings.add("rules", line, "refused", f"The rules refuse this command: {refusal.detail}")
        except Exception as error:  # noqa: BLE001 - a forged log may break the rules in any way
            self._findings.add(
                "rules", line, "refused", f"The rules can make nothing of this command ({type(error).__name__})."
            )
        return None

    def _explain(
        self, line: int, commit: Commit, command: Command, decided: _Decided, recorded: Sequence[Event]
    ) -> None:
        """Whose fault it is that other events are recorded: that of chance, of the rules, or of both."""
        found = msgspec.to_builtins(list(recorded))
        expected = msgspec.to_builtins(decided.events)
        difference = _first_difference(expected, found, "events")
        if not decided.draws:
            self._findings.add("rules", line, "other-events", f"The rules lead to something else: {difference}")
            return
        drawn = sorted({draw.label for draw in decided.draws})
        other = self._other_outcome(command, commit.at, decided.draws, recorded)
        if other is not None:
            problem = f"For the draw {other.label} the secret gives {other.value}, but not what is recorded."
            self._findings.add("draws", line, "other-draw", f"{problem} {difference}")
            return
        problem = f"The secret leads to something else by the draws {', '.join(drawn)[:200]}: {difference}"
        self._findings.add("draws", line, "other-draw", problem)
        if Counter(_leaves(found)) != Counter(_leaves(expected)):
            problem = f"No outcome of chance that was tried leads to what is recorded: {difference}"
            self._findings.add("rules", line, "other-events", problem)

    def _other_outcome(
        self, command: Command, at: int, draws: Sequence[_Draw], recorded: Sequence[Event]
    ) -> _Draw | None:
        """The one draw that, had it come out otherwise, would have led to what is recorded."""
        self._searches -= 1
        if self._searches < 0 or sum(draw.n for draw in draws) > _MOST_OUTCOMES:
            return None
        for draw in draws:
            for value in range(draw.n):
                try:
                    other = self._decide(command, at, {(draw.label, draw.i): value})
                except Exception:  # noqa: BLE001, S112 - this outcome leads nowhere, as in _decide_or_say_why
                    continue
                if other.events == recorded:
                    return draw
        return None


def _wrongly_given(command: Command, origin: Origin, version: int) -> Iterator[str]:
    """What is wrong with who gave ``command``, and under which id."""
    by, name = author_of(command), known_as(command, version)
    if origin.by != by:
        yield f"The command is one of {by!r}, and was given by {origin.by!r}."
    if name is not None and origin.id != name:
        yield f"The command is known as {name!r}, not as {origin.id!r}."


def _leaves(value: Any) -> Iterator[tuple[type, Any]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield str, name
            yield from _leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    else:
        yield type(value), value


def _first_difference(expected: Any, found: Any, path: str) -> str:
    """Where two JSON values differ first, and how, in one sentence."""
    if isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        for name, value in expected.items():
            if value != found[name]:
                return _first_difference(value, found[name], f"{path}.{name}")
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        for place, (one, other) in enumerate(zip(expected, found, strict=False)):
            if one != other:
                return _first_difference(one, other, f"{path}.{place}")
        if len(expected) != len(found):
            return f"{path} has {len(found)} items instead of {len(expected)}."
    return f"{path} is {_short(found)} instead of {_short(expected)}."


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."
