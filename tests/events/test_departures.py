"""A player who deletes the account: the name is nowhere any more, no match waits, and every match replays as ever."""

from __future__ import annotations

import json

import pytest
import redis

from domain.command import Resign, TakeSeat
from domain.table_events import SeatOffer
from events import keys, players, queries
from events.departures import LAST_PASS_MS, depart, departing, go_on
from events.errors import StoreUnavailable, TokenRevoked
from events.handler import Handler
from events.listings import lobby, player_matches
from events.rebuild import rebuild
from events.store import Store, connect
from tests.events.playing import ALL_GAMES, TINY, contents, follow_all, new_players, open_match

NAME = "Zaphod Beeblebrox"


def everything(url: str) -> bytes:
    """All keys and values of a real store, as they are dumped."""
    client = redis.Redis.from_url(url)
    return b"".join(key + (client.dump(key) or b"") for key in client.scan_iter("*")) + repr(
        contents(Store(client))
    ).encode("utf-8")


@pytest.fixture
def gone(store_url):
    """A player who hosts, waits, plays and has played; the rest of the world."""
    store = connect(store_url)
    handler = Handler(store, lambda match: None, games=ALL_GAMES)
    running, (zaphod, bo) = open_match(handler, store, NAME, "Bo", game=TINY)
    finished, _ = _match_of(handler, zaphod, bo)
    resign(handler, finished, bo)
    seats = [SeatOffer("reserved", zaphod), SeatOffer("open")]
    hosted = handler.open_table(zaphod, game=TINY, seats=seats).accepted.match
    waiting = handler.open_table(bo, game=TINY, seats=[SeatOffer("open"), SeatOffer("open")]).accepted.match
    handler.act(waiting, zaphod, lambda seat: TakeSeat(zaphod, None))
    follow_all(store)
    return store, handler, zaphod, bo, {"running": running, "finished": finished, "hosted": hosted, "waiting": waiting}


def _match_of(handler, host, guest):
    seats = [SeatOffer("reserved", host), SeatOffer("reserved", guest)]
    match = handler.open_table(host, game=TINY, seats=seats).accepted.match
    return match, handler.act(match, guest, lambda seat: TakeSeat(guest, None))


def resign(handler, match, player):
    handler.act(match, player, Resign)


def names_of(store, match, player=None):
    return queries.read_match(store, match, player).table.names


def status_of(store, match):
    return json.loads(queries.read_match(store, match, None).view)["status"]


def test_the_name_is_nowhere_in_the_store_any_more(gone, store_url) -> None:
    store, handler, zaphod, _, matches = gone
    assert NAME.encode() in everything(store_url)
    depart(store, zaphod)
    go_on(store, handler, zaphod)
    assert NAME.encode() not in everything(store_url)
    for match in matches.values():
        assert not {NAME} & set(names_of(store, match))
    assert names_of(store, matches["finished"])[0].startswith("Former player ")
    assert zaphod in str(queries.read_match(store, matches["finished"], None).view)


def test_no_match_waits_for_who_is_gone(gone) -> None:
    store, handler, zaphod, bo, matches = gone
    depart(store, zaphod)
    go_on(store, handler, zaphod)
    assert {name: status_of(store, match) for name, match in matches.items()} == {
        "running": "finished", "finished": "finished", "hosted": "cancelled", "waiting": "open",
    }  # fmt: skip
    assert names_of(store, matches["waiting"]) == [None, None]
    follow_all(store)
    assert player_matches(store, zaphod, status="running").matches == []
    assert [listed.summary.match for listed in lobby(store).matches] == [matches["waiting"]]
    assert player_matches(store, bo, to_move=True).matches == []


def test_all_tokens_are_revoked_and_the_key_that_made_the_player_shows_none_again(store_url) -> None:
    store = connect(store_url)
    asked = {"guest": True, "address": "a", "per_hour": 9, "idempotency_key": "a key of the player's own"}
    made = players.create_player(store, NAME, **asked)
    other = players.create_token(store, made.player.id, label="phone", at_most=9)
    depart(store, made.player.id)
    for token in (made.token, other.token):
        assert players.identify(store, token) is None
    with pytest.raises(TokenRevoked):
        players.create_player(store, NAME, **asked)


