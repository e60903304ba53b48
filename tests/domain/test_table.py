"""The life of a match before it starts: opening, taking seats, leaving, kicking, settings, cancelling, expiring."""

from __future__ import annotations

import msgspec
import pytest

from domain.chance import KeyedChance
from domain.command import CancelTable, ExpireTable, Play, Prefer, Resign, StartMatch, TakeSeat, VacateSeat
from domain.due import Due
from domain.event import seen_by
from domain.match import decide
from domain.refusal import DecisionNotPending, NotYourSeat, OptionsRefused, SeatUnavailable, WrongPhase
from domain.seating import UNSTARTED_TABLE_MS
from domain.table import Match
from domain.table_events import (
    BotDelay,
    MatchStarted,
    PreferencesSet,
    SeatOffer,
    SeatReleased,
    SeatTaken,
    SeatVacated,
    TableCancelled,
    TableOpened,
)
from tests.domain.tables import BOT, INVITED, NOW, OPEN, Table, opening, reserved, two
from tests.tiny_game import ROCK_PAPER_SCISSORS as TINY
from tests.tiny_game.events import GamePrepared, HabitSet, RoundBegan

ROCK = {"habit": "rock"}
RECORDS = {"ann": (3, 1), "zoe": (9, 9)}


def test_a_table_opens_with_every_option_filled_in():
    table = Table(OPEN, OPEN, options={"rounds": 2})
    assert table.match.options == {"rounds": 2, "tie": "nobody", "repeats": True, "throw_ms": 10_000}
    assert table.match.rules_version == TINY.rules_version
    assert table.match.status == "open"
    assert (table.match.opened_at, table.match.expires_at) == (NOW, NOW + UNSTARTED_TABLE_MS)
    assert table.asked == []


def test_the_host_sits_down_on_the_seat_reserved_for_the_host():
    table = Table(OPEN, reserved("ann"), reserved("bob"), entropy="ab")
    assert table.sitting == [None, "ann", None]
    assert table.opened[1:] == [SeatTaken(1, "ann", "ab")]


def test_a_host_who_reserves_nothing_does_not_sit():
    assert Table(OPEN, OPEN).sitting == [None, None]


NOT_OPENED = {
    "too few seats": ((OPEN,), {}),
    "too many seats": ((OPEN,) * 4, {}),
    "options that do not go together": ((OPEN,) * 3, {"options": {"rounds": 1, "tie": "lot"}}),
    "a clock for a kind that the game does not ask": ((OPEN, OPEN), {"clock": {"draw": 1_000}}),
    "an unknown bot": ((OPEN, SeatOffer("bot", bot="nobody")), {}),
    "a bot without a name": ((OPEN, SeatOffer("bot")), {}),
    "a seat reserved for nobody": ((OPEN, SeatOffer("reserved")), {}),
    "two seats reserved for one player": ((OPEN, reserved("bob"), reserved("bob")), {}),
    "an invited seat without a code": ((OPEN, INVITED), {"invites": (None, None)}),
    "a code for an open seat": ((OPEN, OPEN), {"invites": (None, "code")}),
    "a bot that may wait no time at all": ((OPEN, BOT), {"bot_delay_ms": BotDelay(2, 1)}),
    "a bot that answers before it is asked": ((OPEN, BOT), {"bot_delay_ms": BotDelay(-1, 1)}),
}


@pytest.mark.parametrize(("offers", "fields"), NOT_OPENED.values(), ids=NOT_OPENED.keys())
def test_a_table_that_could_not_be_played_is_not_opened(offers, fields):
    nothing = Match()
    with pytest.raises(OptionsRefused):
        decide(TINY, nothing, opening(*offers, **fields), KeyedChance(bytes(32)), NOW)
    assert nothing == Match()


@pytest.mark.parametrize("options", [{"rounds": 6}, {"rounds": "3"}, {"tie": "dice"}])
def test_malformed_options_are_refused_as_such(options):
    with pytest.raises(msgspec.ValidationError):
        decide(TINY, Match(), opening(OPEN, OPEN, options=options), KeyedChance(bytes(32)), NOW)


def test_nobody_ever_sees_a_code_in_the_log():
    table = Table(OPEN, INVITED)
    for viewer in (0, 1, None):
        assert seen_by(table.opened[0], viewer).invites == (None, None)
        assert [seat.invite for seat in table.world.projections[viewer].seats] == [None, None]
    assert table.match.seats[1].invite == "code1"


def test_a_player_takes_the_first_free_seat_or_the_one_it_names():
    table = Table(OPEN, OPEN, OPEN)
    assert table.do(TakeSeat("bob", 1, entropy="01")) == [SeatTaken(1, "bob", "01")]
    assert table.do(TakeSeat("cid")) == [SeatTaken(0, "cid", None)]
    assert table.sitting == ["cid", "bob", None]


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_cannot_be_taken(seat):
    Table(OPEN, OPEN).refuse(TakeSeat("bob", seat), SeatUnavailable)


