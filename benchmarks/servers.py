"""A store of its own, and web servers on it: the project's and a bare one, both run as `monkeys web` runs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.embedded import EmbeddedStore, Fsync
from events.processes import tied_to_parent

OURS = ("-m", "api.cli", "web")
BARE = ("-m", "gunicorn", "--config", "python:api.gunicorn_config", "benchmarks.bare:application()")

_WEB_PROCESSES = 2
_ROOM = {
    "MONKEYS_GUESTS_PER_ADDRESS": "1000",
    "MONKEYS_OPEN_TABLES_PER_PLAYER": "100000",
    "MONKEYS_TABLES_PER_PLAYER_PER_HOUR": "100000",
    "MONKEYS_RUNNING_MATCHES_PER_PLAYER": "100000",
}
_PATIENCE_S = 30.0


@contextmanager
def embedded_store(fsync: Fsync = "always") -> Iterator[EmbeddedStore]:
    with (
        tempfile.TemporaryDirectory(prefix="monkeys-bench-") as folder,
        EmbeddedStore(Path(folder), fsync=fsync) as store,
    ):
        yield store


@contextmanager
def web_server(store: EmbeddedStore, program: tuple[str, ...]) -> Iterator[int]:
    """The port at which ``program`` serves, with all its settings but limits as they are by default."""
    port = _free_port()
    outside = {key: value for key, value in os.environ.items() if not key.startswith(("MONKEYS_", "REDIS_", "QUEUE_"))}
    settings = {
        "REDIS_URL": store.url(),
        "QUEUE_REDIS_URL": store.url(1),
        "MONKEYS_PORT": str(port),
        "MONKEYS_WEB_PROCESSES": str(_WEB_PROCESSES),
        **_ROOM,
    }
    with (store.folder / f"{port}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *program],
            env={**outside, **settings},
            stdout=log,
            stderr=log,
            preexec_fn=tied_to_parent(),  # noqa: PLW1509 - it calls the kernel and takes no lock
        )
    try:
        _wait_until_reached(process, port)
        yield port
    finally:
        process.terminate()
        process.wait(_PATIENCE_S)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_until_reached(process: subprocess.Popen[bytes], port: int) -> None:
    give_up = time.monotonic() + _PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError("A web server did not start.") from None
            time.sleep(0.05)
        else:
            return
