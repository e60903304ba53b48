"""Lists of matches. What they are made from may lag behind, so each match is looked at before it is listed."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.event import Viewer
from events import keys
from events.follower import LISTED
from events.seat_table import SeatTable, decode_seat_table
from events.store import Store
from events.summary import Summary, decode_summary

ListedStatus: TypeAlias = Literal["open", "running", "finished", "cancelled"]
Role: TypeAlias = Literal["seated", "hosted", "kept"]

_BATCH = 100
_MOST_BATCHES = 10
"""A list that finds too little in so many batches ends early, with a cursor to go on from."""


class Listed(NamedTuple):
    """A match in a list, as ``viewer`` sees it."""

    viewer: Viewer
    table: SeatTable
    summary: Summary


class ListPage(NamedTuple):
    """``matches``: those opened last come first. ``cursor``: where to go on, ``None`` at the end. ``now``: in ms."""

    matches: list[Listed]
    cursor: str | None
    now: int


def lobby(
    store: Store,
    *,
    status: ListedStatus = "open",
    game: str | None = None,
    seats: int | None = None,
    free_seat: bool = False,
    cursor: str | None = None,
    limit: int = 50,
) -> ListPage:
    """Public matches. ``seats``: how many the match has; ``free_seat``: only where anybody may still sit down."""

    def wanted(member: str) -> bool:
        _, _, its_game, its_seats = member.split(".")
        return game in {None, its_game} and (seats is None or its_seats == str(seats))

    def fits(listed: Listed) -> bool:
        if listed.summary.status != status:
            return False
        return not free_seat or any(s.offer.kind == "open" and s.player is None for s in listed.summary.seats)

    return _page(store, [keys.lobby(status)], wanted, fits, player_id=None, cursor=cursor, limit=limit)


def player_matches(
    store: Store,
    player_id: str,
    *,
    status: ListedStatus | None = None,
    to_move: bool | None = None,
    game: str | None = None,
    role: Role | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> ListPage:
    """Matches at which a player sits, or has a place: as host, or because a seat is kept.

    ``to_move``: whether the match waits for this player. ``role``: only where the player sits, is host, or has neither
    done but is waited for on a seat that is kept.
    """
    statuses = LISTED if status is None else (status,)

    def fits(listed: Listed) -> bool:
        summary = listed.summary
        roles = {"seated": listed.viewer is not None, "hosted": summary.host == player_id}
        roles["kept"] = not any(roles.values())
        return (
            summary.status in statuses
            and to_move in {None, summary.to_move}
            and game in {None, summary.game}
            and (role is None or roles[role])
        )

    lists = [keys.player_matches(player_id, listed) for listed in statuses]
    return _page(store, lists, lambda member: True, fits, player_id=player_id, cursor=cursor, limit=limit)


def _page(
    store: Store,
    lists: Sequence[str],
    wanted: Callable[[str], bool],
    fits: Callable[[Listed], bool],
    *,
    player_id: str | None,
    cursor: str | None,
    limit: int,
) -> ListPage:
    found: list[Listed] = []
    for _ in range(_MOST_BATCHES):
        members = _members(store, lists, cursor)
        looked_at = [member for member in members if wanted(member)]
        for member, listed in zip(looked_at, _look_at(store, looked_at, player_id), strict=True):
            if listed is not None and fits(listed):
                if len(found) == limit:
                    return ListPage(found, cursor, store.now())
                found.append(listed)
                cursor = member
        if len(members) < _BATCH:
            return ListPage(found, None, store.now())
        cursor = members[-1]
    return ListPage(found, cursor, store.now())


def _members(store: Store, lists: Sequence[str], cursor: str | None) -> list[str]:
    """The next batch of all ``lists`` together."""
    newest = "+" if cursor is None else f"({cursor}"
    batches = store.pipeline([("zrevrangebylex", name, newest, "-", 0, _BATCH) for name in lists])
    merged = heapq.merge(*batches, reverse=True)
    return list(dict.fromkeys(member.decode() for member in merged))[:_BATCH]


def _look_at(store: Store, members: Sequence[str], player_id: str | None) -> list[Listed | None]:
    """Each match as it is now, ``None`` for one that is gone or in which the player has no place any more."""
    matches = [member.split(".")[1] for member in members]
    field = f"p:{player_id}"
    tables = store.pipeline([("hmget", keys.table(match_id), "json", field) for match_id in matches])
    viewers = ["public" if place in {None, b"-"} else place.decode() for _, place in tables]
    views = store.pipeline(
        [("hget", keys.views(match_id), viewer) for match_id, viewer in zip(matches, viewers, strict=True)]
    )
    return [
        None
        if view is None or (player_id is not None and place is None)
        else Listed(None if viewer == "public" else int(viewer), decode_seat_table(table), decode_summary(view))
        for (table, place), viewer, view in zip(tables, viewers, views, strict=True)
    ]
