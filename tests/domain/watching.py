"""Two worlds that differ only in what one viewer was never granted, driven so that this viewer may see no difference.

The second world starts as a ``twin`` of the first: hidden cards lie elsewhere, hidden choices were others. Both get the
same public commands at the same times; where a move has a secret part each world gets its own; what the viewer cannot
see at all may come later and in another order in the second world. The worlds may part only where an event turns
something up or grants the viewer a secret; then a new twin is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from domain.command import Command, Play, Prefer, Resign
from domain.deciding import pending
from domain.due import next_due
from domain.event import Event, Viewer, seen_by
from domain.game import Decision
from domain.match import decide
from domain.refusal import Refusal
from domain.table import Match, fold
from tests.domain.arbitrary import arbitrary_struct
from tests.domain.course import Temper, preferences
from tests.domain.world import World, about, encode, pack


class Leak(AssertionError):
    """The viewer can tell the two worlds apart."""


class Both(NamedTuple):
    """What is done in the first world, and what in the second."""

    first: Command
    second: Command


class Watched:
    def __init__(self, world: World, viewer: Viewer, rng: Random) -> None:
        self.game = world.game
        self.chance = world.chance
        self.viewer = viewer
        self.rng = rng
        self.knowledge = about(world.game, "knowledge")
        self.known = world.projections[viewer]
        self.first = world.truth
        self.second = world.truth
        self.late: list[tuple[Command, int]] = []
        self.steps = 0
        """How many were made while something was hidden."""
        self.apart = 0
        """In how many steps the two worlds really differed."""
        self.part()

    def part(self) -> None:
        """Make the second world a new twin of the first."""
        self.late.clear()
        self.second = self.first.copy()
        if self.first.state is not None:
            self.second.state = self.knowledge.twin(self.first.state, self.known.state, self.viewer, self.rng)

    def see(self, events: list[Event]) -> list[tuple[Event, Event]]:
        """The events of which the viewer sees something, each with what it sees."""
        return [(event, seen) for event in events if (seen := seen_by(event, self.viewer)) is not None]

    def do(self, both: Both, now: int) -> None:
        self.steps += pack(self.first.state) != pack(self.known.state)
        self.apart += pack(self.first) != pack(self.second)
        before = self.asked()
        events, self.first = decide(self.game, self.first, both.first, self.chance, now)
        shown = self.see(events)
        if shown and self.secret(both.first) and before & self.asked():
            raise Leak(f"{both.first} shows while others are still asked: {events}")
        if not shown and self.rng.random() < 0.5:
            self.late.append((both.second, now))
            return
        self.catch_up()
        try:
            events, self.second = decide(self.game, self.second, both.second, self.chance, now)
        except Refusal as refusal:
            raise Leak(f"{both.second} is refused in the second world: {refusal}") from refusal
        other = self.see(events)
        if [encode(seen) for _, seen in shown] != [encode(seen) for _, seen in other]:
            self.require_grant(shown, other)
            fold(self.game, self.known, [seen for _, seen in shown], now)
            self.part()
        elif shown:
            fold(self.game, self.known, [seen for _, seen in shown], now)

    def asked(self) -> set[str]:
        return {decision.id for decision in pending(self.game, self.first)}

    def secret(self, command: Command) -> bool:
        """Whether nobody but its own seat may learn that the command was given."""
        return (
            isinstance(command, Play)
            and command.seat != self.viewer
            and self.knowledge.public_part(command.move) is None
        )

    def catch_up(self) -> None:
        """What the viewer could not see in the first world happens, unseen, in the second.

        Answers of several seats come in any order, all at the last moment; settings may turn on what came before.
        """
        late, self.late = self.late, []
        seats = {command.seat for command, _ in late if isinstance(command, Play)}
        if late and len(seats) == len(late):
            last = late[-1][1]
            late = [(command, last) for command, _ in self.rng.sample(late, len(late))]
        for command, now in late:
            events, self.second = decide(self.game, self.second, command, self.chance, now)
            if self.see(events):
                raise Leak(f"{command} shows in one order and not in another: {events}")

    def require_grant(self, shown: list[tuple[Event, Event]], other: list[tuple[Event, Event]]) -> None:
        """Raise unless the first difference is a card or choice that the rules show to this viewer here."""
        for (full, seen), (full_other, seen_other) in zip(shown, other, strict=False):
            if encode(seen) == encode(seen_other):
                continue
            ups = self.knowledge.turned_up(full), self.knowledge.turned_up(full_other)
            if None not in ups and ups[0] != ups[1]:
                return
            if type(full) is type(full_other) and all(
                getattr(seen, name) == getattr(seen_other, name) for name in type(full).public
            ):
                return
            raise Leak(f"{full} in one world, {full_other} in the other")
        raise Leak(f"{len(shown)} events in one world, {len(other)} in the other")

    def compare(self) -> None:
        """The viewer's own decisions and moves, and all that it is told when it asks for what it may not do."""
        if self.first.status != "running":
            return
        first, second, known = (self.own(match) for match in (self.first, self.second, self.known))
        if not first == second == known:
            raise Leak(f"own decisions differ: {first} and {second}, known {known}")
        if not self.late and next_due(self.game, self.first, self.chance) != next_due(
            self.game, self.second, self.chance
        ):
            raise Leak("the server acts at different times")
        for command in self.probes():
            answers = [self.answer(match, command) for match in (self.first, self.second)]
            if answers[0] != answers[1]:
                raise Leak(f"{command} is answered by {answers[0]} and {answers[1]}")

    def own(self, match: Match[Any]) -> list[tuple[Decision, list[Any]]]:
        return [
            (decision, list(self.game.legal(match.state, decision)))
            for decision in pending(self.game, match)
            if decision.seat == self.viewer
        ]

    def probes(self) -> Iterator[Command]:
        """Commands of the viewer's seat that are mostly refused."""
        if self.viewer is None:
            return
        move = arbitrary_struct(self.rng.choice(self.game.moves), self.rng)
        for decision in pending(self.game, self.first):
            yield Play(self.viewer, decision.id, move)
            yield Play(self.viewer, f"{decision.seat}-{decision.number - 1}", move)

    def answer(self, match: Match[Any], command: Command) -> Any:
        try:
            decide(self.game, match, command, self.chance, self.first.at)
        except Refusal as refusal:
            return type(refusal), refusal.detail, refusal.rule, refusal.facts
        return "accepted"

    def alike(self) -> Iterator[tuple[Decision, list[tuple[Any, Any]]]]:
        """Decisions that are pending in both worlds, with pairs of moves that look alike to the viewer."""
        second = {decision.id: decision for decision in pending(self.game, self.second)}
        for decision in pending(self.game, self.first):
            twin = second.get(decision.id)
            if twin is not None and twin.kind == decision.kind and not self.first.seats[decision.seat].left:
                yield decision, self.pairs(decision, twin)

    def pairs(self, decision: Decision, twin: Decision) -> list[tuple[Any, Any]]:
        moves = list(self.game.legal(self.first.state, decision))
        if decision.seat == self.viewer:
            return [(move, move) for move in moves]
        by_part: dict[Any, list[Any]] = {}
        for move in self.game.legal(self.second.state, twin):
            by_part.setdefault(self.knowledge.public_part(move), []).append(move)
        parts = [(move, by_part.get(self.knowledge.public_part(move))) for move in moves]
        return [(move, self.rng.choice(others)) for move, others in parts if others]

    def choose(self, temper: Temper) -> tuple[Both, int]:
        """The next thing that is done in both worlds, and when."""
        rng = self.rng
        due = next_due(self.game, self.first, self.chance)
        now = self.first.at + rng.choice((0, 0, 1, 300))
        seats = [seat for seat, place in enumerate(self.first.seats) if place.player is not None and not place.left]
        roll = rng.random()
        open_to = [(decision, pairs) for decision, pairs in self.alike() if pairs]
        if due is not None and (due.at <= now or roll < temper.waits or not open_to):
            if due.command is not None:
                return Both(due.command, due.command), due.at
            open_to = [(decision, pairs) for decision, pairs in open_to if decision == due.bot]
            now = due.at
        elif seats and roll > 1 - temper.resigns - temper.prefers:
            seat = rng.choice(seats)
            aside = Resign(seat) if roll > 1 - temper.resigns else Prefer(seat, preferences(self.game, rng))
            return Both(aside, aside), now
        if not open_to:
            raise Leak("nothing can be done alike in both worlds")
        decision, pairs = rng.choice(open_to)
        if any(getattr(command, "seat", None) == decision.seat for command, _ in self.late):
            self.catch_up()
            return self.choose(temper)
        return Both(*(Play(decision.seat, decision.id, move) for move in rng.choice(pairs))), now

    def watch(self, temper: Temper) -> None:
        """Until the match is over, or somebody who is out asks for something."""
        while self.first.status == "running":
            self.compare()
            both, now = self.choose(temper)
            try:
                decide(self.game, self.first, both.first, self.chance, now)
            except Refusal:
                continue
            self.do(both, now)
