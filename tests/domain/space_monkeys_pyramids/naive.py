"""A second move generator, as slow and as plain as the rules are written: a board is a dictionary of named squares."""

from __future__ import annotations

from typing import Any, NamedTuple

FILES, RANKS = "abcdefgh", "12345678"
CAGES = (("b1", "d1", "f1", "h1", "a2", "c2", "e2", "g2"), ("a8", "c8", "e8", "g8", "b7", "d7", "f7", "h7"))
STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTING = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Stone(NamedTuple):
    """``kind``: a monkey on foot, an empty ship or a piloted one."""

    side: int
    kind: str


class Naive(NamedTuple):
    """``board``: square → what stands there."""

    board: dict[str, Stone]
    turn: int
    launches: tuple[int, int]
    jump_own: bool = False
    cage_full: str = "stay"


def shifted(square: str, step: tuple[int, int], times: int = 1) -> str | None:
    file = FILES.index(square[0]) + step[0] * times
    rank = RANKS.index(square[1]) + step[1] * times
    return FILES[file] + RANKS[rank] if file in range(8) and rank in range(8) else None


def _jumps(naive: Naive, square: str, mover: Stone) -> dict[str, Naive]:
    found = {}
    board = naive.board
    for step in SLANTING:
        middle, landing = shifted(square, step), shifted(square, step, 2)
        if landing is None or landing in board or middle not in board:
            continue
        victim = board[middle]
        if (victim.kind == "monkey") != (mover.kind == "monkey") or (victim.side == mover.side and not naive.jump_own):
            continue
        jumped = {**board, landing: mover}
        del jumped[square]
        if victim.kind != "monkey":
            found[f"{square}x{landing}"] = _next(naive, jumped)
            continue
        lifted = {name: stone for name, stone in jumped.items() if name != middle}
        cages = [cage for cage in CAGES[victim.side] if cage not in lifted]
        for cage in cages:
            found[f"{square}x{landing}@{cage}"] = _next(naive, {**lifted, cage: victim})
        if not cages and naive.cage_full == "stay":
            found[f"{square}x{landing}"] = _next(naive, jumped)
    return found


def _next(naive: Naive, board: dict[str, Stone], launches: tuple[int, int] | None = None) -> Naive:
    return naive._replace(board=board, turn=1 - naive.turn, launches=launches or naive.launches)


def _of_monkey(naive: Naive, square: str, mover: Stone, rest: dict[str, Stone]) -> dict[str, Naive]:
    found = {}
    for step in STRAIGHT:
        ship = shifted(square, step)
        if naive.board.get(str(ship)) == Stone(mover.side, "empty"):
            found[f"{square}^{ship}"] = _next(naive, {**rest, str(ship): Stone(mover.side, "piloted")})
    return found


def _of_pilot(naive: Naive, square: str, mover: Stone, rest: dict[str, Stone]) -> dict[str, Naive]:
    found = {}
    side = mover.side
    for step in STRAIGHT:
        target = shifted(square, step)
        if target is not None and target not in naive.board:
            ship, monkey = Stone(side, "empty"), Stone(side, "monkey")
            found[f"{square}v{target}"] = _next(naive, {**rest, square: ship, target: monkey})
        if naive.board.get(str(target)) == Stone(side, "monkey"):
            launches = tuple(count + (owner == side) for owner, count in enumerate(naive.launches))
            found[f"{square}!"] = _next(naive, rest, (launches[0], launches[1]))
    return found


def moves(naive: Naive) -> dict[str, Naive]:
    """Each legal move in notation, with the position after it."""
    found: dict[str, Naive] = {}
    for square, mover in naive.board.items():
        if mover.side != naive.turn or mover.kind == "empty":
            continue
        rest = {name: stone for name, stone in naive.board.items() if name != square}
        for step in SLANTING:
            target = shifted(square, step)
            if target is not None and target not in naive.board:
                found[f"{square}-{target}"] = _next(naive, {**rest, target: mover})
        found |= _jumps(naive, square, mover)
        found |= (_of_monkey if mover.kind == "monkey" else _of_pilot)(naive, square, mover, rest)
    return found or {"--": _next(naive, naive.board)}


def naive_of(state: Any) -> Naive:
    """The position of a ``State`` in which somebody is to move."""
    board = {}
    for i in range(64):
        name, bit = FILES[i % 8] + RANKS[i // 8], 1 << i
        for side in (0, 1):
            if state.men[side] & bit:
                light = (i % 8 + i // 8) % 2 == 1
                kind = "monkey" if light else "piloted" if state.piloted & bit else "empty"
                board[name] = Stone(side, kind)
    return Naive(board, state.turn, state.launches, state.options.jump_own, state.options.cage_full)


def perft(naive: Naive, plies: int) -> int:
    """How many sequences of so many moves there are; a won game goes no further."""
    if plies == 0:
        return 1
    if 4 in naive.launches:
        return 0
    return sum(perft(after, plies - 1) for after in moves(naive).values())
