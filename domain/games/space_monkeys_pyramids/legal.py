"""The legal moves of a position, looked up in tables of every move that the board allows (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.games.space_monkeys_pyramids.board import (
    BITS,
    CAGES,
    DARK,
    DIAGONALS,
    LIGHT,
    MONKEYS,
    NEIGHBOURS,
    NORTH,
    SEATS,
    SOUTH,
    beyond,
    each,
    name_of,
    names_of,
)
from domain.games.space_monkeys_pyramids.moves import Board, BoardMove, Jump, Launch, Leave, Pass, Place, Step
from domain.games.space_monkeys_pyramids.state import State

PLACEMENTS = tuple(tuple(Place(cages) for cages in combinations(names_of(CAGES[seat]), MONKEYS)) for seat in SEATS)
"""By seat, every way to place the monkeys (2.2)."""


def _steps(square: int) -> tuple[tuple[int, Step], ...]:
    targets = [beyond(square, *direction) for direction in DIAGONALS]
    return tuple((target, Step(name_of(square), name_of(target))) for target in targets if target)


def _jumps(square: int) -> tuple[tuple[int, int, Jump, dict[int, Jump]], ...]:
    """The square jumped over, the landing square, the jump that moves nobody else, and the jumps by cage."""
    jumps = []
    for direction in DIAGONALS:
        landing = beyond(square, *direction, 2)
        if landing:
            names = name_of(square), name_of(landing)
            plain = Jump(*names, None) if square & LIGHT else Jump(*names)
            caged = {cage: Jump(*names, name_of(cage)) for cages in CAGES for cage in each(cages)}
            jumps.append((beyond(square, *direction), landing, plain, caged))
    return tuple(jumps)


_STEPS = {square: _steps(square) for square in BITS.values()}
_JUMPS = {square: _jumps(square) for square in BITS.values()}
_DIAGONALLY_BESIDE = {square: sum(target for target, _ in steps) for square, steps in _STEPS.items()}
_BOARDINGS = {
    square: tuple((ship, Board(name_of(square), name_of(ship))) for ship in each(NEIGHBOURS[square]))
    for square in each(LIGHT)
}
_LEAVINGS = {
    square: tuple((target, Leave(name_of(square), name_of(target))) for target in each(NEIGHBOURS[square]))
    for square in each(DARK)
}
_LAUNCHES = {square: Launch(name_of(square)) for square in each(DARK)}

PASS = Pass()


def _legal_jumps(state: State, square: int, jumpable: int) -> Iterator[Jump]:
    south, north = state.men
    occupied = south | north
    for over, landing, plain, caged in _JUMPS[square]:
        if not over & jumpable or landing & occupied:
            continue
        if over & DARK:
            yield plain
            continue
        # Judged after the jump: the jumper has gone and the jumped monkey is lifted (4.2.2).
        free = CAGES[NORTH if over & north else SOUTH] & ~(occupied ^ square ^ over | landing)
        if free:
            yield from [caged[cage] for cage in each(free)]
        elif state.options.cage_full == "stay":
            yield plain


def legal_moves(state: State) -> list[BoardMove]:
    """Every legal move of the seat to move, piece by piece from a1 to h8; the pass alone where there is none."""
    south, north = state.men
    own, other = (north, south) if state.turn else (south, north)
    occupied = south | north
    jumpable = occupied if state.options.jump_own else other
    foot = own & LIGHT
    piloted = own & state.piloted
    empty_ships = own & DARK ^ piloted
    moves: list[BoardMove] = []
    for square in each(foot | piloted):
        beside = NEIGHBOURS[square]
        moves += [step for target, step in _STEPS[square] if not target & occupied]
        if _DIAGONALLY_BESIDE[square] & jumpable:
            moves += _legal_jumps(state, square, jumpable)
        if square & piloted:
            moves += [leaving for target, leaving in _LEAVINGS[square] if not target & occupied]
            if beside & foot:
                moves.append(_LAUNCHES[square])
        elif beside & empty_ships:
            moves += [boarding for ship, boarding in _BOARDINGS[square] if ship & empty_ships]
    return moves or [PASS]
