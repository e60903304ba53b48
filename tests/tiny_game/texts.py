"""The game for people: catalogue, labels and what is told."""

from __future__ import annotations

from domain.event import Event
from domain.game import Catalogue, Decision, DecisionKind, Piece
from tests.tiny_game.events import LotDrawn, Revealed, RoundBegan, SeatLeft, Thrown
from tests.tiny_game.moves import Throw
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