def test_every_other_viewer_gets_a_new_tag_for_the_new_name(gone) -> None:
    store, handler, zaphod, bo, matches = gone
    before = queries.read_match(store, matches["finished"], bo)
    depart(store, zaphod)
    go_on(store, handler, zaphod)
    after = queries.read_match(store, matches["finished"], bo)
    assert (after.entry, after.table.revision) == (before.entry, before.table.revision)
    assert after.table.mark != before.table.mark


def test_a_rebuilt_store_has_the_pseudonym_as_well(gone) -> None:
    store, handler, zaphod, _, _ = gone
    depart(store, zaphod)
    go_on(store, handler, zaphod)
    follow_all(store)
    before = contents(store)
    assert rebuild(store, lambda done, of: None, ALL_GAMES).problems == {}
    assert contents(store) == before


class Breaking(Store):
    """A store that stops answering after so many trips."""

    left = 0

    def run(self, *script):
        type(self).left -= 1
        if type(self).left < 0:
            raise StoreUnavailable("The store does not answer.")
        return super().run(*script)


def test_whatever_was_interrupted_is_gone_on_with(gone, store_url) -> None:
    store, _, zaphod, _, matches = gone
    depart(store, zaphod)
    broken = Breaking(redis.Redis.from_url(store_url))
    for trips in range(40):
        Breaking.left = trips
        handler = Handler(broken, lambda match: None, games=ALL_GAMES)
        handler._try = lambda attempt: attempt()
        try:
            go_on(broken, handler, zaphod)
        except StoreUnavailable:
            continue
        break
    assert trips > 3
    assert NAME.encode() not in everything(store_url)
    assert status_of(store, matches["running"]) == "finished"


def test_a_last_pass_comes_when_no_request_can_have_the_old_name_in_hand(clocked, clock, handler) -> None:
    [zaphod] = new_players(clocked, NAME)
    clock.now = 1_000_000
    depart(clocked, zaphod)
    depart(clocked, zaphod)
    assert departing(clocked) == [zaphod]
    go_on(clocked, handler, zaphod)
    assert departing(clocked) == []
    clock.now += LAST_PASS_MS
    assert departing(clocked) == [zaphod]
    table = handler.open_table(zaphod, game=TINY, seats=[SeatOffer("open"), SeatOffer("open")]).accepted.match
    stale = clocked.call("hget", keys.table(table), "json").replace(b"Former player " + zaphod[-4:].encode(), b"Z")
    clocked.call("hset", keys.table(table), "json", stale)
    follow_all(clocked)
    go_on(clocked, handler, zaphod)
    assert b"Z" not in clocked.call("hget", keys.table(table), "json")
    assert departing(clocked) == []
    clock.now += 10 * LAST_PASS_MS
    assert departing(clocked) == []


def test_a_player_whose_departure_was_cut_short_is_gone_all_the_same(clocked, clock, handler) -> None:
    [zaphod] = new_players(clocked, NAME)
    clock.now = 1_000_000
    clocked.call("zadd", keys.DEPARTING, {zaphod: clock.now})
    go_on(clocked, handler, zaphod)
    assert players.find_player(clocked, zaphod).name.startswith("Former player ")
    clock.now += LAST_PASS_MS
    go_on(clocked, handler, zaphod)
    clock.now += LAST_PASS_MS
    assert departing(clocked) == []


def test_a_seat_that_was_kept_is_kept_no_longer(clocked, handler) -> None:
    zaphod, bo = new_players(clocked, NAME, "Bo")
    seats = [SeatOffer("reserved", zaphod), SeatOffer("open")]
    match = handler.open_table(bo, game=TINY, seats=seats).accepted.match
    follow_all(clocked)
    depart(clocked, zaphod)
    go_on(clocked, handler, zaphod)
    view = json.loads(queries.read_match(clocked, match, None).view)
    assert [seat["offer"] for seat in view["seats"]] == [{"kind": "open"}] * 2


def test_who_never_was_does_not_depart(clocked, handler) -> None:
    go_on(clocked, handler, "p_aaaaaaaaaaaaaaaa")
    assert clocked.call("keys", "player:*") == []
