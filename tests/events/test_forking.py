"""Matches that go on from others, through the store: who may, from where, what is kept secret, and how it is proved."""

from __future__ import annotations

import json
from random import Random

import pytest

from domain.command import AllowForking, Play, Resign, TakeSeat
from domain.refusal import OptionsRefused, WrongPhase
from domain.table_events import SeatOffer
from events import keys, players, queries
from events.errors import EntryNotFound, MatchNotFound
from events.rebuild import rebuild
from events.verify import verify
from tests.events.finished import Finished, as_file
from tests.events.playing import (
    ALL_GAMES,
    NO_DELAY,
    contents,
    follow_all,
    new_players,
    open_match,
    play_at_random,
    view_of,
)

GAME = "space-monkeys"


@pytest.fixture
def old(clocked, clock, handler):
    """A match in which some moves were made, with its players."""
    match, people = open_match(handler, clocked, "Ann", "Bo", game=GAME)
    play_at_random(handler, clocked, match, people, Random(3), at_most=12, clock=clock)
    return match, people


def over(handler, match, people):
    handler.act(match, people[0], Resign)


def fork(handler, player, match, whose, at, *seats, **table):
    offers = seats or (SeatOffer("reserved", player), SeatOffer("open"))
    return handler.fork(player, match, whose=whose, at=at, seats=offers, bot_delay_ms=NO_DELAY, **table).accepted.match


def seated(handler, match, *people):
    for player in people:
        handler.act(match, player, lambda own, player=player: TakeSeat(player, None))
    return match


def known(store, match, player):
    """The state as a player sees it, and what the player may do, but for times."""
    view = view_of(store, match, player)
    state = {name: value for name, value in view["state"].items() if name not in {"deadline", "window"}}
    moves = [(each["decision"], each["legal_moves"]) for each in view["pending"]]
    return state, moves


@pytest.mark.parametrize("whose", ["open", 0, 1])
def test_a_match_that_is_over_goes_on_from_any_seat_and_from_all(clocked, clock, handler, old, whose) -> None:
    match, people = old
    before = [known(clocked, match, player) for player in people]
    at = clocked.call("xlen", keys.events(match) if whose == "open" else keys.log(match, whose))
    over(handler, match, people)
    clock.now += 1_000_000
    new = seated(handler, fork(handler, people[0], match, whose, at), people[1])
    after = [known(clocked, new, player) for player in people]
    for seat in (0, 1) if whose == "open" else (whose,):
        assert after[seat] == before[seat]
    view = view_of(clocked, new, None)
    assert view["origin"] == {"match": match, "view": whose, "at": at}
    play_at_random(handler, clocked, new, people, Random(1), clock=clock)
    assert view_of(clocked, new, None)["status"] == "finished"
    report = verify(as_file(exported(clocked, new).open_file()), ALL_GAMES)
    assert report.findings == ()
    assert set(report.results.values()) == {"passed"}


def exported(store, match) -> Finished:
    logs = [[fields[b"j"] for _, fields in store.client.xrange(keys.log(match, viewer))] for viewer in (0, 1, None)]
    return Finished(ALL_GAMES[GAME], match, [f[b"j"] for _, f in store.client.xrange(keys.events(match))], logs)


def test_a_forged_history_is_found(clocked, clock, handler, old) -> None:
    match, people = old
    over(handler, match, people)
    new = seated(handler, fork(handler, people[0], match, 0, 2), people[1])
    over(handler, new, people)
    log = exported(clocked, new)
    forged = [stored.replace(b'"history":{"at":', b'"history":{"at":1') for stored in log.commits]
    assert forged != log.commits
    assert verify(as_file(log.open_file(forged)), ALL_GAMES).findings


def test_a_fork_counts_in_no_record_and_shows_nothing_in_the_old_match(clocked, handler, old) -> None:
    match, people = old
    over(handler, match, people)
    follow_all(clocked)
    stored = clocked.client.xrange(keys.events(match))
    records = players.records(clocked, GAME, people)
    new = seated(handler, fork(handler, people[0], match, "open", 4), people[1])
    over(handler, new, people)
    follow_all(clocked)
    assert players.records(clocked, GAME, people) == records == [(1, 0), (1, 1)]
    assert clocked.client.xrange(keys.events(match)) == stored


