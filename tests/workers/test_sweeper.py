from __future__ import annotations

import pytest

from events.wakes import Wake, Wakes
from workers.sweeper import (
    BUSY_SLEEP_MS,
    LONGEST_SLEEP_MS,
    RING_AGAIN_AT_MOST_MS,
    RING_AGAIN_MS,
    SHORTEST_SLEEP_MS,
    sleep_ms,
    to_ring,
)

START = 1_000_000


class Ringing:
    """Plans the rings of a sweeper at given times and remembers when each match was rung for."""

    def __init__(self):
        self.rung = {}
        self.times = []

    def at(self, now, due, waiting=0, set_at=0):
        wakes = {match_id: Wake(at, set_at) for match_id, at in due.items()}
        chosen = to_ring(Wakes(now, wakes, None, []), self.rung, waiting)
        self.rung |= chosen
        self.times += [now - START] * bool(chosen)
        return set(chosen)


def test_what_is_due_is_rung_for_once_within_a_second():
    ringing = Ringing()
    assert ringing.at(START, {"a": START - 5, "b": START}) == {"a", "b"}
    assert ringing.at(START + RING_AGAIN_MS - 1, {"a": START - 5, "b": START}) == set()


def test_what_is_still_due_is_rung_for_again():
    ringing = Ringing()
    ringing.at(START, {"a": START})
    assert ringing.at(START + RING_AGAIN_MS, {"a": START}) == {"a"}


def test_another_wake_of_the_same_match_is_rung_for_at_once():
    ringing = Ringing()
    ringing.at(START, {"a": START})
    assert ringing.at(START + 1, {"a": START + 1}) == {"a"}


def test_what_was_due_when_it_was_set_has_been_rung_for_already():
    ringing = Ringing()
    assert ringing.at(START, {"a": START - 1}, set_at=START - 1) == set()
    assert ringing.at(START + 900, {"a": START + 899}, set_at=START + 899) == set()
    assert ringing.at(START + 1900, {"a": START + 899}, set_at=START + 899) == {"a"}


def test_rings_that_still_wait_in_the_queue_are_not_lost():
    ringing = Ringing()
    due = {"a": START, "b": START}
    ringing.at(START, due)
    assert ringing.at(START + RING_AGAIN_MS, due, waiting=2) == set()
    assert ringing.at(START + RING_AGAIN_MS, due, waiting=1) == {"a", "b"}


def test_a_match_that_nobody_can_wake_is_rung_for_more_and_more_rarely():
    ringing = Ringing()
    for now in range(START, START + 600_000, 100):
        ringing.at(now, {"a": START})
    pauses = [after - before for before, after in zip(ringing.times, ringing.times[1:], strict=False)]
    assert pauses[:6] == [1000, 1000, 1000, 1000, 1000, 2000]
    assert pauses == sorted(pauses)
    assert pauses[-1] == RING_AGAIN_AT_MOST_MS


def test_a_queue_without_workers_does_not_grow_without_end():
    ringing, waiting = Ringing(), 0
    due = {str(number): START for number in range(100)}
    for now in range(START, START + 3_600_000, 1000):
        waiting += len(ringing.at(now, due, waiting))
    assert waiting <= 100 * (3600 // 60 + 1)


@pytest.mark.parametrize(
    ("due", "next_at", "fed", "expected"),
    [
        ({}, None, [], LONGEST_SLEEP_MS),
        ({}, START + 5_000, [], LONGEST_SLEEP_MS),
        ({}, START + 300, [], 300),
        ({}, START + 3, [], SHORTEST_SLEEP_MS),
        ({"a": START}, None, [], BUSY_SLEEP_MS),
        ({}, START + 300, ["00"], BUSY_SLEEP_MS),
        ({"a": START}, START + 40, [], 40),
    ],
)
def test_it_sleeps_until_something_can_be_due(due, next_at, fed, expected):
    wakes = {match_id: Wake(at, 0) for match_id, at in due.items()}
    assert sleep_ms(Wakes(START, wakes, next_at, fed)) == expected
