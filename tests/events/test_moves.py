"""Answers to decisions, through the handler."""

from __future__ import annotations

import json

import msgspec
import pytest

from domain.command import Play, Prefer, Resign
from domain.refusal import DecisionNotPending, IllegalMove, NotYourSeat, Refusal, WrongPhase
from events import keys, queries
from events.errors import MatchNotFound, NoMoreOfThat
from events.handler import Handler
from events.store import Store
from tests.events.playing import TINY, contents, new_players, open_match, play, settle, view_of

ROCK = {"type": "throw", "throw": "rock"}
PAPER = {"type": "throw", "throw": "paper"}


@pytest.fixture
def match(handler: Handler, clocked: Store) -> tuple[str, list[str]]:
    return open_match(handler, clocked, "Ann", "Bo", game=TINY, options={"repeats": False})


def newest_commit(store: Store, match_id: str) -> dict:
    return json.loads(store.client.xrevrange(keys.events(match_id), count=1)[0][1][b"j"])


def test_an_accepted_move_is_a_commit_with_the_whole_command(handler, clocked, clock, match) -> None:
    match_id, (ann, _) = match
    clock.now += 5
    accepted = play(handler, match_id, ann, "0-1", ROCK)
    commit = newest_commit(clocked, match_id)
    assert commit["at"] == clock.now
    assert commit["command"] == {
        "id": "0-1", "by": 0, "type": "play", "seat": 0, "decision": "0-1", "move": ROCK,
    }  # fmt: skip
    assert [event["type"] for event in commit["events"]] == ["thrown"]
    assert (accepted.viewer, accepted.repeated, accepted.receipt.decision) == (0, False, "0-1")


def test_the_receipt_names_the_entry_in_which_the_move_shows(handler, clocked, match) -> None:
    match_id, (ann, _) = match
    entry = play(handler, match_id, ann, "0-1", ROCK).receipt.entry
    page = queries.read_log(clocked, match_id, ann, entry - 1, 10)
    assert [json.loads(stored)["entry"] for stored in page.entries] == [entry]
    assert json.loads(page.entries[0])["events"] == [{"type": "thrown", "seat": 0, "throw": "rock"}]


def test_the_view_beside_a_receipt_is_the_one_that_is_served(handler, clocked, match) -> None:
    match_id, (ann, bo) = match
    for player, move in ((ann, ROCK), (bo, PAPER)):
        seat = match[1].index(player)
        accepted = play(handler, match_id, player, f"{seat}-1", move)
        read = queries.read_match(clocked, match_id, player)
        assert (accepted.view, accepted.table) == (read.view, read.table)


def test_the_same_move_again_gives_the_same_receipt_and_the_view_as_it_is_now(handler, clocked, match) -> None:
    match_id, (ann, bo) = match
    first = play(handler, match_id, ann, "0-1", ROCK)
    play(handler, match_id, bo, "1-1", PAPER)
    before = contents(clocked)
    again = play(handler, match_id, ann, "0-1", ROCK)
    assert (again.receipt, again.repeated) == (first.receipt, True)
    assert again.view == queries.read_match(clocked, match_id, ann).view != first.view
    assert contents(clocked) == before


def test_a_move_as_struct_and_as_json_is_the_same_move(handler, match) -> None:
    match_id, (ann, _) = match
    first = play(handler, match_id, ann, "0-1", ROCK)
    again = play(handler, match_id, ann, "0-1", msgspec.convert(ROCK, handler._games[TINY].move_union))
    assert (again.receipt, again.repeated) == (first.receipt, True)


def test_another_move_for_an_answered_decision_is_told_what_is_pending(handler, clocked, match) -> None:
    match_id, (ann, bo) = match
    play(handler, match_id, ann, "0-1", ROCK)
    play(handler, match_id, bo, "1-1", PAPER)
    before = contents(clocked)
    with pytest.raises(DecisionNotPending) as refused:
        play(handler, match_id, ann, "0-1", PAPER)
    assert refused.value.facts["names"] == ["Ann", "Bo"]
    assert json.loads(json.dumps(refused.value.facts["pending"])) == view_of(clocked, match_id, ann)["pending"]
    assert [decision["decision"] for decision in refused.value.facts["pending"]] == ["0-2"]
    assert contents(clocked) == before


@pytest.mark.parametrize("decision", ["0-2", "0-0", "0-x", "nonsense", "", "-1-1", "0-1\n"])
def test_a_decision_that_never_was_is_not_pending(handler, clocked, match, decision) -> None:
    match_id, (ann, _) = match
    before = contents(clocked)
    with pytest.raises(DecisionNotPending) as refused:
        play(handler, match_id, ann, decision, ROCK)
    assert [pending["decision"] for pending in refused.value.facts["pending"]] == ["0-1"]
    assert contents(clocked) == before


def test_an_illegal_move_changes_nothing_and_is_told_what_is_legal(handler, clocked, match) -> None:
    match_id, (ann, bo) = match
    play(handler, match_id, ann, "0-1", ROCK)
    play(handler, match_id, bo, "1-1", PAPER)
    before = contents(clocked)
    with pytest.raises(IllegalMove) as refused:
        play(handler, match_id, ann, "0-2", ROCK)
    assert refused.value.rule == "T-2"
    (pending,) = refused.value.facts["pending"]
    assert [legal["move"]["throw"] for legal in pending["legal_moves"]] == ["paper", "scissors"]
    assert contents(clocked) == before


@pytest.mark.parametrize(
    "move", [{"type": "shoot"}, {"type": "throw"}, {"type": "throw", "throw": 3}, [], None, "rock"]
)
def test_a_malformed_move_is_a_validation_error(handler, clocked, match, move) -> None:
    match_id, (ann, _) = match
    before = contents(clocked)
    with pytest.raises(msgspec.ValidationError):
        play(handler, match_id, ann, "0-1", move)
    assert contents(clocked) == before


