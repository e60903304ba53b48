"""The game for people: catalogue, labels and what is told."""

from __future__ import annotations

from collections.abc import Mapping

from domain.event import Event
from domain.game import Catalogue, Decision, DecisionKind, Piece
from domain.story import Line, listed, seat, silent
from tests.tiny_game import events as ev
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


STORY: Mapping[type[Event], Line] = {
    ev.GamePrepared: silent,
    ev.RoundBegan: lambda event: f"Round {event.number} begins.",
    ev.Thrown: lambda event: f"{seat(event.seat)} [throws|throw] {event.throw or 'something'}.",
    ev.Revealed: lambda event: (
        f"All show: {listed(f'{seat(owner)} {throw}' for owner, throw in enumerate(event.throws) if throw)}."
    ),
    ev.LotDrawn: lambda event: f"The lot falls on {seat(event.seat)}.",
    ev.HabitSet: lambda event: f"{seat(event.seat)} [makes|make] a habit of {event.habit}.",
    ev.SeatLeft: lambda event: f"{seat(event.seat)} [leaves|leave].",
}
