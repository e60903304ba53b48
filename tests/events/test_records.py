"""A game that asks for its players' records is told of all who sit, whichever command starts the match."""

from __future__ import annotations

import dataclasses
import json

import pytest

from domain.command import DrawOffer, StartMatch
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS
from domain.table_events import SeatOffer
from events import keys
from events.follower import follow
from events.handler import Handler
from events.players import records
from tests.events.playing import TINY, new_players, open_match, seeded_bytes, sit
from tests.tiny_game import ROCK_PAPER_SCISSORS

KEY = SPACE_MONKEYS_PYRAMIDS.key
YOUNGEST = {"first_player": "youngest", "younger_seat": "south", "setup": "random"}


@pytest.mark.parametrize(
    ("won", "played", "first"),
    [(2, 3, 0), (3, 4, 1), (0, 0, 0)],
    ids=["two thirds", "more than two thirds", "no matches"],
)
@pytest.mark.parametrize("start", ["full", "host"])
def test_r1_the_youngest_begins_unless_their_record_is_above_two_thirds(clocked, won, played, first, start):
    ann, bo = new_players(clocked, "Ann", "Bo")
    for number in range(played):
        clocked.pipeline([("sadd", keys.played(ann, KEY), f"earlier {number}")])
    for number in range(won):
        clocked.pipeline([("sadd", keys.won(ann, KEY), f"earlier {number}")])
    handler = Handler(
        clocked, lambda _: None, games={KEY: SPACE_MONKEYS_PYRAMIDS}, random_bytes=seeded_bytes("records")
    )
    match = handler.open_table(
        ann, game=KEY, seats=[SeatOffer("reserved", ann), SeatOffer("open")], options=YOUNGEST, start=start
    ).accepted.match
    sit(handler, match, bo)
    if start == "host":
        handler.act(match, ann, lambda _: StartMatch(ann))
    stored = clocked.call("xrange", keys.events(match), "-", "+")
    events = [event for _, fields in stored for event in json.loads(fields[b"j"])["events"]]
    [begun] = [event for event in events if event["type"] == "match_started"]
    assert begun["records"] == [[played, won], [0, 0]]
    [chosen] = [event for event in events if event["type"] == "first_player_chosen"]
    assert chosen["seat"] == first


@pytest.mark.parametrize(("draws", "won"), [(True, 0), (False, 1)], ids=["a draw", "a shared victory"])
def test_r1_a_draw_counts_as_played_not_won_r13_a_shared_victory_as_won_by_all(clocked, draws, won):
    tied = dataclasses.replace(ROCK_PAPER_SCISSORS, allows_draw_offers=draws, outcome=lambda state: (1, 1))
    handler = Handler(clocked, lambda _: None, games={TINY: tied}, random_bytes=seeded_bytes("tied"))
    match, both = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    follow(clocked, keys.shard(match))
    assert records(clocked, TINY, both) == [(1, won)] * 2


def test_r1_an_agreed_draw_is_played_not_won(handler, clocked):
    match, both = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    for seat, player in enumerate(both):
        handler.act(match, player, lambda _, seat=seat: DrawOffer(seat, "offer"))
    follow(clocked, keys.shard(match))
    assert records(clocked, TINY, both) == [(1, 0)] * 2


def test_records_are_of_players_alone(clocked):
    [ann] = new_players(clocked, "Ann")
    handler = Handler(clocked, lambda _: None, games={KEY: SPACE_MONKEYS_PYRAMIDS})
    match = handler.open_table(
        ann, game=KEY, seats=[SeatOffer("reserved", ann), SeatOffer("bot", bot="greedy")]
    ).accepted.match
    [(_, fields)] = clocked.call("xrange", keys.events(match), "-", "+")
    assert list(json.loads(fields[b"j"])["command"]["records"]) == [ann]
