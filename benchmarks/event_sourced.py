"""The same events in the aggregates of the package ``eventsourcing``, replayed by its repository from memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Log(Aggregate):
    """Counts its events and keeps the last one: less than any game has to do."""

    def __init__(self) -> None:
        self.events = 0
        self.last: Any = None

    @event("Recorded")
    def record(self, fact: Mapping[str, Any]) -> None:
        self.events += 1
        self.last = fact


class Logs:
    """As many aggregates as logs, in the package's own store in memory, which is the fastest that it has."""

    def __init__(self, logs: Iterable[Iterable[Mapping[str, Any]]]) -> None:
        """``logs``: of JSON objects, one for each event."""
        self._application: Application[UUID] = Application(env={"PERSISTENCE_MODULE": "eventsourcing.popo"})
        self._ids = list(self._saved(logs))

    def _saved(self, logs: Iterable[Iterable[Mapping[str, Any]]]) -> Iterator[UUID]:
        for facts in logs:
            log = Log()
            for fact in facts:
                log.record(fact)
            self._application.save(log)
            yield log.id

    def replay(self) -> int:
        """How many events all logs have."""
        logs = (self._application.repository.get(log_id) for log_id in self._ids)
        return sum(log.events for log in logs if isinstance(log, Log))
