"""Many at once, on the real server, each with a handler of its own as if in a process of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

from domain.command import TakeSeat
from domain.refusal import DecisionNotPending, SeatUnavailable, WrongPhase
from domain.table_events import SeatOffer
from events import keys
from events.errors import Busy, StoreUnavailable
from events.handler import Accepted, Handler
from events.settings import Settings
from events.store import Appended, Store, connect
from tests.events.playing import (
    ALL_GAMES,
    NO_DELAY,
    TINY,
    new_players,
    open_match,
    play,
    required,
    settle,
    sit,
    view_of,
)

ROCK = {"type": "throw", "throw": "rock"}
PAPER = {"type": "throw", "throw": "paper"}
PATIENT = Settings(append_tries=60)


def at_once(actions: list[Callable[[], Any]]) -> list[Any]:
    """What each action returned or raised, all started together."""
    results: list[Any] = [None] * len(actions)
    barrier = Barrier(len(actions))

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = actions[number]()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            results[number] = error

    threads = [Thread(target=run, args=(number,)) for number in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def own_handler(store: Store, settings: Settings = PATIENT) -> Handler:
    return Handler(store, lambda match: None, games=ALL_GAMES, settings=settings)


def commits(store: Store, match_id: str) -> list[dict]:
    return [json.loads(fields[b"j"]) for _, fields in store.client.xrange(keys.events(match_id))]


def test_fifty_equal_moves_at_once_are_one_commit(real_store) -> None:
    handler = own_handler(real_store)
    match_id, (ann, _) = open_match(handler, real_store, "Ann", "Bo", game=TINY)
    handlers = [own_handler(real_store) for _ in range(5)]
    results = at_once([lambda n=n: play(handlers[n % 5], match_id, ann, "0-1", ROCK) for n in range(50)])
    assert Counter(result.repeated for result in results) == {False: 1, True: 49}
    assert len({result.receipt for result in results}) == 1
    assert len(commits(real_store, match_id)) == 3


def test_of_fifty_different_moves_one_counts_and_the_others_are_conflicts(real_store) -> None:
    handler = own_handler(real_store)
    match_id, (ann, _) = open_match(handler, real_store, "Ann", "Bo", game=TINY)
    handlers = [own_handler(real_store) for _ in range(5)]
    results = at_once(
        [lambda n=n: play(handlers[n % 5], match_id, ann, "0-1", (ROCK, PAPER)[n % 2]) for n in range(50)]
    )
    assert Counter(type(result) for result in results) == {Accepted: 25, DecisionNotPending: 25}
    assert len(commits(real_store, match_id)) == 3


def test_of_fifty_who_want_one_seat_one_gets_it(real_store) -> None:
    handler = own_handler(real_store)
    players = new_players(real_store, "Ann", *(f"player {n}" for n in range(50)))
    seats = [SeatOffer("open"), SeatOffer("bot", bot="copycat")]
    match_id = handler.open_table(players[0], game=TINY, seats=seats).accepted.match
    handlers = [own_handler(real_store) for _ in range(5)]
    results = at_once([lambda n=n: sit(handlers[n % 5], match_id, players[1 + n], 0) for n in range(50)])
    assert Counter(isinstance(result, Accepted) for result in results) == {True: 1, False: 49}
    assert {type(result) for result in results} <= {Accepted, SeatUnavailable, WrongPhase}
    winner = next(n for n, result in enumerate(results) if isinstance(result, Accepted))
    assert view_of(real_store, match_id, None)["seats"][0]["player"] == players[1 + winner]


def test_seven_who_sit_down_at_once_all_get_a_seat(real_store) -> None:
    handler = own_handler(real_store)
    players = new_players(real_store, "Ann", *(f"player {n}" for n in range(7)))
    match_id = handler.open_table(players[0], game="space-monkeys", seats=[SeatOffer("open")] * 7).accepted.match
    results = at_once([lambda n=n: sit(own_handler(real_store), match_id, players[1 + n]) for n in range(7)])
    assert sorted(result.viewer for result in results) == list(range(7))
    assert view_of(real_store, match_id, None)["status"] == "running"


def open_window(handler: Handler, store: Store, match_id: str, players: list[str]) -> list[tuple[str, dict]]:
    """Play until a window is open; who is asked, with the decision."""
    rng = Random(1)
    for _ in range(100):
        settle(handler, match_id)
        asked = list(required(store, match_id, players))
        if asked[0][1]["kind"] == "window":
            return asked
        player, decision = asked[0]
        moves = [legal["move"] for legal in decision["legal_moves"]]
        actions = [move for move in moves if move["type"] in {"gaze", "split", "trash", "raid", "single"}]
        play(handler, match_id, player, decision["decision"], rng.choice(actions or moves))
    raise AssertionError("no window came")


WINDOWS = {"fast_pass": False, "min_window_ms": 0, "response_ms": 600_000}


def test_seven_seats_that_answer_one_window_at_once_all_count(real_store) -> None:
    handler = own_handler(real_store)
    match_id, players = open_match(handler, real_store, *(f"player {n}" for n in range(7)), options=WINDOWS)
    asked = open_window(handler, real_store, match_id, players)
    assert len(asked) == 6
    results = at_once(
        [
            lambda player=player, decision=decision: play(
                own_handler(real_store), match_id, player, decision["decision"], {"type": "pass"}
            )
            for player, decision in asked
        ]
    )
    assert [type(result) for result in results] == [Accepted] * 6
    events = [event["type"] for commit in commits(real_store, match_id) for event in commit["events"]]
    assert (events.count("passed"), events.count("window_closed")) == (6, 1)


def test_of_several_force_fields_at_once_one_counts_and_the_others_keep_their_cards(real_store) -> None:
    handler = own_handler(real_store)
    for attempt in range(40):
        names = [f"player {attempt} {n}" for n in range(7)]
        match_id, players = open_match(handler, real_store, *names, options=WINDOWS)
        armed = [
            (player, decision)
            for player, decision in open_window(handler, real_store, match_id, players)
            if {"type": "force_field"} in [legal["move"] for legal in decision["legal_moves"]]
        ]
        if len(armed) >= 3:
            break
    held = {player: view_of(real_store, match_id, player)["state"]["hand"].count("field") for player, _ in armed}
    results = at_once(
        [
            lambda player=player, decision=decision: play(
                own_handler(real_store), match_id, player, decision["decision"], {"type": "force_field"}
            )
            for player, decision in armed
        ]
    )
    assert Counter(type(result) for result in results) == {Accepted: 1, DecisionNotPending: len(armed) - 1}
    for (player, _), result in zip(armed, results, strict=True):
        kept = view_of(real_store, match_id, player)["state"]["hand"].count("field")
        assert kept == held[player] - isinstance(result, Accepted)
        if isinstance(result, DecisionNotPending):
            assert [decision["kind"] for decision in result.facts["pending"]] == ["window"]


def test_two_workers_on_one_match_make_one_commit_of_everything_due(real_store) -> None:
    handler = own_handler(real_store)
    seats = [SeatOffer("bot", bot="copycat")] * 3
    for _ in range(5):
        match_id = handler.open_table("p_host", game=TINY, seats=seats, bot_delay_ms=NO_DELAY).accepted.match
        at_once([lambda match_id=match_id: settle(own_handler(real_store), match_id)] * 4)
        ids = [commit["command"]["id"] for commit in commits(real_store, match_id)]
        assert len(ids) == len(set(ids)) == 1 + 9
        assert view_of(real_store, match_id, None)["status"] == "finished"


class Losing(Store):
    """A store whose answers to appends get lost, ``before`` or ``after`` they are done, so many times."""

    def __init__(self, url: str, when: str, times: int) -> None:
        super().__init__(connect(url).client)
        self.when = when
        self.times = times

    def append(self, *arguments: Any) -> Appended:
        if self.times == 0:
            return super().append(*arguments)
        self.times -= 1
        if self.when == "after":
            super().append(*arguments)
        raise StoreUnavailable("The store did not answer in time.")


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_append_whose_answer_is_lost_is_done_once(real_store, store_url, when) -> None:
    handler = own_handler(real_store)
    match_id, (ann, bo) = open_match(handler, real_store, "Ann", "Bo", game=TINY)
    losing = Losing(store_url, when, 1)
    accepted = play(own_handler(losing), match_id, ann, "0-1", ROCK)
    assert losing.times == 0
    assert len(commits(real_store, match_id)) == 3
    assert play(handler, match_id, ann, "0-1", ROCK).receipt == accepted.receipt
    losing.times = 2
    play(own_handler(losing), match_id, bo, "1-1", PAPER)
    assert len(commits(real_store, match_id)) == 4


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_command_without_a_key_is_done_once_although_it_could_be_done_again(real_store, store_url, when) -> None:
    ann, bo = new_players(real_store, "Ann", "Bo")
    losing = Losing(store_url, when, 2)
    handler = own_handler(losing)
    opened = handler.open_table(ann, game=TINY, seats=[SeatOffer("open"), SeatOffer("open")], start="host")
    match_id = opened.accepted.match
    losing.times = 2
    handler.act(match_id, bo, lambda own: TakeSeat(bo, 1))
    assert [commit["command"]["type"] for commit in commits(real_store, match_id)] == ["open_table", "take_seat"]


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_the_server_does_by_itself_is_done_once_although_answers_are_lost(real_store, store_url, when) -> None:
    handler = own_handler(real_store)
    seats = [SeatOffer("bot", bot="copycat")] * 2
    match_id = handler.open_table("p_host", game=TINY, seats=seats, bot_delay_ms=NO_DELAY).accepted.match
    settle(own_handler(Losing(store_url, when, 3)), match_id)
    ids = [commit["command"]["id"] for commit in commits(real_store, match_id)]
    assert len(ids) == len(set(ids)) == 1 + 6


def test_a_store_that_stays_silent_is_given_up_after_a_while(real_store, store_url, monkeypatch) -> None:
    handler = own_handler(real_store)
    match_id, (ann, _) = open_match(handler, real_store, "Ann", "Bo", game=TINY)
    monkeypatch.setattr("events.handler.GIVE_UP_S", 0.05)
    with pytest.raises(StoreUnavailable):
        play(own_handler(Losing(store_url, "before", 10**9), Settings(append_tries=10**6)), match_id, ann, "0-1", ROCK)
    assert len(commits(real_store, match_id)) == 2


def test_whoever_is_never_fast_enough_is_told_that_the_match_is_busy(real_store, monkeypatch) -> None:
    handler = own_handler(real_store, Settings(append_tries=4))
    match_id, (ann, _) = open_match(handler, real_store, "Ann", "Bo", game=TINY)
    tried = []
    monkeypatch.setattr(real_store, "append", lambda *_: tried.append(1) or Appended("conflict"))
    with pytest.raises(Busy):
        play(handler, match_id, ann, "0-1", ROCK)
    assert len(tried) == 4
