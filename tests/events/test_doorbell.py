from __future__ import annotations

import redis
from rq.job import Job
from structlog.testing import capture_logs

from events.doorbell import Doorbell, connect_queue
from events.pulse import DELAY_BOUNDS_MS, Pulse

UNREACHABLE = "unix:///nowhere.sock"


def test_a_ring_is_a_job_that_carries_the_id_alone_and_does_not_stay(queue_url):
    Doorbell(queue_url).ring("match")
    queue = redis.Redis.from_url(queue_url)
    (key,) = queue.keys("rq:job:*")
    read = Job.fetch(key.decode().removeprefix("rq:job:"), connection=queue, serializer="json")
    assert (read.func_name, list(read.args), read.kwargs, read.meta) == ("workers.jobs.wake", ["match"], {}, {})
    assert (read.result_ttl, read.get_ttl(), read.timeout) == (0, 600, 30)
    assert 0 < read.failure_ttl <= 3600
    assert 0 < queue.ttl(key) <= 600


def test_ringing_twice_makes_two_jobs(queue_url):
    doorbell = Doorbell(queue_url)
    doorbell.ring("match")
    doorbell.ring("match")
    doorbell.ring_many(["match", "other"])
    assert doorbell.waiting() == 4


def test_a_queue_that_cannot_be_reached_is_logged_and_ignored():
    with capture_logs() as logs:
        Doorbell(UNREACHABLE).ring("match")
        assert not Doorbell(UNREACHABLE).ring_many(["match"])
    assert [line["event"] for line in logs] == ["doorbell.not_rung"] * 2
    assert not any("match" in str(line.get(key)) for line in logs for key in ("error", "event"))


def test_the_queue_is_never_asked_twice_by_the_client_itself(queue_url):
    assert connect_queue(queue_url).get_retry()._retries == 0


def test_who_beats_is_alive(queue_url):
    pulse = Pulse(queue_url)
    assert (pulse.alive("worker"), pulse.alive("sweeper")) == (0, 0)
    pulse.beat("worker", "a")
    pulse.beat("worker", "a")
    pulse.beat("worker", "b")
    pulse.beat("sweeper", "a")
    assert (pulse.alive("worker"), pulse.alive("sweeper")) == (2, 1)


def test_who_was_silent_is_dead(queue_url):
    Pulse(queue_url).beat("worker", "a")
    queue = redis.Redis.from_url(queue_url)
    queue.zincrby("monkeys:alive", -60, "worker:a")
    assert Pulse(queue_url).alive("worker") == 0


def test_wake_delays_are_counted_in_their_buckets(queue_url):
    pulse = Pulse(queue_url)
    for late in (0, DELAY_BOUNDS_MS[0], DELAY_BOUNDS_MS[0] + 1, DELAY_BOUNDS_MS[-1] + 1):
        pulse.woken(late)
    delays = pulse.delays()
    assert delays.counts == (2, 1, *[0] * (len(DELAY_BOUNDS_MS) - 2), 1)
    assert delays.sum_ms == 2 * DELAY_BOUNDS_MS[0] + DELAY_BOUNDS_MS[-1] + 2