def test_a_taken_seat_a_bots_seat_and_a_second_seat_cannot_be_taken():
    table = Table(reserved("ann"), OPEN, BOT)
    table.refuse(TakeSeat("bob", 0), SeatUnavailable)
    table.refuse(TakeSeat("bob", 2), SeatUnavailable)
    table.refuse(TakeSeat("ann", 1), SeatUnavailable)
    table.refuse(TakeSeat("ann"), SeatUnavailable)


def test_a_reserved_seat_is_for_its_player_alone_and_is_tried_first():
    table = Table(OPEN, reserved("bob"), OPEN)
    table.refuse(TakeSeat("cid", 1), SeatUnavailable)
    table.do(TakeSeat("bob"))
    assert table.sitting == [None, "bob", None]


def test_a_code_opens_its_own_seat_alone_and_that_first():
    table = Table(OPEN, INVITED, INVITED)
    table.refuse(TakeSeat("bob", 1), SeatUnavailable)
    table.refuse(TakeSeat("bob", 1, invite="code2"), SeatUnavailable)
    table.do(TakeSeat("bob", invite="code2"))
    assert table.sitting == [None, None, "bob"]
    table.refuse(TakeSeat("cid", 2, invite="code2"), SeatUnavailable)


def test_the_open_seats_of_a_private_table_are_for_the_host_alone():
    table = Table(OPEN, reserved("bob"), visibility="private")
    table.refuse(TakeSeat("cid"), SeatUnavailable)
    table.do(TakeSeat("ann"))
    table.do(TakeSeat("bob"))
    assert table.match.status == "running"


def test_an_unlisted_table_is_open_to_whoever_finds_it():
    table = Table(OPEN, OPEN, visibility="unlisted")
    table.do(TakeSeat("cid"))
    assert table.sitting == ["cid", None]


def test_a_full_table_starts_by_itself():
    table = Table(reserved("ann"), OPEN)
    events = table.do(TakeSeat("bob"), NOW + 5)
    assert [type(event) for event in events] == [SeatTaken, MatchStarted, GamePrepared, RoundBegan]
    assert (table.match.status, table.match.started_at) == ("running", NOW + 5)
    assert table.asked == ["0-1", "1-1"]


def test_a_table_of_the_host_and_bots_starts_as_it_opens():
    table = Table(reserved("ann"), BOT, BOT)
    assert table.match.status == "running"
    assert table.opened[2] == MatchStarted((1, 2), ())


def test_a_full_table_waits_for_its_host_where_the_host_starts_it():
    table = Table(reserved("ann"), OPEN, start="host")
    refusal = table.refuse(StartMatch("ann"), WrongPhase)
    assert refusal.facts == {"empty_seats": [1]}
    table.do(TakeSeat("bob"))
    assert table.match.status == "open"
    table.refuse(StartMatch("bob"), NotYourSeat)
    assert table.do(StartMatch("ann"))[0] == MatchStarted((), ())
    table.refuse(StartMatch("ann"), WrongPhase)


STARTS = {
    "by hand": ((reserved("ann"), OPEN, BOT), "host", [TakeSeat("bob")], StartMatch("ann", RECORDS)),
    "full": ((reserved("ann"), OPEN, BOT), "full", [], TakeSeat("bob", records=RECORDS)),
}


@pytest.mark.parametrize(("offers", "start", "before", "last"), STARTS.values(), ids=STARTS.keys())
def test_the_records_of_the_seated_players_are_known_however_the_match_starts(offers, start, before, last):
    table = Table(*offers, start=start)
    for command in before:
        table.do(command)
    assert MatchStarted((2,), ((3, 1), (0, 0), (0, 0))) in table.do(last)


def test_a_player_leaves_and_may_come_back():
    table = Table(reserved("ann"), OPEN, OPEN)
    table.do(TakeSeat("bob", 1, entropy="ab"))
    assert table.do(VacateSeat("bob", 1)) == [SeatVacated(1, "left")]
    assert (table.sitting[1], table.match.seats[1].entropy) == (None, None)
    table.do(TakeSeat("bob", 2))
    assert table.sitting == ["ann", None, "bob"]


def test_the_host_kicks_and_nobody_else():
    table = Table(reserved("ann"), OPEN, OPEN)
    table.do(TakeSeat("bob", 1))
    table.do(VacateSeat("ann", 0))
    table.refuse(VacateSeat("cid", 1), NotYourSeat)
    assert table.do(VacateSeat("ann", 1)) == [SeatVacated(1, "kicked")]


@pytest.mark.parametrize("seat", [-1, 1, 2, 3])
def test_an_empty_seat_a_bots_seat_and_no_seat_cannot_be_left(seat):
    Table(reserved("ann"), OPEN, BOT).refuse(VacateSeat("ann", seat), SeatUnavailable)


def test_the_host_closes_the_table_and_nobody_else():
    table = Table(reserved("ann"), OPEN)
    table.refuse(CancelTable("bob"), NotYourSeat)
    assert table.do(CancelTable("ann"), NOW + 1) == [TableCancelled("host")]
    assert (table.match.status, table.match.end_reason, table.match.ended_at) == ("cancelled", "host", NOW + 1)
    assert table.due is None


