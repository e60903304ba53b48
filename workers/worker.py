"""The worker: takes rings from the queue and answers each in a child process, by the project's own named jobs alone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import redis
from redis.client import Pipeline
from rq import Queue, Worker
from rq.job import Job, JobStatus

from events.doorbell import QUEUE, connect_queue
from events.processes import die_with
from events.pulse import BEAT_SECONDS, Pulse
from workers.jobs import JOBS, tools

_TTL_SECONDS = 20
"""RQ waits for a job 15 seconds less than this and then says that the worker is alive."""


class ForeignJob(Exception):
    """A job that is not one of the project's own; nothing of it was imported or run."""


class NamedJob(Job):
    """A job whose function is looked up in ``JOBS``.

    What else a job may name is ignored, since RQ would import and call it, or send a request to it.
    """

    @property
    def func(self) -> Callable[..., None]:
        job = JOBS.get(self.func_name) if isinstance(self.func_name, str) else None
        if job is None:
            raise ForeignJob("a job of this name is not known")
        return job

    @property
    def success_callback(self) -> None:
        return None

    @property
    def failure_callback(self) -> None:
        return None

    @property
    def stopped_callback(self) -> None:
        return None

    def send_webhooks(self, status: str | JobStatus, *, exc_string: str | None = None) -> None:
        pass


class WakeWorker(Worker):
    """Takes no commands over the store, tells that it is alive, and leaves no child behind."""

    job_class = NamedJob
    max_connection_wait_time = 1.0

    def __init__(self, client: redis.Redis, pulse: Pulse) -> None:
        super().__init__(
            [Queue(QUEUE, connection=client, serializer="json", job_class=NamedJob)],
            connection=client,
            serializer="json",
            worker_ttl=_TTL_SECONDS,
            job_monitoring_interval=BEAT_SECONDS,
            log_job_description=False,
        )
        self._pulse = pulse

    def subscribe(self) -> None:
        """Whoever reaches the queue's store could stop workers and kill jobs by messages: there are none here."""

    def unsubscribe(self) -> None:
        pass

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        super().heartbeat(timeout, pipeline)
        if not self.is_horse:
            self._pulse.beat("worker", self.name)

    def main_work_horse(self, job: Any, queue: Any) -> None:
        die_with(os.getppid(), signal.SIGKILL)
        super().main_work_horse(job, queue)


def run_worker(queue_url: str) -> None:
    """Work until SIGTERM or Ctrl-C; the job that runs then is finished first."""
    # The answer to a blocking read may take as long as RQ waits; RQ sets the limit.
    client = connect_queue(queue_url, timeout=None)
    WakeWorker(client, tools().pulse).work(logging_level="WARNING")
