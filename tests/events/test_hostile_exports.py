"""Files that are no logs, or logs that somebody made to break the reader: findings by line, never a crash."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from events import export
from events.export import Header, write_export
from events.verify import verify, verify_kept_log
from tests.events.finished import as_file, finished
from tests.events.playing import ALL_GAMES, TINY

HEADER = msgspec.json.encode(Header("m", "space-monkeys", "open"))


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (b"", 1, "truncated"),
        (b"\n", 1, "not-a-log"),
        (b"{}\n", 1, "not-a-log"),
        (b"\xff\xfe\n", 1, "not-a-log"),
        (b"[" * 100_000 + b"\n", 1, "not-a-log"),
        (b'{"match":"m","game":"g","view":"open","format":"monkeys-log/2"}\n', 1, "not-a-log"),
        (HEADER + b"\n", 2, "truncated"),
        (HEADER + b"\n{}", 2, "truncated"),
        (HEADER + b'\n{"type":"end","count":0,"head":null,"file":"x"}\n', 2, "end-malformed"),
        (HEADER + b"\n{}\n" + b'{"type":"end",', 3, "truncated"),
        (HEADER + b"\n" + b"x" * (export.LONGEST_LINE + 1) + b"\n", 2, "line-too-long"),
        (b"".join(write_export(Header("m", "g", "open"), [])) + b"\n", 3, "after-the-end"),
    ],
)
def test_what_is_no_log_is_said_by_line(data, line, problem) -> None:
    report = verify(as_file(data))
    assert (line, problem) in {(finding.line, finding.problem) for finding in report.findings}
    assert report.results["file"] == "failed"


def test_a_log_of_too_many_lines_or_bytes_is_refused(monkeypatch) -> None:
    match = finished(TINY, 2)
    monkeypatch.setattr(export, "MOST_LINES", 3)
    assert "too-many-lines" in {finding.problem for finding in verify(as_file(match.open_file()), ALL_GAMES).findings}
    monkeypatch.setattr(export, "MOST_BYTES", 2_000)
    assert "too-large" in {finding.problem for finding in verify(as_file(match.open_file()), ALL_GAMES).findings}


@pytest.mark.parametrize(
    "line", [b"", b"7", b"{}", b"[" * 100_000, b'{"schema":2}', b'{"events":[]}', b'{"events":[{"game":7}]}', b"\xff"]
)
def test_lines_that_are_no_commits_are_named(line) -> None:
    for stored, number in (([line], 2), ([finished(TINY, 2).commits[0], line], 3)):
        report = verify(as_file(finished(TINY, 2).open_file(stored)), ALL_GAMES)
        assert ("chain", number) in {(finding.check, finding.line) for finding in report.findings}


def _vary(value: Any, rng: Random) -> Any:
    """``value`` with something in it replaced by something of another kind or size."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        return {**value, name: _vary(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], _vary(value[at], rng), *value[at + 1 :]]
    return rng.choice([None, -1, 0, 9, 2**63, "", "x", [], {}, [value, value], {"type": "x"}, True, 1e300, "é" * 50])


@pytest.mark.parametrize("game", [TINY, "space-monkeys"])
def test_no_forged_log_breaks_the_verifier(game) -> None:
    """And what it is about is found: a log is never sound after it was changed and not chained anew."""
    match = finished(game, 2)
    rng = Random(7)
    for _ in range(250):
        place = rng.randrange(len(match.commits))
        value = json.loads(match.commits[place])
        varied = value
        while varied == value:
            varied = _vary(value, rng)
        commits = [*match.commits[:place], msgspec.json.encode(varied), *match.commits[place + 1 :]]
        report = verify(as_file(match.open_file(commits)), ALL_GAMES)
        last_alone = place == len(match.commits) - 1
        assert report.findings or last_alone
        verify_kept_log(as_file(match.open_file(commits)), as_file(match.viewer_file(0)), ALL_GAMES)


def test_no_forged_viewer_log_breaks_the_verifier() -> None:
    match = finished(TINY, 2)
    rng = Random(8)
    for _ in range(200):
        log = match.logs[0][:]
        place = rng.randrange(len(log))
        log[place] = msgspec.json.encode(_vary(json.loads(log[place]), rng))
        file = match.viewer_file(0, log)
        verify(as_file(file), ALL_GAMES)
        report = verify_kept_log(as_file(match.open_file()), as_file(file), ALL_GAMES)
        assert bool(report.findings) == (log != match.logs[0])


def test_logs_of_another_match_or_another_viewer_are_not_taken_for_this_one() -> None:
    match, other = finished(TINY, 2), finished(TINY, 2, seed=2)
    report = verify_kept_log(as_file(match.open_file()), as_file(other.viewer_file(0)), ALL_GAMES)
    assert "other-match" in {finding.problem for finding in report.findings}
    report = verify_kept_log(as_file(match.open_file()), as_file(match.open_file()), ALL_GAMES)
    assert "other-match" in {finding.problem for finding in report.findings}
    for view in (7, -1):
        file = b"".join(write_export(Header(match.match, TINY, view), match.logs[0]))
        assert verify_kept_log(as_file(match.open_file()), as_file(file), ALL_GAMES).findings
    foreign = b"".join(write_export(Header(match.match, "space-monkeys", "open"), match.commits))
    assert "other-match" in {finding.problem for finding in verify(as_file(foreign), ALL_GAMES).findings}
    assert "unknown-game" in {finding.problem for finding in verify(as_file(match.open_file())).findings}
