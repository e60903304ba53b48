"""The doorbell of a match: a job that has some worker look at the log. Losing one or ringing twice changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import redis
import structlog
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue

QUEUE: Final = "monkeys"
WAKE: Final = "workers.jobs.wake"
DEPART: Final = "workers.jobs.depart"
"""A job's name is all that ties a ring to the code that answers it."""

JOB_SECONDS = 30
"""A wake that takes longer is stopped; the sweeper rings again."""
_UNHEARD_SECONDS = 600
"""A ring that no worker heard for so long is forgotten: the sweeper rings while anything is due."""
_FAILED_SECONDS = 3600
"""How long a failed job can be looked at."""
_STORE_SECONDS = 1.0
"""A move does not wait longer than this for a queue that does not answer."""

_log = structlog.get_logger(__name__)


def connect_queue(url: str, *, timeout: float | None = _STORE_SECONDS) -> redis.Redis:
    """A client of the queue's store; nothing is sent again by itself. ``timeout``: seconds for each answer."""
    return redis.Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=timeout,
        socket_connect_timeout=_STORE_SECONDS,
        health_check_interval=30,
    )


class Doorbell:
    """``url``: of the queue's store."""

    def __init__(self, url: str) -> None:
        self._queue = Queue(QUEUE, connection=connect_queue(url), serializer="json", default_timeout=JOB_SECONDS)

    def ring(self, match_id: str) -> None:
        """Have a worker look at the match soon. A queue that cannot be reached is logged and otherwise ignored."""
        self.ring_many((match_id,))

    def ring_many(self, ids: Sequence[str], job: str = WAKE) -> bool:
        """``ring`` for each, in one trip, or for another ``job``; whether the queue took them."""
        try:
            self._queue.enqueue_many(_jobs(ids, job))
        except redis.RedisError as error:
            _log.warning("doorbell.not_rung", job=job, rings=len(ids), error=type(error).__name__)
            return False
        return True

    def waiting(self) -> int:
        """How many rings no worker has taken yet."""
        return self._queue.count


def _jobs(ids: Iterable[str], job: str) -> list[Any]:
    return [
        Queue.prepare_data(
            job,
            args=(each,),
            timeout=JOB_SECONDS,
            ttl=_UNHEARD_SECONDS,
            result_ttl=0,
            failure_ttl=_FAILED_SECONDS,
            description=job,
        )
        for each in ids
    ]
