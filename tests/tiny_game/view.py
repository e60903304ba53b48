"""What the API shows of a projection."""

from __future__ import annotations

import msgspec

from domain.event import Viewer
from tests.tiny_game.options import Habit, Throw
from tests.tiny_game.state import State


class SeatView(msgspec.Struct, frozen=True):
    """``throw``: of this round, where the viewer knows it."""

    points: int
    thrown: bool
    throw: Throw | None
    last: Throw | None
    left: bool


class View(msgspec.Struct, frozen=True):
    """``habit``: the viewer's own."""

    round: int
    rounds: int
    deadline: int
    seats: tuple[SeatView, ...]
    habit: Habit | None


def view(state: State, viewer: Viewer) -> View:
    return View(
        round=state.round,
        rounds=0 if state.options is None else state.options.rounds,
        deadline=state.deadline,
        seats=tuple(
            SeatView(points, thrown, throw, last, seat in state.left)
            for seat, (points, thrown, throw, last) in enumerate(
                zip(state.points, state.thrown, state.throws, state.last, strict=True)
            )
        ),
        habit=None if viewer is None else state.habits[viewer],
    )
