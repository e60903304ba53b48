"""How often the card game's sensible bot beats random legal play: two seats, alternating, with a 95 % interval."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

from benchmarks.figure import Figure, show
from domain.chance import KeyedChance
from domain.event import Event, seen_by
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME

MATCHES = 1_000
TARGET = 0.75


def winner(bots: tuple[str, ...], seed: int) -> int:
    """Plays one match between ``bots``, by seat; each sees its own projection alone. Returns the winning seat."""
    seats = len(bots)
    rng = Random(seed)
    chance = KeyedChance(seed.to_bytes(32, "big"))
    state = GAME.start(seats)
    projections = [GAME.start(seats) for _ in bots]
    now = 0

    def tell(events: list[Event]) -> None:
        for event in events:
            for seat, projection in enumerate(projections):
                seen = seen_by(event, seat)
                if seen is not None:
                    GAME.apply(projection, seen, now)

    options = GAME.resolve(GAME.Options(min_window_ms=0), seats)
    tell(GAME.setup(state, options, Inputs(bots=tuple(range(seats))), chance, now))
    while (ranks := GAME.outcome(state)) is None:
        now += 1
        decision = next(decision for decision in GAME.pending(state) if decision.required)
        move = GAME.bots[bots[decision.seat]](projections[decision.seat], decision, rng)
        tell(GAME.play(state, decision, move, chance, now))
    return ranks.index(1)


def wilson(wins: int, matches: int) -> tuple[float, float]:
    """The 95 % interval of a proportion."""
    z = 1.959964
    share = wins / matches
    middle = share + z * z / (2 * matches)
    half = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    return (middle - half) / (1 + z * z / matches), (middle + half) / (1 + z * z / matches)


def figures() -> Iterator[Figure]:
    wins = 0
    for seed in range(MATCHES):
        seat = seed % 2
        bots = ("sensible", "random") if seat == 0 else ("random", "sensible")
        wins += winner(bots, seed) == seat
    low, high = wilson(wins, MATCHES)
    yield Figure(
        "card game: matches that the sensible bot wins against random play, two seats",
        f"{wins / MATCHES:.1%} of {MATCHES:,} (95 % interval {low:.1%} to {high:.1%})",
        f"at least {TARGET:.0%}",
        wins / MATCHES >= TARGET,
    )


if __name__ == "__main__":
    show(figures())
