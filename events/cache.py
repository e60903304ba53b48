"""Matches that a process keeps in memory between commands, the least recently used forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from events.codec import Loaded


class MatchCache:
    """``size``: at most so many matches. What is in it is never changed, so that threads may share it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._matches: OrderedDict[str, Loaded[Any]] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: str) -> Loaded[Any] | None:
        with self._lock:
            loaded = self._matches.get(match_id)
            if loaded is not None:
                self._matches.move_to_end(match_id)
            return loaded

    def put(self, match_id: str, loaded: Loaded[Any]) -> None:
        with self._lock:
            held = self._matches.get(match_id)
            if held is None or held.version < loaded.version:
                self._matches[match_id] = loaded
            self._matches.move_to_end(match_id)
            while len(self._matches) > self._size:
                self._matches.popitem(last=False)
