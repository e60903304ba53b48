from __future__ import annotations

import pytest

from domain.command import CancelTable, VacateSeat
from domain.table_events import SeatOffer
from events import keys
from events.follower import follow, index_match
from events.handler import Handler
from events.listings import lobby, player_matches
from events.players import records
from tests.events.playing import (
    ALL_GAMES,
    TINY,
    Clock,
    contents,
    follow_all,
    new_players,
    open_match,
    play,
    seeded_bytes,
    sit,
)

ROCK, PAPER = ({"type": "throw", "throw": throw} for throw in ("rock", "paper"))
OPEN = SeatOffer("open")


@pytest.fixture
def tables(store):
    return Tables(store)


class Tables:
    """Tables in every kind of store, with a clock that moves on with every one that is opened."""

    def __init__(self, store) -> None:
        self.clock = Clock(1_000_000)
        store._clock = self.clock
        self.store = store
        self.handler = Handler(store, lambda match: None, games=ALL_GAMES, random_bytes=seeded_bytes(1))
        self.ann, self.bo, self.cy = new_players(store, "Ann", "Bo", "Cy")

    def open(self, *seats, host=None, game=TINY, **fields) -> str:
        self.clock.now += 1
        host = host or self.ann
        result = self.handler.open_table(host, game=game, seats=seats or (OPEN, OPEN), **fields)
        return result.accepted.match

    def follow(self) -> None:
        follow_all(self.store)

    def lobby(self, **filters) -> list[str]:
        self.follow()
        return [listed.summary.match for listed in lobby(self.store, **filters).matches]

    def matches_of(self, player, **filters) -> list[str]:
        self.follow()
        return [listed.summary.match for listed in player_matches(self.store, player, **filters).matches]


def test_public_tables_are_in_the_lobby_the_newest_first(tables) -> None:
    first, second = tables.open(), tables.open()
    tables.open(visibility="private")
    tables.open(visibility="unlisted")
    assert tables.lobby() == [second, first]
    listed = lobby(tables.store).matches[0]
    assert (listed.viewer, listed.table.host_name, listed.summary.status) == (None, "Ann", "open")


def test_the_lobby_goes_with_the_life_of_a_match(tables) -> None:
    match_id = tables.open(OPEN, OPEN, options={"rounds": 1})
    sit(tables.handler, match_id, tables.ann)
    assert (tables.lobby(), tables.lobby(status="running")) == ([match_id], [])
    sit(tables.handler, match_id, tables.bo)
    assert (tables.lobby(), tables.lobby(status="running")) == ([], [match_id])
    for seat, player in enumerate((tables.ann, tables.bo)):
        play(tables.handler, match_id, player, f"{seat}-1", ROCK)
    assert (tables.lobby(status="running"), tables.lobby(status="finished")) == ([], [match_id])
    cancelled = tables.open()
    tables.handler.act(cancelled, tables.ann, lambda own: CancelTable(tables.ann))
    assert tables.lobby() == []


def test_the_lobby_is_filtered(tables) -> None:
    tiny, three = tables.open(), tables.open(OPEN, OPEN, OPEN)
    space = tables.open(game="space-monkeys")
    invited = tables.open(SeatOffer("invited"), SeatOffer("invited"))
    assert tables.lobby(game=TINY) == [invited, three, tiny]
    assert tables.lobby(game="space-monkeys") == [space]
    assert tables.lobby(seats=3) == [three]
    assert tables.lobby(free_seat=True) == [space, three, tiny]
    assert tables.lobby(game="chess") == []


def test_pages_of_the_lobby_are_the_lobby(tables, monkeypatch) -> None:
    monkeypatch.setattr("events.listings._BATCH", 4)
    opened = [tables.open(*[OPEN] * (2 + n % 2), host=(tables.ann, tables.bo)[n % 2]) for n in range(21)]
    tables.follow()
    for filters in ({}, {"seats": 2}, {"seats": 3, "free_seat": True}):
        found, cursor = [], None
        while True:
            page = lobby(tables.store, cursor=cursor, limit=3, **filters)
            assert len(page.matches) <= 3
            found += [listed.summary.match for listed in page.matches]
            cursor = page.cursor
            if cursor is None:
                break
        wanted = [match_id for n, match_id in enumerate(opened) if filters.get("seats") in {None, 2 + n % 2}]
        assert found == wanted[::-1]


def test_a_list_shows_no_match_that_is_no_longer_as_the_list_says(tables) -> None:
    """What spans matches may lag: nobody has followed the feed since the table was opened."""
    match_id = tables.open()
    tables.follow()
    sit(tables.handler, match_id, tables.ann)
    sit(tables.handler, match_id, tables.bo)
    assert lobby(tables.store).matches == []


