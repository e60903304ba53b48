"""The state of a game and how events advance it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.event import Event
from tests.tiny_game.events import GamePrepared, HabitSet, LotDrawn, Revealed, RoundBegan, SeatLeft, Thrown
from tests.tiny_game.options import Habit, Options, Throw


class State(msgspec.Struct):
    """By seat: ``thrown`` and ``throws`` of the round, ``last`` of the one before, ``points``, ``habits``.

    ``left``: the seats that have left, in that order. ``round``: 0 before the first.
    """

    points: list[int]
    thrown: list[bool]
    throws: list[Throw | None]
    last: list[Throw | None]
    habits: list[Habit | None]
    left: list[int]
    options: Options | None = None
    round: int = 0
    began: int = 0
    deadline: int = 0
    over: bool = False

    def copy(self) -> State:
        return msgspec.structs.replace(
            self,
            points=self.points[:],
            thrown=self.thrown[:],
            throws=self.throws[:],
            last=self.last[:],
            habits=self.habits[:],
            left=self.left[:],
        )


def start(seats: int) -> State:
    return State([0] * seats, [False] * seats, [None] * seats, [None] * seats, [None] * seats, [])


def staying(state: State) -> list[int]:
    return [seat for seat in range(len(state.points)) if seat not in state.left]


def _prepared(state: State, event: GamePrepared, at: int) -> None:
    state.options = event.options


def _round_began(state: State, event: RoundBegan, at: int) -> None:
    state.round = event.number
    state.began = at
    state.deadline = event.deadline
    state.thrown = [False] * len(state.points)
    state.throws = [None] * len(state.points)


def _thrown(state: State, event: Thrown, at: int) -> None:
    state.thrown[event.seat] = True
    state.throws[event.seat] = event.throw


def _revealed(state: State, event: Revealed, at: int) -> None:
    state.last = list(event.throws)
    state.throws = list(event.throws)
    state.points = [old + new for old, new in zip(state.points, event.points, strict=True)]
    state.over = state.options is not None and state.round == state.options.rounds


def _lot_drawn(state: State, event: LotDrawn, at: int) -> None:
    state.points[event.seat] += 1


def _habit_set(state: State, event: HabitSet, at: int) -> None:
    state.habits[event.seat] = event.habit


def _seat_left(state: State, event: SeatLeft, at: int) -> None:
    state.left.append(event.seat)
    state.thrown[event.seat] = False
    state.throws[event.seat] = None
    state.over = state.over or len(staying(state)) == 1


_APPLY: dict[type[Event], Callable[[State, Any, int], None]] = {
    GamePrepared: _prepared,
    RoundBegan: _round_began,
    Thrown: _thrown,
    Revealed: _revealed,
    LotDrawn: _lot_drawn,
    HabitSet: _habit_set,
    SeatLeft: _seat_left,
}


def apply(state: State, event: Event, at: int) -> None:
    _APPLY[type(event)](state, event, at)
