"""Child processes that do not outlive what started them."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

_PR_SET_PDEATHSIG = 1
_WATCH_SECONDS = 0.5


def _prctl() -> Callable[[int, int], int] | None:
    """The Linux call, loaded before any fork so that a child needs no memory for it."""
    return ctypes.CDLL(None).prctl if sys.platform == "linux" else None


_PRCTL = _prctl()


def _tie(parent: int, sent: int) -> None:
    if _PRCTL is None:
        return
    _PRCTL(_PR_SET_PDEATHSIG, sent)
    if os.getppid() != parent:
        os.kill(os.getpid(), sent)


def tied_to_parent(sent: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """A ``preexec_fn``: the kernel sends the child ``sent`` when the calling thread ends. Does nothing but on Linux."""
    return partial(_tie, os.getpid(), sent)


def die_with(parent: int, sent: signal.Signals = signal.SIGTERM) -> None:
    """Send this process ``sent`` when its ``parent`` has ended, even if the parent was killed."""
    if _PRCTL is not None:
        _tie(parent, sent)
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH_SECONDS)
        os.kill(os.getpid(), sent)

    threading.Thread(target=watch, daemon=True, name="parent-watch").start()
