"""The jobs that workers do, by the names under which they are rung for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from events import keys
from events.departures import go_on
from events.doorbell import DEPART, WAKE, Doorbell
from events.handler import Handler
from events.pulse import Pulse
from events.settings import read_settings
from events.store import Store, connect
from events.wakes import wake_of


class Tools(NamedTuple):
    """What jobs work with, made once in a worker and taken over by its children."""

    store: Store
    handler: Handler
    pulse: Pulse


@functools.cache
def tools() -> Tools:
    """From the environment of the process. A connection is made when it is first used, so each child has its own."""
    settings = read_settings()
    store = connect(settings.redis_url, cluster=settings.redis_cluster)
    handler = Handler(store, Doorbell(settings.queue_url).ring, settings=settings)
    return Tools(store, handler, Pulse(settings.queue_url))


def wake(match_id: object) -> None:
    """Do all that the server owes the match by now: bots' answers, closed windows, expired decisions and tables."""
    if not isinstance(match_id, str) or not keys.is_match_id(match_id):
        raise ValueError("not the id of a match")
    store, handler, pulse = tools()
    due = wake_of(store, match_id)
    settled = handler.settle(match_id)
    if due is not None and due <= settled.now:
        pulse.woken(settled.now - due)
    while settled.due:
        settled = handler.settle(match_id)


def depart(player_id: object) -> None:
    """Have a player who has deleted the account leave all matches, and the name vanish from them."""
    if not isinstance(player_id, str) or not keys.is_player_id(player_id):
        raise ValueError("not the id of a player")
    store, handler, _ = tools()
    go_on(store, handler, player_id)


JOBS: Mapping[str, Callable[..., None]] = MappingProxyType({WAKE: wake, DEPART: depart})
