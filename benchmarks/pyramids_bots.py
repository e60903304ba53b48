"""How often the pyramids' alpha-beta bot, at 1,000 nodes a move, beats the greedy mover; draws are not won."""

from __future__ import annotations

from random import Random
from time import perf_counter

from domain.chance import KeyedChance
from domain.event import Event, seen_by
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.bots import NODES

MATCHES = 100


def match(bots: tuple[str, str], seed: int) -> tuple[int | None, int]:
    """Plays one match between ``bots``, South's first; each sees its own projection alone.

    Returns the winning seat, ``None`` for a draw, and the number of plies.
    """
    rng = Random(seed)
    chance = KeyedChance(seed.to_bytes(32, "big"))
    state = GAME.start(2)
    projections = [GAME.start(2) for _ in bots]

    def show(events: list[Event]) -> None:
        for event in events:
            for seat, projection in enumerate(projections):
                seen = seen_by(event, seat)
                if seen is not None:
                    GAME.apply(projection, seen, 0)

    show(GAME.setup(state, GAME.resolve(GAME.Options(), 2), Inputs(bots=(0, 1)), chance, 0))
    while decisions := GAME.pending(state):
        decision = decisions[0]
        move = GAME.bots[bots[decision.seat]](projections[decision.seat].copy(), decision, rng)
        show(GAME.play(state, decision, move, chance, 0))
    return state.winner, state.plies


def main(matches: int = MATCHES) -> None:
    begun = perf_counter()
    won = drawn = plies = 0
    for seed in range(matches):
        seat = seed % 2
        winner, length = match(("alpha-beta", "greedy") if seat == 0 else ("greedy", "alpha-beta"), seed)
        won += winner == seat
        drawn += winner is None
        plies += length
    print(
        f"pyramids, alpha-beta at {NODES:,} nodes against the greedy mover, seats alternating: "
        f"{won} of {matches} won, {drawn} drawn (at least 95 %); "
        f"{plies / matches:.0f} plies and {(perf_counter() - begun) / matches:.2f} s a match"
    )


if __name__ == "__main__":
    main()
