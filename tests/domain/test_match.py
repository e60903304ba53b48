"""The life of a match that runs: answers, refusals, resigning, draws, clocks, windows and bots."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from domain.chance import KeyedChance
from domain.command import DrawOffer, Expire, GameWake, Prefer, Resign, TakeSeat
from domain.deciding import pending
from domain.due import Due, deadline, next_due
from domain.game import Decision
from domain.match import decide
from domain.refusal import DecisionNotPending, IllegalMove, NotYourSeat, WrongPhase
from domain.table_events import (
    BotDelay,
    DrawOfferClosed,
    DrawOffered,
    MatchEnded,
    PreferencesSet,
    Resigned,
    TimedOut,
)
from domain.view import match_view
from tests.domain.tables import BOT, NOW, OPEN, Table, reserved, three, throwing, two
from tests.domain.world import pack
from tests.tiny_game import ROCK_PAPER_SCISSORS as TINY
from tests.tiny_game.events import HabitSet, RoundBegan, SeatLeft, Thrown

MINUTE = 60_000


def test_an_answer_closes_its_decision_alone():
    table = two()
    assert table.throw(0) == [Thrown(0, "rock")]
    assert table.asked == ["1-1"]
    table.refuse(throwing(0), DecisionNotPending)


def test_a_move_may_come_as_its_json_object():
    table = two()
    table.refuse(replace_move(throwing(0), {"type": "throw", "throw": "stone"}), msgspec.ValidationError)
    table.refuse(replace_move(throwing(0), {"type": "leap"}), msgspec.ValidationError)
    assert table.do(replace_move(throwing(0), {"type": "throw", "throw": "rock"})) == [Thrown(0, "rock")]


def replace_move(play, move):
    return msgspec.structs.replace(play, move=move)


@pytest.mark.parametrize("decision", ["0-0", "0-2", "0-01", "0", "", "9-1", "zero-1", "0-1-1", "\uff10-1"])
def test_a_decision_that_is_not_asked_cannot_be_answered(decision):
    table = two()
    table.refuse(msgspec.structs.replace(throwing(0), decision=decision), DecisionNotPending)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_another_seats_decision_is_not_yours_whether_it_is_pending_or_not(number):
    table = two()
    table.throw(0)
    table.refuse(msgspec.structs.replace(throwing(0), decision=f"1-{number}"), NotYourSeat)
    table.refuse(msgspec.structs.replace(throwing(1), decision=f"0-{number}"), NotYourSeat)


def test_a_move_that_the_rules_do_not_allow_is_refused_with_its_rule():
    table = two(options={"repeats": False})
    table.throw(0, "rock")
    table.throw(1, "paper")
    assert table.refuse(throwing(0, "rock", 2), IllegalMove).rule == "T-2"
    table.throw(0, "paper")


def test_a_match_ends_when_the_game_is_over_and_then_nothing_can_be_done():
    table = two(options={"rounds": 1})
    table.throw(0, "rock")
    events = table.throw(1, "paper", NOW + 7)
    assert events[-1] == MatchEnded((2, 1), "played")
    match = table.match
    assert (match.status, match.ranks, match.end_reason, match.ended_at) == ("finished", (2, 1), "played", NOW + 7)
    assert table.asked == []
    assert table.due is None
    for command in (Resign(0), Prefer(0, {}), DrawOffer(0, "offer"), GameWake()):
        assert table.refuse(command, WrongPhase).facts == {"status": "finished"}
    table.refuse(throwing(0), DecisionNotPending)
    table.refuse(Expire("0-1"), DecisionNotPending)


def test_deciding_leaves_the_match_as_it_is():
    table = two()
    before = pack(table.match)
    _, after = decide(TINY, table.match, throwing(0), table.world.chance, NOW)
    assert pack(table.match) == before != pack(after)


def test_the_same_command_at_the_same_time_leads_to_the_same_whatever_was_tried_before():
    table = two()
    first = decide(TINY, table.match, throwing(0), table.world.chance, NOW)
    decide(TINY, table.match, Resign(0), table.world.chance, NOW)
    assert decide(TINY, table.match, throwing(0), table.world.chance, NOW) == first


def test_the_last_who_stays_wins_whoever_resigns_first_is_last():
    table = three()
    assert table.do(Resign(1)) == [Resigned(1), SeatLeft(1)]
    assert table.match.status == "running"
    assert table.do(Resign(0))[-1] == MatchEnded((2, 3, 1), "played")


def test_who_has_resigned_can_do_nothing_more():
    table = three()
    table.do(Resign(1))
    table.refuse(Resign(1), WrongPhase)
    table.refuse(Prefer(1, {}), WrongPhase)
    for action in ("offer", "withdraw", "decline"):
        table.refuse(DrawOffer(1, action), WrongPhase)
    table.refuse(throwing(1), DecisionNotPending)


def test_a_seat_that_is_out_of_the_game_cannot_leave_it_nor_set_anything():
    """As in games that eliminate: the seat is out, though its player has not resigned."""
    eliminating = replace(TINY, leave=lambda *_: [], prefer=lambda *_: [])
    table = three(game=eliminating)
    table.refuse(Resign(0), WrongPhase)
    table.refuse(Prefer(0, {}), WrongPhase)


def test_preferences_of_a_running_match_are_seen_by_their_seat_alone():
    table = two()
    assert table.do(Prefer(0, {"habit": "paper"})) == [HabitSet(0, "paper")]
    assert table.do(Prefer(0, {"habit": "paper"})) == [HabitSet(0, "paper")]
    assert table.world.entries == {0: 4, 1: 2, None: 2}
    table.refuse(Prefer(0, {"habit": "stone"}), msgspec.ValidationError)


def test_a_draw_is_agreed_when_all_who_stay_have_offered():
    table = three()
    assert table.do(DrawOffer(0, "offer")) == [DrawOffered(0)]
    table.refuse(DrawOffer(0, "offer"), WrongPhase)
    table.do(DrawOffer(2, "offer"))
    assert table.match.draw_offers == [0, 2]
    assert table.do(DrawOffer(1, "offer")) == [DrawOffered(1), MatchEnded((1, 1, 1), "agreed")]
    assert table.match.draw_offers == []


def test_who_has_left_shares_no_draw_and_is_not_asked():
    table = three()
    table.do(Resign(1))
    table.do(DrawOffer(0, "offer"))
    assert table.do(DrawOffer(2, "offer"))[-1] == MatchEnded((1, 3, 1), "agreed")


@pytest.mark.parametrize(
    ("draws", "ranks", "reason"), [(True, (1, 1), "drawn"), (True, (1, 2), "played"), (False, (1, 1), "played")]
)
def test_all_in_the_first_rank_have_drawn_where_a_game_knows_draws_and_else_shared_the_victory(draws, ranks, reason):
    table = two(game=replace(TINY, allows_draw_offers=draws, outcome=lambda _: ranks))
    assert table.match.end_reason == reason


def test_what_all_run_out_of_at_once_nobody_loses_by_the_order_of_seats():
    table = two(game=replace(TINY, loses_on_time=True), clock={"throw": 10})
    assert table.do(Expire("0-1"), NOW + 10) == [TimedOut(0), TimedOut(1), MatchEnded((1, 1), "drawn")]
    apart = two(game=replace(TINY, loses_on_time=True), clock={"throw": 10})
    apart.throw(1)
    assert apart.do(Expire("0-1"), NOW + 10)[-1] == MatchEnded((2, 1), "played")


def test_a_window_is_over_before_what_a_bot_would_do_at_its_end():
    for delay, answers in ((9, True), (10, False), (11, False)):
        game = replace(TINY, wake=lambda state: NOW + 10)
        table = Table(reserved("ann"), BOT, game=game, bot_delay_ms=BotDelay(delay, delay))
        assert (table.due.bot is not None) is answers


def test_a_seat_of_a_game_without_preferences_sets_nothing_at_any_time():
    class Nothing(msgspec.Struct, frozen=True):
        pass

    table = two(game=replace(TINY, Preferences=Nothing, prefer=lambda *_: []))
    assert table.do(Prefer(0, {})) == [PreferencesSet(0, {})]
    table.do(Resign(0))
    table.refuse(Prefer(0, {}), WrongPhase)


def test_offers_are_withdrawn_by_their_seat_and_declined_by_the_others():
    table = two()
    table.refuse(DrawOffer(0, "withdraw"), WrongPhase)
    table.refuse(DrawOffer(0, "decline"), WrongPhase)
    table.do(DrawOffer(0, "offer"))
    table.refuse(DrawOffer(0, "decline"), WrongPhase)
    table.refuse(DrawOffer(1, "withdraw"), WrongPhase)
    assert table.do(DrawOffer(0, "withdraw")) == [DrawOfferClosed(0, "withdrawn")]
    table.do(DrawOffer(0, "offer"))
    assert table.do(DrawOffer(1, "decline")) == [DrawOfferClosed(0, "declined")]


def test_whoever_moves_lets_the_offers_of_others_pass_and_keeps_an_offer_of_its_own():
    table = two()
    table.do(DrawOffer(0, "offer"))
    assert table.throw(0) == [Thrown(0, "rock")]
    assert table.match.draw_offers == [0]
    assert table.throw(1)[0] == DrawOfferClosed(0, "moved")
    assert table.match.draw_offers == []


def test_a_move_that_the_server_makes_lets_offers_pass_too():
    table = two(clock={"throw": 10})
    table.throw(0)
    table.do(DrawOffer(0, "offer"))
    assert table.do(Expire("1-1"), NOW + 10)[0] == DrawOfferClosed(0, "moved")


def test_resigning_closes_every_offer():
    table = three()
    table.do(DrawOffer(0, "offer"))
    table.do(DrawOffer(1, "offer"))
    closed = [DrawOfferClosed(0, "moved"), DrawOfferClosed(1, "withdrawn")]
    assert table.do(Resign(1))[1:3] == closed


def test_a_game_without_draws_has_no_offers():
    table = two(game=replace(TINY, allows_draw_offers=False))
    table.refuse(DrawOffer(0, "offer"), WrongPhase)


def test_offers_and_settings_change_no_decision():
    table = two()
    asked = pending(TINY, table.match)
    for command in (DrawOffer(0, "offer"), Prefer(1, {}), DrawOffer(1, "decline")):
        table.do(command, table.match.at + 1)
        assert pending(TINY, table.match) == asked


def test_the_clock_ends_a_decision_exactly_at_its_time():
    table = two(clock={"throw": 3_000})
    table.throw(1, now=NOW + 100)
    [asked] = pending(TINY, table.match)
    assert table.due == Due(NOW + 3_000, Expire("0-1"))
    assert deadline(table.match, asked) == NOW + 3_000
    table.refuse(Expire("0-1"), WrongPhase, NOW + 2_999)
    table.refuse(Expire("1-1"), DecisionNotPending, NOW + 3_000)
    events = table.do(Expire("0-1"), NOW + 3_000)
    assert isinstance(events[0], Thrown)
    assert events[-1] == RoundBegan(2, NOW + 13_000)


def test_a_rule_of_the_game_may_end_a_decision_before_the_clock():
    table = two(clock={"throw": 3_000}, options={"throw_ms": 500})
    assert table.due == Due(NOW + 500, GameWake())
    assert {deadline(table.match, asked) for asked in pending(TINY, table.match)} == {NOW + 500}
    table.refuse(GameWake(), WrongPhase, NOW + 499)
    assert [type(event) for event in table.do(GameWake(), NOW + 500)[:2]] == [Thrown, Thrown]


def test_without_clock_and_rule_a_decision_waits_for_ever():
    table = two()
    asked = Decision(0, 1, "throw", required=True, since=NOW)
    assert deadline(table.match, asked) is None


def test_where_time_loses_whoever_is_late_leaves():
    table = three(game=replace(TINY, loses_on_time=True), clock={"throw": 10})
    table.throw(1)
    assert table.do(Expire("0-1"), NOW + 10) == [TimedOut(0), SeatLeft(0)]
    assert table.match.seats[0].left
    assert table.due == Due(NOW + 10, Expire("2-1"))


def staying_in(state, seat, chance, now):
    """A game in which the server plays on for a seat that has left."""
    state.habits[seat] = "rock"
    return [HabitSet(seat, "rock")]


PLAYED_ON = replace(TINY, leave=staying_in)


def test_the_server_answers_at_once_for_a_seat_that_has_left():
    table = two(game=PLAYED_ON)
    table.do(Resign(0), NOW + 40)
    table.refuse(throwing(0), WrongPhase)
    assert table.due == Due(NOW + 40, Expire("0-1")), "never earlier than the last commit"
    assert table.do(Expire("0-1"), NOW + 40) == [Thrown(0, "rock")]
    assert table.due == Due(NOW + 10_000, GameWake())


def test_a_seat_that_has_left_is_shown_no_moves():
    table = two(game=PLAYED_ON)
    table.do(Resign(0))
    view = match_view(PLAYED_ON, table.world.projections[0], 0, 1)
    assert view.pending == ()
    assert [(asked.seat, asked.kind) for asked in view.awaited] == [(0, "throw"), (1, "throw")]


def test_a_bot_answers_after_a_delay_between_those_of_the_table():
    delays = set()
    for key in range(40):
        table = Table(reserved("ann"), BOT, bot_delay_ms=BotDelay(100, 103))
        due = next_due(TINY, table.match, KeyedChance(bytes([key])))
        assert due.bot == Decision(1, 1, "throw", required=True, since=NOW, deadline=NOW + 10_000)
        assert due.command is None
        delays.add(due.at - NOW)
    assert delays == {100, 101, 102, 103}


def test_the_delay_of_a_bot_depends_on_its_decision_alone():
    """Not on what anybody holds, has chosen or set."""
    table = Table(reserved("ann"), BOT, OPEN, bot_delay_ms=BotDelay(0, 5_000))
    table.do(TakeSeat("cid"))
    before = table.due
    for command in (Prefer(0, {"habit": "paper"}), throwing(0, "scissors"), DrawOffer(2, "offer")):
        table.do(command)
        assert table.due == before


def test_a_bot_that_thinks_too_long_is_overtaken_by_the_clock():
    table = Table(reserved("ann"), BOT, bot_delay_ms=BotDelay(50, 50), clock={"throw": 20})
    table.throw(0)
    assert table.due == Due(NOW + 20, Expire("1-1"))


def test_a_decision_that_nobody_waits_for_is_answered_by_nobody():
    idle = replace(
        TINY, pending=lambda state: [msgspec.structs.replace(d, required=False) for d in TINY.pending(state)]
    )
    table = Table(reserved("ann"), BOT, game=idle, clock={"throw": 10})
    assert table.due == Due(NOW + 10_000, GameWake())
    table.refuse(Expire("0-1"), WrongPhase, NOW + MINUTE)


def test_the_earliest_of_all_that_is_owed_comes_first():
    table = Table(reserved("ann"), BOT, OPEN, bot_delay_ms=BotDelay(30, 30), clock={"throw": 25})
    table.do(TakeSeat("cid"))
    assert table.due.command == Expire("0-1")
    table.do(Expire("0-1"), NOW + 25)
    assert table.due.command == Expire("1-1")


def test_another_chance_serves_a_match_from_its_start():
    """The key of all draws depends on what every seat has added, the one who fills the table included."""
    table = Table(reserved("ann"), OPEN)
    seen = []

    def keyed(match):
        seen.append([seat.entropy for seat in match.seats])
        return KeyedChance(b"key")

    decide(TINY, table.match, TakeSeat("bob", entropy="0b"), table.world.chance, NOW, keyed=keyed)
    assert seen == [[None, "0b"]]
