"""Logs that earlier releases wrote replay for ever, and end for every viewer as they ended then."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest

from domain.games import GAMES
from domain.table_events import SecretRevealed
from events.codec import command_of, decode_commit, origin_of
from events.export import Header, write_export
from events.verify import verify
from tests.golden.coverage import shown, wanted
from tests.golden.logs import FINAL, FOLDER, final_lines, final_of, lines, logs_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

LOGS = [
    pytest.param(game, path, id=f"{game.key}-{path.stem}")
    for game in GAMES.values()
    for path in logs_of(game)
]  # fmt: skip


def holds(now, then):
    """Whether ``now`` says all that ``then`` said; a later release may say more of the same thing."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and holds(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(holds, now, then))
    return type(now) is type(then) and now == then


def test_what_holds_says_no_less_and_nothing_else():
    assert holds({"a": [1, {"b": None}], "c": 2}, {"a": [1, {"b": None}]})
    for other in ({}, {"a": [1]}, {"a": [1, {"b": 0}]}, {"a": [1, {}]}, {"a": [True, {"b": None}]}):
        assert not holds(other, {"a": [1, {"b": None}]})


@pytest.mark.parametrize(("game", "path"), LOGS)
def test_a_golden_log_ends_for_every_viewer_as_it_did(game, path):
    commits = [decode_commit(game, line) for line in lines(path)]
    assert [commit.version for commit in commits] == list(range(1, len(commits) + 1))
    for now, then in zip(final_lines(game, commits), lines(final_of(path)), strict=True):
        assert holds(msgspec.json.decode(now), msgspec.json.decode(then))


@pytest.mark.parametrize(("game", "path"), LOGS)
def test_a_golden_log_names_the_whole_command_of_each_commit(game, path):
    for line in lines(path):
        commit = decode_commit(game, line)
        stored = msgspec.json.decode(line)["command"]
        assert holds(stored, msgspec.json.decode(msgspec.json.encode(command_of(commit))))
        origin = origin_of(commit)
        assert (origin.id, origin.by) == (stored["id"], stored["by"])


@pytest.mark.parametrize(("game", "path"), LOGS)
def test_a_golden_log_that_tells_its_secret_is_proved(game, path):
    stored = lines(path)
    first, last = (decode_commit(game, line) for line in (stored[0], stored[-1]))
    if not isinstance(last.events[-1], SecretRevealed):
        return
    file = write_export(Header(first.events[0].match, game.key, "open"), stored)
    report = verify(BytesIO(b"".join(file)))
    assert report.findings == ()
    assert set(report.results.values()) == {"passed"}


@every_game
def test_the_golden_logs_show_everything_that_a_log_can_hold(game):
    found = set()
    for path in logs_of(game):
        found |= shown(game, [decode_commit(game, line) for line in lines(path)])
    assert wanted(game) - found == set(), "python -m tests.golden.make_golden adds what is missing"


def test_every_golden_log_belongs_to_a_registered_game_and_has_its_end():
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and any(path.glob("*.jsonl"))}
    assert folders <= set(GAMES)
    for folder in folders:
        ends = {path.name.removesuffix(FINAL) for path in (FOLDER / folder).glob(f"*{FINAL}")}
        assert ends == {path.stem for path in logs_of(GAMES[folder])}