def test_whether_somebody_elses_decision_is_pending_is_not_told(handler, clocked, match) -> None:
    match_id, (ann, bo) = match

    def refusal() -> tuple[type[Refusal], str, dict]:
        with pytest.raises(Refusal) as refused:
            play(handler, match_id, ann, "1-1", ROCK)
        return type(refused.value), refused.value.detail, refused.value.facts

    pending = refusal()
    assert pending[0] is NotYourSeat
    play(handler, match_id, bo, "1-1", PAPER)
    assert refusal() == pending


def test_who_does_not_sit_here_moves_nothing(handler, clocked, clock, match) -> None:
    match_id, _ = match
    (stranger,) = new_players(clocked, "Cy Stranger")
    clock.now += 1_000_000
    before = contents(clocked)
    for decision in ("0-1", "1-1", "7-1", "x"):
        with pytest.raises(NotYourSeat):
            play(handler, match_id, stranger, decision, ROCK)
    with pytest.raises(NotYourSeat):
        handler.act(match_id, stranger, lambda seat: Resign(0))
    assert contents(clocked) == before


def test_nobody_acts_for_another_seat(handler, match) -> None:
    match_id, (ann, _) = match
    with pytest.raises(NotYourSeat):
        handler.act(match_id, ann, lambda seat: Play(1, "1-1", ROCK))


@pytest.mark.parametrize(
    "match_id", ["", "zz" + "a" * 20, "00" + "A" * 20, "00" + "a" * 20, "00" + "a" * 20 + "\n", "}{"]
)
def test_a_match_that_does_not_exist_is_not_found(handler, clocked, match_id) -> None:
    with pytest.raises(MatchNotFound):
        play(handler, match_id, "p_x", "0-1", ROCK)
    with pytest.raises(MatchNotFound):
        queries.read_match(clocked, match_id, None)
    assert handler.settle(match_id).wake is None


def test_resigning_again_gives_the_same_receipt(handler, clocked) -> None:
    match_id, (ann, *_) = open_match(handler, clocked, "Ann", "Bo", "Cy", game=TINY)
    first = handler.act(match_id, ann, Resign)
    again = handler.act(match_id, ann, Resign)
    assert (again.receipt, first.repeated, again.repeated) == (first.receipt, False, True)
    with pytest.raises(WrongPhase):
        handler.act(match_id, ann, lambda seat: Prefer(seat, {}))


def test_a_late_repeat_after_the_end_finds_its_receipt_without_any_cache(handler, clocked, clock) -> None:
    match_id, (ann, bo) = open_match(handler, clocked, "Ann", "Bo", game=TINY, options={"rounds": 1})
    play(handler, match_id, ann, "0-1", ROCK)
    last = play(handler, match_id, bo, "1-1", PAPER)
    assert view_of(clocked, match_id, None)["status"] == "finished"
    clock.now += 10**9
    cold = Handler(clocked, lambda match: None, games=handler._games)
    again = play(cold, match_id, bo, "1-1", PAPER)
    assert (again.receipt, again.repeated) == (last.receipt, True)


def test_the_deadline_is_exact(handler, clocked, clock) -> None:
    match_id, (ann, bo) = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    deadline = view_of(clocked, match_id, ann)["pending"][0]["deadline"]
    clock.now = deadline - 1
    play(handler, match_id, ann, "0-1", ROCK)
    clock.now = deadline
    with pytest.raises(DecisionNotPending) as refused:
        play(handler, match_id, bo, "1-1", PAPER)
    assert [decision["decision"] for decision in refused.value.facts["pending"]] == ["1-2"]
    commit = newest_commit(clocked, match_id)
    assert (commit["command"]["by"], commit["command"]["type"], commit["at"]) == ("server", "game_wake", deadline)
    assert commit["events"][0]["seat"] == 1


def test_a_late_worker_changes_nothing_but_when_it_is_seen(handler, clocked, clock) -> None:
    """Whoever comes first after the deadline, the worker or a late answer, leaves the same events."""
    histories = []
    for late_answer in (False, True):
        match_id, (ann, _) = open_match(handler, clocked, "Ann", "Bo", game=TINY)
        play(handler, match_id, ann, "0-1", ROCK)
        clock.now += 15_000
        if late_answer:
            with pytest.raises(DecisionNotPending):
                play(handler, match_id, ann, "0-1", PAPER)
        settle(handler, match_id)
        page = queries.read_log(clocked, match_id, None, 0, 100)
        histories.append([[event["type"] for event in json.loads(stored)["events"]] for stored in page.entries])
    assert histories[0] == histories[1]


def test_time_never_goes_back(handler, clocked, clock, match) -> None:
    match_id, (ann, bo) = match
    clock.now += 1000
    play(handler, match_id, ann, "0-1", ROCK)
    latest = newest_commit(clocked, match_id)["at"]
    clock.now -= 5000
    play(handler, match_id, bo, "1-1", PAPER)
    assert newest_commit(clocked, match_id)["at"] == latest


def test_preferences_cannot_fill_the_store(handler, clocked, match, monkeypatch) -> None:
    match_id, (ann, _) = match
    monkeypatch.setattr("events.asking.FULL_LOG", 5)
    for _ in range(3):
        handler.act(match_id, ann, lambda seat: Prefer(seat, {"habit": "rock"}))
    with pytest.raises(NoMoreOfThat):
        handler.act(match_id, ann, lambda seat: Prefer(seat, {"habit": "rock"}))
    play(handler, match_id, ann, "0-1", ROCK)
