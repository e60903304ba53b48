"""What fails while a match is played, and what becomes of the match."""

from __future__ import annotations

import os
import random
import signal
import threading

import httpx

from tests.running.processes import wait_for
from tests.running.service import Player, assert_sound, open_log, running
from tests.running.tables import FIELD, PASS, may_field, open_window, required_of, seated, seated_until, window_of

BOTS = [{"kind": "bot", "bot": "sensible"}] * 3


def version(service, match):
    return int(service.database().hget(f"{{s{match[:2]}}}:m:{match}:head", "version"))


def resigned(players, match):
    """The match, ended by everybody's leaving, as its whole log."""
    for player in players:
        player.ask("POST", f"/v1/matches/{match}/resign")
    return open_log(players[0], match)


def test_a_queue_that_is_emptied_again_and_again_only_delays(service):
    player = Player(service, "Emptied", random.Random(1))
    match = player.open([{"kind": "reserved", "player": player.id}, *BOTS])
    stop = threading.Event()

    def empty():
        while not stop.wait(1):
            service.database("queue").flushdb()

    emptying = threading.Thread(target=empty)
    emptying.start()
    try:
        player.play(match)
    finally:
        stop.set()
        emptying.join()
    assert_sound(player, match, player.acknowledged)


def test_a_store_that_is_paused_during_a_move_makes_one_commit_or_none_and_repeating_tells(service):
    players, match = seated(service, 2, "Paused")
    player, pending = required_of(players, match)
    body = {"decision": pending["decision"], "move": pending["legal_moves"][0]["move"]}
    (store,) = service.pids("store")
    os.kill(store, signal.SIGSTOP)
    threading.Timer(3, os.kill, (store, signal.SIGCONT)).start()
    response = player.once("POST", f"/v1/matches/{match}/moves", body)
    assert response.status_code in (httpx.codes.OK, httpx.codes.SERVICE_UNAVAILABLE)
    repeated = player.answer(match, body["decision"], body["move"])
    assert repeated.status_code == httpx.codes.OK
    if response.is_success:
        assert repeated.json()["repeated"]
        assert repeated.json()["receipt"] == response.json()["receipt"]
    commits = resigned(players, match)
    assert sum(commit["command"].get("decision") == body["decision"] for commit in commits) == 1


def test_a_store_that_does_not_answer_is_a_503_and_the_move_can_be_repeated(service):
    players, match = seated(service, 2, "Silent")
    player, pending = required_of(players, match)
    body = {"decision": pending["decision"], "move": pending["legal_moves"][0]["move"]}
    (store,) = service.pids("store")
    os.kill(store, signal.SIGSTOP)
    try:
        player.client.timeout = 60
        response = player.once("POST", f"/v1/matches/{match}/moves", body)
    finally:
        os.kill(store, signal.SIGCONT)
    assert response.status_code == httpx.codes.SERVICE_UNAVAILABLE
    assert response.json()["type"].endswith("store-unavailable")
    assert int(response.headers["Retry-After"]) > 0
    assert player.answer(match, body["decision"], body["move"]).is_success
    commits = resigned(players, match)
    assert sum(commit["command"].get("decision") == body["decision"] for commit in commits) == 1


def test_a_full_store_refuses_whole_moves_and_goes_on_reading(service):
    players, match = seated(service, 2, "Full")
    player, pending = required_of(players, match)
    body = {"decision": pending["decision"], "move": pending["legal_moves"][0]["move"]}
    store = service.database()
    before = version(service, match), player.look(match)
    store.config_set("maxmemory", 1)
    try:
        for path in (f"/v1/matches/{match}/moves", f"/v1/matches/{match}/resign"):
            response = player.once("POST", path, body if path.endswith("moves") else None)
            assert response.status_code == httpx.codes.SERVICE_UNAVAILABLE
            assert response.json()["type"].endswith("store-full")
            assert int(response.headers["Retry-After"]) > 0
        opened = player.once("POST", "/v1/matches", {"game": "space-monkeys", "seats": [{"kind": "open"}] * 2})
        assert opened.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert (version(service, match), player.look(match)) == before
        assert player.once("GET", f"/v1/matches/{match}/events?after=0").is_success
        assert player.once("GET", "/v1/matches").is_success
    finally:
        store.config_set("maxmemory", 0)
    assert player.answer(match, body["decision"], body["move"]).is_success
    assert resigned(players, match)[-1]["version"] == version(service, match)


