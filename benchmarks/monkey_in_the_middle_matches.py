"""Complete random 4-seat matches of Monkey in the Middle per second in the pure domain, in one process."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.figure import Figure, show
from domain.chance import Chance, KeyedChance
from domain.game import Inputs
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME

ROUNDS = 5
MATCHES = 400
SEATS = 4


class RandomChance:
    """Chance without proof, so that no hashing is measured."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def below(self, n: int, label: str, i: int = 0) -> int:  # noqa: ARG002
        return int(self._random() * n)


def whole_match(rng: Random, chance: Chance) -> int:
    """Plays one match at random to its end, each required decision listed; returns the number of moves."""
    state = GAME.start(SEATS)
    GAME.setup(state, GAME.resolve(GAME.Options(), SEATS), Inputs(), chance, 0)
    moves = 0
    uniform, pending, legal, play = rng.random, GAME.pending, GAME.legal, GAME.play
    while decisions := pending(state):
        # Choices that may still be changed come last and are left as they are.
        decision = decisions[0]
        choices = legal(state, decision)
        moves += 1
        play(state, decision, choices[int(uniform() * len(choices))], chance, moves)
    return moves


def rate(first_seed: int, *, keyed: bool = False) -> tuple[float, float]:
    """Matches and moves per second over some matches."""
    begun = perf_counter()
    moves = 0
    for seed in range(first_seed, first_seed + MATCHES):
        rng = Random(seed)
        moves += whole_match(rng, KeyedChance(seed.to_bytes(32, "big")) if keyed else RandomChance(rng))
    spent = perf_counter() - begun
    return MATCHES / spent, moves / spent


def figures() -> Iterator[Figure]:
    rates = [rate(MATCHES * i) for i in range(ROUNDS)]
    matches, moves = (median(values) for values in zip(*rates, strict=True))
    keyed = median(rate(MATCHES * i, keyed=True)[0] for i in range(ROUNDS))
    yield Figure(
        f"Monkey in the Middle: complete random matches a second, {SEATS} seats, one core",
        f"{matches:,.0f} ({moves:,.0f} moves; {keyed:,.0f} matches with keyed draws)",
    )


if __name__ == "__main__":
    show(figures())
