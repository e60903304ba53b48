"""What the server does by itself: bots, windows, clocks, rings, and what happens when a secret is lost."""

from __future__ import annotations

import dataclasses
import json
from random import Random

import pytest
from structlog.testing import capture_logs

from domain.command import Resign, StartMatch
from domain.refusal import DecisionNotPending
from domain.table_events import BotDelay, SeatOffer
from events import keys
from events.errors import SecretLost
from events.handler import Handler
from events.store import Store
from events.work import OUTAGE_MS
from tests.events.playing import (
    ALL_GAMES,
    NO_DELAY,
    TINY,
    contents,
    new_players,
    open_match,
    play,
    play_at_random,
    required,
    seeded_bytes,
    settle,
    sit,
    view_of,
)

COPYCAT = SeatOffer("bot", bot="copycat")
ROCK = {"type": "throw", "throw": "rock"}


def commits(store: Store, match_id: str) -> list[dict]:
    return [json.loads(fields[b"j"]) for _, fields in store.client.xrange(keys.events(match_id))]


def bot_match(handler: Handler, store: Store, delay: BotDelay = NO_DELAY, **fields) -> tuple[str, str]:
    (ann,) = new_players(store, "Ann")
    seats = [SeatOffer("reserved", ann), COPYCAT]
    return handler.open_table(ann, game=TINY, seats=seats, bot_delay_ms=delay, **fields).accepted.match, ann


def test_a_bot_answers_when_its_delay_is_over_and_not_before(handler, clocked, clock) -> None:
    match_id, _ = bot_match(handler, clocked, BotDelay(700, 900))
    wake = handler.settle(match_id).wake
    assert clock.now + 700 <= wake <= clock.now + 900
    clock.now = wake - 1
    handler.settle(match_id)
    assert len(commits(clocked, match_id)) == 1
    clock.now = wake
    handler.settle(match_id)
    answer = commits(clocked, match_id)[-1]
    assert (answer["at"], answer["command"]["by"], answer["command"]["id"]) == (wake, 1, "1-1")


@pytest.mark.parametrize(("late", "lost"), [(0, 0), (300, 0), (OUTAGE_MS, 0), (OUTAGE_MS + 1, OUTAGE_MS + 1)])
def test_a_slow_worker_changes_no_times_but_an_outage_does(handler, clocked, clock, late, lost) -> None:
    opened = clock.now
    match_id, _ = bot_match(handler, clocked, BotDelay(700, 700))
    clock.now = opened + 700 + late
    handler.settle(match_id)
    assert commits(clocked, match_id)[-1]["at"] == opened + 700 + lost


def test_r8_late_workers_leave_a_claim_after_the_photo_finish_out(clocked, clock) -> None:
    """Every claim of a bot that counts is within the photo finish, by the times of the log."""
    decided = 0
    for seed in range(12):
        handler = Handler(clocked, lambda match: None, games=ALL_GAMES, random_bytes=seeded_bytes(seed))
        seats = [SeatOffer("bot", bot="greedy")] * 5
        match_id = handler.open_table(
            "p_host", game="monkey-in-the-middle", seats=seats, bot_delay_ms=NO_DELAY, options={"photo_finish_ms": 600}
        ).accepted.match
        while (wake := handler.settle(match_id).wake) is not None:
            clock.now = max(clock.now, wake + 777)
        first: dict[int, int] = {}
        for commit in commits(clocked, match_id):
            for event in commit["events"]:
                if event["type"] == "banana_claimed":
                    assert commit["at"] <= first.setdefault(event["owner"], event["decided_at"])
                elif event["type"] == "free_for_all_decided":
                    decided += 1
                    assert commit["at"] <= first.pop(event["owner"], commit["at"])
    assert decided


def test_the_same_secret_makes_the_same_bot_moves(clocked) -> None:
    histories = []
    for _ in range(2):
        clocked.client.flushall()
        handler = Handler(clocked, lambda match: None, games=ALL_GAMES, random_bytes=seeded_bytes(3))
        seats = [SeatOffer("bot", bot="sensible")] * 3
        match_id = handler.open_table(
            "p_host", game="space-monkeys", seats=seats, bot_delay_ms=NO_DELAY, options={"min_window_ms": 0}
        ).accepted.match
        settle(handler, match_id)
        histories.append(commits(clocked, match_id))
    assert histories[0] == histories[1]
    assert len(histories[0]) > 10


def test_settling_does_many_things_at_a_time_but_not_without_end(handler, clocked, monkeypatch) -> None:
    monkeypatch.setattr("events.handler._DUE_AT_ONCE", 3)
    seats = [COPYCAT, COPYCAT]
    match_id = handler.open_table("p_host", game=TINY, seats=seats, bot_delay_ms=NO_DELAY).accepted.match
    assert handler.settle(match_id).due
    assert len(commits(clocked, match_id)) == 1 + 3
    settle(handler, match_id)
    assert view_of(clocked, match_id, None)["status"] == "finished"


