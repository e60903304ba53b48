"""The response window (section 7, R-22), with its clock moved by hand."""

import pytest

from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from tests.domain.space_monkeys.positions import DRAW, FIELD, GAZE, LEAP, PASS, A, B, C, D, Table, pair_of


def required(table):
    return [d.seat for d in GAME.pending(table.truth) if d.required]


def open_only(table):
    return [d.seat for d in GAME.pending(table.truth) if not d.required]


def test_7_7_everybody_with_a_hand_is_asked_but_the_topmost_player():
    table = Table("leap field", "leap", "", "field")
    table.play(A, LEAP)
    assert required(table) == [B, D]
    assert open_only(table) == [A]


def test_7_7_the_topmost_player_without_cards_is_not_asked():
    table = Table("leap", "leap", "")
    table.play(A, LEAP)
    assert (required(table), open_only(table)) == ([B], [])


def test_7_7_a_force_field_opens_a_new_window_for_those_who_had_passed():
    table = Table("leap gaze", "field gaze", "gaze")
    table.play(A, LEAP)
    opened = table.truth.deadline
    before = table.decision(C)
    table.play(C, PASS)
    assert required(table) == [B]
    table.play(B, FIELD)
    assert table.decision(C).number == before.number + 1
    assert required(table) == [A, C]
    assert table.truth.deadline > opened


def test_7_7_the_owner_of_a_force_field_may_answer_it():
    table = Table("leap gaze", "field field", "gaze")
    table.play(A, LEAP)
    table.play(B, FIELD)
    assert table.moves(B) == [PASS, FIELD]
    table.play(B, FIELD)
    table.all_pass()
    assert table.turn() == (B, 1, False)


def test_r22_a_pass_of_ones_own_is_final():
    table = Table("leap gaze", "field", "field")
    table.play(A, LEAP)
    table.play(B, PASS)
    assert B not in required(table) + open_only(table)


def test_r22_the_topmost_player_may_pass_too():
    table = Table("leap field", "field")
    table.play(A, LEAP)
    table.play(A, PASS)
    assert (required(table), open_only(table)) == ([B], [])


def test_7_7_the_window_closes_at_the_deadline():
    table = Table("leap", "field", response_ms=5_000)
    table.play(A, LEAP)
    assert GAME.wake(table.truth) == table.now + 5_000
    assert table.decision(B).deadline == table.now + 5_000
    events = table.wake()
    assert events[0] == ev.WindowClosed(effective=True)
    assert table.turn() == (B, 1, False)


def test_7_7_nothing_closes_before_its_time():
    table = Table("leap", "field", response_ms=5_000)
    table.play(A, LEAP)
    assert GAME.on_wake(table.truth, table.chance, table.now + 4_999) == []
    assert table.truth.phase == "window"


def test_7_7_the_least_time_holds_after_the_last_pass():
    table = Table("leap", "field", min_window_ms=1_500)
    table.play(A, LEAP)
    opened = table.now
    table.play(B, PASS)
    assert table.truth.phase == "window"
    assert GAME.wake(table.truth) == opened + 1_500
    assert table.wake()[0] == ev.WindowClosed(effective=True)


def test_7_7_the_least_time_holds_without_anybody_to_wait_for():
    table = Table("leap", "", min_window_ms=1_500)
    table.play(A, LEAP)
    assert GAME.wake(table.truth) == table.now + 1_500
    table.now += 1_500
    assert GAME.on_wake(table.truth, table.chance, table.now)[0] == ev.WindowClosed(effective=True)


def test_r22_a_window_that_nobody_is_waited_for_closes_with_the_play():
    table = Table("leap", "")
    events = table.play(A, LEAP)
    assert [type(event) for event in events] == [ev.ActionPlayed, ev.WindowOpened, ev.WindowClosed, ev.TurnBegan]


