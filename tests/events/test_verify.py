"""What the verifier finds in logs that are sound, damaged, and forged by somebody who mends the chain behind it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.chance import commitment
from domain.games import GAMES
from events.codec import decode_commit, digest
from events.report import Kept, Report
from events.verify import verify, verify_kept_log
from events.viewer_logs import seen_of
from tests.events.finished import Finished, as_file, finished
from tests.events.playing import ALL_GAMES, TINY

GAME = "space-monkeys"

Values = list[dict[str, Any]]

EVERY_MATCH = [
    *((key, game.seats[0], 0) for key, game in GAMES.items()),
    *((key, game.seats[-1] - 1, 1) for key, game in GAMES.items()),
    (TINY, 2, 0),
]


def check(match: Finished, commits: list[bytes] | None = None, **fields: Any) -> Report:
    return verify(as_file(match.open_file(commits)), ALL_GAMES, **fields)


def found(report: Report) -> set[tuple[str, int | None]]:
    return {(finding.check, finding.line) for finding in report.findings}


def forged(match: Finished, change: Callable[[Values], None]) -> list[bytes]:
    """The commits after ``change``, numbered and chained anew by a forger who cannot change what others keep."""
    values = [json.loads(stored) for stored in match.commits]
    change(values)
    stored: list[bytes] = []
    for version, value in enumerate(values, 1):
        value |= {"version": version, "prev": digest(stored[-1]) if stored else None}
        stored.append(msgspec.json.encode(value))
    return stored


def events_of(values: Values, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each event of a kind with the line on which its commit stands."""
    for line, value in enumerate(values, 2):
        for event in value["events"]:
            if event["type"] == kind:
                yield line, event


@pytest.mark.parametrize(("game", "people", "bots"), EVERY_MATCH)
def test_a_match_that_was_played_here_passes_all_checks(game, people, bots) -> None:
    match = finished(game, people, bots=bots)
    report = check(match)
    assert report.findings == ()
    assert set(report.results.values()) == {"passed"}
    assert (report.lines, report.head) == (len(match.commits), digest(match.commits[-1]))


