"""Stored matches outlive what they were played with: a kind of card, an option and all bots are taken out of the code.

The code is copied, what is removed is cut out of the copy, and the copy is asked to go on with what the original left.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from domain.command import Resign
from domain.table_events import SeatOffer
from events.handler import Handler
from events.store import connect
from tests.events.finished import finished
from tests.events.playing import Clock, open_match, play_at_random, seeded_bytes
from tests.removed import STRIDE, shown

ROOT = Path(__file__).parents[1]
CARD, OPTION, BOT = "trash", "single_set_card", "sensible"
NOW = 1_000_000


def _cut(path: Path, pattern: str) -> None:
    text, found = re.subn(pattern, "", path.read_text("utf-8"), flags=re.DOTALL)
    assert found == 1, f"{pattern} is not in {path.name} once"
    path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def later_release(tmp_path_factory):
    """The folder of the code without the card, the option and the bots."""
    root = tmp_path_factory.mktemp("later")
    for package in ("domain", "events", "api"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    game = root / "domain/games/space_monkeys"
    deck = json.loads((game / "deck.json").read_text("utf-8"))
    kept = [kind for kind in deck if kind["key"] != CARD]
    assert len(kept) == len(deck) - 1
    (game / "deck.json").write_text(json.dumps(kept), "utf-8")
    _cut(game / "options.py", rf"    {OPTION}: Annotated\[.*?\] = \"noop\"\n")
    _cut(game / "legal.py", rf" and options.{OPTION} == \"noop\"")
    _cut(game / "__init__.py", r"\"sensible\": sensible_move, \"random\": random_move")
    return root


@pytest.fixture
def ask(later_release):
    def run(*arguments: str):
        """What ``tests.removed`` prints when it runs on the later release."""
        path = os.pathsep.join([str(later_release), str(ROOT)])
        done = subprocess.run(
            [sys.executable, "-P", "-m", "tests.removed", *arguments],
            capture_output=True, text=True, check=False, cwd=later_release, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        # Failing bots are logged before.
        return json.loads(done.stdout.splitlines()[-1])

    return run


def test_a_finished_match_is_shown_as_it_was(ask, tmp_path):
    match = finished.__wrapped__("space-monkeys", 2, bots=1, options={OPTION: "forbid"})
    file = match.open_file(names=("Ann", "Bo", "Bot 2"))
    assert CARD.encode() in file
    (tmp_path / "log.jsonl").write_bytes(file)
    later = ask("show", str(tmp_path / "log.jsonl"))
    now = json.loads(json.dumps(shown(file)))
    assert [len(steps) for steps in later.values()] == [len(log[::STRIDE]) for log in (match.commits, *match.logs)]
    assert "trash" in json.dumps(later["open"])
    for viewer, steps in now.items():
        for before, after in zip(steps, later[viewer], strict=True):
            assert [line.replace("Orbital Trash", CARD) for line in before["story"]] == [
                line.replace("Orbital Trash", CARD) for line in after["story"]
            ]
            assert before["view"] == after["view"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_running_match_goes_on_to_its_end(ask, store_url, seed):
    clock = Clock(NOW)
    store = connect(store_url, clock=clock)
    handler = Handler(store, lambda match: None, random_bytes=seeded_bytes(seed))
    bots = [SeatOffer("bot", bot=BOT)]
    match_id, players = open_match(handler, store, "Ann", "Bo", bots=bots, options={OPTION: "forbid", "deck": "full"})
    play_at_random(handler, store, match_id, players, Random(seed), at_most=8, clock=clock)
    later = ask("go-on", store_url, match_id, str(clock.now), *players)
    assert later["status"] == "finished"
    assert later["left"] > 0, "the card that is gone had been played"
    with pytest.raises(Exception, match="finished"):
        handler.act(match_id, players[0], Resign)
