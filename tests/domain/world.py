"""A match with everything that is folded from it, for tests: the truth and every viewer's projection.

Each commit is checked as it is made. ``EVERY_GAME`` are the registered games and the tiny one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Union

import msgspec

from domain.chance import Chance
from domain.command import Command, DrawOffer, Play, Prefer, Resign, TakeBack
from domain.deciding import pending
from domain.due import next_due
from domain.event import Event, Viewer, seen_by
from domain.game import Game
from domain.games import GAMES
from domain.match import decide
from domain.table import Match, fold
from domain.table_events import TABLE_EVENTS, MoveTakenBack, ViewReturned
from events.returns import Returns, returned_to
from tests.tiny_game import ROCK_PAPER_SCISSORS

EVERY_GAME: Mapping[str, Game[Any]] = {**GAMES, ROCK_PAPER_SCISSORS.key: ROCK_PAPER_SCISSORS}

BY_SEAT = (Play, Prefer, Resign, DrawOffer, TakeBack)

pack = msgspec.msgpack.encode
encode = msgspec.json.encode


def folder_of(game: Game[Any]) -> str:
    return game.key.replace("-", "_")


def about(game: Game[Any], topic: str) -> ModuleType:
    """``tests/domain/<folder>/<topic>.py``; a game without it fails here.

    ``invariants``: ``invariants(state, before)`` and ``finished(state, events)``; where random play does not do,
    ``PATIENCE`` (commits after which somebody resigns) and ``RARE`` (events and moves that it does not meet).
    ``knowledge``: ``agrees``, ``twin``, ``public_part``, ``turned_up``, ``watched`` and ``VARIATIONS``.
    """
    return import_module(f"tests.domain.{folder_of(game)}.{topic}")


class Codec:
    """Decoders by type alone, as the store uses them."""

    def __init__(self, game: Game[Any]) -> None:
        self.match = msgspec.msgpack.Decoder(Match[game.State])
        self.event = msgspec.json.Decoder(Union[TABLE_EVENTS + game.events])  # noqa: UP007  (a union made of a tuple)
        self.move = msgspec.json.Decoder(game.move_union)
        self.view = msgspec.json.Decoder(game.View)

    def check_match(self, match: Match[Any]) -> None:
        assert self.match.decode(pack(match)) == match

    def check_event(self, event: Event) -> None:
        assert self.event.decode(encode(event)) == event

    def check_move(self, move: Any) -> None:
        assert self.move.decode(encode(move)) == move

    def check_view(self, view: Any) -> None:
        assert self.view.decode(encode(view)) == view


class Commit(NamedTuple):
    command: Command
    at: int
    events: list[Event]


class World:
    """``keyed``: the chance of a match that starts; without it ``chance`` serves all. ``secret``: if it has one."""

    def __init__(
        self,
        game: Game[Any],
        chance: Chance,
        seats: int,
        keyed: Callable[[Match[Any]], Chance] | None = None,
    ) -> None:
        self.game = game
        self.chance = chance
        self.keyed = keyed
        self.secret: bytes | None = None
        self.codec = Codec(game)
        self.invariants = about(game, "invariants").invariants
        self.agrees = about(game, "knowledge").agrees
        self.truth: Match[Any] = Match()
        self.projections: dict[Viewer, Match[Any]] = {viewer: Match() for viewer in (*range(seats), None)}
        self.entries: dict[Viewer, int] = dict.fromkeys(self.projections, 0)
        self.commits: list[Commit] = []
        self.returns = Returns()
        self.pending: set[str] = set()
        self.answered: set[str] = set()
        self.states: dict[Viewer, list[Any]] = {viewer: [None] for viewer in self.projections}

    def commit(self, command: Command, now: int) -> list[Event]:
        """Decide ``command`` and take over what it leads to; raises ``Refusal`` and leaves everything as it was."""
        if isinstance(command, TakeBack):
            entries = returned_to(self.game, self.truth, command, self.returns)
            command = msgspec.structs.replace(command, entries=entries)
        before = pack(self.truth)
        try:
            events, after = decide(self.game, self.truth, command, self.chance, now, keyed=self.keyed)
        finally:
            assert pack(self.truth) == before, "a decision has changed what it was made from"
        folded = self.truth.copy()
        fold(self.game, folded, events, now)
        assert folded == after, "the events do not lead to the new state"
        assert pack(self.truth) == before, "a copy is not independent"
        assert events, "a command has led to nothing"
        self.codec.check_match(after)
        self._show(events, now)
        if isinstance(command, BY_SEAT):
            assert any(seen_by(event, command.seat) for event in events), "the author does not see it"
        if after.state is not None:
            self.invariants(after.state, self.truth.state)
        if self.keyed is not None and self.truth.state is None and after.state is not None:
            self.chance = self.keyed(after)
        self.truth = after
        self.returns.record(command, events, len(after.seats))
        self._check_returned(events)
        self.commits.append(Commit(command, now, events))
        self._check_course()
        return events

    def _show(self, events: list[Event], now: int) -> None:
        for event in events:
            self.codec.check_event(event)
        for viewer, projection in self.projections.items():
            seen = []
            for event in events:
                shown = seen_by(event, viewer)
                if shown is not None:
                    seen.append(shown)
                if shown is not None and shown is not event:
                    self.codec.check_event(shown)
            if seen:
                fold(self.game, projection, seen, now)
                self.entries[viewer] += 1

    def _check_returned(self, events: list[Event]) -> None:
        """Everybody knows again what was known after the entry that is named; ``states`` are those after each."""
        if not self.game.allows_take_back:
            return
        for viewer, projection in self.projections.items():
            returned = [
                event.entry
                for event in events
                if isinstance(event, MoveTakenBack if viewer is None else ViewReturned)
                and (viewer is None or event.seat == viewer)
            ]
            known = None if projection.state is None else self.game.view(projection.state, viewer)
            # Where it was carried over from another match, the entry is one of that match.
            for entry in filter(None, returned):
                assert self.states[viewer][entry] == known
            if self.entries[viewer] == len(self.states[viewer]):
                self.states[viewer].append(known)

    def _check_course(self) -> None:
        """Somebody or something moves the match on, exactly until it is over."""
        game, truth = self.game, self.truth
        due = next_due(game, truth, self.chance)
        if truth.status in ("finished", "cancelled"):
            assert due is None
            assert not pending(game, truth)
            return
        assert due is None or due.at >= truth.at
        if truth.status == "running":
            decisions = pending(game, truth)
            assert due is not None or any(decision.required for decision in decisions), "the match stands still"
            ends = [decision.deadline for decision in decisions if decision.deadline is not None]
            wake = game.wake(truth.state)
            assert not ends or (wake is not None and wake <= min(ends)), "a deadline that nothing keeps"
            asked = {decision.id for decision in decisions}
            assert len(asked) == len(decisions)
            self.answered |= self.pending - asked
            self.pending = asked
            assert not asked & self.answered, "the number of a decision comes again"
        assert game.outcome(truth.state) is None if truth.state is not None else truth.status == "open"

    def check_knowledge(self) -> None:
        """Projections are right as far as they go, and enough to know one's own decisions and moves."""
        if self.truth.state is None:
            return
        decisions = pending(self.game, self.truth)
        for viewer, projection in self.projections.items():
            self.agrees(projection.state, self.truth.state)
            if viewer is not None:
                own = [decision for decision in decisions if decision.seat == viewer]
                assert [d for d in pending(self.game, projection) if d.seat == viewer] == own
                for decision in own:
                    known = list(self.game.legal(projection.state, decision))
                    assert known == list(self.game.legal(self.truth.state, decision))
