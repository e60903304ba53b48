"""Matches that the first release began: they go on, and are verified as far as their logs allow."""

from __future__ import annotations

import io
import json
from random import Random

from events import keys
from events.codec import digest
from events.export import Header, write_export
from events.handler import Handler
from events.rebuild import rebuild
from events.verify import verify
from tests.events.finished import as_file, finished
from tests.events.first_release import first_commit_form, put_back
from tests.events.playing import ALL_GAMES, TINY, contents, follow_all, open_match, play_at_random

VIEWERS = [0, 1, 2, None]


def _lines(store, key):
    return [fields[b"j"] for _, fields in store.client.xrange(key)]


def test_a_match_that_was_going_on_is_chained_from_its_next_commit_on(clocked, clock, handler) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    play_at_random(handler, clocked, match_id, players, Random(2), at_most=12, clock=clock)
    put_back(clocked, match_id, VIEWERS)
    old = _lines(clocked, keys.events(match_id))
    shown = {viewer: _lines(clocked, keys.log(match_id, viewer)) for viewer in VIEWERS}

    later = Handler(clocked, lambda match: None, games=ALL_GAMES)
    play_at_random(later, clocked, match_id, players, Random(3), clock=clock)
    commits = _lines(clocked, keys.events(match_id))
    assert commits[: len(old)] == old
    assert json.loads(commits[len(old)])["prev"] == digest(old[-1])
    for viewer in VIEWERS:
        entries = _lines(clocked, keys.log(match_id, viewer))
        assert entries[: len(shown[viewer])] == shown[viewer]
        assert json.loads(entries[len(shown[viewer])])["prev"] == digest(shown[viewer][-1])

    follow_all(clocked)
    before = contents(clocked)
    rebuild(clocked, lambda done, of: None, ALL_GAMES)
    assert contents(clocked) == before

    file = b"".join(write_export(Header(match_id, "space-monkeys", "open"), commits))
    report = verify(io.BytesIO(file))
    assert report.findings == ()
    assert report.results == {
        "file": "passed", "chain": "partly", "secret": "passed", "seals": "partly", "draws": "passed",
        "rules": "passed",
    }  # fmt: skip


def test_a_match_that_had_ended_is_verified_as_far_as_its_log_allows() -> None:
    match = finished("space-monkeys", 2)
    old = [first_commit_form(stored) for stored in match.commits]
    secret = json.loads(match.commits[-1])["events"][-1]["revealed"]
    report = verify(as_file(match.open_file(old)), ALL_GAMES)
    assert report.findings == ()
    assert report.results == {
        "file": "passed", "chain": "partly", "secret": "not checked", "seals": "not checked", "draws": "not checked",
        "rules": "partly",
    }  # fmt: skip
    report = verify(as_file(match.open_file(old, secret=secret)), ALL_GAMES)
    assert report.findings == ()
    assert report.results == {
        "file": "passed", "chain": "partly", "secret": "partly", "seals": "not checked", "draws": "passed",
        "rules": "passed",
    }  # fmt: skip
    report = verify(as_file(match.open_file(old, secret="00" * 32)), ALL_GAMES)
    assert [(finding.check, finding.line) for finding in report.findings] == [("secret", 1)]


def test_what_is_chained_cannot_be_made_to_look_old() -> None:
    match = finished(TINY, 2)
    commits = [*match.commits[:-2], first_commit_form(match.commits[-2]), match.commits[-1]]
    report = verify(as_file(match.open_file(commits)), ALL_GAMES)
    assert ("chain", len(commits)) in {(finding.check, finding.line) for finding in report.findings}