def test_r22_fast_pass_waits_for_force_fields_alone():
    table = Table("leap gaze", "leap", "field", "leap", fast_pass=True)
    table.play(A, LEAP)
    assert (required(table), open_only(table)) == ([C], [])
    events = table.play(C, PASS)
    assert ev.WindowClosed(effective=True) in events


def test_r22_without_fast_pass_the_hand_decides_nothing():
    table = Table("leap gaze", "leap", "field", "leap")
    table.play(A, LEAP)
    assert required(table) == [B, C, D]


@pytest.mark.parametrize(("hand", "left"), [("field", [B]), ("leap", [])])
def test_r22_auto_pass_always(hand, left):
    table = Table("leap", hand, "leap")
    assert table.prefer(B, "always") == [ev.AutoPassSet(B, "always")]
    table.play(A, LEAP)
    assert (required(table), open_only(table)) == ([C], left)


def test_r22_who_is_passed_for_may_answer_until_the_window_closes():
    table = Table("leap gaze", "field", "leap")
    table.prefer(B, "always")
    table.play(A, LEAP)
    table.play(B, FIELD)
    table.all_pass()
    assert table.turn() == (A, 1, False)


def test_r22_unless_involved_asks_targets_and_the_actor():
    table = Table("raid-a raid-a gaze", "leap", "field gaze", "leap")
    for seat in (A, B, C, D):
        table.prefer(seat, "unless_involved")
    table.play(A, pair_of(B))
    assert required(table) == [B]
    assert open_only(table) == [A, C], "the topmost player, and a holder of a Force Field"
    table.play(C, FIELD)
    assert required(table) == [A, B]
    assert open_only(table) == [C], "the owner of the Force Field that is answered"


def test_r22_a_preference_can_close_the_window():
    table = Table("leap", "leap")
    table.play(A, LEAP)
    events = table.prefer(B, "always")
    assert events[:2] == [ev.AutoPassSet(B, "always"), ev.WindowClosed(effective=True)]


def test_r22_a_preference_can_ask_again():
    table = Table("leap", "leap", "gaze")
    table.prefer(B, "always")
    table.play(A, LEAP)
    table.prefer(B, "none")
    assert required(table) == [B, C]
    assert table.decision(B).since == table.truth.since


def test_r22_the_preference_that_goes_with_the_pace():
    table = Table("leap", "leap")
    assert table.prefer(B, None) == [ev.AutoPassSet(B, "none")]
    asynchronous = Table("leap", "leap", pace="async")
    asynchronous.prefer(B, "none")
    assert asynchronous.prefer(B, None) == [ev.AutoPassSet(B, "unless_involved")]


def test_7_7_passes_and_preferences_are_seen_by_their_seat_alone():
    table = Table("leap", "field", "field")
    table.play(A, LEAP)
    events = table.play(B, PASS) + table.prefer(C, "always")
    for viewer in (A, None):
        assert table.seen(viewer, events) == [ev.WindowClosed(effective=True), ev.TurnBegan(B, 1, False)]
    assert ev.Passed(B) in table.seen(B, events)
    assert ev.AutoPassSet(C, "always") not in table.seen(B, events)


def test_7_7_in_a_projection_everybody_else_looks_undecided():
    table = Table("leap gaze", "field", "field", fast_pass=True)
    table.play(A, LEAP)
    table.play(B, PASS)
    assert [d.seat for d in GAME.pending(table.projections[C])] == [A, B, C]
    assert [d.seat for d in GAME.pending(table.projections[None])] == [A, B, C]


def test_7_7_nobody_can_do_anything_else_while_a_window_is_open():
    table = Table("leap gaze", "field")
    table.play(A, LEAP)
    assert table.refuses(A, GAZE) == "7.7"
    assert table.refuses(A, DRAW) == "7.7"
    assert table.refuses(A, FIELD) == "7.3"


def test_7_6_all_force_fields_stay_on_the_discard_pile():
    table = Table("plasma field", "field")
    table.do(A, mv.Plasma(B), B, A)
    assert table.discard() == "field field plasma"
    assert table.turn() == (B, 2, True)
