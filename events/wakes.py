"""When the server has to act: the wake times of all matches, as a sweeper and a worker ask for them."""

from __future__ import annotations

from typing import NamedTuple

from events import keys
from events.store import Store

_DUE_AT_ONCE = 1_000
"""The most matches of one shard that are reported at a time; the rest is still due the next time."""


class Wake(NamedTuple):
    """``at``: when the server has to act. ``set_at``: when the commit was made after which it is so."""

    at: int
    set_at: int


class Wakes(NamedTuple):
    """``due``: by match, the wakes that have come. ``next_at``: the first wake still to come, if any.

    ``fed``: the shards in whose feeds something waits to be followed. All times in ms, ``now`` of the store.
    """

    now: int
    due: dict[str, Wake]
    next_at: int | None
    fed: list[str]


def read_wakes(store: Store) -> Wakes:
    """The wakes of all shards, in two trips, and a third if any is due."""
    now = store.now()
    calls: list[tuple[str | int, ...]] = []
    for shard in keys.SHARDS:
        wake = keys.wake(shard)
        calls += (
            ("zrangebyscore", wake, "-inf", now, 0, _DUE_AT_ONCE, True),
            ("zrangebyscore", wake, f"({now}", "+inf", 0, 1, True),
            ("xlen", keys.feed(shard)),
        )
    replies = store.pipeline(calls)
    due = {match.decode(): int(at) for reply in replies[0::3] for match, at in reply}
    set_at = store.pipeline([("hget", keys.head(match_id), "at") for match_id in due])
    coming = [int(at) for reply in replies[1::3] for _, at in reply]
    fed = [shard for shard, length in zip(keys.SHARDS, replies[2::3], strict=True) if length]
    wakes = {match_id: Wake(at, int(since or 0)) for (match_id, at), since in zip(due.items(), set_at, strict=True)}
    return Wakes(now, wakes, min(coming, default=None), fed)


def wake_of(store: Store, match_id: str) -> int | None:
    """The wake time of one match, in ms; ``None`` where the server owes it nothing."""
    at = store.call("zscore", keys.wake(keys.shard(match_id)), match_id)
    return None if at is None else int(at)
