"""Everything that one commit writes, as one list of store commands: the commit first, all else derived from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.event import Event
from domain.table import OVER, Match
from events import keys
from events.codec import Loaded, encode_snapshot
from events.projections import Shown, table_turned
from events.seat_table import admitted
from events.store import Writes
from events.viewer_logs import Heads, heads_text

SNAPSHOT_EVERY = 8
"""A match that nobody holds in memory is folded from at most so many commits less one."""

CANCELLED_KEPT_S = 7 * 24 * 60 * 60
"""How long a table that never started can still be looked at."""


def write_commit(writes: Writes, loaded: Loaded[Any], commit: bytes, heads: Heads) -> None:
    """The commit itself, first of all: a full store refuses it, and with it everything else."""
    writes.add("XADD", keys.events(loaded.truth.id), f"{loaded.version}-0", "j", commit)
    write_head(writes, loaded, heads)


def write_secret(writes: Writes, match_id: str, secret: bytes) -> None:
    """With the commit that opens the table, so that no match is ever without one."""
    writes.add("SET", keys.secret(match_id), secret)


def write_receipt(writes: Writes, match_id: str, command_id: str, receipt: str) -> None:
    writes.add("HSET", keys.receipts(match_id), command_id, receipt)


def write_head(writes: Writes, loaded: Loaded[Any], heads: Heads) -> None:
    match = loaded.truth
    known = {
        "version": loaded.version,
        "status": match.status,
        "game": match.game,
        "rules": match.rules_version,
        "at": match.at,
        "heads": heads_text(heads),
    }
    writes.add("HSET", keys.head(match.id), *(word for pair in known.items() for word in pair))


def write_shown(writes: Writes, match_id: str, shown: Iterable[Shown]) -> None:
    """New log entries, and the views after them."""
    views: list[bytes | str] = []
    for item in shown:
        line = item.line
        writes.add("XADD", keys.log(match_id, line.viewer), f"{line.entry}-0", "j", line.stored)
        views += (keys.viewer_name(line.viewer), item.view)
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


def snapshot_version(version: int) -> int:
    """Which version the snapshot has while the match is at ``version``."""
    return version - (version - 1) % SNAPSHOT_EVERY


def renew_snapshot(writes: Writes, loaded: Loaded[Any]) -> None:
    """Whoever still writes after the end, which is rare, folds the whole stream."""
    match = loaded.truth
    if match.status in OVER:
        writes.add("DEL", keys.snapshot(match.id))
    elif loaded.version == snapshot_version(loaded.version):
        write_snapshot(writes, match.id, loaded.version, encode_snapshot(loaded))


def write_snapshot(writes: Writes, match_id: str, version: int, state: bytes) -> None:
    writes.add("HSET", keys.snapshot(match_id), "version", version, "state", state)


def write_wake(writes: Writes, match_id: str, wake: int | None) -> None:
    key = keys.wake(keys.shard(match_id))
    if wake is None:
        writes.add("ZREM", key, match_id)
    else:
        writes.add("ZADD", key, wake, match_id)


def write_feed(writes: Writes, before: Match[Any], loaded: Loaded[Any], events: Sequence[Event]) -> None:
    match = loaded.truth
    fields: list[str | int] = ["m", match.id, "v", loaded.version]
    if table_turned(events):
        gone = sorted(admitted(before).keys() - admitted(match).keys()) if before.id else []
        fields += ["t", "1", *(("g", " ".join(gone)) if gone else ())]
    writes.add("XADD", keys.feed(keys.shard(match.id)), "*", *fields)


def write_expiry(writes: Writes, match: Match[Any]) -> None:
    """A cancelled table goes away by itself; everything else stays."""
    if match.status == "cancelled":
        for key in keys.of_match(match.id, len(match.seats)):
            writes.add("EXPIRE", key, CANCELLED_KEPT_S)
