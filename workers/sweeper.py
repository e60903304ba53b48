"""The sweeper: has every match woken when its time has come, whatever became of earlier rings; follows the feeds."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

import redis
import structlog

from events.departures import departing
from events.doorbell import DEPART, Doorbell
from events.errors import StoreFailure
from events.follower import follow
from events.pulse import Pulse
from events.store import Store
from events.wakes import Wakes, read_wakes

LONGEST_SLEEP_MS = 1_000
BUSY_SLEEP_MS = 50
"""The longest sleep while matches are played, since a move may set a wake that is earlier than all known before."""
SHORTEST_SLEEP_MS = 20

RING_AGAIN_MS = 1_000
_QUICK_RINGS = 5
"""So many rings for the same wake are a second apart; then the time between them doubles each time, up to this."""
RING_AGAIN_AT_MOST_MS = 10_000
RING_LATE_WORKERS_MS = 60_000
"""How often workers that are just late are reminded, in case that their queue holds other rings than it should."""

_log = structlog.get_logger(__name__)


class Rung(NamedTuple):
    """The rings for one wake time of a match: how many, and when the last was, in ms."""

    wake: int
    times: int
    at: int


def to_ring(wakes: Wakes, rung: Mapping[str, Rung], waiting: int) -> dict[str, Rung]:
    """The matches to ring for now, with what is to be remembered of each.

    A wake that had come already when it was set was rung for by whoever set it, or is done by the same worker; any
    other is rung for once. If it is still due a second later, the ring may be lost: it is rung for again, unless the
    queue holds at least as many rings (``waiting``) as matches are due, since workers are just late then.
    """
    late = waiting >= len(wakes.due)
    chosen: dict[str, Rung] = {}
    for match_id, wake in wakes.due.items():
        last = rung.get(match_id)
        if last is None or last.wake != wake.at:
            if wake.at > wake.set_at or wakes.now - wake.at >= RING_AGAIN_MS:
                chosen[match_id] = Rung(wake.at, 1, wakes.now)
            continue
        doubled = RING_AGAIN_MS << max(0, last.times - _QUICK_RINGS)
        if wakes.now - last.at >= (RING_LATE_WORKERS_MS if late else min(doubled, RING_AGAIN_AT_MOST_MS)):
            chosen[match_id] = Rung(wake.at, last.times + 1, wakes.now)
    return chosen


def sleep_ms(wakes: Wakes) -> int:
    """How long nothing can be due, as far as anybody knows."""
    longest = BUSY_SLEEP_MS if wakes.due or wakes.fed else LONGEST_SLEEP_MS
    if wakes.next_at is None:
        return longest
    return max(SHORTEST_SLEEP_MS, min(longest, wakes.next_at - wakes.now))


class Sweeper:
    def __init__(self, store: Store, doorbell: Doorbell, pulse: Pulse) -> None:
        self._store = store
        self._doorbell = doorbell
        self._pulse = pulse
        self._rung: dict[str, Rung] = {}
        self._departing: dict[str, int] = {}
        self._name = uuid.uuid4().hex

    def sweep(self) -> int:
        """Ring for what is due and follow the feeds, once; how many ms to sleep. ``StoreFailure``, ``RedisError``."""
        wakes = read_wakes(self._store)
        self._rung = {match_id: rung for match_id, rung in self._rung.items() if match_id in wakes.due}
        if wakes.due:
            chosen = to_ring(wakes, self._rung, self._doorbell.waiting())
            if chosen and self._doorbell.ring_many(list(chosen)):
                self._rung |= chosen
        for shard in wakes.fed:
            follow(self._store, shard)
        self._ring_for_departing(wakes.now)
        self._pulse.beat("sweeper", self._name)
        return sleep_ms(wakes)

    def _ring_for_departing(self, now: int) -> None:
        gone = departing(self._store)
        self._departing = {player: at for player, at in self._departing.items() if player in gone}
        chosen = [player for player in gone if now - self._departing.get(player, 0) >= RING_AGAIN_AT_MOST_MS]
        if chosen and self._doorbell.ring_many(chosen, DEPART):
            self._departing |= dict.fromkeys(chosen, now)

    def run(self) -> NoReturn:
        """Sweep for ever. A store that does not answer is asked again every second."""
        while True:
            try:
                pause = self.sweep()
            except (StoreFailure, redis.RedisError) as error:
                _log.warning("sweeper.failed", error=type(error).__name__)
                pause = LONGEST_SLEEP_MS
            time.sleep(pause / 1000)