def holding_a_field(players, match):
    """Play on until somebody may send a Force Field: who, and the decision; ``None`` at the end."""
    while (actor := open_window(players, match)) is not None:
        windows = [(p, w) for p in players if p is not actor and (w := window_of(p, match)) is not None]
        for player, window in windows:
            if may_field(window):
                return player, window
        for player, window in windows:
            player.answer(match, window["decision"], PASS)
    return None


def pause(service, *roles):
    pids = [pid for role in roles for pid in service.pids(role)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    return pids


def now(player):
    return int(player.ask("GET", "/v1/me").json()["server_time"])


def test_a_force_field_after_the_deadline_is_refused_however_late_the_worker_is(service):
    players, match, (player, window) = seated_until(holding_a_field, service, 2, "Late", response_ms=2_000)
    paused = pause(service, "worker", "sweeper")
    wait_for(lambda: now(player) > window["deadline"] + 5_000)
    late = player.answer(match, window["decision"], FIELD)
    assert late.status_code == httpx.codes.CONFLICT
    assert late.json()["type"].endswith("decision-not-pending")
    for pid in paused:
        os.kill(pid, signal.SIGCONT)
    commits = resigned(players, match)
    after = [commit["command"] for commit in commits if commit["at"] >= window["deadline"]]
    assert after[0]["type"] == "game_wake"
    assert not any(command.get("move") == FIELD for command in after)


def test_a_force_field_before_the_deadline_counts_however_late_the_worker_is(service):
    paused = pause(service, "worker", "sweeper")
    players, match, (player, window) = seated_until(holding_a_field, service, 2, "Early", response_ms=4_000)
    sent = player.answer(match, window["decision"], FIELD)
    wait_for(lambda: now(player) > window["deadline"] + 5_000)
    for pid in paused:
        os.kill(pid, signal.SIGCONT)
    commits = resigned(players, match)
    played = [commit for commit in commits if commit["command"].get("decision") == window["decision"]]
    assert sent.is_success
    assert [commit["command"]["move"] for commit in played] == [FIELD]
    assert played[0]["at"] < window["deadline"]


def test_the_server_answers_for_who_is_out_of_time_without_any_request(service):
    players, match = seated(service, 2, "Absent", response_ms=1_000)
    open_window(players, match)
    wait_for(lambda: not any(window_of(player, match) for player in players))
    assert "game_wake" in {commit["command"]["type"] for commit in resigned(players, match)}


def test_guests_and_tables_without_end_are_capped_and_the_store_stops_growing(tmp_path):
    caps = {
        "MONKEYS_GUESTS_PER_ADDRESS": "10",
        "MONKEYS_OPEN_TABLES_PER_PLAYER": "5",
        "MONKEYS_TABLES_PER_PLAYER_PER_HOUR": "8",
    }
    for service in running(tmp_path, **caps):
        players, refused = flood(service)
        assert players == 10
        settled(service)
        size = service.database().dbsize()
        assert flood(service)[0] == 0
        settled(service)
        assert service.database().dbsize() <= size
        assert {response.status_code for response in refused} == {httpx.codes.TOO_MANY_REQUESTS}
        assert all(int(response.headers["Retry-After"]) > 0 for response in refused)


def flood(service):
    """Come as thirty guests who open ten tables each: how many were let in, and what was refused."""
    players, refused = 0, []
    table = {"game": "space-monkeys", "seats": [{"kind": "open"}] * 7}
    with httpx.Client(base_url=service.url, timeout=30) as client:
        for _ in range(30):
            made = client.post("/v1/players", json={})
            if not made.is_success:
                refused.append(made)
                continue
            players += 1
            headers = {"Authorization": f"Bearer {made.json()['token']}"}
            opened = [client.post("/v1/matches", json=table, headers=headers) for _ in range(10)]
            assert sum(response.is_success for response in opened) == 5
            refused += [response for response in opened if not response.is_success]
    return players, refused


def settled(service):
    """Wait until the followers have nothing to do."""
    store = service.database()
    wait_for(lambda: not any(store.xlen(key) for key in store.scan_iter("*:feed")))
