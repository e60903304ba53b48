"""What happens in two worlds so that one viewer sees the same in both, planned in the domain alone.

The second world is dealt other cards wherever the viewer is never granted one. Which places these are is known only in the
end, so cards of the second deal change places until it leads to what the viewer sees in the first world. The other seats
do in each world what is legal there and looks alike: they pass in another order, or later, or not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.chance import Chance
from domain.command import Command, Play, Prefer, Resign, StartMatch
from domain.due import next_due
from domain.event import Event, Viewer, seen_by
from domain.game import Game
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.cards import ACTIONS, HAND, HAZARDS, KINDS, cards_of
from domain.match import decide, find_pending, pending
from domain.refusal import Refusal
from domain.table import Match, fold
from events.randomness import MatchChance
from tests.api.worlds import Dealt, Draws
from tests.domain.space_monkeys.knowledge import public_part

SWAPS = 120
"""How many pairs of cards change places before something else is done."""

encode = msgspec.json.encode


class Impossible(Exception):
    """A command is not legal in this world."""


class Seen(NamedTuple):
    """What the viewer sees of one commit."""

    at: int
    events: tuple[Event, ...]


class Position(NamedTuple):
    """A match in one world. ``bots``: what each of them knows."""

    truth: Match[Any]
    bots: dict[int, Match[Any]]
    commits: int = 0


class Step(NamedTuple):
    """At the time ``at`` (ms) the server does what is due, then somebody does something at one ``table``."""

    at: int
    table: int
    first: tuple[Command, ...] = ()
    second: tuple[Command, ...] = ()


class Moment(NamedTuple):
    at: int
    first: tuple[Command, ...]
    second: tuple[Command, ...]
    seen: list[Seen]


Result = tuple[Position, tuple[Command, ...], list[Seen]]


class Table:
    """One match in both worlds. ``truth``: full, but not started. ``viewer``: the seat that watches, or the public."""

    def __init__(self, game: Game[Any], truth: Match[Any], secret: bytes, viewer: Viewer, rng: Random) -> None:
        self.game = game
        self.viewer = viewer
        self.seats = len(truth.seats)
        self.draws: Draws = {}
        self._secret = secret
        self._rng = rng
        bots = [seat for seat, place in enumerate(truth.seats) if place.offer.kind == "bot"]
        self.start = Position(truth, dict.fromkeys(bots, truth))
        self.first = self.second = self.start
        self._past: list[Moment] = []
        self._places: list[str] = []

    def run(self, position: Position, at: int, commands: Sequence[Command], draws: Draws) -> Result:
        """What ``commands``, with all that is due before and after, make of ``position``; ``Impossible``."""
        seen: list[Seen] = []
        position = self._settle(position, at, draws, seen)
        done = []
        for command in commands:
            done.append(self._adapted(position.truth, command))
            position = self._commit(position, done[-1], at, draws, seen)
        return self._settle(position, at, draws, seen), tuple(done), seen

    def _settle(self, position: Position, at: int, draws: Draws, seen: list[Seen]) -> Position:
        while True:
            truth = position.truth
            chance = self._chance(truth, draws)
            due = next_due(self.game, truth, chance)
            if due is None or due.at > at:
                return position
            command = due.command
            if due.bot is not None:
                known, decision = position.bots[due.bot.seat], due.bot
                bot = self.game.bots[str(truth.seats[decision.seat].offer.bot)]
                rng = Random(chance.below(2**63, f"bot/{decision.id}"))
                asked = find_pending(self.game, known, decision.id)
                command = Play(decision.seat, decision.id, bot(known.state, asked, rng))
            assert command is not None
            position = self._commit(position, command, at, draws, seen)

    def _commit(self, position: Position, command: Command, at: int, draws: Draws, seen: list[Seen]) -> Position:
        truth = position.truth
        try:
            events, after = decide(
                self.game, truth, command, self._chance(truth, draws), at, lambda match: self._chance(match, draws)
            )
        except Refusal as refusal:
            raise Impossible(str(refusal)) from refusal
        shown = _seen(events, self.viewer)
        if shown:
            seen.append(Seen(at, shown))
        return Position(after, {seat: self._told(bot, seat, events, at) for seat, bot in position.bots.items()},
                        position.commits + 1)  # fmt: skip

    def _told(self, known: Match[Any], seat: int, events: Sequence[Event], at: int) -> Match[Any]:
        shown = _seen(events, seat)
        if shown:
            known = known.copy()
            fold(self.game, known, shown, at)
        return known

    def _chance(self, match: Match[Any], draws: Draws) -> Chance:
        return Dealt(MatchChance(match, self._secret), draws)

    def _adapted(self, truth: Match[Any], command: Command) -> Command:
        """``command``, or where its move is not legal one that looks the same to others."""
        if not isinstance(command, Play) or command.seat == self.viewer:
            return command
        decision = next((asked for asked in pending(self.game, truth) if asked.id == command.decision), None)
        if decision is None:
            raise Impossible(command.decision)
        moves = self.game.legal(truth.state, decision)
        if command.move in moves:
            return command
        wanted = public_part(command.move)
        alike = next((move for move in moves if public_part(move) == wanted), None)
        if alike is None:
            raise Impossible(str(command))
        return msgspec.structs.replace(command, move=alike)

    def tried(self, at: int, first: Sequence[Command], second: Sequence[Command]) -> Callable[[], None] | None:
        """How to go on with these commands, if the viewer sees the same of them in both worlds."""
        try:
            after, done, seen = self.run(self.first, at, first, {})
        except Impossible:
            return None
        moment = Moment(at, done, tuple(second), seen)
        try:
            after_second, done_second, seen_second = self.run(self.second, at, second, self.draws)
        except Impossible:
            return None
        found = (self._places, self.draws, self._past, after_second, done_second)
        if encode(seen) != encode(seen_second):
            repaired = self._repaired(moment, seen_second)
            if repaired is None:
                return None
            found = repaired

        def go_on() -> None:
            self._places, self.draws, self._past, self.second, done_second = found
            self._past = [*self._past, moment._replace(second=done_second)]
            self.first = after

        return go_on

    def deal(self, seed: int) -> None:
        """Give the second world other cards, once the first step, the start, is known."""
        events, _ = decide(self.game, self.first.truth, StartMatch(self.first.truth.host),
                           self._chance(self.first.truth, {}), self.first.truth.at, lambda match: self._chance(match, {}))  # fmt: skip
        places: list[Any] = [None] * (HAND * self.seats)
        for event in events:
            if isinstance(event, ev.HandDealt):
                places[event.seat :: self.seats] = event.cards
            elif isinstance(event, ev.PileLaid):
                places += event.cards
        rng = Random(seed)
        hidden = [i for i in self._hidden(len(places)) if places[i] not in HAZARDS]
        cards = [places[i] for i in hidden]
        rng.shuffle(cards)
        for i, card in zip(hidden, cards, strict=True):
            places[i] = card
        self._places = places
        self.draws = self._draws_for(places)

    def _hidden(self, count: int) -> list[int]:
        """The places of all cards that are not dealt to the viewer."""
        return [i for i in range(count) if i >= HAND * self.seats or i % self.seats != self.viewer]

    def _draws_for(self, places: Sequence[str]) -> Draws:
        deck = msgspec.convert(self.start.truth.options, self.game.Options).deck  # type: ignore[attr-defined]
        dealt = HAND * self.seats
        rest = [card for card in places[dealt:] if card not in HAZARDS]
        return {
            **shuffling(cards_of(deck, ACTIONS), [*places[:dealt], *rest], "deal"),
            **shuffling(rest + cards_of(deck, HAZARDS), places[dealt:], "pile"),
        }

    def _repaired(self, moment: Moment, seen: list[Seen]) -> Any:
        """Another deal for the second world that leads through all that was done to what the viewer sees in the first."""
        if not self._places:
            return None
        places, distance = self._places, _distance(moment.seen, seen)
        for i, j in self._swaps(places, moment.seen, seen):
            swapped = places[:]
            swapped[i], swapped[j] = swapped[j], swapped[i]
            if any(card in HAZARDS for card in swapped[: HAND * self.seats]):
                continue
            draws = self._draws_for(swapped)
            replayed = self._replayed(moment, draws)
            if replayed is None:
                continue
            past, position, done, seen_now = replayed
            if encode(seen_now) == encode(moment.seen):
                return swapped, draws, past, position, done
            if _distance(moment.seen, seen_now) < distance:
                closer = Table.__new__(Table)
                closer.__dict__.update(self.__dict__, _places=swapped)
                return closer._repaired(moment, seen_now)
        return None

    def _swaps(self, places: Sequence[str], wanted: list[Seen], seen: list[Seen]) -> Iterator[tuple[int, int]]:
        missing, extra = _cards(wanted) - _cards(seen), _cards(seen) - _cards(wanted)
        hidden = self._hidden(len(places))
        pairs = [
            (i, j)
            for i in hidden
            if not extra or places[i] in extra
            for j in hidden
            if (not missing or places[j] in missing) and places[i] != places[j]
        ]
        yield from self._rng.sample(pairs, min(SWAPS, len(pairs)))

    def _replayed(self, moment: Moment, draws: Draws) -> Any:
        position, past = self.start, []
        try:
            for earlier in self._past:
                position, done, seen = self.run(position, earlier.at, earlier.second, draws)
                if encode(seen) != encode(earlier.seen):
                    return None
                past.append(earlier._replace(second=done))
            return past, *self.run(position, moment.at, moment.second, draws)
        except Impossible:
            return None


def _seen(events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple(shown for event in events if (shown := seen_by(event, viewer)) is not None)


def _cards(seen: Sequence[Seen]) -> Counter[str]:
    """The cards that somebody sees."""
    found: Counter[str] = Counter()
    for event in (event for commit in seen for event in commit.events):
        if isinstance(event, ev.AsteroidDrawn | ev.BlackHoleDrawn):
            found["asteroid" if isinstance(event, ev.AsteroidDrawn) else "blackhole"] += 1
        for name in event.__struct_fields__:
            value = getattr(event, name)
            found.update(card for card in (value if isinstance(value, tuple) else (value,)) if card in KINDS)
    return found


def _distance(wanted: Sequence[Seen], seen: Sequence[Seen]) -> int:
    return ((_cards(wanted) - _cards(seen)) + (_cards(seen) - _cards(wanted))).total()


def shuffling(items: Sequence[str], wanted: Sequence[str], label: str) -> Draws:
    """The draws by which ``domain.chance.shuffled`` makes ``wanted`` of ``items``."""
    left, draws = list(items), {}
    for i in range(len(left) - 1, 0, -1):
        j = left.index(wanted[i], 0, i + 1)
        left[i], left[j] = left[j], left[i]
        draws[label, i] = j
    assert left == list(wanted)
    return draws
