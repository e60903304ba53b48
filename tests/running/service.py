"""A whole server in processes of its own, and players who talk to it over HTTP as stubbornly as a good client does."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import redis

from events.processes import tied_to_parent
from tests.running.processes import PATIENCE_SECONDS, children_of, descendants_of, wait_for

QUICK = {
    "MONKEYS_LOG_LEVEL": "warning",
    "MONKEYS_GUESTS_PER_ADDRESS": "100000",
    "MONKEYS_OPEN_TABLES_PER_PLAYER": "1000",
    "MONKEYS_TABLES_PER_PLAYER_PER_HOUR": "100000",
}
"""Settings under which the limits are no test's subject."""

NO_DELAY = {"min": 0, "max": 0}
NO_WINDOW = {"min_window_ms": 0, "response_ms": 10_000}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Service:
    """``monkeys serve`` with its data in ``folder``."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        chosen = {"MONKEYS_DATA": str(folder / "data"), "MONKEYS_PORT": str(self.port), **QUICK, **settings}
        ours = ("MONKEYS_", "REDIS_", "QUEUE_REDIS_")
        outside = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        self.environment = {**outside, **chosen}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", "serve"],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=tied_to_parent(),  # noqa: PLW1509 - it calls the kernel and takes no lock
            )
        wait_for(self.ready)

    def ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.output()
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == httpx.codes.OK
        except httpx.HTTPError:
            return False

    def output(self) -> str:
        return (self.folder / "output").read_text()

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE_SECONDS)

    def kill_everything(self) -> None:
        """For the end of a test that may have failed anywhere."""
        if self.process is None:
            return
        below = descendants_of(self.process.pid)
        for pid in [self.process.pid, *below]:
            try:
                os.kill(pid, signal.SIGCONT)
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()

    def database(self, name: str = "store") -> redis.Redis:
        return redis.Redis.from_url(f"unix://{self.folder / 'data' / name}.sock")

    def pids(self, role: str) -> list[int]:
        """What runs now as ``store``, ``queue``, ``web``, ``web worker``, ``worker``, ``job``, ``sweeper``."""
        assert self.process is not None
        parent, _, child = role.partition(" ")
        if role == "job":
            return [job for worker in self.pids("worker") for job in children_of(worker)]
        if child:
            return [pid for above in self.pids(parent) for pid in children_of(above)]
        said = {
            "store": "/store.sock",
            "queue": "/queue.sock",
            "web": "gunicorn",
            "worker": "workers\0worker",
            "sweeper": "workers\0sweep",
        }
        return [pid for pid in children_of(self.process.pid) if said[role] in _command_line(pid)]


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


class Acknowledged(NamedTuple):
    """A move that the server has said is made."""

    match: str
    decision: str
    move: dict[str, Any]
    entry: int


class Player:
    """``rng`` decides what to play. Whatever gets no answer, or a 5xx, is asked again, unchanged."""

    def __init__(self, service: Service, name: str, rng: random.Random | None = None) -> None:
        self.service = service
        self.rng = rng or random.Random(0)
        self.client = httpx.Client(base_url=service.url, timeout=15)
        self.acknowledged: list[Acknowledged] = []
        response = self.ask("POST", "/v1/players", {"name": name}, key=name)
        assert response.status_code == httpx.codes.CREATED, response.text
        made = response.json()
        self.id: str = made["player"]["id"]
        self.client.headers["Authorization"] = f"Bearer {made['token']}"

    def once(self, method: str, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": hashlib.sha256(key.encode()).hexdigest()}
        return self.client.request(method, path, json=body, headers=headers)

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                response = self.once(method, path, body, key)
                failure = str(response.status_code)
            except httpx.TransportError as error:
                response, failure = None, type(error).__name__
            if response is not None and not response.is_server_error:
                return response
            assert time.monotonic() < give_up, f"{method} {path}: {failure}\n{self.service.output()[-4000:]}"
            time.sleep(0.05)

    def open(self, seats: list[dict[str, Any]], key: str | None = None, **table: Any) -> str:
        chosen = {"game": "space-monkeys", "options": NO_WINDOW, "bot_delay_ms": NO_DELAY, "seats": seats, **table}
        response = self.ask("POST", "/v1/matches", chosen, key)
        assert response.status_code == httpx.codes.CREATED, response.text
        match: str = response.json()["match"]["match"]
        return match

    def look(self, match: str) -> dict[str, Any]:
        response = self.ask("GET", f"/v1/matches/{match}")
        assert response.status_code == httpx.codes.OK, response.text
        view: dict[str, Any] = response.json()["match"]
        return view

    def answer(self, match: str, decision: str, move: dict[str, Any]) -> httpx.Response:
        response = self.ask("POST", f"/v1/matches/{match}/moves", {"decision": decision, "move": move})
        if response.status_code == httpx.codes.OK:
            self.acknowledged.append(Acknowledged(match, decision, move, response.json()["receipt"]["entry"]))
        else:
            assert response.status_code == httpx.codes.CONFLICT, response.text
        return response

    def step(self, match: str) -> bool:
        """Answer what is required of this player; whether the match is over."""
        view = self.look(match)
        for pending in view["pending"]:
            if pending["required"]:
                self.answer(match, pending["decision"], self.rng.choice(pending["legal_moves"])["move"])
        return view["status"] in ("finished", "cancelled")

    def play(self, match: str) -> None:
        """Until the match is over, waiting for news between the moves as a browser does."""
        after = 0
        while not self.step(match):
            page = self.ask("GET", f"/v1/matches/{match}/events?after={after}&wait=1").json()
            after = page["newest"]


def open_log(player: Player, match: str) -> list[dict[str, Any]]:
    """All commits of a match that is over."""
    commits: list[dict[str, Any]] = []
    while True:
        after = commits[-1]["version"] if commits else 0
        page = player.ask("GET", f"/v1/matches/{match}/events?view=open&after={after}").json()
        commits += page["entries"]
        if page["last"] >= page["newest"]:
            return commits


def assert_sound(player: Player, match: str, acknowledged: list[Acknowledged]) -> None:
    """The log of a match that is over has no gap and nothing twice, and holds every acknowledged move."""
    commits = open_log(player, match)
    assert [commit["version"] for commit in commits] == list(range(1, len(commits) + 1))
    assert [commit["at"] for commit in commits] == sorted(commit["at"] for commit in commits)
    ids = [commit["command"]["id"] for commit in commits if commit["command"]["id"]]
    assert len(ids) == len(set(ids)), f"a command was done twice in {match}"
    played = {
        commit["command"]["decision"]: commit["command"]["move"]
        for commit in commits
        if commit["command"]["type"] == "play"
    }
    lost = [move for move in acknowledged if move.match == match and played.get(move.decision) != move.move]
    assert not lost, f"lost or changed in {match}: {json.dumps(lost)}"


def running(folder: Path, **settings: str) -> Iterator[Service]:
    service = Service(folder, **settings)
    try:
        service.start()
        yield service
    finally:
        service.kill_everything()


Condition = Callable[[], Any]
