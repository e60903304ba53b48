"""Positions of the pyramids per second, counted one by one on one core, beside python-chess with push and pop."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import chess

from tests.domain.space_monkeys_pyramids.perft import COUNTED, perft

ROUNDS = 5
TARGET = 0.5
PLIES = (4, 4, 3)
"""For each position of ``perft.json``, about 150,000 positions together."""

CHESS = (
    (chess.STARTING_FEN, 3, 8_902),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
)
"""The start and the position known as Kiwipete, with their published counts."""


def chess_perft(board: chess.Board, plies: int) -> int:
    if plies == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, plies - 1)
        board.pop()
    return nodes


def pyramids() -> int:
    nodes = 0
    for counted, plies in zip(COUNTED, PLIES, strict=True):
        found = perft(counted.state(), plies)
        assert found == counted.counts[plies - 1]
        nodes += found
    return nodes


def chess_positions() -> int:
    nodes = 0
    for fen, plies, count in CHESS:
        found = chess_perft(chess.Board(fen), plies)
        assert found == count
        nodes += found
    return nodes


def rate(count: Callable[[], int]) -> float:
    begun = perf_counter()
    nodes = count()
    return nodes / (perf_counter() - begun)


def main() -> None:
    rounds = [(rate(pyramids), rate(chess_positions)) for _ in range(ROUNDS)]
    ours, theirs = (median(rates) for rates in zip(*rounds, strict=True))
    ratio = median(own / other for own, other in rounds)
    print(
        f"pyramids, perft without bulk counting: {ours:,.0f} positions a second, python-chess {theirs:,.0f}; "
        f"ratio {ratio:.2f} (at least {TARGET})"
    )


if __name__ == "__main__":
    main()
