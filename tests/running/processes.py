"""Looking at real processes: waiting for what must become true, and asking what still runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 60
"""Far longer than anything takes: a test that reaches it has failed."""


def wait_for(condition: Callable[[], T], seconds: float = PATIENCE_SECONDS) -> T:
    """What ``condition`` returns once it is true."""
    give_up = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < give_up, f"still not true after {seconds} s"
        time.sleep(0.02)
    return found


def runs(pid: int) -> bool:
    """Whether the process exists and is not a zombie."""
    return _stat(pid)[0] != "Z"


def _stat(pid: int) -> list[str]:
    """What Linux says of a process, from its state and its parent on; of none that it is a zombie of nobody."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return ["Z", "0"]


def children_of(pid: int) -> list[int]:
    """The processes that ``pid`` has started and that still run."""
    everybody = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [other for other in everybody if (stat := _stat(other))[0] != "Z" and int(stat[1]) == pid]


def descendants_of(pid: int) -> list[int]:
    direct = children_of(pid)
    return [*direct, *(below for child in direct for below in descendants_of(child))]
