"""What one finished match takes in the store, with everything that any viewer can ask for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median

from benchmarks.figure import Figure, show
from benchmarks.people import RandomMatch
from benchmarks.servers import embedded_store
from events import keys
from events.handler import Handler
from events.store import connect

_SEATS = 4
_MATCHES = 9


def figures() -> Iterator[Figure]:
    with embedded_store("no") as server:
        store = connect(server.url())
        handler = Handler(store, lambda match_id: None)
        taken: list[int] = []
        written: list[int] = []
        for seed in range(_MATCHES):
            match = RandomMatch(store, handler, _SEATS, Random(seed))
            while match.move():
                pass
            uses = [("memory_usage", key, 0) for key in keys.of_match(match.id, _SEATS)]
            taken.append(sum(used or 0 for used in store.pipeline(uses)))
            log = store.call("xrange", keys.events(match.id))
            written.append(sum(len(fields[b"j"]) for _, fields in log))
    yield Figure(
        "memory in the store for one finished four-player match, all viewers",
        f"{median(taken):,.0f} bytes; its full log as JSON {median(written):,.0f} bytes "
        f"({median(taken) / median(written):.2f} times)",
    )


if __name__ == "__main__":
    show(figures())
