"""Whether a move costs the same late in a long match as early: through the handler, on the embedded store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from benchmarks.figure import Figure, show
from benchmarks.people import RandomMatch
from benchmarks.rounds import in_turns
from benchmarks.servers import embedded_store
from events.handler import Handler
from events.store import Store, connect

SEATS = 7
EARLY, LATE = 10, 400
ROUNDS = 15
STRETCH = 8
"""A turn is so many moves on end: every eighth commit writes a snapshot."""
_TARGET = 1.3


def _handler(store: Store) -> Handler:
    return Handler(store, lambda match_id: None)


def _prepared(store: Store, at: int, seed: int) -> RandomMatch:
    """A match that is half a stretch before the commit ``at``."""
    match = RandomMatch(store, _handler(store), SEATS, Random(seed), fast_pass=False)
    # Opening the table and taking the other seats are a commit each.
    for _ in range(at - SEATS - STRETCH // 2):
        match.move()
    return match


def _seconds(match: RandomMatch, handler: Callable[[], Handler | None]) -> float:
    """What a move of ``match`` takes, the mean of a stretch. ``handler``: who makes it, ``None`` for its own."""
    spent = 0.0
    for _ in range(STRETCH):
        move = match.choose()
        if move is None:
            raise RuntimeError("A match has ended too early.")
        doing = handler()
        begun = perf_counter()
        match.make(move, doing)
        spent += perf_counter() - begun
    return spent / STRETCH


def _figure(
    where: str, late: list[RandomMatch], early: list[RandomMatch], handler: Callable[[], Handler | None]
) -> Figure:
    lates, earlies = iter(late), iter(early)
    compared = in_turns(lambda: _seconds(next(lates), handler), lambda: _seconds(next(earlies), handler), ROUNDS)
    return Figure(
        f"a move at commit {LATE} against one at commit {EARLY}, seven seats, {where}",
        f"{compared.ratio:.2f} times ({compared.ours * 1e6:,.0f} to {compared.theirs * 1e6:,.0f} µs)",
        f"at most {_TARGET}",
        compared.ratio <= _TARGET,
    )


def figures() -> Iterator[Figure]:
    with embedded_store("no") as server:
        store = connect(server.url())
        late, early = ([_prepared(store, at, seed) for seed in range(ROUNDS + 1)] for at in (LATE, EARLY))
        yield _figure("match in memory", late, early, lambda: None)
        yield _figure("nothing cached", late, early, lambda: _handler(store))


if __name__ == "__main__":
    show(figures())
