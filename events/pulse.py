"""What workers and sweepers tell of themselves in the queue's store: that they live, and how late they wake matches."""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from events.doorbell import connect_queue

Role: TypeAlias = Literal["worker", "sweeper"]

ALIVE_SECONDS = 15
"""Who was silent for so long counts as dead."""
BEAT_SECONDS = 5

DELAY_BOUNDS_MS: Final = (10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000)

_ALIVE = "monkeys:alive"
_DELAYS = "monkeys:wake-delays"


class WakeDelays(NamedTuple):
    """How many wakes were at most so late, by ``DELAY_BOUNDS_MS`` and one more for the rest; not cumulative."""

    counts: tuple[int, ...]
    sum_ms: int


class Pulse:
    """``url``: of the queue's store."""

    def __init__(self, url: str) -> None:
        self._client = connect_queue(url)
        self._beaten: dict[str, float] = {}

    def beat(self, role: Role, name: str) -> None:
        """Tell that ``name`` is alive. Called more often than every ``BEAT_SECONDS``, it does nothing."""
        now, member = time.time(), f"{role}:{name}"
        if 0 <= now - self._beaten.get(member, 0) < BEAT_SECONDS:
            return
        with self._client.pipeline(transaction=False) as pipeline:
            pipeline.zadd(_ALIVE, {member: now})
            pipeline.zremrangebyscore(_ALIVE, 0, now - 10 * ALIVE_SECONDS)
            pipeline.execute()
        self._beaten[member] = now

    def alive(self, role: Role) -> int:
        """How many of ``role`` have beaten lately."""
        names = cast("list[bytes]", self._client.zrangebyscore(_ALIVE, time.time() - ALIVE_SECONDS, "+inf"))
        return sum(name.startswith(f"{role}:".encode()) for name in names)

    def woken(self, late_ms: int) -> None:
        """Count a wake that was served ``late_ms`` after it was due."""
        bucket = next((n for n, bound in enumerate(DELAY_BOUNDS_MS) if late_ms <= bound), len(DELAY_BOUNDS_MS))
        with self._client.pipeline(transaction=False) as pipeline:
            pipeline.hincrby(_DELAYS, str(bucket), 1)
            pipeline.hincrby(_DELAYS, "sum", late_ms)
            pipeline.execute()

    def delays(self) -> WakeDelays:
        stored = cast("dict[bytes, bytes]", self._client.hgetall(_DELAYS))
        counts = tuple(int(stored.get(str(n).encode(), 0)) for n in range(len(DELAY_BOUNDS_MS) + 1))
        return WakeDelays(counts, int(stored.get(b"sum", 0)))
