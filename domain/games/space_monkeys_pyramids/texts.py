"""The game in words: labels of moves, the story told by events, and the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.event import Event
from domain.game import Catalogue, Decision, DecisionKind, Piece
from domain.games.space_monkeys_pyramids import events as ev
from domain.games.space_monkeys_pyramids import moves as mv
from domain.games.space_monkeys_pyramids.board import BITS, LIGHT, MONKEYS, SEAT_NAMES, SHIPS
from domain.games.space_monkeys_pyramids.moves import Move
from domain.games.space_monkeys_pyramids.state import State
from domain.story import Line, listed, seat, silent


def _piece(square: str) -> str:
    # 1.7
    return "monkey" if BITS.get(square, 0) & LIGHT else "ship"


def _jump(move: mv.Jump) -> str:
    jump = f"Jump with the {_piece(move.from_)} from {move.from_} to {move.to}"
    if move.cage:
        return f"{jump} and put the jumped monkey on {move.cage}"
    return f"{jump}; the jumped {_piece(move.from_)} stays"


_LABELS: dict[type[Move], Callable[[Any], str]] = {
    mv.Place: lambda move: f"Place the monkeys on {', '.join(move.squares)}",
    mv.Step: lambda move: f"Move the {_piece(move.from_)} from {move.from_} to {move.to}",
    mv.Jump: _jump,
    mv.Board: lambda move: f"Board the ship on {move.to} from {move.from_}",
    mv.Leave: lambda move: f"Leave the ship on {move.from_} for {move.to}",
    mv.Launch: lambda move: f"Launch the ship on {move.at}",
    mv.Pass: lambda move: "Pass",
}


def label(state: State, decision: Decision, move: Move) -> str:
    """The text of a button for ``move``, unlike that of every other legal move."""
    return _LABELS[type(move)](move)


def _placed(event: ev.Placed | ev.PlacedAnew) -> str:
    where = "" if None in event.squares else f" on {listed(map(str, event.squares))}"
    return f"{seat(event.seat)} [places|place] {len(event.squares)} monkeys{where}."


def _moved(what: str, event: ev.Stepped | ev.Jumped) -> str:
    return f"{seat(event.seat)}'s {_piece(event.from_)} on {event.from_} {what}"


def _jumped(event: ev.Jumped) -> str:
    over = f"jumps over {seat(event.owner)}'s {_piece(event.over)} on {event.over}"
    after = f"; the jumped monkey goes to {event.cage}" if event.cage else ""
    return f"{_moved(over, event)} to {event.to}{after}."


_BEGINS = {
    "random": "by lot",
    "option": "as the table has set",
    "youngest": "the younger player",
    "two_thirds": "because the younger player has won more than two thirds of all games",
}
_WINS = {
    "launches": "[has|have] launched all ships and [wins|win]",
    "no_move": "[wins|win], because the other player has no legal move",
    "forfeit": "[wins|win], because the other player has resigned or run out of time",
}
_DRAWS = {
    "repetition": "the same position has come again too often",
    "no_launch": "no ship has been launched for too long",
    "passes": "both players had to pass",
}

STORY: Mapping[type[Event], Line] = {
    ev.GamePrepared: silent,
    ev.FirstPlayerChosen: lambda e: f"{seat(e.seat)} [begins|begin], {_BEGINS[e.by]}.",
    ev.Placed: _placed,
    ev.PlacedAnew: _placed,
    ev.Revealed: lambda e: f"{seat(e.seat)}'s monkeys stand on {listed(e.squares)}.",
    ev.Stepped: lambda e: f"{_moved('moves', e)} to {e.to}.",
    ev.Jumped: _jumped,
    ev.Boarded: lambda e: f"{seat(e.seat)}'s monkey on {e.from_} boards the ship on {e.to}.",
    ev.ShipLeft: lambda e: f"{seat(e.seat)}'s monkey leaves the ship on {e.from_} for {e.to}.",
    ev.Launched: lambda e: f"{seat(e.seat)} [launches|launch] the ship on {e.at}, {e.launches} of {SHIPS}.",
    ev.Passed: lambda e: f"{seat(e.seat)} [has|have] no legal move and [passes|pass].",
    ev.GameWon: lambda e: f"{seat(e.seat)} {_WINS[e.by]}.",
    ev.GameDrawn: lambda e: f"The game is drawn: {_DRAWS[e.by]}.",
}


RULES = """\
Launch all **4 ships** of your colour before the other player does.

**Board.** A chessboard, a1 dark. *South* (seat 0) sits at rank 1, *North* (seat 1) at rank 8. Each has 5 monkeys and 4
ships. Monkeys on foot stand only on light squares, ships only on dark ones. The light squares of your first two rows
are your 8 *cages*. Your ships wait on the dark squares of the *opponent's* second row.

**Set-up.** Each player secretly places the 5 monkeys on 5 of the own cages; both placements are revealed together.

**Your turn.** Exactly one move with one piece:

- *Step*: a monkey on foot, or a ship with its pilot, goes to an empty square diagonally beside it (`c4-d5`). A ship
  without a pilot cannot move.
- *Jump*: over a piece of the opponent diagonally beside, onto the empty square directly beyond; monkeys jump over
  monkeys on foot, piloted ships over ships. A jumped monkey goes to a free cage of its owner, which the jumping player
  chooses (`c4xe6@b7`); without a free cage it stays (`c4xe6`). A jumped ship stays (`c5xe3`). No jump has to be made.
- *Board*: a monkey on foot enters an empty own ship orthogonally beside it and becomes its pilot (`a6^a7`).
- *Leave*: a pilot goes to an empty square orthogonally beside its ship (`a7va6`).
- *Launch*: a piloted ship that has an own monkey on foot orthogonally beside it, the ground crew, leaves the game with
  its pilot; the crew stays (`a7!`).

Who has no legal move passes (`--`).

**End.** The fourth launch wins at once. The game is drawn when a position occurs for the third time, after 200 moves
without a launch, after two passes in a row, or by agreement; the options change the numbers. Resigning, or running out
of time, loses.
"""

CATALOGUE = Catalogue(
    title="Space Monkeys (pyramids)",
    summary="A race on a chessboard for 2: bring your monkeys to your ships and launch all four.",
    rules=RULES,
    pieces=(
        Piece(
            key="monkey",
            name="Monkey",
            text="A small pyramid. Walks and jumps diagonally, pilots a ship or is its ground crew.",
            counts=dict.fromkeys(SEAT_NAMES, MONKEYS),
        ),
        Piece(
            key="ship",
            name="Ship",
            text="A large pyramid. Moves like a monkey with a pilot aboard, and is launched beside a ground crew.",
            counts=dict.fromkeys(SEAT_NAMES, SHIPS),
        ),
    ),
    decisions=(
        DecisionKind("place", "On which five cages do the monkeys start?", "The seat loses the game."),
        DecisionKind("move", "Which piece moves, and where?", "The seat loses the game."),
    ),
)
