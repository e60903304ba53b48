"""What proof costs: verifying finished matches of four people offline, and chain and seals on each move.

A match is one of Space Monkeys, played at random. The cost of a move is the time of the process
in the handler, in turns with a handler that makes no chain and no seals; over HTTP, with the web and the disk in it, it
is a smaller share.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any
from unittest import mock

import msgspec

from benchmarks.figure import Figure, show
from benchmarks.rounds import in_turns
from domain.command import Play, TakeSeat
from domain.table_events import BotDelay, SeatOffer
from events import keys, queries, work
from events.embedded import EmbeddedStore
from events.export import Header, write_export
from events.handler import Handler
from events.store import Store, connect
from events.verify import verify

GAME = "space-monkeys"
PLAYERS = ("p_ann", "p_bo", "p_cy", "p_di")
MATCHES = 12
MOVES = 100
ROUNDS = 7
_DAY_MS = 24 * 60 * 60 * 1000


def opened(handler: Handler, clock: list[int]) -> str:
    """A match of four people that has started, a day after the last one, so that nobody has opened too many."""
    clock[0] += _DAY_MS
    host, *others = PLAYERS
    seats = [SeatOffer("reserved", host), *[SeatOffer("open")] * len(others)]
    options = {"min_window_ms": 0, "first_player": "random"}
    match: str = handler.open_table(
        host, game=GAME, seats=seats, options=options, bot_delay_ms=BotDelay(0, 0)
    ).accepted.match
    for player in others:
        handler.act(match, player, lambda seat, player=player: TakeSeat(player))
    return match


def pending(store: Store, match: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each player with each decision for which the match waits."""
    for player in PLAYERS:
        view = msgspec.json.decode(queries.read_match(store, match, player).view)
        yield from ((player, decision) for decision in view["pending"] if decision["required"])


def play(
    handler: Handler, store: Store, clock: list[int], match: str, *, rng: Random, at_most: int = 10_000
) -> list[float]:
    """Random moves until the match is over or so many are made; the seconds of this process that each took."""
    took: list[float] = []
    while len(took) < at_most:
        waiting = list(pending(store, match))
        if not waiting:
            settled = handler.settle(match)
            if settled.wake is None:
                break
            clock[0] = max(clock[0], settled.wake)
            continue
        player, decision = rng.choice(waiting)
        move = rng.choice(decision["legal_moves"])["move"]
        begun = process_time()
        handler.act(match, player, lambda seat, asked=decision["decision"], move=move: Play(seat, asked, move))
        took.append(process_time() - begun)
    return took


def exported(store: Store, match: str) -> bytes:
    commits = [fields[b"j"] for _, fields in store.client.xrange(keys.events(match))]
    return b"".join(write_export(Header(match, GAME, "open"), commits))


def rate(files: Sequence[bytes], *, by_rules: bool) -> float:
    """Matches verified per second of one core."""
    begun = process_time()
    for file in files:
        assert verify(io.BytesIO(file), by_rules=by_rules).sound
    return len(files) / (process_time() - begun)


def without_proof() -> AbstractContextManager[Any]:
    """No links, no seals and no heads, for comparison alone."""
    plain = work.log_lines
    return mock.patch.multiple(
        work,
        log_lines=lambda *known, written, seals: plain(*known, written=written, seals=None),
        heads_after=lambda heads, lines: ("",) * (len(PLAYERS) + 1),
        digest=lambda stored: "",
    )


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder), fsync=None) as embedded:
        clock = [1_000_000]
        store = connect(embedded.url(), clock=lambda: clock[0])
        handler = Handler(store, lambda match: None, random_bytes=Random(1).randbytes)
        files = []
        for seed in range(MATCHES):
            match = opened(handler, clock)
            play(handler, store, clock, match, rng=Random(seed))
            files.append(exported(store, match))
        lines = mean(file.count(b"\n") - 2 for file in files)
        for by_rules, target in ((False, 200), (True, 50)):
            rates = [rate(files, by_rules=by_rules) for _ in range(ROUNDS)]
            what = f"verify a match of four, {lines:.0f} commits, {'all checks' if by_rules else 'no rules'}"
            yield Figure(what, f"{median(rates):.0f} matches/s", f"{target} matches/s", median(rates) >= target)

        def move_ms() -> float:
            match = opened(handler, clock)
            return mean(play(handler, store, clock, match, rng=Random(1), at_most=MOVES)) * 1000

        def plain_move_ms() -> float:
            with without_proof():
                return move_ms()

        compared = in_turns(move_ms, plain_move_ms, ROUNDS)
        share = compared.ratio - 1
        measured = f"{share:+.1%} ({compared.ours:.2f} ms, {compared.theirs:.2f} ms without)"
        yield Figure("cost of proof on one move, in the handler", measured, "15%", share <= 0.15)


if __name__ == "__main__":
    show(figures())
