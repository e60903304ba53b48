"""Players who delete their account: a pseudonym takes the place of the name, and no match waits for them.

Names are in no stream, so that every match replays as ever. What has to be done at each match is done by a job that
may be stopped anywhere and begun again; a last pass comes when no request can have the old name in hand any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from domain.command import CancelTable, Resign, VacateSeat
from domain.refusal import Refusal
from events import keys, players
from events.errors import Busy, MatchNotFound
from events.follower import LISTED
from events.handler import GIVE_UP_S, Handler
from events.seat_table import decode_seat_table, encode_renamed, players_in
from events.store import Store, Writes
from events.summary import decode_summary

LAST_PASS_MS = int(GIVE_UP_S * 1000) + 5_000
_AT_A_TIME = 100
_TRIES = 20


def pseudonym(player_id: str) -> str:
    """What stands for the name of a player who is gone. It has nothing of the name."""
    return f"Former player {player_id[-4:]}"


def depart(store: Store, player_id: str) -> None:
    """Forget the name and revoke all tokens; ``go_on`` does the rest. Twice is harmless. ``StoreFailure``."""
    # First of all, so that whatever comes between, a worker goes on.
    store.call("zadd", keys.DEPARTING, {player_id: store.now()}, nx=True)
    _forget(store, player_id)


def _forget(store: Store, player_id: str) -> int:
    """The name and all tokens; when the player has departed, in ms."""
    name = keys.player(player_id)
    departed_at = int(store.call("hget", name, "departed_at") or store.now())
    store.call("hset", name, mapping={"name": pseudonym(player_id), "departed_at": departed_at})
    # A request that was under way may make another one still.
    for token in players.list_tokens(store, player_id):
        players.revoke_token(store, player_id, token.id)
    return departed_at


def departing(store: Store) -> list[str]:
    """The players for whom something is to be done by now."""
    return [player.decode() for player in store.call("zrangebyscore", keys.DEPARTING, 0, store.now(), 0, _AT_A_TIME)]


def go_on(store: Store, handler: Handler, player_id: str) -> None:
    """Leave and rename at every match of a player who has departed; ``StoreFailure``, ``Busy``."""
    if store.call("zscore", keys.DEPARTING, player_id) is None:
        return
    began = store.now()
    departed_at = _forget(store, player_id)
    for match_id in _matches(store, player_id):
        _leave(store, handler, match_id, player_id)
        _rename(store, match_id)
    last = departed_at + LAST_PASS_MS
    if began >= last:
        store.call("zrem", keys.DEPARTING, player_id)
    else:
        store.call("zadd", keys.DEPARTING, {player_id: last})


def _matches(store: Store, player_id: str) -> Iterator[str]:
    for status in LISTED:
        for member in store.call("zrange", keys.player_matches(player_id, status), 0, -1):
            yield member.decode().split(".")[1]
    for match_id in store.call("zrange", keys.hosting(player_id), 0, -1):
        yield match_id.decode()


def _leave(store: Store, handler: Handler, match_id: str, player_id: str) -> None:
    """Close the table that the player hosts and that waits, leave that of others, and resign what is played.

    A seat that is kept for the player is kept no longer.
    """
    status, place = store.pipeline(
        [("hget", keys.head(match_id), "status"), ("hget", keys.table(match_id), f"p:{player_id}")]
    )
    if place is None or status not in {b"open", b"running"}:
        return
    # What was done already, or was over meanwhile, is refused, and that is well.
    with suppress(Refusal, MatchNotFound):
        if status == b"running":
            if place != b"-":
                handler.act(match_id, player_id, lambda seat: Resign(int(place)))
            return
        table = decode_seat_table(store.call("hget", keys.table(match_id), "json"))
        if table.host == player_id:
            handler.act(match_id, player_id, lambda seat: CancelTable(player_id))
            return
        if place != b"-":
            _vacate(handler, match_id, player_id, int(place))
        for number in _kept(store, match_id, player_id):
            _vacate(handler, match_id, player_id, number)


def _vacate(handler: Handler, match_id: str, player_id: str, number: int) -> None:
    handler.act(match_id, player_id, lambda seat: VacateSeat(player_id, number))


def _kept(store: Store, match_id: str, player_id: str) -> list[int]:
    """The empty seats that are kept for the player."""
    view = decode_summary(store.call("hget", keys.views(match_id), keys.viewer_name(None)))
    return [n for n, seat in enumerate(view.seats) if seat.player is None and seat.offer.player == player_id]


def _rename(store: Store, match_id: str) -> None:
    """Write the seat table with the names of now; ``Busy`` where the match changes faster."""
    for _ in range(_TRIES):
        version, stored = store.pipeline(
            [("hget", keys.head(match_id), "version"), ("hget", keys.table(match_id), "json")]
        )
        if version is None or stored is None:
            return
        table = decode_seat_table(stored)
        renamed = encode_renamed(table, players.names(store, players_in(table)))
        if renamed == stored:
            return
        writes = Writes()
        writes.add("HSET", keys.table(match_id), "json", renamed)
        if store.append(match_id, int(version), None, writes).outcome == "appended":
            return
    raise Busy("A match changes faster than a player can be renamed in it.")
