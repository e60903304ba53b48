"""A plan: what happens at two tables in two worlds, so that the viewer sees the same in both and much else differs.

The other seats do in each world what is legal there. Answers that the viewer cannot see come in another order, later,
or in one world only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from domain.command import Command, Play, Prefer, Resign, StartMatch
from domain.games.space_monkeys import moves as mv
from tests.api.two_worlds.dealing import Draws
from tests.api.two_worlds.situations import Scene, shown_by
from tests.api.two_worlds.twofold import Commands, Course, Position, Twofold

TRIES = 300
"""How many steps are thought of at most before the viewer sees a difference in all of them."""

CHOICES = 4
"""Of how many possible steps the one is taken that shows most."""

LAST_STEPS = 10
"""Within how many steps somebody has to find a moment to leave."""

_WISHES = ("none", "none", "unless_involved", "always")


class Stuck(Exception):
    """Nothing can be done alike in both worlds."""


class Step(NamedTuple):
    """At the time ``at`` (ms) the server does what is due; then something happens at one table."""

    at: int
    table: int
    first: Commands = ()
    second: Commands = ()


class Plan(NamedTuple):
    """``draws``: by table, what is decided of chance in the second world.

    ``situations``: after how many of the ``steps`` each of ``SITUATIONS`` holds.
    """

    steps: tuple[Step, ...]
    draws: tuple[Draws, ...]
    situations: Counter[str]


class Planner:
    """``now``: when the tables are full, in ms."""

    def __init__(self, courses: Sequence[Course], now: int, rng: Random) -> None:
        self._courses = courses
        self._matches = [course.begin() for course in courses]
        self._now = now
        self._steps: list[Step] = []
        self._situations: Counter[str] = Counter()
        self._rng = rng

    def begin(self) -> None:
        """The matches start. Already before there is a commit that one world has alone."""
        seats = len(self._matches[0].first.truth.seats)
        quiet = next(seat for seat in range(1, seats) if seat != self._courses[0].viewer)
        self._do(Step(self._now, 0, (Prefer(quiet, {"auto_pass": "none"}),)))
        for table, match in enumerate(self._matches):
            start = (StartMatch(match.first.truth.host),)
            self._do(Step(self._now, table, start, start))

    def go_on(self, steps: int) -> None:
        """Plan so many steps more, if possible such that show something new; ``Stuck``."""
        for _ in range(steps):
            thoughts = (self._thought_of() for _ in range(TRIES))
            possible = ((step, scene) for step in thoughts if (scene := self._tried(step)) is not None)
            choices = list(islice(possible, CHOICES))
            if not choices:
                raise Stuck
            self._take(*max(choices, key=lambda choice: len(shown_by(choice[1]) - self._situations.keys())))

    def resign(self, table: int, seat: int) -> None:
        """A seat leaves as soon as that looks alike in both worlds; ``Stuck``."""
        for _ in range(LAST_STEPS):
            step = Step(self._now, table, (Resign(seat),), (Resign(seat),))
            if (scene := self._tried(step)) is not None:
                self._take(step, scene)
                return
            self.go_on(1)
        raise Stuck

    def plan(self) -> Plan:
        """All steps, as the last deals of the second world have them."""
        past = [iter(match.past) for match in self._matches]
        steps = []
        for step in self._steps:
            moments = [next(moments) for moments in past]
            steps.append(step._replace(first=moments[step.table].first, second=moments[step.table].second))
        return Plan(tuple(steps), tuple(match.draws for match in self._matches), self._situations)

    def _tried(self, step: Step) -> Scene | None:
        """What ``step`` leads to, if it changes something and the viewer sees the same of it in both worlds."""
        after: list[Twofold] = []
        for number, (course, match) in enumerate(zip(self._courses, self._matches, strict=True)):
            here = number == step.table
            found = course.gone_on(match, step.at, step.first if here else (), step.second if here else ())
            if found is None:
                return None
            after.append(found)
        if [_versions(match) for match in after] == [_versions(match) for match in self._matches]:
            return None
        return Scene(self._courses, after, step.table)

    def _take(self, step: Step, scene: Scene) -> None:
        self._matches, self._now = list(scene.matches), step.at
        self._steps.append(step)
        self._situations.update(shown_by(scene))

    def _do(self, step: Step) -> None:
        scene = self._tried(step)
        if scene is None:
            raise Stuck
        self._take(step, scene)

    def _thought_of(self) -> Step:
        rng = self._rng
        table = rng.randrange(len(self._courses))
        at = self._now + rng.choice((0, 1, 250))
        match = self._matches[table]
        match rng.choices(("together", "hidden", "setting", "wait"), (8, 8, 1, 2))[0]:
            case "hidden":
                return Step(
                    at, table, self._hidden_answers(table, match.first), self._hidden_answers(table, match.second)
                )
            case "setting":
                return Step(at, table, *self._wishes(table))
            case "wait":
                return Step(max(self._now, self._next_due() or at), table)
        answer = self._answer(table, match.first)
        return Step(at, table, answer, answer)

    def _next_due(self) -> int | None:
        scenes = [Scene(self._courses, self._matches, table) for table in range(len(self._courses))]
        return min((at for scene in scenes for at in scene.due_at() if at is not None), default=None)

    def _wishes(self, table: int) -> tuple[Commands, Commands]:
        rng, viewer, first = self._rng, self._courses[table].viewer, self._matches[table].first
        seats = [seat for seat in range(len(first.truth.seats)) if seat != viewer and seat not in first.bots]
        wish = (Prefer(rng.choice(seats), {"auto_pass": rng.choice(_WISHES)}),)
        return rng.choice(((wish, ()), ((), wish), (wish, wish)))

    def _hidden_answers(self, table: int, side: Position) -> Commands:
        """Passes or votes of others: of all, of some or of none."""
        rng, course = self._rng, self._courses[table]
        asked = [d for d in course.decisions(side) if d.kind in ("window", "vote") and d.seat != course.viewer]
        answers: list[Command] = []
        for decision in rng.sample(asked, rng.randint(0, len(asked))):
            moves = [m for m in course.game.legal(side.truth.state, decision) if not isinstance(m, mv.ForceField)]
            answers.append(Play(decision.seat, decision.id, rng.choice(moves)))
        return tuple(answers)

    def _answer(self, table: int, side: Position) -> Commands:
        rng, course = self._rng, self._courses[table]
        asked = course.decisions(side)
        if not asked:
            return ()
        decision = rng.choice(asked)
        return (Play(decision.seat, decision.id, rng.choice(list(course.game.legal(side.truth.state, decision)))),)


def _versions(match: Twofold) -> tuple[int, int]:
    return match.first.version, match.second.version