def test_a_command_waits_for_everything_that_is_due_before_it(handler, clocked, clock) -> None:
    match_id, ann = bot_match(handler, clocked, BotDelay(500, 500))
    clock.now += 500
    play(handler, match_id, ann, "0-1", ROCK)
    assert [commit["command"]["by"] for commit in commits(clocked, match_id)] == [ann, 1, 0]


def test_a_seat_without_time_left_is_answered_for(handler, clocked, clock) -> None:
    match_id, (ann, _) = open_match(handler, clocked, "Ann", "Bo", game=TINY, clock={"throw": 3000})
    clock.now += 3000
    with pytest.raises(DecisionNotPending):
        play(handler, match_id, ann, "0-1", ROCK)
    assert [(c["command"]["by"], c["command"]["id"]) for c in commits(clocked, match_id)[2:]] == [
        ("server", "0-1"),
        ("server", "1-1"),
    ]


@pytest.mark.parametrize("bots", [{"copycat": lambda *_: 1 / 0}, {"copycat": lambda *_: "no move"}, {}])
def test_a_bot_that_fails_or_is_gone_does_not_stop_the_match(clocked, handler, bots) -> None:
    match_id, ann = bot_match(handler, clocked, options={"rounds": 1})
    broken = dataclasses.replace(ALL_GAMES[TINY], bots=bots)
    crippled = Handler(clocked, lambda match: None, games={TINY: broken})
    with capture_logs() as logs:
        settle(crippled, match_id)
    assert [(line["event"], line["log_level"]) for line in logs] == [("bot.failed", "error")]
    play(crippled, match_id, ann, "0-1", ROCK)
    assert view_of(clocked, match_id, None)["status"] == "finished"


def test_a_bot_cannot_touch_what_the_server_holds(clocked, handler) -> None:
    def vandal(state, decision, rng):
        state.points[:] = [9, 9]
        return ALL_GAMES[TINY].bots["copycat"](state, decision, rng)

    match_id, ann = bot_match(handler, clocked, options={"rounds": 1})
    game = dataclasses.replace(ALL_GAMES[TINY], bots={"copycat": vandal})
    vandalised = Handler(clocked, lambda match: None, games={TINY: game})
    settle(vandalised, match_id)
    play(vandalised, match_id, ann, "0-1", ROCK)
    assert all(seat["points"] < 9 for seat in view_of(clocked, match_id, ann)["state"]["seats"])


def test_the_bell_is_rung_when_something_is_due_at_once(handler, clocked, clock, rung) -> None:
    match_id, ann = bot_match(handler, clocked, BotDelay(0, 0))
    assert rung == [match_id]
    settle(handler, match_id)
    play(handler, match_id, ann, "0-1", ROCK)
    assert rung == [match_id] * 2
    slow, _ = bot_match(handler, clocked, BotDelay(5, 5))
    assert slow not in rung


def test_a_bell_that_fails_does_not_undo_the_command(clocked) -> None:
    def broken(match_id: str) -> None:
        raise ConnectionError("nobody there")

    handler = Handler(clocked, broken, games=ALL_GAMES)
    with capture_logs() as logs:
        match_id, _ = bot_match(handler, clocked)
    assert [line["event"] for line in logs] == ["handler.not_rung"]
    assert len(commits(clocked, match_id)) == 1


def test_the_wake_in_the_store_is_the_next_thing_due(handler, clocked, clock) -> None:
    match_id, (ann, bo) = open_match(handler, clocked, "Ann", "Bo", game=TINY, options={"rounds": 1})
    deadline = view_of(clocked, match_id, ann)["pending"][0]["deadline"]
    assert clocked.load(match_id, 0).wake == deadline
    for seat, player in enumerate((ann, bo)):
        play(handler, match_id, player, f"{seat}-1", ROCK)
    assert clocked.load(match_id, 0).wake is None


def test_a_wake_that_is_wrong_is_put_right(handler, clocked, clock) -> None:
    match_id, _ = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    key, right = keys.wake(keys.shard(match_id)), clocked.load(match_id, 0).wake
    before = contents(clocked)
    for wrong in (1, right + 5):
        clocked.call("zadd", key, {match_id: wrong})
        assert handler.settle(match_id).wake == right
        assert contents(clocked) == before
    clocked.call("zrem", key, match_id)
    handler.settle(match_id)
    assert contents(clocked) == before


def test_settling_what_is_settled_writes_nothing(handler, clocked) -> None:
    match_id, _ = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    before = contents(clocked)
    for _ in range(3):
        assert not handler.settle(match_id).due
    assert contents(clocked) == before


def test_the_wake_of_a_match_that_is_gone_is_forgotten(handler, clocked) -> None:
    match_id = "0a" + "a" * 20
    clocked.call("zadd", keys.wake("0a"), {match_id: 5})
    assert handler.settle(match_id).wake is None
    assert clocked.call("zcard", keys.wake("0a")) == 0


