"""Work that computes for long, done where other requests go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import gevent
from gevent import monkey

T = TypeVar("T")


def off_the_loop(work: Callable[[], T]) -> T:
    """What ``work`` returns: under gevent from a thread of its own, since one greenlet would hold up all others."""
    if not monkey.is_module_patched("threading"):
        return work()
    done: T = gevent.get_hub().threadpool.apply(work)
    return done
