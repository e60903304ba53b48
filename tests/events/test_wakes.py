from __future__ import annotations

from events import keys
from events.store import connect
from events.wakes import read_wakes, wake_of

NOW = 1_000_000


def match(shard, letter="a"):
    return shard + letter * 20


def set_wake(store, match_id, at):
    store.client.zadd(keys.wake(keys.shard(match_id)), {match_id: at})
    store.client.hset(keys.head(match_id), "at", at - 2)


def test_due_and_coming_wakes_of_all_shards(store_url):
    store = connect(store_url, clock=lambda: NOW)
    for shard, at in (("00", NOW - 5), ("3f", NOW), ("01", NOW + 1), ("02", NOW + 7)):
        set_wake(store, match(shard), at)
    wakes = read_wakes(store)
    assert wakes.due == {match("00"): (NOW - 5, NOW - 7), match("3f"): (NOW, NOW - 2)}
    assert (wakes.now, wakes.next_at, wakes.fed) == (NOW, NOW + 1, [])


def test_nothing_is_due_in_an_empty_store(store_url):
    assert read_wakes(connect(store_url, clock=lambda: NOW)) == (NOW, {}, None, [])


def test_shards_with_something_to_follow_are_named(store_url):
    store = connect(store_url)
    store.client.xadd(keys.feed("0a"), {"m": match("0a")})
    assert read_wakes(store).fed == ["0a"]


def test_the_wake_of_one_match(store_url):
    store = connect(store_url)
    set_wake(store, match("05"), NOW + 3)
    assert (wake_of(store, match("05")), wake_of(store, match("06"))) == (NOW + 3, None)
