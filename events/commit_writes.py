"""Everything that one commit writes, as one list of store commands: the commit first, all else derived from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.table import Match
from events import keys
from events.codec import Loaded, encode_snapshot
from events.projections import Shown
from events.seat_table import admitted
from events.store import Writes

SNAPSHOT_EVERY = 8
"""A match that nobody holds in memory is folded from at most so many commits less one."""

CANCELLED_KEPT_S = 7 * 24 * 60 * 60
"""How long a table that never started can still be looked at."""

OVER = frozenset({"finished", "cancelled"})


def write_head(writes: Writes, loaded: Loaded[Any]) -> None:
    match = loaded.truth
    writes.add("HSET", keys.head(match.id), "version", loaded.version, "status", match.status, "game", match.game)


def write_shown(writes: Writes, match_id: str, shown: Iterable[Shown]) -> None:
    """New log entries, and the views after them."""
    views: list[bytes | str] = []
    for item in shown:
        writes.add("XADD", keys.log(match_id, item.viewer), f"{item.entry}-0", "j", item.log)
        views += (keys.viewer_name(item.viewer), item.view)
    if views:
        writes.add("HSET", keys.views(match_id), *views)


def write_table(writes: Writes, before: Match[Any], match: Match[Any], table: bytes) -> None:
    """``table``: the seat table as JSON."""
    players = admitted(match)
    fields = [word for player, seat in players.items() for word in (f"p:{player}", seat)]
    if match.visibility == "private":
        fields += ("private", "1")
    writes.add("HSET", keys.table(match.id), "json", table, *fields)
    gone = [f"p:{player}" for player in admitted(before) if player not in players] if before.id else []
    if gone:
        writes.add("HDEL", keys.table(match.id), *gone)


def write_snapshot(writes: Writes, loaded: Loaded[Any]) -> None:
    """Whoever writes after the end, which is rare, folds the whole stream."""
    key = keys.snapshot(loaded.truth.id)
    if loaded.truth.status in OVER:
        writes.add("DEL", key)
    elif loaded.version % SNAPSHOT_EVERY == 1:
        writes.add("HSET", key, "version", loaded.version, "state", encode_snapshot(loaded))


def write_wake(writes: Writes, match_id: str, wake: int | None) -> None:
    key = keys.wake(keys.shard(match_id))
    if wake is None:
        writes.add("ZREM", key, match_id)
    else:
        writes.add("ZADD", key, wake, match_id)


def write_expiry(writes: Writes, match: Match[Any]) -> None:
    """A cancelled table goes away by itself; everything else stays."""
    if match.status == "cancelled":
        for key in keys.of_match(match.id, len(match.seats)):
            writes.add("EXPIRE", key, CANCELLED_KEPT_S)
