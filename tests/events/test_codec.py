from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from domain.chance import KeyedChance
from domain.command import OpenTable, Play, TakeSeat
from domain.match import decide
from domain.table import Match
from domain.table_events import BotDelay, SeatOffer, SeatTaken
from events.codec import (
    UPCASTERS,
    Origin,
    command_of,
    decode_commit,
    decode_snapshot,
    encode_commit,
    encode_snapshot,
    origin_of,
)
from events.projections import advance, nothing
from events.written import write_events
from tests.tiny_game import ROCK_PAPER_SCISSORS as GAME
from tests.tiny_game.moves import Throw

OPEN = OpenTable(
    match="m", game=GAME.key, options={}, seats=(SeatOffer("open"), SeatOffer("bot", bot="copycat")),
    invites=(None, None), host="p_a", visibility="public", start="full", clock={}, bot_delay_ms=BotDelay(0, 0),
    commitment="c",
)  # fmt: skip
SEATED = b'{"schema":2,"version":2,"at":5,"prev":"aa","command":{"id":"x","by":"p_b",'
SEATED += b'"type":"take_seat","player":"p_b","seat":null,"invite":null,"entropy":null,"records":{}},'
SEATED += b'"events":[{"type":"seat_taken","seat":0,"player":"p_b","entropy":null}]}'


def running() -> Any:
    """A match that has just started, as the write side holds it, and the events that started it."""
    chance = KeyedChance(b"k")
    opened, match = decide(GAME, Match(), OPEN, chance, 1)
    loaded, _ = advance(GAME, nothing(), opened, 1, match)
    started, match = decide(GAME, loaded.truth, TakeSeat("p_b"), chance, 2)
    return advance(GAME, loaded, started, 2, match)[0], started


def test_a_commit_is_read_as_it_was_written() -> None:
    _, events = running()
    stored = encode_commit(2, 7, "aa", Origin("x", "p_b"), TakeSeat("p_b"), written=write_events(events))
    commit = decode_commit(GAME, stored)
    assert (commit.version, commit.at, commit.events) == (2, 7, tuple(events))
    assert (origin_of(commit), command_of(commit)) == (Origin("x", "p_b"), TakeSeat("p_b"))


def test_a_commit_names_everything() -> None:
    move = Play(1, "1-3", Throw("rock"))
    written = write_events([SeatTaken(1, "p_b", None)])
    assert json.loads(encode_commit(9, 7, None, Origin("1-3", 1), move, written=written)) == {
        "schema": 2,
        "version": 9,
        "at": 7,
        "prev": None,
        "command": {
            "id": "1-3", "by": 1, "type": "play", "seat": 1, "decision": "1-3",
            "move": {"type": "throw", "throw": "rock"},
        },
        "events": [{"type": "seat_taken", "seat": 1, "player": "p_b", "entropy": None}],
    }  # fmt: skip


def test_the_form_of_this_release_is_the_form_of_every_later_one() -> None:
    commit = decode_commit(GAME, SEATED)
    assert commit.events == (SeatTaken(0, "p_b", None),)
    assert encode_commit(2, 5, "aa", Origin("x", "p_b"), TakeSeat("p_b"), written=write_events(commit.events)) == SEATED


def test_old_commits_are_brought_up_to_date_step_by_step() -> None:
    def from_minus_1(commit: dict[str, Any]) -> dict[str, Any]:
        return {**commit, "at": commit["seconds"] * 1000}

    def from_0(commit: dict[str, Any]) -> dict[str, Any]:
        events = [{**event, "type": "seat_taken", "entropy": None} for event in commit["events"]]
        return {**commit, "events": events}

    older = {
        "schema": -1,
        "version": 2,
        "seconds": 3,
        "command": {"id": "x", "by": "p_b", "type": "take_seat", "player": "p_b"},
        "events": [{"type": "joined", "seat": 1, "player": "p_b"}],
    }
    old = {**older, "schema": 0, "at": 4000}
    steps = {-1: from_minus_1, 0: from_0, **UPCASTERS}
    for stored, at in ((older, 3000), (old, 4000)):
        commit = decode_commit(GAME, json.dumps(stored).encode(), steps)
        assert (commit.at, commit.events) == (at, (SeatTaken(1, "p_b", None),))
        assert command_of(commit) == TakeSeat("p_b")


@pytest.mark.parametrize(
    "stored",
    [
        SEATED.replace(b'"schema":2', b'"schema":3'),
        SEATED.replace(b"seat_taken", b"seat_burnt"),
        SEATED.replace(b'"seat":0', b'"seat":"0"'),
        SEATED.replace(b'"schema":2,', b""),
        SEATED[:-1],
    ],
)
def test_what_is_no_commit_is_refused(stored: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_commit(GAME, stored)


def test_a_snapshot_is_read_as_it_was_written() -> None:
    loaded, _ = running()
    stored = encode_snapshot(loaded)
    assert decode_snapshot(GAME, stored) == loaded
    assert encode_snapshot(decode_snapshot(GAME, stored)) == stored