@pytest.mark.parametrize(("game", "people", "bots"), EVERY_MATCH)
def test_what_each_viewer_kept_is_what_the_open_log_shows(game, people, bots) -> None:
    match = finished(game, people, bots=bots)
    for place, log in enumerate(match.logs):
        for entries in (log, log[: len(log) // 2]):
            report = verify_kept_log(as_file(match.open_file()), as_file(match.viewer_file(place, entries)), ALL_GAMES)
            assert report.findings == ()
            assert report.results["seals"] == report.results["chain"] == "passed"


def test_a_kept_head_of_any_log_is_found_again_and_no_other_is() -> None:
    match = finished(GAME, 3)
    every = [digest(stored) for log in (match.commits, *match.logs) for stored in log]
    told = commitment(match.match, bytes.fromhex(json.loads(match.commits[-1])["events"][-1]["revealed"]))
    assert check(match, kept=Kept(tuple(every), told)).sound
    report = check(match, kept=Kept((every[3], "0" * 64), "0" * 64))
    assert [finding.problem for finding in report.findings] == ["other-commitment", "unknown-head"]


def test_one_byte_changed_anywhere_is_found_and_its_line_named() -> None:
    match = finished(TINY, 2)
    data = match.open_file()
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1
        report = verify(as_file(bytes(changed)), ALL_GAMES, by_rules=False)
        line = data.count(b"\n", 0, at) + 1
        assert report.results["file"] == "failed"
        near = {line, line + 1, data.count(b"\n")}
        assert any(finding.line in near for finding in report.findings), (at, report.findings)


def test_one_byte_changed_in_a_commit_is_found_where_the_end_marker_is_mended() -> None:
    """The chain names the line, or the one after it."""
    match = finished(TINY, 2)
    for place, stored in enumerate(match.commits[:-1]):
        for at in range(len(stored)):
            changed = stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :]
            if b"\n" in changed:
                continue
            commits = [*match.commits[:place], changed, *match.commits[place + 1 :]]
            report = check(match, commits, by_rules=False)
            chain = {finding.line for finding in report.findings if finding.check == "chain"}
            assert chain & {place + 2, place + 3}, (place, at, report.findings)


def test_two_commits_that_changed_places_are_found() -> None:
    match = finished(GAME, 3)
    for place in range(1, len(match.commits) - 1):
        commits = match.commits[:]
        commits[place], commits[place + 1] = commits[place + 1], commits[place]
        assert {("chain", place + 2), ("chain", place + 3)} <= found(check(match, commits, by_rules=False))


def test_a_commit_that_is_missing_in_the_middle_is_found() -> None:
    match = finished(GAME, 3)
    for place in range(1, len(match.commits) - 1):
        commits = match.commits[:place] + match.commits[place + 1 :]
        findings = [finding for finding in check(match, commits, by_rules=False).findings if finding.line == place + 2]
        assert {"other-version", "broken"} <= {finding.problem for finding in findings}


def test_a_log_that_ends_early_is_found() -> None:
    match = finished(GAME, 3)
    for count in range(1, len(match.commits), 5):
        report = check(match, match.commits[:count])
        assert ("secret", count + 1) in found(report)
        assert ("rules", count + 1) in found(report) or report.results["rules"] == "partly"
    lines = match.open_file().splitlines(keepends=True)
    assert found(verify(as_file(b"".join(lines[:-2] + lines[-1:])))) >= {("file", len(lines) - 1)}
    assert found(verify(as_file(b"".join(lines[:-1])))) >= {("file", len(lines))}


def test_another_deck_is_found_by_the_draws() -> None:
    match = finished(GAME, 3)
    line = next(line for line, _ in events_of([json.loads(c) for c in match.commits], "pile_laid"))

    def another_deck(values: Values) -> None:
        cards = next(events_of(values, "pile_laid"))[1]["cards"]
        # The bottom is not drawn before another deck is laid.
        first = next(place for place, card in enumerate(cards) if card != cards[0])
        cards[0], cards[first] = cards[first], cards[0]

    report = check(match, forged(match, another_deck))
    assert ("draws", line) in found(report)
    assert ("rules", line) not in found(report)
    assert report.results["chain"] == report.results["secret"] == "passed"
    assert report.results["seals"] == "failed"


def test_a_deck_of_other_cards_is_found_by_the_rules_as_well() -> None:
    match = finished(GAME, 3)

    def stacked_deck(values: Values) -> None:
        cards = next(events_of(values, "pile_laid"))[1]["cards"]
        cards[0] = next(card for card in cards if card != cards[0])

    report = check(match, forged(match, stacked_deck))
    assert {"draws", "rules"} <= {check for check, line in found(report)}


def _match_with(kind: str) -> tuple[Finished, list[tuple[int, dict[str, Any]]]]:
    for seed in range(1, 12):
        match = finished(GAME, 3, seed)
        events = list(events_of([json.loads(stored) for stored in match.commits], kind))
        if events:
            return match, events
    raise AssertionError(f"no match with {kind}")


def test_another_steal_is_found_by_the_draws() -> None:
    """The thief is given another card of the same hand."""
    match, steals = _match_with("cards_stolen")
    for line, event in steals:
        for card in {card for game_event in steals for card in game_event[1]["cards"]} - set(event["cards"]):

            def other_card(values: Values, line: int = line, card: str = card) -> None:
                for event in values[line - 2]["events"]:
                    if event["type"] == "cards_stolen":
                        event["cards"][0] = card

            report = check(match, forged(match, other_card))
            assert ("draws", line) in found(report)
            assert report.results["seals"] == "failed"


def test_an_inserted_move_is_found_by_the_rules() -> None:
    match = finished(GAME, 3)
    moves = [place for place, stored in enumerate(match.commits) if json.loads(stored)["command"]["type"] == "play"]
    for place in moves[:: max(1, len(moves) // 12)]:
        report = check(match, forged(match, lambda values, place=place: values.insert(place, {**values[place]})))
        assert ("rules", place + 3) in found(report)
        assert report.results["chain"] == "passed"


def test_a_hand_that_is_told_otherwise_than_it_was_sealed_is_found() -> None:
    """The forger makes the whole open log anew, and cannot change what another player has kept."""
    match = finished(GAME, 3)

    def another_hand(values: Values) -> None:
        hands = [event for _, event in events_of(values, "hand_dealt")]
        mine, other = hands[0]["cards"], hands[1]["cards"]
        at, place = next((i, j) for i, a in enumerate(mine) for j, b in enumerate(other) if a != b)
        mine[at], other[place] = other[place], mine[at]

    commits = forged(match, another_hand)
    report = check(match, commits)
    assert {"draws", "seals"} <= {check for check, _ in found(report)}
    kept = verify_kept_log(as_file(match.open_file(commits)), as_file(match.viewer_file(2)), ALL_GAMES)
    [first, *_] = kept.findings
    assert (first.check, first.problem) == ("seals", "other-value")
    assert "cards" in first.detail
    public = verify_kept_log(as_file(match.open_file(commits)), as_file(match.viewer_file(3)), ALL_GAMES)
    assert {finding.problem for finding in public.findings} == {"other-value"}


def test_another_secret_is_found() -> None:
    match = finished(TINY, 2)

    def other_secret(values: Values) -> None:
        values[-1]["events"][-1]["revealed"] = "ab" * 32

    assert ("secret", len(match.commits) + 1) in found(check(match, forged(match, other_secret)))
    for told in ("", "zz", "é"):
        commits = forged(match, lambda values, told=told: values[-1]["events"][-1].update(revealed=told))
        assert ("secret", len(match.commits) + 1) in found(check(match, commits))


def test_a_log_of_a_release_that_knew_fewer_fields_passes_all_checks() -> None:
    """Commands and events get fields in time; the lines, and what was shown and sealed, stay as they were written."""
    match = finished(GAME, 3)
    values = [json.loads(stored) for stored in match.commits]
    for value in values:
        value["command"].pop("entropy", None)
        for _, event in events_of([value], "game_prepared"):
            del event["options"]["single_set_card"]
    entries: list[list[bytes]] = [[] for _ in match.logs]
    stored: list[bytes] = []
    for value, shown in zip(values, _shown(match), strict=True):
        value["prev"] = digest(stored[-1]) if stored else None
        heads = [digest(log[-1]) if log else None for log in entries]
        for _, event in events_of([value, *shown.values()], "secret_revealed"):
            event["heads"] = heads
        for _, event in events_of([*shown.values()], "game_prepared"):
            del event["options"]["single_set_card"]
        stored.append(msgspec.json.encode(value))
        for place, entry in shown.items():
            entry["prev"] = heads[place]
            entries[place].append(msgspec.json.encode(entry))
    report = check(match, stored)
    assert report.findings == ()
    assert set(report.results.values()) == {"passed"}
    opened = match.open_file(stored)
    for place, log in enumerate(entries):
        assert verify_kept_log(as_file(opened), as_file(match.viewer_file(place, log)), ALL_GAMES).sound


def _shown(match: Finished) -> list[dict[int, dict[str, Any]]]:
    """By commit, the new entry of each viewer who saw something of it."""
    game, left = match.game, [iter(log) for log in match.logs]
    commits = [decode_commit(game, stored) for stored in match.commits]
    return [
        {place: json.loads(next(left[place])) for place in sorted(seen_of(commit.events, len(left)))}
        for commit in commits
    ]


@pytest.mark.parametrize("line", [b' {"a":1}', b'{"a": 1}', b'{"a":1.50}', b'{"a":"\\u00e4"}', b'{"a":1,"a":1}'])
def test_a_line_that_is_not_compact_is_found(line) -> None:
    match = finished(TINY, 2)
    commits = [*match.commits]
    commits[1] = commits[1].replace(b'"command":{', b'"note":' + line.strip() + b',"command":{' + line[:0], 1)
    if line.startswith(b" "):
        commits[1] = b" " + match.commits[1]
    assert ("chain", 3) in found(check(match, commits))


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _paths(item, (*path, name))
    elif isinstance(value, list) and value:
        for place, item in enumerate(value):
            yield from _paths(item, (*path, place))
    else:
        yield path


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("x" if value[-1:] != "x" else "y")
    return 1


def _put(value: Any, path: tuple[Any, ...], other: Any) -> None:
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = other


BY_THE_FINAL_HASH_ALONE = {("command", "id"), ("command", "seat"), ("command", "entropy"), ("at",)}
"""Under which name somebody asked, a seat that was asked for instead of any, and when the match was over."""


@pytest.mark.parametrize("game", [TINY, GAME])
def test_every_field_of_a_log_is_guarded_even_from_a_forger_who_mends_the_chain(game) -> None:
    """Each leaf of a sample of commits is changed. The heads that the closing event holds guard what was shown, the
    rules and the draws what was not; for the rest there is the final hash, which somebody has to keep."""
    match = finished(game, 3 if game == GAME else 2)
    rng = Random(1)
    last = digest(match.commits[-1])
    by_head_alone = set()
    places = sorted({0, 1, len(match.commits) - 1, *rng.sample(range(len(match.commits)), min(8, len(match.commits)))})
    for place in places:
        value = json.loads(match.commits[place])
        for path in _paths(value):
            if path[0] in {"version", "prev"}:
                continue
            other = _other(_get(value, path))
            commits = forged(match, lambda values, p=path, o=other, place=place: _put(values[place], p, o))
            report = check(match, commits)
            if report.sound:
                by_head_alone.add(path)
                assert not check(match, commits, kept=Kept((last,))).sound
    assert by_head_alone <= BY_THE_FINAL_HASH_ALONE


def _get(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value
