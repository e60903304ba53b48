"""Replaying logs: against bare JSON, beside another package, single steps of a long match, and the size of exports."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from api.app import create_app
from benchmarks.event_sourced import Logs
from benchmarks.figure import Figure, show
from benchmarks.people import RandomMatch
from benchmarks.rounds import in_turns
from benchmarks.servers import embedded_store
from domain.command import Prefer
from domain.games import GAMES
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.table import Match, fold
from events import keys, players, queries
from events.codec import decode_commit
from events.download import download_log
from events.handler import Handler
from events.logs import set_up_logs
from events.pulse import Pulse
from events.store import Store, connect

_SEATS = 4
_MATCHES = 20
_TARGET = 0.40

_TIMES_AS_FAST = 5
_LONG = 500
"""Entries of the match in which single steps are looked at."""
_TIMES_A_VIEW = 3

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


def _facts(store: Store, match_id: str) -> list[dict[str, Any]]:
    return [event for stored in _entries(store, match_id) for event in _decode_json(stored)["events"]]


def _beside_a_package(ours: Callable[[], float], logs: Logs) -> Figure:
    def theirs() -> float:
        begun = perf_counter()
        return logs.replay() / (perf_counter() - begun)

    compared = in_turns(ours, theirs)
    return Figure(
        "  beside `eventsourcing` replaying the same events from its own memory",
        f"{compared.ratio:.1f} times ({compared.ours:,.0f} to {compared.theirs:,.0f} events a second)",
        f"at least {_TIMES_AS_FAST} times",
        compared.ratio >= _TIMES_AS_FAST,
    )


def _export_sizes(store: Store, matches: Sequence[str]) -> Figure:
    files = [b"".join(download_log(store, GAMES, match_id, None, "open").pieces) for match_id in matches]
    plain, packed = (sum(map(len, found)) // len(files) for found in (files, [gzip.compress(file) for file in files]))
    lines = sum(file.count(b"\n") for file in files) // len(files)
    measured = f"{plain:,} bytes, gzipped {packed:,} ({packed / plain:.0%}), of {lines} lines"
    return Figure("an exported log of a finished match of four, on average", measured)


def _steps_of_a_long_match(store: Store, handler: Handler, url: str) -> Iterator[Figure]:
    """Between moves settings are changed again and again, since no match of four has so many moves."""
    match = RandomMatch(store, handler, _SEATS, Random(1))
    player = match.players[0]
    while (newest := queries.read_match(store, match.id, player).entry) < _LONG:
        if newest % 8 == 0 and not match.move():
            raise RuntimeError("The match was over too early.")
        wish = {"auto_pass": ("none", "always")[newest % 2]}
        handler.act(match.id, player, lambda seat, wish=wish: Prefer(seat, wish))
    set_up_logs("warning", process="benchmark")
    app = create_app(store, handler, pulse=Pulse(url), rings_waiting=lambda: 0)
    token = players.create_token(store, player, label="benchmark", at_most=9).token
    client = app.test_client()

    def asked(path: str) -> float:
        begun = perf_counter()
        answer = client.get(f"/v1/matches/{match.id}{path}", headers={"Authorization": f"Bearer {token}"})
        took = perf_counter() - begun
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"A look was answered with {answer.status_code}.")
        return took

    first = asked(f"/replay?at={_LONG}")
    yield Figure(f"the first look at the last of {_LONG} steps of a match, over WSGI", f"{first * 1000:.1f} ms")
    rng = Random(2)
    steps = [rng.randrange(1, _LONG + 1) for _ in range(200)]

    def step() -> float:
        return median(asked(f"/replay?at={at}") for at in steps)

    def view() -> float:
        return median(asked("") for _ in steps)

    compared = in_turns(step, view)
    yield Figure(
        "  any step of it afterwards, against a plain view",
        f"{compared.ratio:.2f} times ({compared.ours * 1000:.2f} to {compared.theirs * 1000:.2f} ms)",
        f"at most {_TIMES_A_VIEW} times",
        compared.ratio <= _TIMES_A_VIEW,
    )


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
        logs = Logs(_facts(store, match.id) for match in matches)
        beside = _beside_a_package(lambda: rate(_replay), logs)
        sizes = _export_sizes(store, [match.id for match in matches])
        steps = list(_steps_of_a_long_match(store, handler, server.url(1)))
    yield Figure(
        "replaying logs, against reading and decoding the same entries",
        f"{compared.ratio:.2f} ({compared.ours:,.0f} to {compared.theirs:,.0f} events a second)",
        f"at least {_TARGET:.2f}",
        compared.ratio >= _TARGET,
    )
    yield beside
    yield sizes
    yield from steps


if __name__ == "__main__":
    show(figures())
