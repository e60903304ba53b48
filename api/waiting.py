"""How many requests that take long may be in hand at a time, by whoever asks."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Waiting:
    """``at_most``: such requests of one player or address in this process."""

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._lock = threading.Lock()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, who: str) -> Iterator[bool]:
        """Whether ``who`` may wait now; a place that was given is given back at the end."""
        with self._lock:
            given = self._waiting[who] < self._at_most
            self._waiting[who] += given
        try:
            yield given
        finally:
            if given:
                with self._lock:
                    self._waiting[who] -= 1
                    if not self._waiting[who]:
                        del self._waiting[who]
