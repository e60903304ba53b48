"""A match as it was at any moment: byte for byte what was served then, from any seat's knowledge."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.command import Resign
from domain.refusal import WrongPhase
from domain.table_events import SeatOffer
from events import keys, queries, replay
from events.errors import EntryNotFound, MatchNotFound
from events.handler import Handler
from events.projections import view_json
from events.replay import CHECKPOINT_EVERY, replay_at
from events.store import connect
from tests.events.playing import (
    ALL_GAMES,
    NO_DELAY,
    TINY,
    Clock,
    new_players,
    open_match,
    play,
    play_at_random,
    required,
    settle,
    view_of,
)

ROCK = {"type": "throw", "throw": "rock"}


class Played:
    """A match of two people and perhaps a bot, with every view as it was served."""

    def __init__(self, url: str, game: str, seed: int, *, bot: bool, entries: int = 80) -> None:
        self.clock = Clock(1_000_000)
        self.store = connect(url, clock=self.clock)
        self.store.client.flushdb()
        self.served: dict[str, dict[int, bytes]] = {}
        self._append = self.store.append
        self.store.append = self.append_and_look
        self.handler = Handler(self.store, lambda match: None, games=ALL_GAMES)
        kinds = sorted(ALL_GAMES[game].bots)
        seats = ALL_GAMES[game].seats
        bots = [SeatOffer("bot", bot=kinds[seed % len(kinds)])] if bot and len(seats) > 1 else []
        names = ["Ann", "Bo", "Cy"][: max(2, seats[0])]
        self.match, self.players = open_match(self.handler, self.store, *names, game=game, bots=bots)
        self.viewers = {**{str(seat): player for seat, player in enumerate(self.players)}, "public": None}
        self.rng = Random(seed)
        while len(self.served["public"]) < entries and not self.over:
            self.step()

    @property
    def over(self) -> bool:
        return view_of(self.store, self.match, None)["status"] == "finished"

    def step(self) -> None:
        play_at_random(self.handler, self.store, self.match, self.players, self.rng, at_most=1, clock=self.clock)

    def append_and_look(self, match_id: str, *write):
        done = self._append(match_id, *write)
        for viewer, view in self.store.call("hgetall", keys.views(match_id)).items():
            self.served.setdefault(viewer.decode(), {})[json.loads(view)["entry"]] = view
        return done

    def finish(self) -> None:
        for player in self.players:
            with suppress(WrongPhase):  # out already, or over
                self.handler.act(self.match, player, Resign)
        while not self.over:
            self.step()

    def at(self, player: str | None, whose, entry: int):
        return replay_at(self.store, ALL_GAMES, self.match, player, whose=whose, entry=entry)


@pytest.mark.parametrize("game", ALL_GAMES)
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000), bot=st.booleans())
def test_every_step_is_what_was_served_at_that_moment(embedded_store, game, seed, bot) -> None:
    played = Played(embedded_store.url(), game, seed, bot=bot)
    for name, player in played.viewers.items():
        served = list(played.served[name].items())
        for entry, view in played.rng.sample(served, min(12, len(served))):
            assert played.at(player, "own", entry).view == view
    played.finish()
    for name, served in played.served.items():
        whose = "public" if name == "public" else int(name)
        for entry, view in served.items():
            if played.rng.random() < 0.1:
                played.store.call("delete", keys.checkpoints(played.match, name))
            replayed = played.at(None, whose, entry)
            assert (replayed.view, replayed.entry) == (view, entry)
            assert set(served) == set(range(1, replayed.newest + 1))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_open_is_the_truth_at_each_version(embedded_store, game) -> None:
    played = Played(embedded_store.url(), game, 5, bot=True)
    played.finish()
    newest = played.at(None, "open", 1).newest
    for version in range(1, newest + 1):
        open_view = played.at(None, "open", version).view
        assert f'"entry":{version},'.encode() in open_view
    truth = played.handler._loader.load(played.match).held.loaded
    truth.projections[-1] = truth.truth
    truth.entries[-1] = truth.version
    assert played.at(None, "open", newest).view == view_json(ALL_GAMES[game], truth, len(truth.projections) - 1)


@pytest.fixture
def match(clocked, handler):
    """A running match, and its players."""
    return open_match(handler, clocked, "Ann", "Bo", game=TINY)


def test_before_the_end_everybody_is_shown_their_own_knowledge_alone(clocked, handler, match) -> None:
    match_id, (ann, bo) = match
    play(handler, match_id, ann, "0-1", ROCK)
    for player, whose in ((ann, "own"), (ann, 0), (None, "own"), (None, "public")):
        served = queries.read_match(clocked, match_id, player).view
        assert replay_at(clocked, ALL_GAMES, match_id, player, whose=whose).view == served
    for player, whose in ((bo, 0), (bo, "public"), (bo, "open"), (None, 0), (None, "open"), (ann, 7)):
        with pytest.raises(WrongPhase):
            replay_at(clocked, ALL_GAMES, match_id, player, whose=whose)
    handler.act(match_id, ann, lambda seat: Resign(0))
    for whose in (0, 1, "public", "open"):
        assert replay_at(clocked, ALL_GAMES, match_id, None, whose=whose).entry


def test_there_is_nothing_after_the_newest_entry_and_nobody_on_other_seats(clocked, handler, match) -> None:
    match_id, (ann, _) = match
    newest = replay_at(clocked, ALL_GAMES, match_id, ann).newest
    with pytest.raises(EntryNotFound):
        replay_at(clocked, ALL_GAMES, match_id, ann, entry=newest + 1)
    handler.act(match_id, ann, lambda seat: Resign(0))
    with pytest.raises(EntryNotFound):
        replay_at(clocked, ALL_GAMES, match_id, ann, whose=2)


def test_a_private_match_is_replayed_for_those_alone_who_may_see_it(clocked, handler) -> None:
    ann, bo = new_players(clocked, "Ann", "Bo")
    seats = [SeatOffer("reserved", ann), SeatOffer("bot", bot="copycat")]
    opened = handler.open_table(ann, game=TINY, seats=seats, visibility="private", bot_delay_ms=NO_DELAY)
    match_id = opened.accepted.match
    handler.act(match_id, ann, lambda seat: Resign(0))
    assert replay_at(clocked, ALL_GAMES, match_id, ann, whose="open").newest
    for player in (bo, None):
        with pytest.raises(MatchNotFound):
            replay_at(clocked, ALL_GAMES, match_id, player, whose="open")


def test_the_story_is_that_of_the_step_and_of_the_viewer(clocked, handler, match) -> None:
    match_id, (ann, bo) = match
    play(handler, match_id, ann, "0-1", ROCK)
    assert replay_at(clocked, ALL_GAMES, match_id, ann).story == ["You throw rock."]
    assert replay_at(clocked, ALL_GAMES, match_id, bo).story == ["{seat:0} throws something."]


def test_a_step_of_a_long_match_is_two_trips_and_few_entries(clocked, handler, clock, monkeypatch) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    play_at_random(handler, clocked, match_id, players, Random(3), at_most=150, clock=clock)
    first = replay_at(clocked, ALL_GAMES, match_id, players[0])
    assert first.newest > 3 * CHECKPOINT_EVERY
    folded, trips = [], []
    ask, fold = clocked.client.execute_command, replay.fold
    monkeypatch.setattr(clocked.client, "execute_command", lambda *args: trips.append(args[0]) or ask(*args))
    monkeypatch.setattr(replay, "fold", lambda *args: folded.append(args) or fold(*args))
    for entry in range(1, first.newest + 1):
        trips.clear()
        folded.clear()
        replay_at(clocked, ALL_GAMES, match_id, players[0], entry=entry)
        assert trips == ["EVALSHA"] * 2
        assert 1 <= len(folded) <= CHECKPOINT_EVERY
    assert replay_at(clocked, ALL_GAMES, match_id, players[0]).view == first.view


def test_checkpoints_expire_may_be_dropped_and_those_of_other_releases_are_left_aside(clocked, handler, clock) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    play_at_random(handler, clocked, match_id, players, Random(3), at_most=150, clock=clock)
    key = keys.checkpoints(match_id, "0")
    first = replay_at(clocked, ALL_GAMES, match_id, players[0])
    assert 0 < clocked.call("ttl", key) <= replay.CHECKPOINTS_KEPT_S
    kept = clocked.call("hkeys", key)
    assert len(kept) == (first.newest - 1) // CHECKPOINT_EVERY
    for state in (b"\x81\xa3old\xa4form", b"", b"\xff"):
        for entry in kept:
            clocked.call("hset", key, entry, state)
        assert replay_at(clocked, ALL_GAMES, match_id, players[0]).view == first.view
    clocked.call("delete", key)
    assert replay_at(clocked, ALL_GAMES, match_id, players[0]).view == first.view


def test_a_full_store_replays_without_checkpoints(clocked, handler, clock) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    play_at_random(handler, clocked, match_id, players, Random(3), at_most=120, clock=clock)
    served = queries.read_match(clocked, match_id, players[0]).view
    clocked.client.config_set("maxmemory", 1)
    try:
        assert replay_at(clocked, ALL_GAMES, match_id, players[0]).view == served
    finally:
        clocked.client.config_set("maxmemory", 0)
    assert not clocked.call("exists", keys.checkpoints(match_id, "0"))


def test_replaying_a_running_match_touches_nothing_of_the_write_side(clocked, handler, clock) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo")
    play_at_random(handler, clocked, match_id, players, Random(1), at_most=5, clock=clock)
    before = [replay_at(clocked, ALL_GAMES, match_id, player) for player in (*players, None)]
    for part in (keys.events, keys.secret, keys.snapshot, keys.receipts, keys.head):
        clocked.call("delete", part(match_id))
    assert [replay_at(clocked, ALL_GAMES, match_id, player) for player in (*players, None)] == before


def test_the_replay_runs_on_every_store(store) -> None:
    handler = Handler(store, lambda match: None, games=ALL_GAMES)
    match_id, players = open_match(handler, store, "Ann", "Bo")
    for _ in range(40):
        settle(handler, match_id)
        waiting = list(required(store, match_id, players))
        if not waiting:
            break
        player, decision = waiting[0]
        play(handler, match_id, player, decision["decision"], decision["legal_moves"][0]["move"])
    served = queries.read_match(store, match_id, players[0])
    assert replay_at(store, ALL_GAMES, match_id, players[0]).view == served.view