def test_the_wake_of_a_match_of_a_newer_release_is_kept(handler, clocked) -> None:
    match_id, _ = bot_match(handler, clocked)
    before = contents(clocked)
    older = Handler(clocked, lambda match: None, games={})
    assert older.settle(match_id).wake is None
    assert contents(clocked) == before


@pytest.mark.parametrize("found", [None, b"another secret of thirty-two b..."])
def test_a_lost_secret_is_never_drawn_again(handler, clocked, found) -> None:
    (ann,) = new_players(clocked, "Ann")
    seats = [SeatOffer("reserved", ann), SeatOffer("bot", bot="random")]
    match_id = handler.open_table(ann, game="space-monkeys", seats=seats, start="host").accepted.match
    key = keys.secret(match_id)
    clocked.call("delete", key) if found is None else clocked.call("set", key, found)
    before = contents(clocked)
    with pytest.raises(SecretLost):
        handler.act(match_id, ann, lambda seat: StartMatch(ann))
    assert contents(clocked) == before


def test_a_match_without_its_secret_is_not_woken_for_until_it_is_back(handler, clocked) -> None:
    match_id, ann = bot_match(handler, clocked)
    secret = clocked.call("get", keys.secret(match_id))
    clocked.call("delete", keys.secret(match_id))
    with pytest.raises(SecretLost):
        handler.settle(match_id)
    assert clocked.load(match_id, 0).wake is None
    clocked.call("set", keys.secret(match_id), secret)
    settle(handler, match_id)
    assert [commit["command"]["by"] for commit in commits(clocked, match_id)] == [ann, 1]


def test_what_needs_no_chance_and_hides_nothing_goes_on_without_the_secret(handler, clocked) -> None:
    match_id, (ann, _) = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    clocked.call("delete", keys.secret(match_id))
    handler.act(match_id, ann, Resign)
    assert commits(clocked, match_id)[-1]["events"][-1]["type"] == "match_ended"


def test_nothing_is_hidden_without_a_seal(handler, clocked) -> None:
    match_id, (ann, _) = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    clocked.call("delete", keys.secret(match_id))
    before = contents(clocked)
    with pytest.raises(SecretLost):
        play(handler, match_id, ann, "0-1", ROCK)
    assert contents(clocked) == before


def test_a_whole_match_with_windows_and_deadlines_ends(handler, clocked, clock) -> None:
    match_id, players = open_match(
        handler, clocked, "Ann", "Bo", "Cy", bots=[SeatOffer("bot", bot="sensible")], options={"fast_pass": False}
    )
    assert play_at_random(handler, clocked, match_id, players, Random(5), clock=clock) > 50
    assert view_of(clocked, match_id, None)["status"] == "finished"


def test_a_force_field_counts_before_the_deadline_and_is_refused_from_then_on(handler, clocked, clock) -> None:
    """R-22, whatever the worker did: it is 5 s late here."""
    for late in (False, True):
        for seed in range(100):
            rng = Random(seed)
            match_id, players = open_match(handler, clocked, "Ann", "Bo", options={"fast_pass": False})
            found = _window_with_field(handler, clocked, match_id, players, rng)
            if found is not None:
                break
        player, decision, move = found
        before = view_of(clocked, match_id, player)["state"]["hand"]
        clock.now = decision["deadline"] + (5000 if late else -1)
        if late:
            with pytest.raises(DecisionNotPending):
                play(handler, match_id, player, decision["decision"], move)
        else:
            play(handler, match_id, player, decision["decision"], move)
        kinds = [event["type"] for commit in commits(clocked, match_id) for event in commit["events"]]
        assert ("force_field_played" in kinds, "window_closed" in kinds) == (not late, late)
        if late:
            assert view_of(clocked, match_id, player)["state"]["hand"].count("field") == before.count("field")


def _window_with_field(handler, store, match_id, players, rng):
    """Play until somebody may play a Force Field; who, on which decision, and the move."""
    for _ in range(30):
        for player, decision in required(store, match_id, players):
            for legal in decision["legal_moves"]:
                if legal["move"]["type"] == "force_field":
                    return player, decision, legal["move"]
        waiting = list(required(store, match_id, players))
        if not waiting:
            return None
        player, decision = rng.choice(waiting)
        play(handler, match_id, player, decision["decision"], rng.choice(decision["legal_moves"])["move"])
    return None


def test_sitting_down_deals_at_once_when_the_table_is_full(handler, clocked) -> None:
    ann, bo = new_players(clocked, "Ann", "Bo")
    seats = [SeatOffer("reserved", ann), SeatOffer("open")]
    match_id = handler.open_table(ann, game="space-monkeys", seats=seats).accepted.match
    sit(handler, match_id, bo)
    assert len(view_of(clocked, match_id, bo)["state"]["hand"]) == 7
