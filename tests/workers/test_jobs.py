from __future__ import annotations

import pytest
import redis

from domain.table_events import BotDelay, SeatOffer
from events import keys, queries
from events.departures import depart
from events.doorbell import DEPART, QUEUE, WAKE, Doorbell, connect_queue
from events.handler import Handler
from events.players import create_player
from events.pulse import Pulse
from events.store import connect
from tests.running.processes import wait_for
from workers import jobs
from workers.sweeper import Sweeper
from workers.worker import WakeWorker

BOTS = [SeatOffer("bot", bot="sensible")] * 3
QUICK = {"min_window_ms": 0}


@pytest.fixture
def store(store_url, queue_url, monkeypatch):
    """An empty store in which jobs work, too."""
    monkeypatch.setenv("REDIS_URL", store_url)
    monkeypatch.setenv("QUEUE_REDIS_URL", queue_url)
    jobs.tools.cache_clear()
    yield connect(store_url)
    jobs.tools.cache_clear()


@pytest.fixture
def open_match(store):
    """Opens a match of bots alone, which begins at once and waits to be woken."""
    host = create_player(store, "Host", guest=True, address="", per_hour=10).player.id

    def open_match(delay_ms=0):
        handler = Handler(store, lambda match_id: None)
        delay = BotDelay(delay_ms, delay_ms)
        opened = handler.open_table(host, game="space-monkeys", seats=BOTS, options=QUICK, bot_delay_ms=delay)
        return opened.accepted.match

    return open_match


def status(store, match_id):
    return queries.read_match(store, match_id, None).status


def test_a_wake_does_all_that_is_due(store, open_match):
    match = open_match()
    jobs.wake(match)
    assert status(store, match) == "finished"


def test_a_wake_before_its_time_does_nothing_and_is_not_counted(store, open_match, queue_url):
    match = open_match(delay_ms=600_000)
    jobs.wake(match)
    assert store.call("xlen", keys.events(match)) == 1
    assert sum(Pulse(queue_url).delays().counts) == 0


def test_how_late_a_wake_was_is_counted_once(open_match, queue_url):
    jobs.wake(open_match())
    assert sum(Pulse(queue_url).delays().counts) == 1


def test_a_match_that_does_not_exist_is_owed_nothing(store):
    jobs.wake("00" + "a" * 20)
    assert store.client.dbsize() == 0


@pytest.mark.parametrize("argument", [None, 7, "", "00", "00" + "A" * 20, "40" + "a" * 20, "*", ["00" + "a" * 20]])
def test_what_is_no_match_id_never_reaches_the_store(argument, monkeypatch):
    monkeypatch.setenv("REDIS_URL", "unix:///nowhere.sock")
    with pytest.raises(ValueError, match="not the id of a match"):
        jobs.wake(argument)


def test_the_doorbell_and_the_jobs_agree_on_the_name():
    assert jobs.JOBS[f"{jobs.wake.__module__}.{jobs.wake.__qualname__}"] is jobs.wake
    assert set(jobs.JOBS) == {WAKE, DEPART}


def test_a_sweep_rings_for_what_is_due_and_a_worker_answers(store, open_match, queue_url):
    match = open_match(delay_ms=1)
    sweeper = Sweeper(store, Doorbell(queue_url), Pulse(queue_url))
    for _ in range(200):
        sweeper.sweep()
        WakeWorker(connect_queue(queue_url, timeout=None), Pulse(queue_url)).work(burst=True, logging_level="WARNING")
        if status(store, match) == "finished":
            break
    assert status(store, match) == "finished"


def test_a_sweep_follows_the_feeds_so_that_the_lobby_knows(store, open_match, queue_url):
    match = open_match(delay_ms=600_000)
    Sweeper(store, Doorbell(queue_url), Pulse(queue_url)).sweep()
    assert store.call("xlen", keys.feed(keys.shard(match))) == 0
    assert [member.split(b".")[1].decode() for member in store.call("zrange", keys.lobby("running"), 0, -1)] == [match]


def test_a_sweep_after_the_queue_was_emptied_rings_again(store, open_match, queue_url):
    match = open_match()
    queue = redis.Redis.from_url(queue_url)
    sweeper = Sweeper(store, Doorbell(queue_url), Pulse(queue_url))
    for _ in range(2):
        wait_for(lambda: sweeper.sweep() and queue.llen(f"rq:queue:{QUEUE}"))
        queue.flushdb()
    assert status(store, match) == "running"


def test_a_sweeper_tells_that_it_is_alive(store, queue_url):
    Sweeper(store, Doorbell(queue_url), Pulse(queue_url)).sweep()
    assert Pulse(queue_url).alive("sweeper") == 1


def test_a_player_who_deletes_the_account_leaves_by_a_job_that_the_sweeper_rings_for(store, queue_url):
    host = create_player(store, "Zaphod", guest=True, address="", per_hour=10).player.id
    seats = [SeatOffer("reserved", player=host), SeatOffer("bot", bot="sensible")]
    match = Handler(store, lambda match_id: None).open_table(host, game="space-monkeys", seats=seats).accepted.match
    depart(store, host)
    sweeper = Sweeper(store, Doorbell(queue_url), Pulse(queue_url))
    for _ in range(3):
        sweeper.sweep()
    queue = WakeWorker(connect_queue(queue_url), Pulse(queue_url)).queues[0]
    [job] = [job for job in queue.jobs if job.func_name == DEPART]
    assert list(job.args) == [host]
    job.func(*job.args)
    assert status(store, match) == "finished"
    assert queries.read_match(store, match, None).table.names[0].startswith("Former player ")


@pytest.mark.parametrize("player", ["p_short", "", None, "p_aaaaaaaaaaaaaaaa; flushall"])
def test_only_a_player_departs(player):
    with pytest.raises(ValueError, match="not the id of a player"):
        jobs.depart(player)
