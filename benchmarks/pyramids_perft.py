"""Positions of the pyramids per second, counted one by one on one core, beside python-chess with push and pop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import chess

from benchmarks.figure import Figure, show
from benchmarks.rounds import in_turns
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


def figures() -> Iterator[Figure]:
    compared = in_turns(lambda: rate(pyramids), lambda: rate(chess_positions), ROUNDS)
    yield Figure(
        "pyramids: positions a second, counted one by one, beside python-chess",
        f"{compared.ratio:.2f} ({compared.ours:,.0f} to {compared.theirs:,.0f} a second)",
        f"at least {TARGET:.2f}",
        compared.ratio >= TARGET,
    )


if __name__ == "__main__":
    show(figures())
