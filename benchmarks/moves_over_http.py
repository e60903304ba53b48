"""Legal moves over HTTP in four-seat matches, against a bare Flask route with two store trips that writes as much."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks import bare
from benchmarks.figure import Figure, show
from benchmarks.load import generator, request
from benchmarks.people import RandomMatch
from benchmarks.rounds import in_turns
from benchmarks.servers import BARE, OURS, embedded_store, web_server
from benchmarks.tables import SEATS, Tables
from events.handler import Handler
from events.store import Appended, Store, Writes, connect

_MATCHES = 200
_ROUNDS = 15
"""Each has new connections, since which process gets which is chance."""
_TARGET = 0.40


class _Watched(Store):
    """Remembers what each append wrote."""

    def append(self, match_id: str, expected_version: int, command_id: str | None, writes: Writes) -> Appended:
        self.written = b"".join(word if isinstance(word, bytes) else str(word).encode() for word in writes.arguments)
        return super().append(match_id, expected_version, command_id, writes)


def _usual_write(url: str) -> bytes:
    """All that one move writes, of the size that is the mean of a whole match."""
    store = _Watched(connect(url).client)
    match = RandomMatch(store, Handler(store, lambda match_id: None), SEATS, Random(1))
    written: list[bytes] = []
    while match.move():
        written.append(store.written)
    mean = sum(map(len, written)) / len(written)
    return min(written, key=lambda words: abs(len(words) - mean))


def figures() -> Iterator[Figure]:
    with embedded_store() as store, generator() as load, web_server(store, OURS) as ours:
        tables = Tables(load, ours, _MATCHES, seed=2)
        moves = tables.moves()
        accepted = load.send(ours, moves).answers
        tables.take(accepted)
        answer = sorted((made.body for made in accepted), key=len)[len(accepted) // 2]
        written = _usual_write(store.url())
        connect(store.url()).call("mset", {bare.WRITTEN: written, bare.ACCEPTED: answer, bare.HEAD: b"1"})
        with web_server(store, BARE) as theirs:

            def our_rate() -> float:
                """Only the moves are timed, not the looks between them that tell what is legal."""
                sent = load.send(ours, tables.moves())
                tables.take(sent.answers)
                return len(sent.answers) / sent.seconds

            def their_rate() -> float:
                sent = load.send(theirs, [request("POST", "/moves", body={})] * _MATCHES)
                if any(made != (200, answer) for made in sent.answers):
                    raise RuntimeError("The bare server has answered something else.")
                return len(sent.answers) / sent.seconds

            compared = in_turns(our_rate, their_rate, _ROUNDS)
    rates = f"{compared.ours:,.0f} to {compared.theirs:,.0f} a second"
    yield Figure(
        "one legal move over HTTP, four seats, fsync always, against a bare Flask route",
        f"{compared.ratio:.2f} ({rates}, {len(written):,} bytes written)",
        f"at least {_TARGET:.2f}",
        compared.ratio >= _TARGET,
    )


if __name__ == "__main__":
    show(figures())
