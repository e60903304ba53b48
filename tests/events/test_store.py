from __future__ import annotations

import threading

import pytest
import redis

from events import keys
from events.embedded import EmbeddedStore
from events.errors import StoreFull, StoreUnavailable
from events.store import Store, Writes, connect

MATCH = "2a" + "a" * 20
OTHER = "01" + "b" * 20


def commit(version: int, *, receipt: str | None = None) -> Writes:
    writes = Writes()
    writes.add("XADD", keys.events(MATCH), f"{version}-0", "j", f"commit {version}")
    writes.add("HSET", keys.head(MATCH), "version", version, "status", "open", "game", "g")
    if receipt is not None:
        writes.add("HSET", keys.receipts(MATCH), receipt, "digest 1")
    return writes


def test_an_append_at_the_expected_version_writes_everything(store: Store) -> None:
    writes = commit(1, receipt="open")
    writes.add("ZADD", keys.wake(keys.shard(MATCH)), 1234, MATCH)
    writes.add("SET", keys.secret(MATCH), b"\x00\xff secret")
    writes.add("HSET", keys.table(MATCH), "json", b"{}", "p:p_a", "0")
    assert store.append(MATCH, 0, "open", writes).outcome == "appended"
    parts = store.load(MATCH, 0)
    assert (parts.version, parts.game, parts.wake) == (1, "g", 1234)
    assert (parts.secret, parts.table, parts.snapshot) == (b"\x00\xff secret", b"{}", None)
    assert parts.tail == [b"commit 1"]


def test_an_append_at_another_version_writes_nothing(store: Store) -> None:
    store.append(MATCH, 0, None, commit(1))
    for expected in (0, 2):
        assert store.append(MATCH, expected, "again", commit(2, receipt="again")).outcome == "conflict"
    parts = store.load(MATCH, 0)
    assert (parts.version, parts.tail) == (1, [b"commit 1"])
    assert store.call("hlen", keys.receipts(MATCH)) == 0


def test_a_command_that_was_done_before_gives_its_receipt_whatever_the_version(store: Store) -> None:
    store.append(MATCH, 0, "1-1", commit(1, receipt="1-1"))
    for expected in (0, 1):
        repeated = store.append(MATCH, expected, "1-1", commit(2, receipt="1-1"))
        assert (repeated.outcome, repeated.receipt) == ("repeated", b"digest 1")
    assert store.load(MATCH, 0).version == 1


def test_a_load_brings_only_what_is_not_folded_yet(store: Store) -> None:
    for version in range(1, 6):
        store.append(MATCH, version - 1, None, commit(version))
    assert store.load(MATCH, 3).tail == [b"commit 4", b"commit 5"]
    assert store.load(MATCH, 5).tail == []
    assert len(store.load(MATCH, 0).tail) == 5


def test_a_load_prefers_the_snapshot_to_the_stream(store: Store) -> None:
    for version in range(1, 6):
        store.append(MATCH, version - 1, None, commit(version))
    writes = commit(6)
    writes.add("HSET", keys.snapshot(MATCH), "version", 4, "state", b"\x93 state")
    store.append(MATCH, 5, None, writes)
    parts = store.load(MATCH, 0)
    assert (parts.snapshot, parts.tail) == (b"\x93 state", [b"commit 5", b"commit 6"])
    assert store.load(MATCH, 5).snapshot is None


def test_who_has_folded_more_than_the_store_has_starts_anew(store: Store) -> None:
    store.append(MATCH, 0, None, commit(1))
    assert store.load(MATCH, 7).tail == [b"commit 1"]


def test_a_match_that_does_not_exist_has_version_0(store: Store) -> None:
    parts = store.load(OTHER, 0)
    assert (parts.version, parts.secret, parts.table, parts.wake, parts.tail) == (0, None, None, None, [])


def test_the_time_of_the_store_is_in_ms(store: Store) -> None:
    now = store.now()
    assert 1_700_000_000_000 < now < 4_000_000_000_000
    assert now <= store.load(OTHER, 0).now <= now + 60_000


def test_an_injected_clock_replaces_the_time_of_the_store(store: Store) -> None:
    clocked = Store(store.client, clock=lambda: 42)
    assert (clocked.now(), clocked.load(OTHER, 0).now) == (42, 42)


def test_scripts_are_sent_again_to_a_store_that_has_forgotten_them(store: Store) -> None:
    store.append(MATCH, 0, None, commit(1))
    store.client.script_flush()
    assert store.append(MATCH, 1, None, commit(2)).outcome == "appended"
    assert store.load(MATCH, 0).version == 2


def test_waiting_for_an_entry_ends_when_it_comes(real_store: Store) -> None:
    key = keys.log(MATCH, None)
    assert not real_store.wait_for(key, 0, 20)
    writer = threading.Timer(0.05, lambda: real_store.client.xadd(key, {"j": "x"}, id="1-0"))
    writer.start()
    assert real_store.wait_for(key, 0, 30_000)
    writer.join()
    assert real_store.wait_for(key, 0, 30_000)
    assert not real_store.wait_for(key, 1, 20)


def test_parallel_appends_at_one_version_write_one_commit(real_store: Store) -> None:
    outcomes = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(real_store.append(MATCH, 0, None, commit(1)).outcome))
        for _ in range(50)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["appended"] + ["conflict"] * 49


def test_a_full_store_takes_nothing_and_still_reads(embedded_store: EmbeddedStore, real_store: Store) -> None:
    real_store.append(MATCH, 0, None, commit(1))
    admin = redis.Redis.from_url(embedded_store.url())
    admin.config_set("maxmemory", 1)
    try:
        writes = commit(2, receipt="1-1")
        writes.add("DEL", keys.snapshot(MATCH))
        with pytest.raises(StoreFull):
            real_store.append(MATCH, 1, "1-1", writes)
        parts = real_store.load(MATCH, 0)
        assert (parts.version, parts.tail) == (1, [b"commit 1"])
        assert real_store.call("exists", keys.receipts(MATCH)) == 0
    finally:
        admin.config_set("maxmemory", 0)


def test_a_store_that_cannot_be_reached_is_unavailable() -> None:
    store = connect("redis://127.0.0.1:1")
    for ask in (store.now, lambda: store.load(MATCH, 0), lambda: store.append(MATCH, 0, None, commit(1))):
        with pytest.raises(StoreUnavailable) as raised:
            ask()
        assert "127.0.0.1" not in str(raised.value)


def test_a_cluster_that_cannot_be_reached_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable) as raised:
        connect("redis://127.0.0.1:1", cluster=True)
    assert "127.0.0.1" not in str(raised.value)


def test_no_client_sends_anything_twice_by_itself(store_url: str) -> None:
    store = connect(store_url)
    for client in (store.client, store.waiting):
        assert client.get_retry().get_retries() == 0
        assert client.connection_pool.make_connection().retry.get_retries() == 0
