"""Logs as files: what may be read of whom, cut off where the store fails, and read back."""

from __future__ import annotations

import io

import pytest

from domain.command import Resign
from domain.transcript import read_log
from events import download, keys
from events.download import download_log, download_notation
from events.entries import entry_of_viewer
from events.errors import StoreUnavailable
from events.export import read_export
from events.verify import verify
from tests.events.playing import ALL_GAMES, TINY, open_match, play

ROCK = {"type": "throw", "throw": "rock"}


@pytest.fixture
def match(clocked, handler):
    match_id, players = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    play(handler, match_id, players[0], "0-1", ROCK)
    return match_id, players


def file_of(*arguments) -> bytes:
    return b"".join(download_log(*arguments).pieces)


def test_without_saying_whose_it_is_ones_own_before_the_end_and_everything_after_it(clocked, handler, match) -> None:
    match_id, (ann, _) = match
    assert read_export(io.BytesIO(file_of(clocked, ALL_GAMES, match_id, ann, None))).header.view == 0
    handler.act(match_id, ann, Resign)
    whole = file_of(clocked, ALL_GAMES, match_id, ann, None)
    assert read_export(io.BytesIO(whole)).header.view == "open"
    assert verify(io.BytesIO(whole), ALL_GAMES).sound


def test_a_log_is_read_in_pages(clocked, handler, match, monkeypatch) -> None:
    match_id, (ann, _) = match
    whole = file_of(clocked, ALL_GAMES, match_id, ann, None)
    for size in (1, 2, 3):
        monkeypatch.setattr(download, "_AT_A_TIME", size)
        assert file_of(clocked, ALL_GAMES, match_id, ann, None) == whole


def test_a_log_that_becomes_shorter_meanwhile_is_cut_off_without_an_end(clocked, match, monkeypatch) -> None:
    match_id, (ann, _) = match
    monkeypatch.setattr(download, "_AT_A_TIME", 2)
    pieces = download_log(clocked, ALL_GAMES, match_id, ann, None).pieces
    begun = [next(pieces), next(pieces), next(pieces)]
    clocked.call("xdel", keys.log(match_id, 0), "3-0")
    with pytest.raises(StoreUnavailable):
        begun += pieces
    assert [finding.problem for finding in verify(io.BytesIO(b"".join(begun))).findings] == ["truncated"]


def test_what_comes_after_the_download_began_is_not_in_it(clocked, handler, match) -> None:
    match_id, (ann, bo) = match
    pieces = download_log(clocked, ALL_GAMES, match_id, ann, None).pieces
    play(handler, match_id, bo, "1-1", ROCK)
    assert verify(io.BytesIO(b"".join(pieces)), ALL_GAMES).lines == 3


def test_only_a_match_whose_log_does_not_tell_its_secret_has_it_in_the_header(clocked, handler, match) -> None:
    match_id, (ann, _) = match
    assert read_export(io.BytesIO(file_of(clocked, ALL_GAMES, match_id, ann, None))).header.secret is None
    handler.act(match_id, ann, Resign)
    assert read_export(io.BytesIO(file_of(clocked, ALL_GAMES, match_id, ann, "open"))).header.secret is None
    newest = clocked.call("xlen", keys.events(match_id))
    clocked.call("xdel", keys.events(match_id), f"{newest}-0")
    told = read_export(io.BytesIO(file_of(clocked, ALL_GAMES, match_id, ann, "open"))).header
    assert told.secret == clocked.call("get", keys.secret(match_id)).hex()
    assert read_export(io.BytesIO(file_of(clocked, ALL_GAMES, match_id, ann, "own"))).header.secret is None


def test_the_notation_reads_back(clocked, match) -> None:
    match_id, (ann, _) = match
    text = b"".join(download_notation(clocked, ALL_GAMES, match_id, ann, "own").pieces).decode()
    stored = [fields[b"j"] for _, fields in clocked.client.xrange(keys.log(match_id, 0))]
    game = ALL_GAMES[TINY]
    assert list(read_log(game, text.splitlines())) == [entry_of_viewer(game, entry) for entry in stored]
