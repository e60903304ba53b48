"""A match goes on by the rules it began with, whatever has been registered since."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from domain.refusal import IllegalMove
from domain.table_events import SeatOffer
from events import keys
from events.errors import MatchNotFound
from events.handler import Handler
from events.rebuild import rebuild
from tests.events.playing import (
    NO_DELAY,
    TINY,
    contents,
    new_players,
    open_match,
    play,
    play_at_random,
    settle,
    sit,
    view_of,
)
from tests.tiny_game import ROCK_PAPER_SCISSORS as FIRST

ROCK, PAPER = {"type": "throw", "throw": "rock"}, {"type": "throw", "throw": "paper"}


def without_rocks(state, decision):
    return (move for move in FIRST.legal(state, decision) if move.throw != "rock")


SECOND = dataclasses.replace(FIRST, rules_version=2, legal=without_rocks, bots={}, earlier=(FIRST,))


@pytest.fixture
def released(clocked):
    """A handler of the first release, and one of the second, on the same store."""
    return [Handler(clocked, lambda match: None, games={TINY: game}) for game in (FIRST, SECOND)]


def offered(store, match_id, player):
    [decision] = view_of(store, match_id, player)["pending"]
    return {legal["move"]["throw"] for legal in decision["legal_moves"]}


def test_a_match_begun_by_version_1_goes_on_by_it_after_version_2_is_registered(clocked, clock, released) -> None:
    first, second = released
    old, (ann, bo) = open_match(first, clocked, "Ann", "Bo", game=TINY)
    new, _ = open_match(second, clocked, "Ann", "Bo", game=TINY)
    assert view_of(clocked, old, ann)["rules_version"] == 1
    assert view_of(clocked, new, ann)["rules_version"] == 2
    assert offered(clocked, old, ann) == {"rock", "paper", "scissors"}
    assert offered(clocked, new, ann) == {"paper", "scissors"}
    play(second, old, ann, "0-1", ROCK)
    play(second, old, bo, "1-1", PAPER)
    with pytest.raises(IllegalMove):
        play(second, new, ann, "0-1", ROCK)
    assert offered(clocked, old, ann) == {"rock", "paper", "scissors"}
    play_at_random(second, clocked, old, [ann, bo], Random(1), clock=clock)
    assert view_of(clocked, old, None)["status"] == "finished"


def test_what_the_server_does_in_an_old_match_goes_by_its_rules_and_bots(clocked, released) -> None:
    first, second = released
    ann, bo = new_players(clocked, "Ann", "Bo")
    seats = [SeatOffer("reserved", ann), SeatOffer("open"), SeatOffer("bot", bot="copycat")]
    old = first.open_table(ann, game=TINY, seats=seats, bot_delay_ms=NO_DELAY).accepted.match
    sit(second, old, bo)
    settle(second, old)
    log = [fields[b"j"] for _, fields in clocked.client.xrange(keys.events(old))]
    assert b'"type":"play","seat":2' in log[-1]


def test_a_rebuild_goes_by_the_rules_of_each_match(clocked, clock, released) -> None:
    first, second = released
    old, players = open_match(first, clocked, "Ann", "Bo", game=TINY)
    open_match(second, clocked, "Ann", "Bo", game=TINY)
    play(second, old, players[0], "0-1", ROCK)
    before = contents(clocked)
    assert rebuild(clocked, lambda done, of: None, {TINY: SECOND}).problems == {}
    after = contents(clocked)
    for part in (keys.views(old), keys.head(old), keys.snapshot(old), keys.log(old, 0), keys.log(old, 1)):
        assert after[part] == before[part]


def test_a_match_whose_rules_are_not_known_is_left_as_it_is(clocked, released) -> None:
    first, second = released
    new, (ann, _) = open_match(second, clocked, "Ann", "Bo", game=TINY)
    with pytest.raises(MatchNotFound):
        play(first, new, ann, "0-1", PAPER)
    assert set(rebuild(clocked, lambda done, of: None, {TINY: FIRST}).problems) == {new}


def test_a_match_of_the_first_release_which_did_not_name_them_apart_has_the_first_rules(clocked, released) -> None:
    first, second = released
    old, (ann, bo) = open_match(first, clocked, "Ann", "Bo", game=TINY)
    clocked.call("hdel", keys.head(old), "rules")
    play(second, old, ann, "0-1", ROCK)
    assert offered(clocked, old, bo) == {"rock", "paper", "scissors"}
