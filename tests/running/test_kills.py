"""Any process may be killed at any moment: no acknowledged move is lost or done twice, and every match ends."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.running.processes import wait_for
from tests.running.service import Player, assert_sound

ROLES = ("web", "web worker", "worker", "job", "store", "queue", "sweeper")


def play_until(stop, player, matches):
    """Bot matches with one person each, one after the other, until ``stop``; the last one to its end."""
    number = 0
    while not stop.is_set():
        number += 1
        bots = [{"kind": "bot", "bot": "sensible"}] * player.rng.randint(1, 4)
        seats = [{"kind": "reserved", "player": player.id}, *bots]
        match = player.open(
            seats, key=f"{player.id}-{number}", bot_delay_ms={"min": 0, "max": player.rng.choice((0, 0, 0, 20))}
        )
        matches.append(match)
        player.play(match)


def kill_each(service, rng, failed):
    """Kill one process of each role at random moments, until ``failed``; the roles in their order."""
    killed = []
    for role in rng.sample(ROLES, len(ROLES)):
        time.sleep(rng.uniform(0.05, 1.5))
        # A job lives for milliseconds only, so one is waited for.
        pids = wait_for(lambda: failed() or service.pids(role))  # noqa: B023
        if failed():
            break
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(pids), signal.SIGKILL)
            killed.append(role)
    return killed


def a_round(service, seed):
    rng = random.Random(seed)
    players = [Player(service, f"Player {seed} {n}", random.Random(f"{seed}/{n}")) for n in range(3)]
    matches = [[] for _ in players]
    stop = threading.Event()
    with ThreadPoolExecutor(len(players)) as pool:
        playing = [pool.submit(play_until, stop, *pair) for pair in zip(players, matches, strict=True)]
        try:
            killed = kill_each(service, rng, lambda: any(future.done() for future in playing))
        finally:
            stop.set()
    moves = sum(len(player.acknowledged) for player in players)
    print(f"seed {seed}: killed {', '.join(killed)}; {sum(map(len, matches))} matches, {moves} acknowledged moves")
    for future in playing:
        future.result()
    for player, own in zip(players, matches, strict=True):
        for match in own:
            assert_sound(player, match, player.acknowledged)


@pytest.mark.parametrize("seed", range(3))
def test_a_round_of_kills(service, seed):
    a_round(service, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_twenty_rounds_of_kills(service, seed):
    a_round(service, seed)
