"""Random legal moves of Space Monkeys per second in the pure domain: listing, choosing and playing, in one process."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.figure import Figure, show
from domain.chance import KeyedChance
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME

ROUNDS = 5
MATCHES = 25
AIM = 100_000


class RandomChance:
    """Chance without proof, so that no hashing is measured."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def below(self, n: int, label: str, i: int = 0) -> int:  # noqa: ARG002
        return int(self._random() * n)


def whole_match(seats: int, seed: int, *, keyed: bool = False) -> int:
    """Plays one match at random to its end; returns the number of moves."""
    rng = Random(seed)
    chance = KeyedChance(seed.to_bytes(32, "big")) if keyed else RandomChance(rng)
    state = GAME.start(seats)
    options = GAME.resolve(GAME.Options(pace="live", min_window_ms=0, fast_pass=False), seats)
    GAME.setup(state, options, Inputs(), chance, 0)
    moves = 0
    uniform, pending, legal, play = rng.random, GAME.pending, GAME.legal, GAME.play
    while decisions := pending(state):
        decision = decisions[int(uniform() * len(decisions))]
        choices = legal(state, decision)
        moves += 1
        play(state, decision, choices[int(uniform() * len(choices))], chance, moves)
    return moves


def rate(seats: int, first_seed: int, *, keyed: bool = False) -> float:
    """Moves per second over some matches."""
    begun = perf_counter()
    moves = sum(whole_match(seats, first_seed + i, keyed=keyed) for i in range(MATCHES))
    return moves / (perf_counter() - begun)


def figures() -> Iterator[Figure]:
    rates = {seats: median(rate(seats, 1_000 * seats + MATCHES * i) for i in range(ROUNDS)) for seats in GAME.seats}
    typical = median(rates.values())
    yield Figure(
        "card game: random legal moves a second in the pure domain, listing included, one core",
        f"{typical:,.0f} (from {min(rates.values()):,.0f} to {max(rates.values()):,.0f} by number of seats)",
        f"aim {AIM:,}",
        typical >= AIM,
    )
    yield Figure("  the same with keyed draws, four seats", f"{rate(4, 1, keyed=True):,.0f}")


if __name__ == "__main__":
    show(figures())
