"""Looking at a match over HTTP, against a bare Flask route on the same server that returns the same bytes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import bare
from benchmarks.figure import Figure, show
from benchmarks.load import generator, request
from benchmarks.rounds import in_turns
from benchmarks.servers import BARE, OURS, embedded_store, web_server
from benchmarks.tables import SEATS, Tables
from events.store import connect

_MATCHES = 8
_MOVES_BEFORE = 40
_REQUESTS = 2_000
_ROUNDS = 15
"""Each has new connections, since which process gets which is chance."""
_TARGET = 0.70
_TIMELESS = b'"names":'
"""What comes before differs from answer to answer: it is the time."""


def figures() -> Iterator[Figure]:
    with (
        embedded_store() as store,
        web_server(store, OURS) as ours,
        web_server(store, BARE) as theirs,
        generator() as load,
    ):
        tables = Tables(load, ours, _MATCHES, seed=1)
        tables.play(_MOVES_BEFORE)
        looks = [
            request("GET", f"/v1/matches/{match}", tables.tokens[seat])
            for match in tables.matches
            for seat in range(SEATS)
        ]
        expected = [answer.body for answer in load.send(ours, looks).answers]
        connect(store.url()).call("mset", {bare.VIEW.format(number): body for number, body in enumerate(expected)})
        plain = [request("GET", f"/views/{number}") for number in range(len(looks))]
        busiest = 0.0

        def rate(port: int, requests: list[bytes]) -> float:
            nonlocal busiest
            sent = load.send(port, requests * (_REQUESTS // len(requests)))
            busiest = max(busiest, sent.busy)
            for number, answer in enumerate(sent.answers):
                body = expected[number % len(expected)]
                if answer.status != 200 or answer.body.partition(_TIMELESS)[2] != body.partition(_TIMELESS)[2]:
                    raise RuntimeError(f"A view was answered with {answer.status}: {answer.body[:300]!r}")
            return len(sent.answers) / sent.seconds

        compared = in_turns(lambda: rate(ours, looks), lambda: rate(theirs, plain), _ROUNDS)
    size = sum(map(len, expected)) // len(expected)
    yield Figure(
        "GET a seat's view, two web workers, against a bare Flask route",
        f"{compared.ratio:.2f} ({compared.ours:,.0f} to {compared.theirs:,.0f} a second, {size:,} bytes each)",
        f"at least {_TARGET:.2f}",
        compared.ratio >= _TARGET,
    )
    yield Figure("  the load generator's share of one core, at most", f"{busiest:.0%}")


if __name__ == "__main__":
    show(figures())
