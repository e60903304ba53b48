"""Replaying logs, against reading the same entries from the store and decoding their JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

import msgspec

from benchmarks.figure import Figure, show
from benchmarks.people import RandomMatch
from benchmarks.rounds import in_turns
from benchmarks.servers import embedded_store
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.table import Match, fold
from events import keys
from events.codec import decode_commit
from events.handler import Handler
from events.store import Store, connect

_SEATS = 4
_MATCHES = 20
_TARGET = 0.40

_decode_json = msgspec.json.Decoder().decode


def _entries(store: Store, match_id: str) -> list[bytes]:
    return [fields[b"j"] for _, fields in store.call("xrange", keys.events(match_id))]


def _replay(store: Store, match_id: str) -> int:
    """How many events the log of a match has, each applied in its order."""
    match, events = Match(), 0
    for stored in _entries(store, match_id):
        commit = decode_commit(GAME, stored)
        fold(GAME, match, commit.events, commit.at)
        events += len(commit.events)
    if match.status != "finished":
        raise RuntimeError("A replay has not come to the end of the match.")
    return events


def _decode(store: Store, match_id: str) -> int:
    return sum(len(_decode_json(stored)["events"]) for stored in _entries(store, match_id))


def figures() -> Iterator[Figure]:
    with embedded_store("no") as server:
        store = connect(server.url())
        handler = Handler(store, lambda match_id: None)
        matches = [RandomMatch(store, handler, _SEATS, Random(seed)) for seed in range(_MATCHES)]
        for match in matches:
            while match.move():
                pass

        def rate(read: Callable[[Store, str], int]) -> float:
            begun = perf_counter()
            events = sum(read(store, match.id) for match in matches)
            return events / (perf_counter() - begun)

        compared = in_turns(lambda: rate(_replay), lambda: rate(_decode))
    yield Figure(
        "replaying logs, against reading and decoding the same entries",
        f"{compared.ratio:.2f} ({compared.ours:,.0f} to {compared.theirs:,.0f} events a second)",
        f"at least {_TARGET:.2f}",
        compared.ratio >= _TARGET,
    )


if __name__ == "__main__":
    show(figures())
