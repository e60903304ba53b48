"""Taking back a move: who is asked, when it is refused, and what becomes of wishes that lapse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.command import DrawOffer, Expire, Resign, TakeBack, TakeSeat
from domain.refusal import AlreadySo, NothingToTakeBack, NotPossibleHere, SeatOut, WrongPhase
from domain.table_events import (
    DrawOfferClosed,
    MoveTakenBack,
    Resigned,
    TakeBackAllowed,
    TakeBackAsked,
    TakeBackClosed,
    ViewReturned,
)
from tests.domain.tables import BOT, NOW, OPEN, Table, reserved
from tests.tiny_game import ROCK_PAPER_SCISSORS as TINY

FORGETFUL = replace(
    TINY,
    seats=range(2, 5),
    can_take_back=lambda state, seat: True,
    take_back=lambda state, seat, at: None,
    view=lambda state, viewer: None,
)
"""Nothing is undone here, and nothing shows it, since what is returned to is the game's affair alone."""


def table(*offers, game=FORGETFUL, **fields):
    sitting = Table(reserved("ann"), *offers, game=game, **fields)
    for number, offer in enumerate(offers, 1):
        if offer == OPEN:
            sitting.do(TakeSeat(f"player {number}"))
    return sitting


def test_a_game_of_secrets_knows_no_taking_back():
    sitting = table(OPEN, game=TINY)
    for action in ("ask", "allow", "withdraw", "decline"):
        sitting.refuse(TakeBack(0, action), NotPossibleHere)


def test_who_has_nothing_to_take_back_is_refused_outright():
    sitting = table(OPEN, game=replace(FORGETFUL, can_take_back=lambda state, seat: seat == 1))
    sitting.refuse(TakeBack(0, "ask"), NothingToTakeBack)
    assert sitting.do(TakeBack(1, "ask")) == [TakeBackAsked(1)]


def test_all_other_people_have_to_allow_it():
    sitting = table(OPEN, OPEN, BOT)
    sitting.throw(0)
    assert sitting.do(TakeBack(0, "ask")) == [TakeBackAsked(0)]
    assert sitting.match.take_back.seat == 0
    assert sitting.do(TakeBack(2, "allow")) == [TakeBackAllowed(2)]
    assert sitting.match.take_back.allowed_by == (2,)
    sitting.refuse(TakeBack(2, "allow"), AlreadySo)
    events = sitting.do(TakeBack(1, "allow"))
    assert events[:2] == [TakeBackAllowed(1), MoveTakenBack(0, events[1].entry)]
    assert [type(event) for event in events[2:]] == [ViewReturned] * 4
    assert [event.seat for event in events[2:]] == [0, 1, 2, 3]
    assert sitting.match.take_back is None


def test_against_bots_alone_it_is_taken_back_at_once():
    sitting = table(BOT)
    sitting.throw(0)
    assert [type(event) for event in sitting.do(TakeBack(0, "ask"))] == [
        TakeBackAsked, MoveTakenBack, ViewReturned, ViewReturned,
    ]  # fmt: skip


def test_who_has_left_is_not_asked():
    sitting = table(OPEN, OPEN)
    sitting.throw(0)
    sitting.do(Resign(2))
    sitting.refuse(TakeBack(2, "ask"), SeatOut)
    sitting.do(TakeBack(0, "ask"))
    assert MoveTakenBack in map(type, sitting.do(TakeBack(1, "allow")))


def test_one_refusal_is_enough_and_a_wish_may_be_withdrawn():
    sitting = table(OPEN, OPEN)
    for action in ("withdraw", "allow", "decline"):
        sitting.refuse(TakeBack(0, action), AlreadySo)
    sitting.do(TakeBack(0, "ask"))
    sitting.refuse(TakeBack(0, "ask"), AlreadySo)
    sitting.refuse(TakeBack(1, "ask"), WrongPhase)
    sitting.refuse(TakeBack(1, "withdraw"), AlreadySo)
    for action in ("allow", "decline"):
        sitting.refuse(TakeBack(0, action), AlreadySo)
    sitting.do(TakeBack(1, "allow"))
    assert sitting.do(TakeBack(2, "decline")) == [TakeBackClosed(0, "declined")]
    sitting.do(TakeBack(1, "ask"))
    assert sitting.do(TakeBack(1, "withdraw")) == [TakeBackClosed(1, "withdrawn")]


@pytest.mark.parametrize("own", [True, False])
def test_whoever_moves_lets_a_wish_pass(own):
    sitting = table(OPEN)
    sitting.do(TakeBack(0, "ask"))
    assert sitting.throw(0 if own else 1)[0] == TakeBackClosed(0, "moved")
    assert sitting.match.take_back is None


def test_a_move_that_the_server_makes_and_a_seat_that_leaves_let_it_pass_too():
    sitting = table(OPEN, OPEN, clock={"throw": 10})
    sitting.do(TakeBack(0, "ask"))
    assert sitting.do(Expire("1-1"), NOW + 10)[0] == TakeBackClosed(0, "moved")
    sitting.do(TakeBack(0, "ask"))
    assert sitting.do(Resign(2))[:2] == [Resigned(2), TakeBackClosed(0, "moved")]


def test_offers_of_a_draw_belong_to_the_position_in_which_they_were_made():
    sitting = table(OPEN)
    sitting.throw(0)
    sitting.do(DrawOffer(1, "offer"))
    sitting.do(TakeBack(0, "ask"))
    assert sitting.do(TakeBack(1, "allow"))[1] == DrawOfferClosed(1, "moved")
    assert sitting.match.draw_offers == []


def test_before_the_start_and_after_the_end_there_is_nothing_to_ask():
    sitting = Table(reserved("ann"), OPEN, game=FORGETFUL)
    sitting.refuse(TakeBack(0, "ask"), WrongPhase)
    sitting.do(TakeSeat("player 1"))
    sitting.do(TakeBack(0, "ask"))
    sitting.do(Resign(1))
    assert sitting.match.take_back is None
    sitting.refuse(TakeBack(0, "ask"), WrongPhase)
