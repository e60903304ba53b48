"""Random legal moves per second of the card game, beside python-chess's random playout in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

import chess

from benchmarks.domain_moves import rate
from benchmarks.figure import Figure, show
from benchmarks.rounds import in_turns

SEATS = 4
PLAYOUTS = 10
LONGEST_PLAYOUT = 400
TARGET = 2.0


def chess_rate() -> float:
    rng = Random(1)
    moves = 0
    begun = perf_counter()
    for _ in range(PLAYOUTS):
        board = chess.Board()
        for _ in range(LONGEST_PLAYOUT):
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material():
                break
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves / (perf_counter() - begun)


def figures() -> Iterator[Figure]:
    compared = in_turns(lambda: rate(SEATS, 1), chess_rate)
    yield Figure(
        "card game: random legal moves a second, beside python-chess's random playout",
        f"{compared.ratio:.2f} ({compared.ours:,.0f} and {compared.theirs:,.0f})",
        f"at least {TARGET}",
        compared.ratio >= TARGET,
    )


if __name__ == "__main__":
    show(figures())
