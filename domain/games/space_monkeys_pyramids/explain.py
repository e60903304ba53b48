"""Why a move is refused, with the number of the rule: the rules of ``legal``, told as conditions on one move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET

from domain.game import Decision
from domain.games.space_monkeys_pyramids import moves as mv
from domain.games.space_monkeys_pyramids.board import (
    BITS,
    CAGES,
    DARK,
    DIAGONALS,
    LIGHT,
    MONKEYS,
    NEIGHBOURS,
    NORTH,
    SOUTH,
    between,
    beyond,
    bits,
)
from domain.games.space_monkeys_pyramids.legal import PASS, legal_moves
from domain.games.space_monkeys_pyramids.moves import Move
from domain.games.space_monkeys_pyramids.options import Options
from domain.games.space_monkeys_pyramids.state import State
from domain.refusal import IllegalMove


class Scene(NamedTuple):
    """One move on its board. ``over``: where the piece stands that a jump crosses, the empty set for other moves."""

    options: Options
    men: tuple[int, int]
    own: int
    other: int
    piloted: int
    move: Any
    start: int
    end: int
    over: int

    @property
    def occupied(self) -> int:
        return self.own | self.other

    @property
    def foot(self) -> int:
        return self.own & LIGHT

    @property
    def ships(self) -> int:
        return self.own & DARK

    @property
    def cages(self) -> int:
        """The cages of the owner of the monkey that is jumped."""
        return CAGES[NORTH if self.over & self.men[NORTH] else SOUTH]

    @property
    def free_cages(self) -> int:
        """As they are after the jump (4.2.2)."""
        return self.cages & ~(self.occupied & ~self.start & ~self.over | self.end)


Obstacle: TypeAlias = tuple[str, str, Callable[[Scene], Any]]
"""The number of the rule, what it says, and whether it stands in the way, given that none before it does."""


def _diagonal(square: int, distance: int) -> int:
    return sum(beyond(square, *direction, distance) for direction in DIAGONALS)


_OWN_PIECE: tuple[Obstacle, ...] = (
    ("3.1", "the piece on {start} is the other player's", lambda s: s.start & s.other),
    ("3.1", "no piece stands on {start}", lambda s: not s.start & s.own),
)
_MOVING_PIECE: tuple[Obstacle, ...] = (
    *_OWN_PIECE,
    ("4.1", "the ship on {start} is empty and cannot move", lambda s: s.start & s.ships & ~s.piloted),
)


def _jumping(rule: str) -> tuple[Obstacle, ...]:
    return (
        *_MOVING_PIECE,
        (rule, "the square {end} is not two diagonal steps from {start}", lambda s: not s.end & _diagonal(s.start, 2)),
        (rule, "there is no piece to jump over", lambda s: not s.over & s.occupied),
        ("R-3", "only pieces of the opponent are jumped", lambda s: s.over & s.own and not s.options.jump_own),
        (rule, "the square {end}, where the jump would land, is not empty", lambda s: s.end & s.occupied),
    )


_MONKEY_JUMP: tuple[Obstacle, ...] = (
    *_jumping("4.2.1"),
    ("6.1", "a monkey's jump has to carry a cage, or null where none is free", lambda s: s.move.cage is UNSET),
    ("R-4", "no cage is free, and at this table that forbids the jump",
     lambda s: not s.free_cages and s.options.cage_full == "forbid"),
    ("6.1", "no cage is free, so that none can be named", lambda s: not s.free_cages and s.move.cage is not None),
    ("6.1", "a cage is free, so that one has to be named", lambda s: s.free_cages and s.move.cage is None),
    ("4.2.2", "the square {cage} is no cage of the jumped monkey's owner",
     lambda s: s.move.cage and not BITS[s.move.cage] & s.cages),
    ("4.2.2", "the cage {cage} is not empty", lambda s: s.move.cage and not BITS[s.move.cage] & s.free_cages),
)  # fmt: skip
_SHIP_JUMP: tuple[Obstacle, ...] = (
    *_jumping("4.3.1"),
    ("6.1", "the jump of a ship never carries a cage", lambda s: s.move.cage is not UNSET),
)

_OBSTACLES: dict[type[Move], tuple[Obstacle, ...]] = {
    mv.Step: (
        *_MOVING_PIECE,
        ("4.1", "the square {end} is not diagonally beside {start}", lambda s: not s.end & _diagonal(s.start, 1)),
        ("4.1", "the square {end} is not empty", lambda s: s.end & s.occupied),
    ),
    mv.Board: (
        *_OWN_PIECE,
        ("4.4", "on {start} stands no monkey on foot", lambda s: not s.start & s.foot),
        ("4.4", "the square {end} is not orthogonally beside {start}", lambda s: not s.end & NEIGHBOURS[s.start]),
        ("4.4", "ships of the opponent cannot be boarded", lambda s: s.end & s.other),
        ("4.4", "no ship stands on {end}", lambda s: not s.end & s.ships),
        ("R-5", "the ship on {end} has a pilot already", lambda s: s.end & s.piloted),
    ),
    mv.Leave: (
        *_OWN_PIECE,
        ("4.5", "no monkey is aboard on {start}", lambda s: not s.start & s.piloted),
        ("4.5", "the square {end} is not orthogonally beside {start}", lambda s: not s.end & NEIGHBOURS[s.start]),
        ("R-6", "the square {end} is not empty", lambda s: s.end & s.occupied),
    ),
    mv.Launch: (
        *_OWN_PIECE,
        ("4.6.1", "no ship stands on {start}", lambda s: not s.start & s.ships),
        ("4.6.1", "the ship on {start} has no pilot", lambda s: not s.start & s.piloted),
        ("R-7", "no monkey of its own is on foot orthogonally beside the ship",
         lambda s: not NEIGHBOURS[s.start] & s.foot),
    ),
}  # fmt: skip


def _scene(state: State, seat: int, move: Any) -> Scene:
    start, end = (BITS[move.at], 0) if isinstance(move, mv.Launch) else (BITS[move.from_], BITS[move.to])
    over = between(start, end) if isinstance(move, mv.Jump) and end & _diagonal(start, 2) else 0
    return Scene(state.options, state.men, state.men[seat], state.men[1 - seat], state.piloted, move, start, end, over)


def _first(obstacles: Sequence[Obstacle], scene: Scene) -> IllegalMove | None:
    move = scene.move
    names = {
        "start": getattr(move, "from_", None) or getattr(move, "at", None),
        "end": getattr(move, "to", None),
        "cage": getattr(move, "cage", None),
    }
    for rule, sentence, stands_in_the_way in obstacles:
        if stands_in_the_way(scene):
            detail = sentence.format(**names)
            return IllegalMove(f"{detail[0].upper()}{detail[1:]}.", rule=rule)
    return None


def _placement(state: State, decision: Decision, move: Move) -> IllegalMove | None:
    if not isinstance(move, mv.Place):
        return IllegalMove("The monkeys have to be placed first.", rule="2.2")
    if len(move.squares) != MONKEYS:
        return IllegalMove(f"Exactly {MONKEYS} monkeys are placed.", rule="2.2")
    if bits(move.squares) & ~CAGES[decision.seat]:
        return IllegalMove("Monkeys are placed on cages of one's own.", rule="2.2")
    if len(set(move.squares)) != MONKEYS:
        return IllegalMove("Monkeys are placed on different cages.", rule="2.2")
    return None


def _turn(state: State, decision: Decision, move: Move) -> IllegalMove | None:
    if isinstance(move, mv.Place):
        return IllegalMove("The monkeys are placed already, and a placement is final.", rule="2.2")
    if isinstance(move, mv.Pass):
        possible = legal_moves(state)[0] is not PASS
        return IllegalMove("A player who has a legal move must make one.", rule="3.2") if possible else None
    scene = _scene(state, decision.seat, move)
    if isinstance(move, mv.Jump):
        return _first(_MONKEY_JUMP if scene.start & LIGHT else _SHIP_JUMP, scene)
    return _first(_OBSTACLES[type(move)], scene)


def obstacle(state: State, decision: Decision, move: Move) -> IllegalMove | None:
    """What the rules have against ``move``, which is canonical; ``None`` where it is legal."""
    return (_placement if decision.kind == "place" else _turn)(state, decision, move)


def explain(state: State, decision: Decision, move: Move) -> IllegalMove:
    """The refusal of ``move``, which is not in ``legal``; ``state`` may be the truth or the seat's projection."""
    wrong = obstacle(state, decision, move)
    assert wrong is not None, "a legal move is refused"
    return wrong
