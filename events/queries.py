"""The only way to read a match: from the viewer's own log and view, never from what the write side keeps."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from domain.event import Viewer
from domain.refusal import WrongPhase
from domain.table import OVER, Status
from events import keys
from events.errors import MatchNotFound
from events.seat_table import SeatTable, decode_seat_table
from events.store import Script, Store

_READ = Script("read.lua")


class MatchRead(NamedTuple):
    """``view``: the viewer's view as JSON, with ``{seat:n}`` for names. ``entry``: the newest of the viewer's own log.

    ``now``: store time in ms.
    """

    viewer: Viewer
    table: SeatTable
    rules_version: int
    status: Status
    entry: int
    view: bytes
    now: int


class LogPage(NamedTuple):
    """``entries``: JSON, in order. ``rules_version``: of the game. ``last``: ask after it for more; never beyond
    ``newest``.

    ``newest``: the number of the viewer's newest entry. ``finished``: no entry will follow the newest.
    """

    viewer: Viewer
    table: SeatTable
    rules_version: int
    entries: list[bytes]
    last: int
    newest: int
    finished: bool
    now: int


class _Stamp(msgspec.Struct):
    status: Status
    entry: int
    rules_version: int


_decode_stamp = msgspec.json.Decoder(_Stamp).decode


_BATCH = 200
_GIVEN_UP = frozenset({"left", "declined"})


def read_match(store: Store, match_id: str, player_id: str | None) -> MatchRead:
    """What a player, or somebody without a token, sees of a match, in one trip.

    Raises ``MatchNotFound``, also for a private match at which the player has no place; ``StoreFailure``.
    """
    if not keys.is_match_id(match_id):
        raise MatchNotFound
    names = [keys.table(match_id), keys.views(match_id)]
    found = store.run(_READ, names, ["" if player_id is None else f"p:{player_id}"])
    if not found:
        raise MatchNotFound
    time, viewer, table, view = found
    stamp = _decode_stamp(view)
    return MatchRead(
        viewer=None if viewer == b"public" else int(viewer),
        table=decode_seat_table(table),
        rules_version=stamp.rules_version,
        status=stamp.status,
        entry=stamp.entry,
        view=view,
        now=store.time_from(time),
    )


def read_log(store: Store, match_id: str, player_id: str | None, after: int, limit: int) -> LogPage:
    """At most ``limit`` entries of the viewer's own log that come after the entry ``after``; ``MatchNotFound``."""
    match = read_match(store, match_id, player_id)
    found = store.call("xrange", keys.log(match_id, match.viewer), f"{after + 1}-0", "+", limit)
    return LogPage(
        viewer=match.viewer,
        table=match.table,
        rules_version=match.rules_version,
        entries=[fields[b"j"] for _, fields in found],
        last=_number(found[-1][0]) if found else min(after, match.entry),
        newest=match.entry,
        finished=match.status in OVER,
        now=match.now,
    )


def has_left(store: Store, match_id: str, player_id: str, seat: int) -> bool:
    """Whether the player has given up this seat, by leaving or by declining it, and has not had it since.

    Everybody who has sat at a private table has seen as much of its log, so that this tells a player nothing new.
    """
    after, holder, gave_up = 0, None, False
    while keys.is_match_id(match_id):
        found = store.call("xrange", keys.log(match_id, None), f"{after + 1}-0", "+", _BATCH)
        for event in (event for _, fields in found for event in msgspec.json.decode(fields[b"j"])["events"]):
            if event["type"] == "match_started":
                return gave_up
            if event["type"] == "table_opened" and seat < len(event["seats"]):
                holder = event["seats"][seat].get("player")
            elif event.get("seat") == seat:
                holder = event.get("player", holder)
                if holder == player_id:
                    gave_up = event.get("reason") in _GIVEN_UP
        if len(found) < _BATCH:
            break
        after = _number(found[-1][0])
    return gave_up


def wait_for_entry(store: Store, match_id: str, viewer: Viewer, after: int, timeout_ms: int) -> bool:
    """Whether the viewer's log has an entry after ``after``, waiting at most so long for one.

    The caller has read the match before, so that this tells nothing to somebody who may not see it.
    """
    return store.wait_for(keys.log(match_id, viewer), after, timeout_ms)


def read_open_log(store: Store, match_id: str, player_id: str | None, after: int, limit: int) -> LogPage:
    """Whole commits of a match that is over, commands and secrets included, after version ``after``.

    Raises ``WrongPhase`` before the end, ``MatchNotFound``.
    """
    match = read_match(store, match_id, player_id)
    if match.status not in OVER:
        raise WrongPhase("The whole log is open once the match is over.", status=match.status)
    stream = keys.events(match_id)
    found, newest = store.pipeline(
        [("xrange", stream, f"{after + 1}-0", "+", limit), ("xrevrange", stream, "+", "-", 1)]
    )
    return LogPage(
        viewer=match.viewer,
        table=match.table,
        rules_version=match.rules_version,
        entries=[fields[b"j"] for _, fields in found],
        last=_number(found[-1][0]) if found else min(after, _number(newest[0][0])),
        newest=_number(newest[0][0]),
        finished=True,
        now=match.now,
    )


def _number(stream_id: bytes) -> int:
    return int(stream_id.partition(b"-")[0])
