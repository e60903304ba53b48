"""One match of Space Monkeys as it goes in two worlds between which a viewer sees no difference, in the domain alone.

The second world is dealt other cards wherever the viewer is never granted one. Which places these are shows only as the
match goes on: where the viewer would see a difference, two cards of the second deal change places and everything is
done again, until there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.chance import Chance
from domain.command import Command, Play, StartMatch
from domain.deciding import find_pending, pending
from domain.due import Due, next_due
from domain.event import Event, Viewer, seen_by
from domain.game import Decision, Game
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.cards import KINDS
from domain.match import decide
from domain.refusal import Refusal
from domain.table import Match, fold
from events.codec import Loaded
from events.randomness import MatchChance
from events.work import OUTAGE_MS
from tests.api.two_worlds.dealing import Deal, Dealt, Draws, deal_of
from tests.domain.space_monkeys.knowledge import public_part

SWAPS = 60
"""How many pairs of cards change places at most because of one difference."""

ALL_SWAPS = 600
"""How many at most in one match: after each of them everything is done again."""

Commands = tuple[Command, ...]


class Impossible(Exception):
    """The command cannot be given in this world."""


class Seen(NamedTuple):
    """What the viewer sees of one commit."""

    at: int
    events: tuple[Event, ...]


class Position(NamedTuple):
    """A match in one world. ``bots``: what each of them knows."""

    truth: Match[Any]
    version: int
    bots: dict[int, Match[Any]]


class Moment(NamedTuple):
    """What was done in each world at the time ``at`` (ms), and what the viewer saw in both."""

    at: int
    first: Commands
    second: Commands
    seen: list[Seen]


class Twofold(NamedTuple):
    """The match until now. ``deal``: of the second world, with its ``draws``."""

    first: Position
    second: Position
    deal: Deal
    draws: Draws
    past: tuple[Moment, ...] = ()


class Course:
    """How a match goes on. ``loaded``: full, but not started. ``viewer``: the seat that watches, or the public."""

    def __init__(self, game: Game[Any], loaded: Loaded[Any], secret: bytes, viewer: Viewer, rng: Random) -> None:
        self.game = game
        self.viewer = viewer
        self._secret = secret
        self._rng = rng
        self._swaps_left = ALL_SWAPS
        bots = [seat for seat, place in enumerate(loaded.truth.seats) if place.offer.kind == "bot"]
        self._start = Position(loaded.truth, loaded.version, {seat: loaded.projections[seat] for seat in bots})

    def begin(self) -> Twofold:
        truth = self._start.truth
        deal = deal_of(self._decide(truth, StartMatch(truth.host), truth.at, {})[0], len(truth.seats))
        other = deal.mixed(self.viewer, self._rng)
        return Twofold(self._start, self._start, other, other.draws())

    def decisions(self, position: Position) -> list[Decision]:
        """What people may answer."""
        return [asked for asked in pending(self.game, position.truth) if asked.seat not in position.bots]

    def due(self, position: Position, draws: Draws) -> Due | None:
        return next_due(self.game, position.truth, self._chance(position.truth, draws))

    def gone_on(self, match: Twofold, at: int, first: Commands, second: Commands) -> Twofold | None:
        """``match`` after these commands and all that is due by ``at``; ``None`` where the viewer sees a difference."""
        try:
            after, first, seen = self._run(match.first, at, first, {})
            other, done, seen_too = self._run(match.second, at, second, match.draws)
        except Impossible:
            return None
        moment = Moment(at, first, second, seen)
        if alike(seen, seen_too):
            past = (*match.past, moment._replace(second=done))
            return Twofold(after, other, match.deal, match.draws, past)
        return self._dealt_otherwise(match._replace(first=after), moment, seen_too)

    def _dealt_otherwise(self, match: Twofold, moment: Moment, seen: list[Seen]) -> Twofold | None:
        """``match`` with another second deal, under which the viewer sees in ``moment`` what the first world shows."""
        for _ in range(min(SWAPS, self._swaps_left)):
            missing, extra = _cards(moment.seen) - _cards(seen), _cards(seen) - _cards(moment.seen)
            if not missing and not extra:
                return None
            self._swaps_left -= 1
            deal = match.deal.swapped(self._place(match.deal, extra), self._place(match.deal, missing))
            found = None if deal is None else self._again(match, deal, moment)
            if found is None:
                continue
            again, seen_now = found
            if alike(moment.seen, seen_now):
                return again
            if _apart(moment.seen, seen_now) < (missing + extra).total():
                match, seen = again._replace(past=again.past[:-1]), seen_now
        return None

    def _place(self, deal: Deal, cards: Counter[str]) -> int:
        """Where one of ``cards`` is hidden, or any if there are none."""
        hidden = deal.hidden(self.viewer)
        return self._rng.choice([i for i in hidden if deal.cards[i] in cards] or hidden)

    def _again(self, match: Twofold, deal: Deal, last: Moment) -> tuple[Twofold, list[Seen]] | None:
        """The second world from the start under ``deal``; ``None`` where the viewer sees another past."""
        position, draws, past = self._start, deal.draws(), []
        try:
            for moment in match.past:
                position, done, seen = self._run(position, moment.at, moment.second, draws)
                if not alike(seen, moment.seen):
                    return None
                past.append(moment._replace(second=done))
            position, done, seen = self._run(position, last.at, last.second, draws)
        except Impossible:
            return None
        return Twofold(match.first, position, deal, draws, (*past, last._replace(second=done))), seen

    def _run(
        self, position: Position, at: int, commands: Commands, draws: Draws
    ) -> tuple[Position, Commands, list[Seen]]:
        """After ``commands`` with all that is due before and after them: the position, what was done, what was seen."""
        seen: list[Seen] = []
        position = self._settle(position, at, draws, seen)
        done = []
        for command in commands:
            done.append(self._adapted(position.truth, command))
            position = self._commit(position, done[-1], at, draws, seen)
        return self._settle(position, at, draws, seen), tuple(done), seen

    def _settle(self, position: Position, at: int, draws: Draws, seen: list[Seen]) -> Position:
        while (due := self.due(position, draws)) is not None and due.at <= at:
            command = due.command or self._bot_answer(position, due.bot, draws)
            when = due.at if at - due.at <= OUTAGE_MS else at
            position = self._commit(position, command, when, draws, seen)
        return position

    def _bot_answer(self, position: Position, decision: Decision | None, draws: Draws) -> Play:
        assert decision is not None
        known, truth = position.bots[decision.seat], position.truth
        bot = self.game.bots[str(truth.seats[decision.seat].offer.bot)]
        rng = Random(self._chance(truth, draws).below(2**63, f"bot/{decision.id}"))
        asked = find_pending(self.game, known, decision.id)
        return Play(decision.seat, decision.id, bot(known.state, asked, rng))

    def _commit(self, position: Position, command: Command, at: int, draws: Draws, seen: list[Seen]) -> Position:
        try:
            events, truth = self._decide(position.truth, command, at, draws)
        except Refusal as refusal:
            raise Impossible(str(refusal)) from refusal
        shown = _seen(events, self.viewer)
        if shown:
            seen.append(Seen(at, shown))
        bots = {seat: self._told(known, _seen(events, seat), at) for seat, known in position.bots.items()}
        return Position(truth, position.version + 1, bots)

    def _told(self, known: Match[Any], shown: Sequence[Event], at: int) -> Match[Any]:
        if shown:
            known = known.copy()
            fold(self.game, known, tuple(shown), at)
        return known

    def _decide(self, truth: Match[Any], command: Command, at: int, draws: Draws) -> tuple[list[Event], Match[Any]]:
        return decide(
            self.game,
            truth,
            command,
            self._chance(truth, draws),
            at,
            keyed=lambda match: self._chance(match, draws),
        )

    def _chance(self, match: Match[Any], draws: Draws) -> Chance:
        return Dealt(MatchChance(match, self._secret), draws)

    def _adapted(self, truth: Match[Any], command: Command) -> Command:
        """``command``, or where its move is not legal one that looks the same to others."""
        if not isinstance(command, Play) or command.seat == self.viewer:
            return command
        decision = next((asked for asked in pending(self.game, truth) if asked.id == command.decision), None)
        moves = [] if decision is None else list(self.game.legal(truth.state, decision))
        if command.move in moves:
            return command
        wanted = public_part(command.move)
        for move in moves:
            if public_part(move) == wanted:
                return msgspec.structs.replace(command, move=move)
        raise Impossible(str(command))


def alike(seen: list[Seen], other: list[Seen]) -> bool:
    return msgspec.json.encode(seen) == msgspec.json.encode(other)


def _seen(events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple(shown for event in events if (shown := seen_by(event, viewer)) is not None)


def _cards(seen: Sequence[Seen]) -> Counter[str]:
    """The cards that were turned up or granted."""
    found: Counter[str] = Counter()
    for event in (event for commit in seen for event in commit.events):
        match event:
            case ev.AsteroidDrawn():
                found["asteroid"] += 1
            case ev.BlackHoleDrawn():
                found["blackhole"] += 1
        for name in event.__struct_fields__:
            value = getattr(event, name)
            found.update(card for card in (value if isinstance(value, tuple) else (value,)) if card in KINDS)
    return found


def _apart(seen: Sequence[Seen], other: Sequence[Seen]) -> int:
    """In how many cards they differ."""
    return ((_cards(seen) - _cards(other)) + (_cards(other) - _cards(seen))).total()
