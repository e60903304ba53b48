from __future__ import annotations

import os
import signal

import pytest
import redis

import events.embedded
from events.embedded import EmbeddedStore, FolderInUse, StoreNotStarted


def client(store, database=0):
    return redis.Redis.from_url(store.url(database))


def test_what_was_acknowledged_is_there_after_kill_minus_nine(tmp_path):
    with EmbeddedStore(tmp_path) as store:
        client(store).set("key", "value")
        os.kill(store.process.pid, signal.SIGKILL)
        store.process.wait()
        assert not store.ready()
        store.start()
        assert client(store).get("key") == b"value"


def test_the_data_is_there_the_next_time(tmp_path):
    for number in range(3):
        with EmbeddedStore(tmp_path) as store:
            assert client(store).incr("starts") == number + 1


def test_it_persists_and_never_evicts(tmp_path):
    with EmbeddedStore(tmp_path, maxmemory=8_000_000) as store:
        config = client(store).config_get("*")
    chosen = {key: config[key] for key in ("appendonly", "appendfsync", "maxmemory-policy", "maxmemory", "port")}
    assert chosen == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "maxmemory": "8000000",
        "port": "0",
    }


def test_two_stores_never_share_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(events.embedded, "_LOCK_SECONDS", 0.1)
    with EmbeddedStore(tmp_path) as store:
        with pytest.raises(FolderInUse):
            EmbeddedStore(tmp_path).start()
        assert store.ready()
    with EmbeddedStore(tmp_path) as store:
        assert store.ready()


def test_a_folder_with_a_long_path_works_and_leaves_nothing_elsewhere(tmp_path):
    folder = tmp_path / ("x" * 90) / ("y" * 90)
    with EmbeddedStore(folder) as store:
        assert client(store).ping()
        elsewhere = store.socket.parent
        assert elsewhere != folder
    assert not elsewhere.exists()


def test_a_store_that_cannot_start_says_where_its_log_is(tmp_path):
    (tmp_path / "appendonlydir").write_text("not a folder")
    with pytest.raises(StoreNotStarted, match=r"store\.log"):
        EmbeddedStore(tmp_path).start()


def test_only_this_user_may_connect_or_read_the_data(tmp_path):
    with EmbeddedStore(tmp_path / "data") as store:
        assert store.socket.stat().st_mode & 0o077 == 0
        assert store.folder.stat().st_mode & 0o077 == 0
