"""What spans matches, folded from the feeds of the shards: the lobby, each player's matches, and records.

A feed entry only says where to look: what is written is what the match is now, so that doing it twice, or in another
order, changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any, Final

from domain.table_events import DRAWS
from events import keys
from events.commit_writes import CANCELLED_KEPT_S
from events.store import Script, Store
from events.summary import Summary, decode_summary

LISTED: Final = ("open", "running", "finished", "cancelled")

_CANCELLED_LISTED_MS = (CANCELLED_KEPT_S + 2 * 24 * 60 * 60) * 1000
"""By when a table is forgotten that was opened, waited for players and was cancelled, each as long as it can be."""

_FOLLOW = Script("follow.lua")
_AT_A_TIME = 500
_HELD_MS = 10_000


def follow(store: Store, shard: str) -> int:
    """Fold what the feed of ``shard`` has; how many entries that were. Does nothing while somebody else folds it."""
    feed, lock, token = keys.feed(shard), keys.following(shard), secrets.token_hex(8)
    followed = 0
    while store.call("set", lock, token, px=_HELD_MS, nx=True):
        entries = store.call("xrange", feed, "-", "+", _AT_A_TIME)
        turned: dict[str, set[str]] = {}
        for _, fields in entries:
            if b"t" in fields:
                turned.setdefault(fields[b"m"].decode(), set()).update(fields.get(b"g", b"").decode().split())
        for match_id, gone in turned.items():
            index_match(store, match_id, gone)
        store.run(_FOLLOW, [feed, lock], [token, _next_id(entries[-1][0]) if entries else ""])
        followed += len(entries)
        if len(entries) < _AT_A_TIME:
            break
    return followed


def index_match(store: Store, match_id: str, gone: Collection[str] = ()) -> None:
    """Bring all lists up to what the match is now. ``gone``: players who had a place at it and may have none now."""
    table, status, view = store.pipeline(
        [
            ("hkeys", keys.table(match_id)),
            ("hget", keys.head(match_id), "status"),
            ("hget", keys.views(match_id), keys.viewer_name(None)),
        ]
    )
    if view is None:
        return
    summary = decode_summary(view)
    placed = {field[2:].decode() for field in table if field.startswith(b"p:")}
    calls: list[tuple[Any, ...]] = []
    for listed in LISTED:
        current = listed == status.decode()
        public = current and listed != "cancelled" and summary.visibility == "public"
        calls.append(_listing(keys.lobby(listed), lobby_member(summary), keep=public))
        calls += [
            _listing(keys.player_matches(player, listed), match_member(summary), keep=current and player in placed)
            for player in sorted(placed.union(gone))
        ]
    if summary.status == "cancelled":
        for player in sorted(placed):
            calls += _forgetting(keys.player_matches(player, "cancelled"), summary)
    if summary.status != "open":
        calls.append(("zrem", keys.hosting(summary.host), match_id))
    store.pipeline(calls + _records(summary))


def match_member(summary: Summary) -> str:
    """Sorts by the time at which the table was opened."""
    return f"{summary.opened_at:013d}.{summary.match}"


def lobby_member(summary: Summary) -> str:
    """Says what the lobby is filtered by, so that other matches need not be looked at."""
    return f"{match_member(summary)}.{summary.game}.{len(summary.seats)}"


def _forgetting(key: str, newest: Summary) -> list[tuple[Any, ...]]:
    """Drop from a list of cancelled tables those that are gone from the store."""
    oldest = max(0, newest.opened_at - _CANCELLED_LISTED_MS)
    return [("zremrangebylex", key, "-", f"({oldest:013d}"), ("pexpire", key, _CANCELLED_LISTED_MS)]


def _listing(key: str, member: str, *, keep: bool) -> tuple[Any, ...]:
    return ("zadd", key, {member: 0}) if keep else ("zrem", key, member)


def _records(summary: Summary) -> list[tuple[Any, ...]]:
    """Sets of matches rather than counts, so that a match counts once. A draw is played, not won (R-1).

    A fork does not count.
    """
    calls: list[tuple[Any, ...]] = []
    if summary.origin is not None:
        return calls
    for seat, rank in zip(summary.seats, summary.ranks or (), strict=False):
        if seat.player is not None:
            calls.append(("sadd", keys.played(seat.player, summary.game), summary.match))
            if rank == 1 and summary.end_reason not in DRAWS:
                calls.append(("sadd", keys.won(seat.player, summary.game), summary.match))
    return calls


def _next_id(stream_id: bytes) -> str:
    time, _, sequence = stream_id.decode().partition("-")
    return f"{time}-{int(sequence) + 1}"
