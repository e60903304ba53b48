"""How often each persona of Monkey in the Middle wins a four-seat match against three greedy players.

Greedy: the card with the best expected result if the others choose uniformly from what they have not yet shown. Who is
no better than the others wins a quarter; a shared victory counts as a share.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import mean, stdev

from benchmarks.figure import Figure, show
from domain.chance import KeyedChance
from domain.event import Event, seen_by
from domain.game import Inputs
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME

SEATS = 4
BEST, OTHERS = "sly", "greedy"
MATCHES = 1_000
FOR_COMPARISON = 100
TARGET = 0.30


def match(bots: list[str], seed: int) -> tuple[int, ...]:
    """Plays one match between ``bots``, by seat; each sees its own projection alone. Returns the ranks.

    Bananas in dispute go by lot, which gives all who try the chances of a race between bots.
    """
    rng = Random(seed)
    chance = KeyedChance(seed.to_bytes(32, "big"))
    state = GAME.start(SEATS)
    projections = [GAME.start(SEATS) for _ in bots]

    def tell(events: list[Event]) -> None:
        for event in events:
            for seat, projection in enumerate(projections):
                seen = seen_by(event, seat)
                if seen is not None:
                    GAME.apply(projection, seen, 0)

    options = GAME.resolve(GAME.Options(free_for_all="lottery"), SEATS)
    tell(GAME.setup(state, options, Inputs(bots=tuple(range(SEATS))), chance, 0))
    while (ranks := GAME.outcome(state)) is None:
        decision = GAME.pending(state)[0]
        move = GAME.bots[bots[decision.seat]](projections[decision.seat], decision, rng)
        tell(GAME.play(state, decision, move, chance, 0))
    return ranks


def victories(persona: str, matches: int) -> list[float]:
    """What ``persona``, in each seat in turn, has won of each match: 1, 0, or its share of a shared victory."""
    won = []
    for seed in range(matches):
        seat = seed % SEATS
        bots = [OTHERS] * SEATS
        bots[seat] = persona
        ranks = match(bots, seed)
        won.append(1 / ranks.count(1) if ranks[seat] == 1 else 0.0)
    return won


def figures() -> Iterator[Figure]:
    for persona, matches in {BEST: MATCHES, **{other: FOR_COMPARISON for other in GAME.bots if other != BEST}}.items():
        won = victories(persona, matches)
        half = 1.959964 * stdev(won) / sqrt(matches)
        compared = f"95 % interval {mean(won) - half:.1%} to {mean(won) + half:.1%}"
        yield Figure(
            f"Monkey in the Middle: matches that {persona} wins against three {OTHERS} players",
            f"{mean(won):.1%} of {matches:,} ({compared}, {sum(share == 1 for share in won)} alone)",
            f"at least {TARGET:.0%}" if persona == BEST else "",
            mean(won) >= TARGET if persona == BEST else None,
        )


if __name__ == "__main__":
    show(figures())