def test_an_unstarted_table_closes_after_its_time_and_not_before():
    table = Table(reserved("ann"), OPEN)
    end = NOW + UNSTARTED_TABLE_MS
    assert table.due == Due(end, ExpireTable())
    table.refuse(ExpireTable(), WrongPhase, end - 1)
    assert table.do(ExpireTable(), end) == [TableCancelled("expired")]


def test_nothing_can_be_done_at_a_closed_table():
    table = Table(reserved("ann"), OPEN)
    table.do(CancelTable("ann"))
    for command in (
        TakeSeat("bob"), VacateSeat("ann", 0), StartMatch("ann"), CancelTable("ann"), ExpireTable(),
        Prefer(0, ROCK), Resign(0),
    ):  # fmt: skip
        refusal = table.refuse(command, WrongPhase)
        assert refusal.facts == {"status": "cancelled"}


def test_nothing_of_an_open_table_can_be_done_when_the_match_runs():
    table = two()
    for command in (TakeSeat("cid"), VacateSeat("bob", 1), StartMatch("ann"), CancelTable("ann"), ExpireTable()):
        table.refuse(command, WrongPhase, NOW + UNSTARTED_TABLE_MS)


def test_nothing_of_a_match_can_be_done_before_it_starts():
    table = Table(reserved("ann"), OPEN)
    table.refuse(Resign(0), WrongPhase)
    table.refuse(Play(0, "0-1", {"type": "throw", "throw": "rock"}), DecisionNotPending)


def test_preferences_set_before_the_start_hold_from_the_start_and_are_secret():
    table = Table(reserved("ann"), OPEN)
    assert table.do(Prefer(0, ROCK)) == [PreferencesSet(0, ROCK)]
    assert table.match.seats[0].preferences == ROCK
    assert [table.world.projections[viewer].seats[0].preferences for viewer in (0, 1, None)] == [ROCK, None, None]
    assert table.world.entries == {0: 2, 1: 1, None: 1}
    assert HabitSet(0, "rock") in table.do(TakeSeat("bob"))
    assert [table.world.projections[viewer].state.habits[0] for viewer in (0, 1, None)] == ["rock", None, None]


def test_preferences_are_filled_in_and_malformed_ones_refused_before_the_start():
    """Otherwise the match could not start."""
    table = Table(reserved("ann"), OPEN)
    table.do(Prefer(0, {}))
    assert table.match.seats[0].preferences == {"habit": "any"}
    table.refuse(Prefer(0, {"habit": "stone"}), msgspec.ValidationError)


def test_preferences_go_with_the_player():
    table = Table(reserved("ann"), OPEN, OPEN)
    table.do(TakeSeat("bob", 1))
    table.do(Prefer(1, ROCK))
    table.do(VacateSeat("bob", 1))
    assert table.match.seats[1].preferences is None


def test_a_match_pins_the_version_of_its_rules():
    opened = Table(OPEN, OPEN).opened[0]
    assert isinstance(opened, TableOpened)
    assert opened.rules_version == TINY.rules_version


def test_a_seat_that_is_kept_can_be_declined_and_is_open_then():
    table = Table(reserved("ann"), reserved("bob"))
    assert table.do(VacateSeat("bob", 1)) == [SeatReleased(1, "declined")]
    assert table.match.seats[1].offer == OPEN
    table.refuse(VacateSeat("bob", 1), SeatUnavailable)
    table.do(TakeSeat("cid"))
    assert (table.sitting, table.match.status) == (["ann", "cid"], "running")


def test_the_host_keeps_a_seat_no_longer_and_nobody_else_does_that():
    table = Table(reserved("ann"), reserved("bob"))
    table.refuse(VacateSeat("cid", 1), NotYourSeat)
    assert table.do(VacateSeat("ann", 1)) == [SeatReleased(1, "withdrawn")]
    table.do(TakeSeat("cid", 1))
    assert table.sitting == ["ann", "cid"]


def test_who_leaves_a_seat_that_is_kept_may_come_back_until_it_is_declined():
    table = Table(reserved("ann"), reserved("bob"), OPEN)
    table.do(TakeSeat("bob"))
    assert table.do(VacateSeat("bob", 1)) == [SeatVacated(1, "left")]
    table.refuse(TakeSeat("cid", 1), SeatUnavailable)
    assert table.do(VacateSeat("bob", 1)) == [SeatReleased(1, "declined")]
    table.do(TakeSeat("cid", 1))


def test_at_a_private_table_a_declined_seat_is_for_the_host_alone():
    table = Table(OPEN, reserved("bob"), visibility="private")
    table.do(VacateSeat("bob", 1))
    for player in ("bob", "cid"):
        table.refuse(TakeSeat(player, 1), SeatUnavailable)
    table.do(TakeSeat("ann", 1))
    assert table.sitting == [None, "ann"]


def test_no_seat_is_declined_once_the_match_runs():
    two().refuse(VacateSeat("bob", 1), WrongPhase)
