"""A plan carried out over HTTP in two worlds, and after each step what the viewer, or a stranger, can ask."""

from __future__ import annotations

from random import Random
from typing import Any

import structlog.testing

from domain.command import Command, Play
from domain.game import Game
from tests.api.two_worlds import asking
from tests.api.two_worlds.asking import Asker
from tests.api.two_worlds.operating import Operator
from tests.api.two_worlds.planning import Plan, Step
from tests.api.two_worlds.staging import OUTSIDER, SEATS, VIEWER, act_elsewhere, answer_of, stage
from tests.api.two_worlds.worlds import Answer, TwoWorlds

SOMETIMES = 5


class Performance:
    """``seated``: whether ``VIEWER`` watches, with somebody without a seat and a stranger; else only these two do.

    ``thorough``: everybody asks everything after every step; usually others than the first of them ask by turns.
    ``documents``: whether the document of the API, which is slow to make, is asked for, too.
    ``astray``: commands of the plan that were refused, of which there are none unless something is wrong.
    """

    def __init__(
        self,
        game: Game[Any],
        urls: tuple[str, str],
        plan: Plan,
        *,
        seated: bool,
        thorough: bool = False,
        documents: bool = False,
    ) -> None:
        self.worlds = TwoWorlds(game, urls)
        self.astray: list[str] = []
        self._plan = plan
        self._seated = seated
        self._thorough = thorough
        self._documents = documents
        self._stage = stage(self.worlds)
        self._rng = Random(1)
        self._given: dict[str, list[dict[str, Any]]] = {match: [] for match in self._stage.matches}
        people = self._stage.people
        tokens = [*([people[VIEWER].token] if seated else []), people[OUTSIDER].token, None]
        self._askers = [Asker(token, self.worlds.ask) for token in tokens]
        self._questions = (self._read_closely, self._list, self._command_in_vain, self._look_elsewhere)
        self._operator = Operator(self.worlds, [person.token for person in people.values()])
        for match, draws in zip(self._stage.matches, plan.draws, strict=True):
            self.worlds.second.store.draws[match] = draws

    def run(self) -> None:
        """Raises ``Leak`` as soon as a difference shows."""
        with structlog.testing.capture_logs() as lines:
            for number, step in enumerate(self._plan.steps):
                self._perform(number, step)
                self._ask(number, self._stage.matches[step.table])
                self._operator.read_logs(lines)
                lines.clear()
                if number % SOMETIMES == 0:
                    self._operator.read_metrics()
            self._part()
            self._operator.read_metrics()
            self._operator.read_logs(lines)

    def _perform(self, number: int, step: Step) -> None:
        self.worlds.clock.now = step.at
        self.worlds.wake()
        if any(self._is_viewers(step.table, command) for command in step.first):
            assert step.first == step.second
            for command in step.first:
                self._check(command, self.worlds.ask(self._stage.request(step.table, command)))
                if isinstance(command, Play):
                    self._given[self._stage.matches[step.table]].append(answer_of(command))
        else:
            for world, commands in zip(self.worlds.worlds, (step.first, step.second), strict=True):
                for place, command in enumerate(commands):
                    request = self._stage.request(step.table, command)
                    self._check(command, world.do_unseen(request, f"step {number}, {place}"))
        self.worlds.wake()
        if number % SOMETIMES == SOMETIMES - 1:
            act_elsewhere(self._stage, self.worlds.first, f"elsewhere {number}")
            self.worlds.wake()

    def _is_viewers(self, table: int, command: Command) -> bool:
        return self._seated and SEATS[table][getattr(command, "seat", 0)] == VIEWER

    def _check(self, command: Command, answer: Answer) -> None:
        if answer.code != 200:
            self.astray.append(f"{command}: {answer.body!r}")

    def _ask(self, number: int, match: str) -> None:
        first, *others = self._askers
        for me in self._askers if self._thorough else (first, others[number % len(others)]):
            asking.look_around(me)
            view = asking.look(me, match)
            if me is first or self._thorough:
                self._answer_wrongly(me, match, view)
        if self._thorough:
            for question in self._questions:
                for me in self._askers:
                    question(me, match)
        else:
            turn, kind = divmod(number, len(self._questions))
            self._questions[kind](self._askers[turn % len(self._askers)], match)

    def _answer_wrongly(self, me: Asker, match: str, view: dict[str, Any] | None) -> None:
        assert view is not None
        given = self._given.get(match, []) if view["you"] is not None else []
        asking.answer_wrongly(me, match, view, given, self._rng)

    def _read_closely(self, me: Asker, match: str) -> None:
        asking.read_closely(me, match)

    def _list(self, me: Asker, match: str) -> None:
        asking.lists(me)

    def _command_in_vain(self, me: Asker, match: str) -> None:
        for other in (match, self._stage.elsewhere):
            asking.command_in_vain(me, other)

    def _look_elsewhere(self, me: Asker, match: str) -> None:
        for other in (*self._stage.matches, self._stage.elsewhere, self._stage.waiting, asking.UNKNOWN):
            view = asking.look(me, other)
            if view is not None:
                self._answer_wrongly(me, other, view)

    def _part(self) -> None:
        """In the end everybody also does what changes something, and asks for what never changes."""
        match = self._stage.matches[0]
        for me in self._askers:
            for question in self._questions:
                question(me, match)
            asking.misread(me, match)
            asking.send_nonsense(me, match)
            asking.browse(me)
            asking.live(me, self._stage.waiting)
        if self._documents:
            asking.read_documents(self._askers[0])
