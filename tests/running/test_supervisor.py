from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from tests.running.processes import runs, wait_for

PROGRAM = """
import sys
from pathlib import Path
from api.supervisor import Child, command, supervise
from events.embedded import EmbeddedStore

folder, stubborn = Path(sys.argv[1]), sys.argv[2] == "stubborn"
child = '''
import os, signal, sys, time
folder, name, stubborn = sys.argv[1:4]
if stubborn == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(folder + "/" + name, "a") as file:
    file.write(str(os.getpid()) + chr(10))
time.sleep(600)
'''
store = EmbeddedStore(folder / "data", fsync="no")
store.start()
names = ["a", "b"]
children = [Child(name, command(["-c", child, str(folder), name, sys.argv[2]], {})) for name in names]
supervise(
    [store],
    children,
    ready=lambda: all((folder / name).exists() for name in names),
    announce=lambda: (folder / "announced").write_text(str(store.process.pid)),
)
(folder / "stopped").write_text("")
"""


class Supervised:
    def __init__(self, folder: Path, kind: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(folder), kind], start_new_session=True)
        wait_for(lambda: self._text("announced"))

    def _text(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    def pids(self, name):
        return [int(line) for line in self._text(name).splitlines()]

    def everything(self):
        return [self.pids("a")[-1], self.pids("b")[-1], int(self._text("announced"))]

    def stopped_cleanly(self):
        return self.process.wait(60) == 0 and (self.folder / "stopped").exists()


@pytest.fixture
def supervised(tmp_path):
    started = []

    def start(kind="ordinary"):
        started.append(Supervised(tmp_path, kind))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()


def test_a_child_that_falls_is_started_again_and_again(supervised):
    one = supervised()
    for falls in range(1, 4):
        os.kill(one.pids("a")[-1], signal.SIGKILL)
        wait_for(lambda: len(one.pids("a")) == falls + 1)  # noqa: B023
    assert len(one.pids("b")) == 1


def test_the_store_is_started_again(supervised):
    one = supervised()
    old = int(one._text("announced"))
    os.kill(old, signal.SIGKILL)
    wait_for(lambda: not runs(old))
    socket = f"unix://{one.folder / 'data' / 'store.sock'}"
    wait_for(lambda: answers(redis.Redis.from_url(socket)))
    one.process.terminate()
    assert one.stopped_cleanly()


def answers(store):
    try:
        return store.ping()
    except redis.RedisError:
        return False


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_everything(supervised, sent):
    one = supervised()
    everything = one.everything()
    one.process.send_signal(sent)
    assert one.stopped_cleanly()
    assert not any(map(runs, everything))


def test_a_second_ctrl_c_does_not_wait_for_a_stubborn_child(supervised):
    one = supervised("stubborn")
    everything = one.everything()
    one.process.send_signal(signal.SIGINT)
    one.process.send_signal(signal.SIGTERM)
    assert one.stopped_cleanly()
    assert not any(map(runs, everything))


def test_nothing_outlives_a_supervisor_that_was_killed(supervised):
    one = supervised()
    everything = one.everything()
    one.process.kill()
    wait_for(lambda: not any(map(runs, everything)))
