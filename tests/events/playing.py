"""What tests of the event store need to open tables and play at them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.command import Play, TakeSeat
from domain.games import GAMES
from domain.table_events import BotDelay, SeatOffer
from events import keys, queries
from events.follower import follow
from events.handler import Accepted, Handler
from events.players import create_player
from events.store import Store
from tests.tiny_game import ROCK_PAPER_SCISSORS

TINY = ROCK_PAPER_SCISSORS.key
ALL_GAMES = {**GAMES, TINY: ROCK_PAPER_SCISSORS}
NO_DELAY = BotDelay(0, 0)


class Clock:
    """Time in ms that stands still until a test moves it."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def seeded_bytes(seed: int | str) -> Callable[[int], bytes]:
    return Random(seed).randbytes


def new_players(store: Store, *names: str) -> list[str]:
    """The ids of players of these names, the same for the same name."""
    return [
        create_player(store, name, guest=False, address=name, per_hour=1_000, random_bytes=seeded_bytes(name)).player.id
        for name in names
    ]


def open_match(handler: Handler, store: Store, *names: str, **fields: Any) -> tuple[str, list[str]]:
    """A table of the first player at which all sit down; the match and the players by seat."""
    ids = new_players(store, *names)
    fields.setdefault("game", "space-monkeys")
    seats = [SeatOffer("reserved", ids[0]), *[SeatOffer("open")] * (len(ids) - 1), *fields.pop("bots", ())]
    match_id = handler.open_table(ids[0], seats=seats, bot_delay_ms=NO_DELAY, **fields).accepted.match
    for player in ids[1:]:
        sit(handler, match_id, player)
    return match_id, ids


def sit(handler: Handler, match_id: str, player: str, seat: int | None = None, **fields: Any) -> Accepted:
    return handler.act(match_id, player, lambda own: TakeSeat(player, seat, **fields))


def play(handler: Handler, match_id: str, player: str, decision: str, move: Any) -> Accepted:
    return handler.act(match_id, player, lambda seat: Play(seat, decision, move))


def view_of(store: Store, match_id: str, player: str | None) -> dict[str, Any]:
    return json.loads(queries.read_match(store, match_id, player).view)


def required(store: Store, match_id: str, players: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each player with each decision that the match waits for."""
    for player in players:
        for decision in view_of(store, match_id, player)["pending"]:
            if decision["required"]:
                yield player, decision


def play_at_random(
    handler: Handler,
    store: Store,
    match_id: str,
    players: list[str],
    rng: Random,
    at_most: int = 10_000,
    clock: Clock | None = None,
) -> int:
    """Let everybody make random legal moves until the match is over or so many moves are made; how many were made.

    With a ``clock``, time goes on to what the server does next whenever nobody is waited for.
    """
    for made in range(at_most):
        settle(handler, match_id)
        waiting = list(required(store, match_id, players))
        if not waiting:
            settled = handler.settle(match_id)
            if settled.wake is None:
                return made
            assert clock is not None, "the match waits for time to pass"
            clock.now = max(clock.now, settled.wake)
            continue
        player, decision = rng.choice(waiting)
        play(handler, match_id, player, decision["decision"], rng.choice(decision["legal_moves"])["move"])
    return at_most


def settle(handler: Handler, match_id: str) -> None:
    while handler.settle(match_id).due:
        pass


def follow_all(store: Store) -> None:
    for feed in store.scan(keys.feed("*")):
        follow(store, feed[2:4])


def contents(store: Store) -> dict[str, Any]:
    """All that is in the store but the feeds, as values."""
    read = {
        b"string": store.client.get,
        b"hash": store.client.hgetall,
        b"zset": lambda key: store.client.zrange(key, 0, -1, withscores=True),
        b"set": lambda key: sorted(store.client.smembers(key)),
        b"stream": store.client.xrange,
    }
    found = {}
    for key in store.scan("*"):
        if not key.endswith(":feed"):
            found[key] = read[store.client.type(key)](key)
    return found
