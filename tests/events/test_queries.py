from __future__ import annotations

import json
from random import Random
from threading import Timer

import pytest

from domain.command import CancelTable
from domain.refusal import WrongPhase
from domain.table_events import SeatOffer
from events import keys, queries
from events.errors import MatchNotFound
from events.handler import Handler
from tests.events.playing import ALL_GAMES, TINY, new_players, open_match, play, play_at_random, seeded_bytes, view_of

ROCK = {"type": "throw", "throw": "rock"}


@pytest.fixture
def match(store) -> tuple[Handler, str, list[str]]:
    """On every kind of store."""
    handler = Handler(store, lambda match: None, games=ALL_GAMES, random_bytes=seeded_bytes(1))
    match_id, players = open_match(handler, store, "Ann", "Bo", game=TINY, options={"rounds": 1})
    return handler, match_id, players


def test_a_viewer_reads_the_own_view_and_the_public_reads_its_own(store, match) -> None:
    _, match_id, (ann, bo) = match
    (stranger,) = new_players(store, "Cy")
    for player, viewer in ((ann, 0), (bo, 1), (stranger, None), (None, None)):
        read = queries.read_match(store, match_id, player)
        view = json.loads(read.view)
        assert (read.viewer, view["you"]) == (viewer, viewer)
        assert (read.entry, read.status) == (view["entry"], view["status"])
        assert read.now <= store.now()


def test_a_log_is_read_page_by_page(store, match) -> None:
    handler, match_id, (ann, bo) = match
    play(handler, match_id, ann, "0-1", ROCK)
    whole = queries.read_log(store, match_id, bo, 0, 100)
    assert (whole.viewer, whole.finished, whole.last, whole.newest) == (1, False, 3, 3)
    pages, after = [], 0
    while (page := queries.read_log(store, match_id, bo, after, 2)).entries:
        pages += page.entries
        assert len(page.entries) <= 2
        after = page.last
    assert pages == whole.entries
    assert (page.last, page.entries) == (3, [])
    assert queries.read_log(store, match_id, bo, 99, 5).last == 3


def test_a_log_says_when_nothing_will_follow(store, match) -> None:
    handler, match_id, players = match
    for seat, player in enumerate(players):
        play(handler, match_id, player, f"{seat}-1", ROCK)
    page = queries.read_log(store, match_id, None, 0, 1)
    assert page.finished
    assert page.last < page.newest


def test_the_whole_log_opens_when_the_match_is_over(store, match) -> None:
    handler, match_id, players = match
    with pytest.raises(WrongPhase):
        queries.read_open_log(store, match_id, players[0], 0, 10)
    for seat, player in enumerate(players):
        play(handler, match_id, player, f"{seat}-1", ROCK)
    page = queries.read_open_log(store, match_id, None, 0, 3)
    commits = [json.loads(stored) for stored in page.entries]
    assert [commit["version"] for commit in commits] == [1, 2, 3]
    assert commits[2]["command"]["move"] == ROCK
    assert (page.last, page.newest, page.finished) == (3, 4, True)
    rest = queries.read_open_log(store, match_id, None, 3, 3)
    assert [json.loads(stored)["version"] for stored in rest.entries] == [4]


def test_the_whole_log_of_a_cancelled_table_is_open_to_those_who_may_know_of_it(store, match) -> None:
    handler, _, (ann, bo) = match
    seats = [SeatOffer("reserved", ann), SeatOffer("open")]
    match_id = handler.open_table(ann, game=TINY, seats=seats, visibility="private").accepted.match
    handler.act(match_id, ann, lambda own: CancelTable(ann))
    assert len(queries.read_open_log(store, match_id, ann, 0, 10).entries) == 2
    for read in (queries.read_open_log, queries.read_log):
        with pytest.raises(MatchNotFound):
            read(store, match_id, bo, 0, 10)


def test_waiting_ends_with_the_viewers_own_next_entry(real_store) -> None:
    handler = Handler(real_store, lambda match: None, games=ALL_GAMES)
    match_id, (ann, _) = open_match(handler, real_store, "Ann", "Bo", game=TINY)
    entry = view_of(real_store, match_id, None)["entry"]
    assert not queries.wait_for_entry(real_store, match_id, None, entry, 10)
    assert queries.wait_for_entry(real_store, match_id, None, entry - 1, 10)
    mover = Timer(0.05, lambda: play(handler, match_id, ann, "0-1", ROCK))
    mover.start()
    assert queries.wait_for_entry(real_store, match_id, None, entry, 30_000)
    mover.join()


def test_reading_touches_nothing_of_the_write_side(clocked, handler, clock) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo")
    play_at_random(handler, clocked, match_id, players, Random(1), at_most=5, clock=clock)
    before = [queries.read_match(clocked, match_id, player) for player in players]
    for part in (keys.events, keys.secret, keys.snapshot, keys.receipts):
        clocked.call("delete", part(match_id))
    assert [queries.read_match(clocked, match_id, player) for player in players] == before
    assert queries.read_log(clocked, match_id, players[0], 0, 5).entries