def test_a_player_finds_every_match_with_a_place_for_them(tables) -> None:
    hosted = tables.open()
    seated = tables.open(host=tables.bo)
    sit(tables.handler, seated, tables.ann)
    reserved = tables.open(SeatOffer("reserved", tables.ann), OPEN, host=tables.bo, visibility="private")
    tables.open(host=tables.bo)
    sit(tables.handler, reserved, tables.ann)
    tables.handler.act(reserved, tables.ann, lambda own: VacateSeat(tables.ann, 0))
    assert tables.matches_of(tables.ann) == [reserved, seated, hosted]
    tables.handler.act(seated, tables.ann, lambda own: VacateSeat(tables.ann, 0))
    assert tables.matches_of(tables.ann) == [reserved, hosted]


def test_a_player_is_told_what_waits_for_them(tables) -> None:
    players = [tables.ann, tables.bo]
    waiting, moved = (tables.open(options={"rounds": 1}) for _ in range(2))
    for match_id in (waiting, moved):
        for player in players:
            sit(tables.handler, match_id, player)
    play(tables.handler, moved, tables.ann, "0-1", ROCK)
    assert tables.matches_of(tables.ann, to_move=True) == [waiting]
    assert tables.matches_of(tables.ann, to_move=False) == [moved]
    assert tables.matches_of(tables.bo, to_move=True) == [moved, waiting]
    play(tables.handler, moved, tables.bo, "1-1", PAPER)
    assert player_matches(tables.store, tables.bo, to_move=True).matches[0].summary.match == waiting
    assert tables.matches_of(tables.bo, status="finished") == [moved]
    assert tables.matches_of(tables.bo, status="running") == [waiting]
    assert tables.matches_of(tables.bo) == [moved, waiting]


def test_pages_of_a_players_matches_go_over_all_statuses(tables, monkeypatch) -> None:
    monkeypatch.setattr("events.listings._BATCH", 3)
    opened = [tables.open() for _ in range(12)]
    for match_id in opened[::3]:
        for player in (tables.ann, tables.bo):
            sit(tables.handler, match_id, player)
    tables.follow()
    found, cursor = [], None
    while True:
        page = player_matches(tables.store, tables.ann, cursor=cursor, limit=5)
        found += [listed.summary.match for listed in page.matches]
        cursor = page.cursor
        if cursor is None:
            break
    assert found == opened[::-1]


def test_following_twice_or_late_changes_nothing(tables) -> None:
    match_id, players = open_match(tables.handler, tables.store, "Ann", "Bo", game=TINY, options={"rounds": 1})
    for seat, (player, move) in enumerate(zip(players, (ROCK, PAPER), strict=True)):
        play(tables.handler, match_id, player, f"{seat}-1", move)
    tables.follow()
    after = contents(tables.store)
    assert tables.store.call("xlen", keys.feed(match_id[:2])) == 0
    for _ in range(2):
        index_match(tables.store, match_id, [tables.cy])
    tables.follow()
    assert contents(tables.store) == after
    assert records(tables.store, TINY, [tables.ann, tables.bo, tables.cy]) == [(1, 0), (1, 1), (0, 0)]


def test_one_at_a_time_follows_a_feed(tables) -> None:
    match_id = tables.open()
    lock = keys.following(match_id[:2])
    tables.store.call("set", lock, "somebody else")
    assert follow(tables.store, match_id[:2]) == 0
    assert lobby(tables.store).matches == []
    tables.store.call("delete", lock)
    assert follow(tables.store, match_id[:2]) == 1
    assert tables.store.call("exists", lock) == 0


def test_a_follower_that_lost_its_turn_drops_nothing(tables, monkeypatch) -> None:
    match_id = tables.open()
    lock = keys.following(match_id[:2])
    monkeypatch.setattr("events.follower.index_match", lambda *_: tables.store.call("set", lock, "somebody else"))
    follow(tables.store, match_id[:2])
    assert tables.store.call("xlen", keys.feed(match_id[:2])) == 1
    assert tables.store.call("get", lock) == b"somebody else"


def test_a_feed_longer_than_one_reading_is_followed_to_its_end(tables, monkeypatch) -> None:
    monkeypatch.setattr("events.follower._AT_A_TIME", 2)
    match_id, players = open_match(tables.handler, tables.store, "Ann", "Bo", game=TINY)
    for seat, player in enumerate(players):
        play(tables.handler, match_id, player, f"{seat}-1", ROCK)
    assert follow(tables.store, match_id[:2]) == 4
    assert tables.store.call("xlen", keys.feed(match_id[:2])) == 0
