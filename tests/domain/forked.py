"""Matches that go on from a moment of another one, in the domain alone."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, TypeAlias

from domain.chance import KeyedChance, commitment
from domain.command import OpenTable, Prefer, StartMatch, TakeSeat
from domain.event import Event, seen_by
from domain.forking import history_of
from domain.table_events import BotDelay, Origin, SeatOffer
from tests.domain.course import RESTLESS, Keyed, acceptable_options, started, step
from tests.domain.world import EVERY_GAME, World

View: TypeAlias = Literal["open", "public"] | int

LATER = 7_000_000
DEALT_ANEW = [key for key, game in EVERY_GAME.items() if game.deal_anew is not None]
FORKED = "00forkforkforkforkfor"


def seen_until_now(world: World, view: View) -> tuple[int, int, list[Event]]:
    """How many entries ``view`` has seen, when the last was, and everything in them."""
    seen = [
        (commit.at, [shown for event in commit.events if (shown := _shown(event, view)) is not None])
        for commit in world.commits
    ]
    entries = [(at, events) for at, events in seen if events]
    return len(entries), entries[-1][0], [event for _, events in entries for event in events]


def _shown(event: Event, view: View) -> Event | None:
    return event if view == "open" else seen_by(event, None if view == "public" else view)


def forked(
    world: World, view: View, seed: int, preferences: dict[str, Any] | None = None, keyed: Keyed | None = None
) -> World:
    """What goes on from here: from all that was there, or from what somebody knew."""
    game, seats = world.game, len(world.truth.seats)
    at, last, events = seen_until_now(world, view)
    secret = Random(seed).randbytes(32)
    fork = World(game, KeyedChance(secret), seats, None if keyed is None else lambda match: keyed(match, secret))
    fork.secret = secret
    fork.commit(
        OpenTable(
            match=FORKED, game=game.key, options=world.truth.options,
            seats=(SeatOffer("reserved", player="q0"), *[SeatOffer("open")] * (seats - 1)), invites=(None,) * seats,
            host="q0", visibility="public", start="host", clock={}, bot_delay_ms=BotDelay(0, 0),
            commitment=commitment(FORKED, secret), origin=Origin(world.truth.id, view, at),
        ),
        LATER,
    )  # fmt: skip
    for seat in range(1, seats):
        fork.commit(TakeSeat(f"q{seat}", seat), LATER)
    if preferences is not None:
        fork.commit(Prefer(0, preferences), LATER)
    fork.commit(StartMatch("q0", history=history_of(game, events, last)), LATER)
    return fork


def random_moment(key: str, seed: int, seats: int | None = None) -> World | None:
    """A match that is played; ``None`` where it was over too early."""
    game, rng = EVERY_GAME[key], Random(seed)
    seats = seats or rng.choice(game.seats)
    world = started(game, seats, acceptable_options(game, seats, rng), rng, RESTLESS)
    for _ in range(rng.choice((0, 1, 3, 10, 30, 60))):
        if world.truth.status != "running":
            return None
        step(world, rng, RESTLESS)
    return world if world.truth.status == "running" else None
