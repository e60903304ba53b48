"""What there has to be in a plan, so that a leak can show: in what the two worlds differ, and what is seen in both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.deciding import pending
from domain.event import Event
from domain.games.space_monkeys import events as ev
from tests.api.two_worlds.twofold import Course, Position, Twofold


class Scene(NamedTuple):
    """All matches in both worlds, after something was done at one ``table``."""

    courses: Sequence[Course]
    matches: Sequence[Twofold]
    table: int

    @property
    def here(self) -> Twofold:
        return self.matches[self.table]

    def due_at(self) -> list[int | None]:
        """When the server acts next at the table, in each world, in ms."""
        course, match = self.courses[self.table], self.here
        dues = course.due(match.first, {}), course.due(match.second, match.draws)
        return [None if due is None else due.at for due in dues]

    def waited_for(self) -> list[set[int]]:
        """For which seats the table waits, in each world."""
        game = self.courses[self.table].game
        sides = self.here.first, self.here.second
        return [{asked.seat for asked in pending(game, side.truth) if asked.required} for side in sides]


Holds = Callable[[Scene], bool]


def _differs(what: Callable[[Position], object]) -> Holds:
    return lambda scene: what(scene.here.first) != what(scene.here.second)


def _orders_differ(key: Callable[[Position], int]) -> Holds:
    """Whether one of two matches is ahead in the first world, and the other in the second."""

    def differ(scene: Scene) -> bool:
        one, other = scene.matches
        return (key(one.first) - key(other.first)) * (key(one.second) - key(other.second)) < 0

    return differ


def _seen(wanted: Callable[[Event], bool]) -> Holds:
    return lambda scene: any(wanted(event) for commit in scene.here.past[-1].seen for event in commit.events)


def _fields(side: Position) -> list[int]:
    return [hand.count("field") for hand in side.truth.state.hands]


SITUATIONS: Mapping[str, Holds] = {
    "others hold other cards": _differs(lambda side: side.truth.state.hands),
    "the pile is another": _differs(lambda side: side.truth.state.draw),
    "there are more commits": _differs(lambda side: side.version),
    "the last commit is a later one": _differs(lambda side: side.truth.at),
    "others have passed": _differs(lambda side: side.truth.state.passed),
    "others have other settings": _differs(lambda side: side.truth.state.auto_pass),
    "others have voted otherwise": _differs(lambda side: side.truth.state.votes),
    "the table waits for others": lambda scene: len({frozenset(seats) for seats in scene.waited_for()}) > 1,
    "the server acts at another time": lambda scene: len(set(scene.due_at())) > 1,
    "the matches stand in another order by version": _orders_differ(lambda side: side.version),
    "the matches stand in another order by time": _orders_differ(lambda side: side.truth.at),
    "a window is open and more Force Fields are held": lambda scene: (
        scene.here.first.truth.state.phase == "window"
        and sum(_fields(scene.here.first)) != sum(_fields(scene.here.second))
    ),
    "a bot is asked that holds other Force Fields": _differs(
        lambda side: [_fields(side)[seat] for seat in side.bots if seat == side.truth.state.cur]
    ),
    "somebody else has drawn": _seen(lambda event: isinstance(event, ev.CardDrawn) and event.card is None),
    "a Force Field was played": _seen(lambda event: isinstance(event, ev.ForceFieldPlayed)),
    "a window has closed": _seen(lambda event: isinstance(event, ev.WindowClosed)),
}


def shown_by(scene: Scene) -> set[str]:
    """The situations that hold; none before all matches run."""
    if any(match.first.truth.status != "running" for match in scene.matches):
        return set()
    return {name for name, holds in SITUATIONS.items() if holds(scene)}
