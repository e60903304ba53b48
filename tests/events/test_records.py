"""A game that asks for its players' records is told of all who sit, whichever command starts the match."""

from __future__ import annotations

import json

import pytest

from domain.command import StartMatch
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS
from domain.table import SeatOffer
from events import keys
from events.handler import Handler
from tests.events.playing import new_players, seeded_bytes, sit

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
