"""Starting, stopping and the commands around it, as a newcomer or an operator uses them."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys

import httpx
import pytest

from events.embedded import EmbeddedStore
from tests.running.processes import PATIENCE_SECONDS, descendants_of, runs, wait_for
from tests.running.service import Player, Service, assert_sound, free_port, open_log

BOTS = [{"kind": "bot", "bot": "sensible"}] * 2


def monkeys(environment, *arguments):
    """One command, run to its end."""
    return subprocess.run(
        [sys.executable, "-m", "api.cli", *arguments],
        env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False,
    )  # fmt: skip


def a_match(service, name):
    player = Player(service, name, random.Random(name))
    match = player.open([{"kind": "reserved", "player": player.id}, *BOTS])
    player.play(match)
    assert_sound(player, match, player.acknowledged)
    return player, match


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_with_everything_that_it_started(own_service, sent):
    everything = descendants_of(own_service.process.pid)
    assert len(everything) >= 6
    own_service.process.send_signal(sent)
    assert own_service.process.wait(PATIENCE_SECONDS) == 0
    assert not any(map(runs, everything))


def test_nothing_is_left_when_it_is_killed(own_service):
    everything = descendants_of(own_service.process.pid)
    own_service.process.kill()
    own_service.process.wait()
    wait_for(lambda: not any(map(runs, everything)))
    own_service.start()


def test_matches_are_there_after_a_restart(own_service):
    player, match = a_match(own_service, "Restarted")
    log = open_log(player, match)
    assert own_service.stop() == 0
    own_service.start()
    assert open_log(player, match) == log


def test_it_says_where_the_api_and_its_documentation_are(service):
    addresses = re.findall(r"http://\S+", wait_for(service.output))
    assert addresses == [f"{service.url}/v1", f"{service.url}/docs"]
    assert httpx.get(addresses[1], follow_redirects=True).is_success


def test_two_servers_never_share_a_folder(service):
    other = monkeys({**service.environment, "MONKEYS_PORT": str(free_port())}, "serve")
    assert other.returncode == 1
    assert "Another server works in" in other.stderr


def test_a_port_in_use_is_said_at_once(service, tmp_path):
    other = monkeys({**service.environment, "MONKEYS_DATA": str(tmp_path)}, "serve")
    assert other.returncode == 1
    assert "MONKEYS_PORT sets another port" in other.stderr


@pytest.mark.parametrize("command", ["web", "worker", "sweep"])
def test_a_process_of_its_own_needs_a_store(service, command):
    alone = monkeys(service.environment, command)
    assert alone.returncode == 1
    assert "REDIS_URL is not set" in alone.stderr


def test_a_setting_that_cannot_be_read_is_said_by_name(service):
    wrong = monkeys({**service.environment, "MONKEYS_PORT": "eighty"}, "serve")
    assert wrong.returncode == 1
    assert "MONKEYS_PORT must be a whole number" in wrong.stderr


def test_the_demo_tells_a_whole_match(service):
    told = monkeys(service.environment, "demo", "--bots", "2", "--url", service.url)
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert re.search(r"The match ends: .* wins, before .* \(2\.\) and .* \(3\.\)\.", lines[-2])
    assert lines[-1].endswith("The secret behind all chance is told, so that anybody can check the match.")
    assert sum("turn begins" in line for line in lines) > 5
    assert "{seat" not in told.stdout


def test_the_demo_says_so_where_there_is_no_server(service):
    told = monkeys(service.environment, "demo", "--url", f"http://127.0.0.1:{free_port()}")
    assert told.returncode == 1
    assert "There is no server" in told.stderr


def test_rebuild_changes_nothing_that_is_served(own_service):
    player, match = a_match(own_service, "Rebuilt")
    seen = [player.look(match), open_log(player, match), player.ask("GET", "/v1/me/matches").json()["matches"]]
    own_service.stop()
    rebuilt = monkeys(own_service.environment, "rebuild")
    assert rebuilt.returncode == 0, rebuilt.stderr
    assert "1 matches, 0 with problems." in rebuilt.stdout
    assert "Rebuilding" in rebuilt.stderr
    own_service.start()
    assert [player.look(match), open_log(player, match), player.ask("GET", "/v1/me/matches").json()["matches"]] == seen


def test_rebuild_leaves_the_folder_of_a_running_server_alone(service):
    assert "Another server works in" in monkeys(service.environment, "rebuild").stderr


def test_the_processes_run_apart_against_a_store_of_the_operators_own(tmp_path):
    service = Service(tmp_path)
    with (
        EmbeddedStore(tmp_path / "store") as store,
        EmbeddedStore(tmp_path / "queue", fsync=None) as queue,
        (tmp_path / "output").open("ab") as output,
    ):
        service.environment |= {"REDIS_URL": store.url(), "QUEUE_REDIS_URL": queue.url()}
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "api.cli", command], env=service.environment, stdout=output, stderr=output
            )
            for command in ("web", "worker", "sweep")
        ]
        try:
            service.process = started[0]
            wait_for(service.ready)
            a_match(service, "Apart")
            for process in started:
                process.terminate()
            assert [process.wait(PATIENCE_SECONDS) for process in started] == [0, 0, 0]
        finally:
            for process in started:
                process.kill()
                process.wait()


def test_readyz_refuses_a_store_that_forgets_unless_this_is_wanted(tmp_path):
    def ready_with(folder, **settings):
        service = Service(folder, **settings)
        folder.mkdir()
        with EmbeddedStore(folder / "store", fsync=None) as store, (folder / "output").open("ab") as output:
            environment = {**service.environment, "REDIS_URL": store.url()}
            serve = [sys.executable, "-m", "api.cli", "serve"]
            service.process = subprocess.Popen(serve, env=environment, stdout=output, stderr=output)
            try:
                # The others are alive a moment later than the web server.
                return wait_for(lambda: judged(service))
            finally:
                service.stop()

    assert ready_with(tmp_path / "a") == (503, ["The store does not persist every write: appendonly has to be on."])
    assert ready_with(tmp_path / "b", MONKEYS_ALLOW_VOLATILE_STORE="yes") == (200, [])


def judged(service):
    try:
        response = httpx.get(f"{service.url}/readyz")
    except httpx.TransportError:
        return None
    faults = [fault for fault in response.json()["faults"] if not fault.endswith("is alive.")]
    alive = len(faults) == len(response.json()["faults"])
    return (response.status_code, faults) if alive else None


def test_no_token_secret_or_code_is_in_any_log(tmp_path):
    service = Service(tmp_path, MONKEYS_LOG_LEVEL="debug")
    try:
        service.start()
        player, match = a_match(service, "Silent")
        opened = player.ask("POST", "/v1/matches", {
            "game": "space-monkeys", "visibility": "private", "seats": [{"kind": "invited"}, {"kind": "open"}],
        }).json()  # fmt: skip
        (invite,) = opened["invites"]
        player.ask("POST", f"/v1/matches/{opened['match']['match']}/seats", {"invite": invite["code"], "seat": 0})
        player.once("GET", f"/v1/matches/{match}?token={player.client.headers['Authorization'][7:]}")
        secret = service.database().get(f"{{s{match[:2]}}}:m:{match}:secret")
        (worker,) = service.pids("worker")
        os.kill(worker, signal.SIGKILL)
        wait_for(lambda: service.pids("worker") not in ([], [worker]))
        service.stop()
        output = service.output()
    finally:
        service.kill_everything()
    assert '"/v1/matches' in output
    assert "child.fell" in output
    for hidden in (player.client.headers["Authorization"][7:], "mk_", invite["code"], secret.hex(), repr(secret)[2:-1]):
        assert hidden not in output
