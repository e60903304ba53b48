"""A thousand matches of Monkey in the Middle for six, all at once, through the handler on the embedded store.

Six threads, one a seat, choose their first cards in all matches at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from benchmarks.figure import Figure, show
from benchmarks.servers import embedded_store
from domain.command import Play, TakeSeat
from domain.table_events import SeatOffer
from events import keys
from events.handler import Handler
from events.players import create_player
from events.queries import read_match
from events.settings import Settings
from events.store import Store, connect

MATCHES = 1_000
SEATS = 6
_SETTINGS = Settings(
    open_tables_per_player=2 * MATCHES, tables_per_player_per_hour=2 * MATCHES, running_matches_per_player=2 * MATCHES,
    cached_matches=2 * MATCHES,
)  # fmt: skip


class Counted:
    """A store that counts how its appends end."""

    def __init__(self, store: Store) -> None:
        self.outcomes: Counter[str] = Counter()
        self._append = store.append
        store.append = self.append  # type: ignore[method-assign]

    def append(self, *arguments: Any) -> Any:
        appended = self._append(*arguments)
        self.outcomes[appended.outcome] += 1
        return appended


def choices(store: Store, matches: Sequence[str], player: str, seat: int) -> list[tuple[str, Play]]:
    """For each match what ``player`` chooses first, from the legal moves that the seat is shown."""
    rng = Random(seat)
    found = []
    for match in matches:
        [decision] = msgspec.json.decode(read_match(store, match, player).view)["pending"]
        found.append((match, Play(seat, decision["decision"], rng.choice(decision["legal_moves"])["move"])))
    return found


def figures() -> Iterator[Figure]:
    with embedded_store() as embedded:
        store = connect(embedded.url())
        counted = Counted(store)
        handler = Handler(store, lambda _: None, settings=_SETTINGS)
        people = [
            create_player(store, f"P{seat}", guest=True, address="bench", per_hour=100).player.id
            for seat in range(SEATS)
        ]
        seats = [SeatOffer("reserved", people[0]), *[SeatOffer("open")] * (SEATS - 1)]

        def begin(_: int) -> str:
            match = handler.open_table(people[0], game="monkey-in-the-middle", seats=seats).accepted.match
            for seat, person in enumerate(people[1:], 1):
                handler.act(match, person, partial(_take, person, seat))
            return match

        def play(seat: int) -> None:
            for match, choice in plans[seat]:
                handler.act(match, people[seat], lambda _, choice=choice: choice)

        with ThreadPoolExecutor(SEATS) as threads:
            matches = list(threads.map(begin, range(MATCHES)))
            plans = [choices(store, matches, person, seat) for seat, person in enumerate(people)]
            before = sum(store.call("xlen", keys.events(match)) for match in matches)
            counted.outcomes.clear()
            begun = perf_counter()
            list(threads.map(play, range(SEATS)))
            seconds = perf_counter() - begun
        appended, again = counted.outcomes["appended"], counted.outcomes["conflict"]
        stored = sum(store.call("xlen", keys.events(match)) for match in matches) - before
        lost = MATCHES * SEATS - stored
        yield Figure(
            f"{MATCHES:,} six-seat matches at once: commits a second through the handler",
            f"{appended / seconds:,.0f}; {again / (appended + again):.1%} of the appends decided again; {lost} lost",
            "none lost",
            lost == 0,
        )


def _take(person: str, seat: int, _: int | None) -> TakeSeat:
    return TakeSeat(person, seat)


if __name__ == "__main__":
    show(figures())
