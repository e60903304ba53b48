"""A move of the pyramids that is taken back: in every log, in replays, downloads, checks and a rebuilt store."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from domain.command import Prefer, Resign, TakeBack
from domain.refusal import DecisionNotPending
from domain.table_events import SeatOffer
from events import keys, queries
from events.codec import digest
from events.handler import Handler
from events.rebuild import rebuild
from events.replay import replay_at
from events.verify import verify
from tests.events.finished import Finished, as_file
from tests.events.playing import ALL_GAMES, contents, follow_all, open_match, play, play_at_random, required, view_of

GAME = "space-monkeys-pyramids"


def take_back(handler: Handler, match: str, player: str, action: str, command_id: str | None = None):
    return handler.act(match, player, lambda seat: TakeBack(seat, action), command_id)


@pytest.fixture
def duel(clocked, handler):
    """After the placement and three plies; South has set preferences, which North does not see."""
    match, players = open_match(handler, clocked, "Ann", "Bo", game=GAME, options={"first_player": "south"})
    handler.act(match, players[0], lambda seat: Prefer(seat, {}))
    play_at_random(handler, clocked, match, players, Random(3), at_most=5)
    return match, players


def board(store, match, player):
    state = view_of(store, match, player)["state"]
    return {name: state[name] for name in ("pieces", "turn", "plies", "last_move", "occurrences", "sides")}


def own_log(store, match, player):
    page = queries.read_log(store, match, player, 0, 500)
    return [json.loads(entry) for entry in page.entries]


def test_each_viewer_is_told_its_own_entry_and_sees_again_what_was_there(clocked, handler, duel) -> None:
    match, players = duel
    take_back(handler, match, players[1], "ask")
    take_back(handler, match, players[0], "allow")
    told = {}
    for viewer, player in (*enumerate(players), (None, None)):
        events = own_log(clocked, match, player)[-1]["events"]
        [back] = [event for event in events if event["type"] == "move_taken_back"]
        returned = [event for event in events if event["type"] == "view_returned"]
        assert [event["seat"] for event in returned] == ([] if viewer is None else [viewer])
        entry = told[viewer] = back["entry"] if viewer is None else returned[0]["entry"]
        then = json.loads(replay_at(clocked, ALL_GAMES, match, player, entry=entry).view)["state"]
        assert {name: then[name] for name in board(clocked, match, player)} == board(clocked, match, player)
    assert told[0] == told[1] + 1 == told[None] + 1
    assert board(clocked, match, None)["turn"] == 1
    assert board(clocked, match, None)["plies"] == 1


def test_decisions_never_get_the_same_number_again(clocked, handler, duel) -> None:
    match, players = duel
    asked = set()
    for _ in range(4):
        [(mover, decision)] = required(clocked, match, players)
        assert decision["decision"] not in asked
        asked.add(decision["decision"])
        play(handler, match, mover, decision["decision"], decision["legal_moves"][0]["move"])
        take_back(handler, match, mover, "ask")
        take_back(handler, match, next(player for player in players if player != mover), "allow")
        with pytest.raises(DecisionNotPending):
            play(handler, match, mover, decision["decision"], decision["legal_moves"][-1]["move"])


def test_asking_twice_is_harmless_and_a_key_makes_a_late_repeat_harmless_too(clocked, handler, duel) -> None:
    match, (ann, bo) = duel
    first = take_back(handler, match, bo, "ask", "key")
    assert take_back(handler, match, bo, "ask", "key").repeated
    assert take_back(handler, match, bo, "ask").repeated
    take_back(handler, match, ann, "decline")
    again = take_back(handler, match, bo, "ask", "key")
    assert again.repeated
    assert again.receipt == first.receipt
    assert view_of(clocked, match, None)["take_back"] is None


def test_a_bot_allows_it_at_once(clocked, handler, clock) -> None:
    bot = SeatOffer("bot", bot=min(ALL_GAMES[GAME].bots))
    match, [ann] = open_match(handler, clocked, "Ann", game=GAME, bots=[bot], options={"first_player": "south"})
    play_at_random(handler, clocked, match, [ann], Random(1), at_most=3, clock=clock)
    while not list(required(clocked, match, [ann])):
        handler.settle(match)
    plies = board(clocked, match, ann)["plies"]
    take_back(handler, match, ann, "ask")
    assert board(clocked, match, ann)["plies"] == plies - 2
    assert list(required(clocked, match, [ann]))


def exported(store, match) -> Finished:
    viewers = [0, 1, None]
    logs = [[fields[b"j"] for _, fields in store.client.xrange(keys.log(match, viewer))] for viewer in viewers]
    commits = [fields[b"j"] for _, fields in store.client.xrange(keys.events(match))]
    return Finished(ALL_GAMES[GAME], match, commits, logs)


def finish(handler, store, match, players) -> Finished:
    handler.act(match, players[0], Resign)
    return exported(store, match)


def test_its_log_is_proved_and_a_forged_entry_is_found(clocked, handler, duel) -> None:
    match, players = duel
    take_back(handler, match, players[1], "ask")
    take_back(handler, match, players[0], "allow")
    log = finish(handler, clocked, match, players)
    report = verify(as_file(log.open_file()), ALL_GAMES)
    assert report.findings == ()
    assert set(report.results.values()) == {"passed"}
    values = [json.loads(stored) for stored in log.commits]
    for value in values:
        if value["command"].get("entries"):
            value["command"]["entries"][0] += 1
        for event in value["events"]:
            if event["type"] == "view_returned" and event["seat"] == 0:
                event["entry"] += 1
    forged: list[bytes] = []
    for value in values:
        value["prev"] = digest(forged[-1]) if forged else None
        forged.append(msgspec.json.encode(value))
    found = {finding.problem for finding in verify(as_file(log.open_file(forged)), ALL_GAMES).findings}
    assert "other-entries" in found


def test_a_rebuilt_store_is_the_same_byte_for_byte(clocked, handler, duel) -> None:
    match, players = duel
    take_back(handler, match, players[1], "ask")
    take_back(handler, match, players[0], "allow")
    follow_all(clocked)
    before = contents(clocked)
    assert rebuild(clocked, lambda done, of: None, ALL_GAMES).problems == {}
    assert contents(clocked) == before
