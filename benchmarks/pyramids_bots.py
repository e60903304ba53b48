"""How often the pyramids' alpha-beta bot, at 1,000 nodes a move, beats the greedy mover; draws are not won."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from benchmarks.figure import Figure, show
from domain.chance import KeyedChance
from domain.event import Event, seen_by
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.bots import NODES

MATCHES = 100
TARGET = 0.95


def match(bots: tuple[str, str], seed: int) -> tuple[int | None, int]:
    """Plays one match between ``bots``, South's first; each sees its own projection alone.

    Returns the winning seat, ``None`` for a draw, and the number of plies.
    """
    rng = Random(seed)
    chance = KeyedChance(seed.to_bytes(32, "big"))
    state = GAME.start(2)
    projections = [GAME.start(2) for _ in bots]

    def tell(events: list[Event]) -> None:
        for event in events:
            for seat, projection in enumerate(projections):
                seen = seen_by(event, seat)
                if seen is not None:
                    GAME.apply(projection, seen, 0)

    tell(GAME.setup(state, GAME.resolve(GAME.Options(), 2), Inputs(bots=(0, 1)), chance, 0))
    while decisions := GAME.pending(state):
        decision = decisions[0]
        move = GAME.bots[bots[decision.seat]](projections[decision.seat].copy(), decision, rng)
        tell(GAME.play(state, decision, move, chance, 0))
    return state.winner, state.plies


def figures() -> Iterator[Figure]:
    begun = perf_counter()
    won = drawn = plies = 0
    for seed in range(MATCHES):
        seat = seed % 2
        winner, length = match(("alpha-beta", "greedy") if seat == 0 else ("greedy", "alpha-beta"), seed)
        won += winner == seat
        drawn += winner is None
        plies += length
    spent = (perf_counter() - begun) / MATCHES
    yield Figure(
        f"pyramids: matches that alpha-beta wins at {NODES:,} nodes against the greedy mover",
        f"{won / MATCHES:.0%} of {MATCHES} ({drawn} drawn, {plies / MATCHES:.0f} plies and {spent:.2f} s a match)",
        f"at least {TARGET:.0%}",
        won / MATCHES >= TARGET,
    )


if __name__ == "__main__":
    show(figures())
