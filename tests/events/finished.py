"""Matches that were played to their end through the handler, as the files that are exported of them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import fakeredis

from domain.game import Game
from domain.table_events import SeatOffer
from events import keys
from events.export import Header, write_export
from events.handler import Handler
from events.store import Store
from tests.events.playing import ALL_GAMES, Clock, open_match, play_at_random, seeded_bytes


class Finished(NamedTuple):
    """``commits`` and each viewer's entries, as they are stored; the public's log is the last."""

    game: Game[Any]
    match: str
    commits: list[bytes]
    logs: list[list[bytes]]

    def open_file(self, commits: Iterable[bytes] | None = None, **header: Any) -> bytes:
        stored = self.commits if commits is None else commits
        return b"".join(write_export(Header(self.match, self.game.key, "open", **header), stored))

    def viewer_file(self, place: int, entries: Iterable[bytes] | None = None) -> bytes:
        view = "public" if place == len(self.logs) - 1 else place
        stored = self.logs[place] if entries is None else entries
        return b"".join(write_export(Header(self.match, self.game.key, view), stored))


@cache
def finished(game: str, people: int, seed: int = 1, bots: int = 0, **fields: Any) -> Finished:
    """A match of random moves; the same for the same arguments."""
    clock = Clock(1_000_000)
    store = Store(fakeredis.FakeRedis(), clock=clock)
    handler = Handler(store, lambda match: None, games=ALL_GAMES, random_bytes=seeded_bytes(seed))
    offers = [SeatOffer("bot", bot=min(ALL_GAMES[game].bots))] * bots
    names = [f"player {number}" for number in range(people)]
    match_id, players = open_match(handler, store, *names, game=game, bots=offers, **fields)
    play_at_random(handler, store, match_id, players, Random(seed), clock=clock)
    viewers = [*range(people + bots), None]
    logs = [[fields[b"j"] for _, fields in store.client.xrange(keys.log(match_id, viewer))] for viewer in viewers]
    commits = [fields[b"j"] for _, fields in store.client.xrange(keys.events(match_id))]
    return Finished(ALL_GAMES[game], match_id, commits, logs)


def as_file(data: bytes) -> io.BytesIO:
    return io.BytesIO(data)
