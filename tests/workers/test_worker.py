from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time

import pytest
import redis
from rq import Callback, Queue
from rq.job import Job
from rq.webhook import Webhook

import workers.worker
from events.doorbell import QUEUE, WAKE, connect_queue
from events.pulse import Pulse
from tests.running.processes import runs, wait_for
from workers.worker import WakeWorker

MATCH = "00" + "a" * 20


@pytest.fixture
def queue(queue_url):
    return Queue(QUEUE, connection=redis.Redis.from_url(queue_url), serializer="json")


@pytest.fixture
def work(queue_url, monkeypatch):
    """Do all jobs that wait, with ``function`` in the place of ``wake``."""

    def work(function):
        monkeypatch.setattr(workers.worker, "JOBS", {WAKE: function})
        WakeWorker(connect_queue(queue_url, timeout=None), Pulse(queue_url)).work(burst=True)

    return work


def noted(queue):
    return queue.connection.lrange("noted", 0, -1)


def note(url):
    return lambda match_id: redis.Redis.from_url(url).rpush("noted", match_id)


def test_a_named_job_is_done_and_nothing_of_it_stays(queue, queue_url, work):
    queue.enqueue(WAKE, MATCH, result_ttl=0)
    work(note(queue_url))
    assert noted(queue) == [MATCH.encode()]
    assert list(queue.connection.scan_iter("rq:job:*")) == []


@pytest.mark.parametrize(
    "name", ["os.system", "workers.jobs.tools", "foreign_module.function", "workers.worker.run_worker", "wake", ""]
)
def test_any_other_function_is_refused_and_never_imported(queue, queue_url, work, tmp_path, monkeypatch, name):
    trace = tmp_path / "trace"
    (tmp_path / "foreign_module.py").write_text(f"open({str(trace)!r}, 'w').write('imported')\nfunction = print")
    monkeypatch.syspath_prepend(str(tmp_path))
    job = queue.enqueue(name, f"touch {trace}")
    work(note(queue_url))
    assert not trace.exists()
    assert noted(queue) == []
    assert Job.fetch(job.id, queue.connection, "json").is_failed


def test_callbacks_webhooks_and_instances_of_a_job_are_ignored(queue, queue_url, work, tmp_path, monkeypatch):
    trace = tmp_path / "trace"
    (tmp_path / "foreign_module.py").write_text(f"open({str(trace)!r}, 'w').write('imported')\nfunction = print")
    monkeypatch.syspath_prepend(str(tmp_path))
    called = Callback("foreign_module.function")
    webhook = Webhook("http://127.0.0.1:9/", "finished", timeout=1)
    job = queue.enqueue(WAKE, MATCH, on_success=called, on_failure=called, webhooks=[webhook])
    data = json.dumps([WAKE, "an instance", [MATCH], {}])
    queue.connection.hset(job.key, "data", data)
    work(note(queue_url))
    assert noted(queue) == [MATCH.encode()]
    queue.enqueue("foreign_module.function", on_failure=called)
    work(note(queue_url))
    assert not trace.exists()


def test_a_pickled_job_is_refused(queue, queue_url, work, tmp_path):
    class Bomb:
        def __reduce__(self):
            return os.system, (f"touch {tmp_path / 'trace'}",)

    pickled = Queue(QUEUE, connection=queue.connection)
    pickled.enqueue(WAKE, Bomb())
    work(note(queue_url))
    assert not (tmp_path / "trace").exists()
    assert noted(queue) == []


def test_a_job_with_other_arguments_fails(queue, work):
    seen = workers.worker.JOBS[WAKE]
    jobs = [queue.enqueue(WAKE, *arguments) for arguments in ([7], [], [MATCH, "more"], ["../x"], [{"a": 1}])]
    work(seen)
    assert all(Job.fetch(job.id, queue.connection, "json").is_failed for job in jobs)


def test_a_child_that_is_killed_costs_one_job_only(queue, queue_url, work):
    def fall(match_id):
        if redis.Redis.from_url(queue_url).incr("tries") == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        note(queue_url)(match_id)

    queue.enqueue(WAKE, MATCH)
    queue.enqueue(WAKE, MATCH)
    work(fall)
    assert noted(queue) == [MATCH.encode()]


def test_a_child_dies_with_its_worker(queue, queue_url, work):
    def hang(match_id):
        redis.Redis.from_url(queue_url).set("child", os.getpid())
        time.sleep(600)

    queue.enqueue(WAKE, MATCH)
    worker = os.fork()
    if worker == 0:
        work(hang)
        os._exit(0)
    try:
        child = wait_for(lambda: queue.connection.get("child"))
    finally:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
    if sys.platform == "linux":
        wait_for(lambda: not runs(int(child)))


def test_a_worker_tells_that_it_is_alive(queue_url, work):
    work(print)
    assert Pulse(queue_url).alive("worker") == 1


def test_no_message_over_the_store_commands_a_worker(queue_url):
    worker = WakeWorker(connect_queue(queue_url, timeout=None), Pulse(queue_url))
    worker.bootstrap("WARNING")
    assert redis.Redis.from_url(queue_url).pubsub_channels() == []
    worker.teardown()


def test_the_log_of_a_refused_job_holds_no_arguments(queue, queue_url, work, caplog):
    queue.enqueue("os.system", "a-secret-argument")
    with caplog.at_level(logging.DEBUG):
        work(note(queue_url))
    assert "a-secret-argument" not in caplog.text
