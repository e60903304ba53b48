"""One process that starts the store, the web server, workers and the sweeper, restarts what falls, and stops all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TypeAlias

import structlog

from events.embedded import EmbeddedStore
from events.processes import tied_to_parent

Process: TypeAlias = "subprocess.Popen[bytes]"

_LOOK_SECONDS = 0.05
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 5.0
_STEADY_SECONDS = 10.0
"""What has run for so long is started again at once when it falls."""
_GRACE_SECONDS = 12.0
"""Longer than the web server and a worker take to finish what they have begun."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Child:
    """``start`` starts the process anew. ``not_before``: the monotonic time of the next start, in seconds."""

    name: str
    start: Callable[[], Process]
    process: Process | None = None
    started: float = 0.0
    falls: int = 0
    not_before: float = 0.0

    def tend(self, now: float) -> None:
        """Start the process if it does not run and its pause is over."""
        if self.process is not None:
            code = self.process.poll()
            if code is None:
                return
            self.falls = 0 if now - self.started >= _STEADY_SECONDS else self.falls + 1
            pause = 0.0 if self.falls == 0 else _FIRST_PAUSE_SECONDS * 2 ** (self.falls - 1)
            self.not_before = now + min(pause, _LONGEST_PAUSE_SECONDS)
            _log.warning("child.fell", child=self.name, code=code)
            # What it leaves behind would still hold its port.
            _kill_session(self.process)
            self.process = None
        if now >= self.not_before:
            self.process = self.start()
            self.started = now


def command(arguments: Sequence[str], environment: Mapping[str, str]) -> Callable[[], Process]:
    """How to start a Python program in a session of its own, with ``environment`` on top of this process's own."""

    def start() -> Process:
        return subprocess.Popen(  # noqa: S603 - nothing in the arguments comes from outside
            [sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            env={**os.environ, **environment},
            # Ctrl-C in a terminal reaches the supervisor alone, which stops everything in its order.
            start_new_session=True,
            preexec_fn=tied_to_parent(),  # noqa: PLW1509 - it calls the kernel and takes no lock
        )

    return start


def supervise(
    stores: Sequence[EmbeddedStore], children: Sequence[Child], ready: Callable[[], bool], announce: Callable[[], None]
) -> None:
    """Keep ``children`` running until SIGTERM or Ctrl-C, a second of which does not wait for anything to be finished.

    ``stores``: those that the children need, already started; they are stopped last. ``announce`` is called once, when
    ``ready``.
    """
    asked = 0

    def ask(sent: int, frame: FrameType | None) -> None:
        # Only a number changes here: an exception could come while a child is being started, and lose it.
        nonlocal asked
        asked += 1

    before = {sent: signal.signal(sent, ask) for sent in (signal.SIGTERM, signal.SIGINT)}
    kept = [*(Child(store.name, store.launch, store.process, time.monotonic()) for store in stores), *children]
    announced = False
    try:
        while not asked:
            for child in kept:
                child.tend(time.monotonic())
            if not announced and ready():
                announce()
                announced = True
            time.sleep(_LOOK_SECONDS)
    finally:
        _stop(children, lambda: asked > 1)
        for store in stores:
            store.close()
        for sent, handler in before.items():
            signal.signal(sent, handler)


def _stop(children: Sequence[Child], hurry: Callable[[], bool]) -> None:
    running = [child.process for child in children if child.process is not None]
    for process in running:
        process.terminate()
    give_up = time.monotonic() + _GRACE_SECONDS
    while any(process.poll() is None for process in running) and time.monotonic() < give_up and not hurry():
        time.sleep(_LOOK_SECONDS)
    for process in running:
        if process.poll() is None:
            _kill_session(process)
            process.wait()


def _kill_session(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
