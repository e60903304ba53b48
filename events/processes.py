"""Child processes that do not outlive what started them. Only Linux can promise it; elsewhere these do nothing."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from functools import partial

_PR_SET_PDEATHSIG = 1

# Loaded before any fork, so that a child takes no lock of the loader's.
_PRCTL: Callable[[int, int], int] | None = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def die_with(parent: int, sent: signal.Signals = signal.SIGTERM) -> None:
    """Have the kernel send this process ``sent`` when ``parent``, the process that started it, has ended."""
    if _PRCTL is None:
        return
    _PRCTL(_PR_SET_PDEATHSIG, sent)
    if os.getppid() != parent:
        os.kill(os.getpid(), sent)


def tied_to_parent(sent: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """The same as a ``preexec_fn``, for programs that do not do it themselves."""
    return partial(die_with, os.getpid(), sent)
