"""A projection as the object that frontends get: everything but placements that are still secret (section 7)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.event import Viewer
from domain.games.space_monkeys_pyramids.board import CAGES, LIGHT, SEAT_NAMES, SEATS, each, name_of, names_of
from domain.games.space_monkeys_pyramids.events import DrawnBy, WonBy
from domain.games.space_monkeys_pyramids.options import Options
from domain.games.space_monkeys_pyramids.state import State


class PieceView(msgspec.Struct, frozen=True):
    """A monkey on foot or a ship on its square."""

    square: Annotated[str, Meta(description="Where it stands.")]
    seat: Annotated[int, Meta(description="Whose it is.")]
    kind: Annotated[Literal["monkey", "ship"], Meta(description="Whether it is a monkey on foot or a ship.")]
    piloted: Annotated[bool, Meta(description="Whether a monkey of the same seat is aboard; false for monkeys.")]


class SideView(msgspec.Struct, frozen=True):
    """One player's side."""

    seat: int
    name: Annotated[str, Meta(description="`South` sits at rank 1, `North` at rank 8.")]
    cages: Annotated[tuple[str, ...], Meta(description="The squares of its cages.")]
    placement: Annotated[
        tuple[str | None, ...] | None,
        Meta(description="Where the monkeys were placed; null in the list while secret, null before."),
    ]
    launches: Annotated[int, Meta(description="How many ships it has launched; four win.")]


class View(msgspec.Struct, frozen=True):
    """A match as one viewer knows it."""

    phase: Annotated[
        Literal["prepared", "placing", "moving", "over"],
        Meta(description="Whether monkeys are being placed, pieces moved, or the game is over."),
    ]
    options: Annotated[Options, Meta(description="The rules of this table.")]
    sides: Annotated[tuple[SideView, ...], Meta(description="South and North.")]
    pieces: Annotated[tuple[PieceView, ...], Meta(description="All that stands on the board, from a1 to h8.")]
    first_player: Annotated[int | None, Meta(description="The seat that makes the first move; null until known.")]
    turn: Annotated[int | None, Meta(description="The seat that is to move; null before and after the moves.")]
    plies: Annotated[int, Meta(description="Moves of both players so far, passes included.")]
    plies_without_launch: Annotated[int, Meta(description="Moves of both players since the last launch.")]
    occurrences: Annotated[
        int, Meta(description="How often this position has occurred; 0 where repetition does not matter.")
    ]
    last_move: Annotated[str | None, Meta(description="The last move in notation.")]
    winner: Annotated[int | None, Meta(description="The seat that has won; null for a draw or an open game.")]
    ended_by: Annotated[WonBy | DrawnBy | None, Meta(description="Why the game is over; null while it is open.")]


def _pieces(state: State) -> tuple[PieceView, ...]:
    return tuple(
        PieceView(
            name_of(square),
            0 if square & state.men[0] else 1,
            "monkey" if square & LIGHT else "ship",
            bool(square & state.piloted),
        )
        for square in each(state.men[0] | state.men[1])
    )


def view(state: State, viewer: Viewer) -> View:
    """``state``, a projection for ``viewer`` or the truth, as the API shows it."""
    return View(
        phase=state.phase,
        options=state.options,
        sides=tuple(
            SideView(seat, SEAT_NAMES[seat], names_of(CAGES[seat]), state.placements[seat], state.launches[seat])
            for seat in SEATS
        ),
        pieces=_pieces(state),
        first_player=state.first,
        turn=state.turn,
        plies=state.plies,
        plies_without_launch=state.quiet,
        occurrences=state.occurrences,
        last_move=state.last,
        winner=state.winner,
        ended_by=state.ended_by,
    )
