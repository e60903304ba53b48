"""Looking at real processes: waiting for what must become true, and asking what still runs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
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
    """Whether the process exists and is not a zombie that nobody has looked after."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return os.path.isdir("/proc") is False  # noqa: PTH112


def children_of(pid: int) -> list[int]:
    """The processes that ``pid`` has started and that still run, by Linux's own list."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        try:
            with open(f"/proc/{entry}/stat") as stat:  # noqa: PTH123
                fields = stat.read().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(entry))
    return found


def descendants_of(pid: int) -> list[int]:
    direct = children_of(pid)
    return [*direct, *(below for child in direct for below in descendants_of(child))]