def test_a_live_match_is_forked_only_where_everybody_allows_it_and_from_ones_own_knowledge(
    clocked, handler, old
) -> None:
    match, (ann, bo) = old
    [cy] = new_players(clocked, "Cy")

    def allow(player, seat, *, allowed=True):
        return handler.act(match, player, lambda own: AllowForking(seat, allowed))

    at = view_of(clocked, match, ann)["entry"]
    with pytest.raises(WrongPhase):
        fork(handler, ann, match, "own", at)
    allow(ann, 0)
    with pytest.raises(WrongPhase):
        fork(handler, ann, match, "own", at)
    allow(bo, 1)
    assert allow(bo, 1).repeated
    for whose in ("open", "public", 1):
        with pytest.raises(WrongPhase):
            fork(handler, ann, match, whose, at)
    with pytest.raises(WrongPhase):
        fork(handler, cy, match, "own", 3)
    bot, own = SeatOffer("bot", bot="sensible"), SeatOffer("reserved", ann)
    for seats in ([SeatOffer("open")] * 2, [SeatOffer("reserved", cy), own], [own, SeatOffer("open")], [bot, bot]):
        with pytest.raises(OptionsRefused):
            fork(handler, ann, match, "own", at, *seats, visibility="private")
    with pytest.raises(OptionsRefused):
        fork(handler, ann, match, "own", at, own, bot)
    new = fork(handler, ann, match, "own", at, own, bot, visibility="private")
    assert known(clocked, new, ann) == known(clocked, match, ann)
    for other in (bo, cy, None):
        with pytest.raises(MatchNotFound):
            queries.read_match(clocked, new, other)
    allow(bo, 1, allowed=False)
    with pytest.raises(WrongPhase):
        fork(handler, ann, match, "own", at)


@pytest.mark.parametrize("at", [1, 10_000])
def test_only_a_moment_in_which_the_match_was_played_can_be_gone_on_from(handler, old, at) -> None:
    match, people = old
    over(handler, match, people)
    with pytest.raises((WrongPhase, EntryNotFound)):
        fork(handler, people[0], match, "open", at)


def test_the_end_is_no_moment_to_go_on_from(clocked, handler, old) -> None:
    match, people = old
    over(handler, match, people)
    with pytest.raises(WrongPhase):
        fork(handler, people[0], match, "open", clocked.call("xlen", keys.events(match)))


def test_there_are_as_many_seats_as_there_were(handler, old) -> None:
    match, people = old
    over(handler, match, people)
    with pytest.raises(OptionsRefused):
        fork(handler, people[0], match, "open", 4, *[SeatOffer("open")] * 3)


def test_a_private_match_goes_on_in_private_and_is_none_to_strangers(clocked, handler) -> None:
    match, people = open_match(handler, clocked, "Ann", "Bo", game=GAME)
    ann, bo = new_players(clocked, "Ann again", "Bo again")
    offers = [SeatOffer("reserved", ann), SeatOffer("reserved", bo)]
    hidden = handler.open_table(ann, game=GAME, seats=offers, visibility="private").accepted.match
    seated(handler, hidden, bo)
    over(handler, hidden, [ann])
    for stranger in people:
        with pytest.raises(MatchNotFound):
            fork(handler, stranger, hidden, "open", 3)
    with pytest.raises(OptionsRefused):
        fork(handler, ann, hidden, "open", 2)
    assert fork(handler, ann, hidden, "open", 2, visibility="private")
    with pytest.raises(MatchNotFound):
        fork(handler, people[0], match[:2] + "a" * 20, "open", 2)


def test_bots_take_seats_and_the_same_key_opens_one_table(clocked, handler, old) -> None:
    match, people = old
    over(handler, match, people)
    bots = [SeatOffer("bot", bot="sensible")] * 2
    new = fork(handler, people[0], match, "public", 5, *bots, idempotency_key="once and for all")
    assert fork(handler, people[0], match, "public", 5, *bots, idempotency_key="once and for all") == new
    while handler.settle(new).due:
        pass
    assert view_of(clocked, new, None)["status"] in {"running", "finished"}
    started = json.loads(clocked.client.xrange(keys.events(new))[0][1][b"j"])
    assert started["command"]["history"]["events"]


def test_a_rebuilt_store_is_the_same_byte_for_byte(clocked, handler, old) -> None:
    match, people = old
    over(handler, match, people)
    seated(handler, fork(handler, people[0], match, 0, 5), people[1])
    follow_all(clocked)
    before = contents(clocked)
    assert rebuild(clocked, lambda done, of: None, ALL_GAMES).problems == {}
    assert contents(clocked) == before


def test_old_answers_are_no_answers_in_the_new_match(clocked, handler, old) -> None:
    """Decisions are numbered on, and their receipts are those of the old match alone."""
    match, people = old
    pending = view_of(clocked, match, people[0])["pending"] or view_of(clocked, match, people[1])["pending"]
    [asked, *_] = pending
    seat = int(asked["decision"][0])
    at = clocked.call("xlen", keys.events(match))
    handler.act(match, people[seat], lambda own: Play(own, asked["decision"], asked["legal_moves"][0]["move"]))
    over(handler, match, people)
    new = seated(handler, fork(handler, people[0], match, "open", at), people[1])
    done = handler.act(new, people[seat], lambda own: Play(own, asked["decision"], asked["legal_moves"][-1]["move"]))
    assert not done.repeated
    assert queries.read_match(clocked, new, people[seat]).entry == done.receipt.entry
