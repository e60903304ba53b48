"""The game for people and frontends: catalogue, texts and view."""

from __future__ import annotations

import msgspec

from domain.event import Event, Viewer
from domain.game import Catalogue, Decision, DecisionKind, Piece
from tests.tiny_game.events import LotDrawn, Revealed, RoundBegan, SeatLeft, Thrown
from tests.tiny_game.moves import Throw
from tests.tiny_game.options import Habit
from tests.tiny_game.options import Throw as ThrowName
from tests.tiny_game.state import State

CATALOGUE = Catalogue(
    title="Rock, Paper, Scissors",
    summary="Everybody throws at once.",
    rules="Rock beats scissors, scissors beat paper, paper beats rock; a point for each seat that is beaten.",
    pieces=(
        Piece("rock", "Rock", "Beats scissors.", {}),
        Piece("paper", "Paper", "Beats rock.", {}),
        Piece("scissors", "Scissors", "Beat paper.", {}),
    ),
    decisions=(DecisionKind("throw", "What do you throw?", "The seat's habit is thrown, or anything."),),
)


class SeatView(msgspec.Struct, frozen=True):
    """``throw``: of this round, where the viewer knows it."""

    points: int
    thrown: bool
    throw: ThrowName | None
    last: ThrowName | None
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


def label(state: State, decision: Decision, move: Throw) -> str:
    return f"Throw {move.throw}"


def tell(event: Event) -> str | None:
    match event:
        case RoundBegan(number=number):
            return f"Round {number} begins."
        case Thrown(seat=seat, throw=None):
            return f"{{seat:{seat}}} has thrown."
        case Thrown(seat=seat, throw=throw):
            return f"{{seat:{seat}}} throws {throw}."
        case Revealed(throws=throws):
            shown = (f"{{seat:{seat}}} {throw}" for seat, throw in enumerate(throws) if throw is not None)
            return f"All show: {', '.join(shown)}."
        case LotDrawn(seat=seat):
            return f"The lot falls on {{seat:{seat}}}."
        case SeatLeft(seat=seat):
            return f"{{seat:{seat}}} leaves."
    return None
