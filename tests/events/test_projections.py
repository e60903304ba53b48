"""What each viewer has: derived from what it saw, unmoved by what it did not see, and the same however it is loaded."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Union

import fakeredis
import msgspec
import pytest

from domain.chance import commitment
from domain.event import Event
from domain.games import GAMES
from domain.match import decide
from domain.table import Match, fold
from domain.table_events import TABLE_EVENTS, SeatOffer, SecretRevealed
from events import keys, queries
from events.codec import Loaded, command_of, decode_commit, encode_snapshot
from events.commit_writes import SNAPSHOT_EVERY
from events.handler import Handler
from events.projections import nothing, replay, view_json
from events.randomness import MatchChance
from events.store import Store
from tests.events.playing import (
    ALL_GAMES,
    TINY,
    Clock,
    contents,
    open_match,
    play,
    play_at_random,
    required,
    seeded_bytes,
    settle,
)

GAME = GAMES["space-monkeys"]
KINDS = {kind.__struct_config__.tag: kind for kind in (*TABLE_EVENTS, *GAME.events)}
VIEWERS = (0, 1, 2, None)


@pytest.fixture(scope="module")
def played() -> tuple[Store, str, list[str]]:
    """A whole match of three, with windows, a bot and deadlines."""
    clock = Clock(1_000_000)
    store = Store(fakeredis.FakeRedis(), clock=clock)
    handler = Handler(store, lambda match: None, random_bytes=seeded_bytes(1))
    match_id, players = open_match(
        handler, store, "Ann", "Bo", bots=[SeatOffer("bot", bot="sensible")], options={"fast_pass": False}
    )
    play_at_random(handler, store, match_id, players, Random(4), clock=clock)
    return store, match_id, players


def stored_commits(store: Store, match_id: str) -> list[bytes]:
    return [fields[b"j"] for _, fields in store.client.xrange(keys.events(match_id))]


def log_of(store: Store, match_id: str, viewer: int | None) -> list[bytes]:
    return [fields[b"j"] for _, fields in store.client.xrange(keys.log(match_id, viewer))]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_log_is_numbered_without_gaps_and_says_nothing_but_what_was_seen(played, viewer) -> None:
    store, match_id, _ = played
    entries = store.client.xrange(keys.log(match_id, viewer))
    for number, (stream_id, fields) in enumerate(entries, 1):
        assert stream_id == f"{number}-0".encode()
        entry = json.loads(fields[b"j"])
        assert list(entry) == ["entry", "at", "prev", "events", *(["sealed"] if "sealed" in entry else [])]
        assert entry["entry"] == number
        assert entry["events"]
    assert len(entries) < len(stored_commits(store, match_id))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_follows_from_the_viewers_log_alone(played, viewer) -> None:
    store, match_id, _ = played
    union = tuple[Union[(*TABLE_EVENTS, *GAME.events)], ...]
    decoder = msgspec.json.Decoder(msgspec.defstruct("Entry", [("entry", int), ("at", int), ("events", union)]))
    projection: Match[Any] = Match()
    for stored in log_of(store, match_id, viewer):
        entry = decoder.decode(stored)
        fold(GAME, projection, entry.events, entry.at)
    index = 3 if viewer is None else viewer
    holder = Loaded(0, projection, [projection] * 4, [entry.entry] * 4, 0)
    assert view_json(GAME, holder, index) == store.call("hget", keys.views(match_id), keys.viewer_name(viewer))


def test_the_same_secret_decides_every_commit_again(played) -> None:
    store, match_id, _ = played
    secret = store.call("get", keys.secret(match_id))
    loaded = nothing()
    for stored in stored_commits(store, match_id):
        commit = decode_commit(GAME, stored)
        events, _ = decide(
            GAME, loaded.truth, command_of(commit), MatchChance(loaded.truth, secret), commit.at,
            keyed=lambda started: MatchChance(started, secret),
        )  # fmt: skip
        assert tuple(events) == tuple(event for event in commit.events if not isinstance(event, SecretRevealed))
        loaded = replay(GAME, loaded, [commit])
    assert loaded.truth.commitment == commitment(match_id, secret)


def test_a_match_is_the_same_however_it_is_loaded(clocked, clock, handler) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    rng = Random(2)
    for _ in range(3 * SNAPSHOT_EVERY):
        play_at_random(handler, clocked, match_id, players, rng, at_most=1, clock=clock)
        warm = handler._loader.load(match_id).held.loaded
        parts = clocked.load(match_id, 0)
        assert parts.snapshot is not None
        assert len(parts.tail) < SNAPSHOT_EVERY
        cold = Handler(clocked, lambda match: None)._loader.load(match_id).held.loaded
        stream = replay(GAME, nothing(), [decode_commit(GAME, stored) for stored in stored_commits(clocked, match_id)])
        assert encode_snapshot(warm) == encode_snapshot(cold) == encode_snapshot(stream)
        assert warm == cold == stream


def test_a_snapshot_of_another_release_is_left_aside(clocked, clock, handler) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    play_at_random(handler, clocked, match_id, players, Random(2), at_most=20, clock=clock)
    warm = handler._loader.load(match_id).held.loaded
    clocked.call("hset", keys.snapshot(match_id), "state", b"\x81\xa3old\xa4form")
    assert Handler(clocked, lambda match: None)._loader.load(match_id).held.loaded == warm


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_store_that_lost_what_it_had_acknowledged_is_believed(clocked, clock, handler, ahead) -> None:
    """A process that still holds the lost commits must not build on them."""
    match_id, (ann, bo) = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    saved = {key: clocked.client.dump(key) for key in clocked.client.scan_iter()}
    play(handler, match_id, ann, "0-1", {"type": "throw", "throw": "rock"})
    play(handler, match_id, bo, "1-1", {"type": "throw", "throw": "rock"})
    clocked.client.flushall()
    for key, value in saved.items():
        clocked.client.restore(key, 0, value)
    other = Handler(clocked, lambda match: None, games=ALL_GAMES)
    for player, seat in ((bo, 1), (ann, 0)):
        play(other, match_id, player, f"{seat}-1", {"type": "throw", "throw": "paper"})
    for _ in range(ahead):
        play(other, match_id, ann, "0-2", {"type": "throw", "throw": "paper"})
    assert handler._loader.load(match_id) == other._loader.load(match_id)


def test_what_the_write_side_holds_prints_no_secret(clocked, handler) -> None:
    match_id, _ = open_match(handler, clocked, "Ann", "Bo")
    secret = clocked.call("get", keys.secret(match_id))
    for held in (handler, handler._loader, handler._loader.load(match_id), clocked.load(match_id, 0)):
        assert repr(secret)[2:-1] not in repr(held)
        assert "hands" not in repr(held)


def test_nothing_that_others_hold_is_changed(clocked, clock, handler) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo", "Cy")
    for seed in range(30):
        held = handler._loader.load(match_id).held.loaded
        before = encode_snapshot(held)
        play_at_random(handler, clocked, match_id, players, Random(seed), at_most=1, clock=clock)
        assert encode_snapshot(held) == before


def test_a_hidden_pass_moves_nothing_of_anybody_else(clocked, handler) -> None:
    """10.3, R-22: not the log, not the view, not the number, not the ETag, byte for byte."""
    names = [f"player {n}" for n in range(7)]
    match_id, players = open_match(handler, clocked, *names, options={"fast_pass": False, "min_window_ms": 0})
    passers = _open_a_window(handler, clocked, match_id, players)
    assert len(passers) == 6
    for player, decision in passers[:-1]:
        others = [other for other in (*players, None) if other != player]
        before = [_seen(clocked, match_id, other) for other in others]
        own = _seen(clocked, match_id, player)
        play(handler, match_id, player, decision["decision"], {"type": "pass"})
        assert [_seen(clocked, match_id, other) for other in others] == before
        assert _seen(clocked, match_id, player) != own


def _seen(store: Store, match_id: str, player: str | None) -> tuple[Any, Any]:
    read = queries.read_match(store, match_id, player)
    log = queries.read_log(store, match_id, player, 0, 1000)
    return read, log


def _open_a_window(handler, store, match_id, players):
    rng = Random(3)
    for _ in range(100):
        asked = list(required(store, match_id, players))
        if asked[0][1]["kind"] == "window":
            return asked
        player, decision = asked[0]
        moves = [legal["move"] for legal in decision["legal_moves"]]
        quiet = [move for move in moves if move["type"] not in {"draw", "under"}]
        play(handler, match_id, player, decision["decision"], rng.choice(quiet or moves))
        settle(handler, match_id)
    raise AssertionError("no window came")


def test_a_move_takes_two_trips_and_a_view_one(clocked, handler, monkeypatch) -> None:
    match_id, players = open_match(handler, clocked, "Ann", "Bo")
    player, decision = next(required(clocked, match_id, players))
    trips = []
    for method in ("execute_command", "pipeline"):
        original = getattr(clocked.client, method)
        monkeypatch.setattr(
            clocked.client,
            method,
            lambda *args, original=original, **named: trips.append(args[0]) or original(*args, **named),
        )
    play(handler, match_id, player, decision["decision"], decision["legal_moves"][0]["move"])
    assert trips == ["EVALSHA"] * 2
    trips.clear()
    queries.read_match(clocked, match_id, player)
    assert trips == ["EVALSHA"]


def test_every_key_of_a_match_lies_in_its_shard(played) -> None:
    store, match_id, _ = played
    tag = "{s" + match_id[:2] + "}"
    names = [name for name in contents(store) if match_id in name and not name.startswith("player:")]
    assert len(names) == 10
    assert all(name.startswith(tag) for name in names)


def test_only_the_write_side_holds_secrets(played) -> None:
    """No draw pile and nobody's hand in what the read side touches of somebody else."""
    store, match_id, _ = played
    for viewer in VIEWERS:
        for stored in log_of(store, match_id, viewer):
            for event in json.loads(stored)["events"]:
                _check_redacted(KINDS[event["type"]], event, viewer)


def _check_redacted(kind: type[Event], event: dict[str, Any], viewer: int | None) -> None:
    for field, holders in kind.secret.items():
        if viewer is None or viewer not in [event[holder] for holder in holders]:
            assert set(event[field] if isinstance(event[field], list) else [event[field]]) <= {None}
