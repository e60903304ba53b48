from __future__ import annotations

from random import Random

import pytest

from domain.command import CancelTable, Prefer, VacateSeat
from domain.table_events import SeatOffer
from events import keys
from events.handler import Handler
from events.opening import invitation
from events.rebuild import rebuild
from events.store import Store
from tests.events.playing import (
    ALL_GAMES,
    NO_DELAY,
    TINY,
    Clock,
    contents,
    follow_all,
    new_players,
    open_match,
    play,
    play_at_random,
    seeded_bytes,
    sit,
    view_of,
)

DERIVED = ("head", "receipts", "table", "snapshot", "views", "log")
SPANNING = ("wake", "lobby", "matches", "played", "won")


@pytest.fixture
def world(store) -> tuple[Handler, dict[str, str], list[str]]:
    """Matches in every phase, with what spans them followed."""
    clock = Clock(1_000_000)
    store._clock = clock
    handler = Handler(store, lambda match: None, games=ALL_GAMES, random_bytes=seeded_bytes(1))
    ann, bo, cy = players = new_players(store, "Ann", "Bo", "Cy")
    matches = {}
    result = handler.open_table(
        ann, game=TINY, seats=[SeatOffer("invited"), SeatOffer("open")], visibility="private", idempotency_key="k"
    )
    matches["open"] = result.accepted.match
    sit(handler, matches["open"], bo, invite=invitation(result.codes[0]))
    handler.act(matches["open"], bo, lambda seat: Prefer(seat, {"habit": "rock"}), "preference")
    handler.act(matches["open"], bo, lambda own: VacateSeat(bo, 0))
    sit(handler, matches["open"], cy, invite=invitation(result.codes[0]))
    matches["cancelled"] = handler.open_table(ann, game=TINY, seats=[SeatOffer("open")] * 2).accepted.match
    handler.act(matches["cancelled"], ann, lambda own: CancelTable(ann))
    bots = [SeatOffer("bot", bot="sensible")]
    matches["running"], _ = open_match(handler, store, "Ann", "Bo", bots=bots, options={"fast_pass": False})
    play_at_random(handler, store, matches["running"], [ann, bo], Random(1), at_most=15, clock=clock)
    matches["finished"], _ = open_match(handler, store, "Bo", "Cy", game=TINY)
    play_at_random(handler, store, matches["finished"], [bo, cy], Random(1), clock=clock)
    follow_all(store)
    return handler, matches, players


def derived(name: str) -> bool:
    parts = name.split(":")
    return (parts[1] == "m" and parts[3] in DERIVED) or any(part in SPANNING for part in parts)


def test_everything_derived_is_the_same_byte_for_byte(store, world) -> None:
    _, matches, _ = world
    before = contents(store)
    lifetimes = {name: store.client.ttl(name) for name in before}
    assert rebuild(store, lambda done, of: None, ALL_GAMES).problems == {}
    assert contents(store) == before
    for name, lifetime in lifetimes.items():
        assert abs(store.client.ttl(name) - lifetime) <= 5
    gone = [name for name in before if derived(name)]
    assert len(gone) > 40
    for name in gone:
        store.call("delete", name)
    told = []
    rebuilt = rebuild(store, lambda done, of: told.append((done, of)), ALL_GAMES)
    assert (rebuilt.matches, rebuilt.problems) == (len(matches), {})
    assert told == [(done, len(matches)) for done in range(len(matches) + 1)]
    assert contents(store) == before


def test_whatever_was_added_or_changed_is_put_right(store, world) -> None:
    _, matches, (ann, *_) = world
    before = contents(store)
    running = matches["running"]
    store.call("hset", keys.views(running), "0", b"{}")
    store.call("xadd", keys.log(running, None), {"j": "{}"}, id="99999-0")
    store.call("zadd", keys.lobby("running"), {"0000000000001.nothing.x.2": 0})
    store.call("zadd", keys.wake("00"), {"no match": 5})
    store.call("hset", keys.receipts(running), "0-999", "x 1")
    store.call("hset", keys.table(running), "p:p_spy", "0")
    store.call("sadd", keys.played(ann, TINY), "no match")
    rebuild(store, lambda done, of: None, ALL_GAMES)
    assert contents(store) == before


def test_play_goes_on_after_a_rebuild(store, world) -> None:
    handler, matches, players = world
    rebuild(store, lambda done, of: None, ALL_GAMES)
    for fresh in (handler, Handler(store, lambda match: None, games=ALL_GAMES)):
        play_at_random(fresh, store, matches["running"], players[:2], Random(2), at_most=3, clock=store._clock)
    assert handler._loader.load(matches["running"]).held.loaded == fresh._loader.load(matches["running"]).held.loaded


def test_a_match_that_is_played_meanwhile_is_rebuilt_as_it_is_then(store, world, monkeypatch) -> None:
    handler, *_ = world
    match_id, (ann, _) = open_match(handler, store, "Ann", "Bo", game=TINY)
    original, moved = Store.append, []

    def append(self, match, version, command_id, writes):
        if match == match_id and command_id is None and not moved:
            moved.append(1)
            play(handler, match_id, ann, "0-1", {"type": "throw", "throw": "rock"})
        return original(self, match, version, command_id, writes)

    monkeypatch.setattr(Store, "append", append)
    rebuild(store, lambda done, of: None, ALL_GAMES)
    assert moved
    assert view_of(store, match_id, ann)["entry"] == 3
    assert len(store.client.xrange(keys.log(match_id, 0))) == 3


def test_what_cannot_be_rebuilt_is_named_and_left_as_it_is(store, world) -> None:
    _, matches, _ = world
    store.call("delete", keys.secret(matches["running"]))
    store.call("xadd", keys.events(matches["finished"]), {"j": b'{"schema":1,"version":'}, id="9999-0")
    before = {name: value for name, value in contents(store).items() if matches["finished"] in name}
    rebuilt = rebuild(store, lambda done, of: None, ALL_GAMES)
    assert set(rebuilt.problems) == {matches["running"], matches["finished"]}
    assert "secret" in rebuilt.problems[matches["running"]]
    assert {name: value for name, value in contents(store).items() if matches["finished"] in name} == before


def test_a_table_that_was_opened_with_delays_keeps_its_wake(store) -> None:
    handler = Handler(store, lambda match: None, games=ALL_GAMES)
    seats = [SeatOffer("bot", bot="copycat")] * 2
    slow = handler.open_table("p_host", game=TINY, seats=seats).accepted.match
    quick = handler.open_table("p_host", game=TINY, seats=seats, bot_delay_ms=NO_DELAY).accepted.match
    before = [store.load(match_id, 0).wake for match_id in (slow, quick)]
    rebuild(store, lambda done, of: None, ALL_GAMES)
    assert [store.load(match_id, 0).wake for match_id in (slow, quick)] == before
