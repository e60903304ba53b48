"""Rounds: choices that may be changed, draws, duties, rounds without hands, and seats that do not answer or leave."""

from collections import Counter
from random import Random

import msgspec
import pytest

from domain.chance import KeyedChance
from domain.command import Expire, Play, Resign
from domain.deciding import pending
from domain.due import next_due
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.match import decide
from domain.refusal import DecisionNotPending
from domain.view import match_view
from tests.domain.monkey_in_the_middle.positions import READY, START, Script, Table, revealed
from tests.domain.monkey_in_the_middle.seated import OPENED, answer, seated, serve, served_until_now
from tests.domain.world import encode

R, L, N = mv.Choose("R"), mv.Choose("L"), mv.Choose("N")
BANANA = mv.Choose("banana")


def kinds(events):
    return [type(event) for event in events]


def test_r2_a_choice_may_be_changed_until_the_last_seat_has_chosen():
    table = Table("R ban N", "L N", "B N")
    first = table.decision(0)
    assert first.required
    table.play(0, R)
    second = table.decision(0)
    assert not second.required
    assert second.number == first.number + 1
    assert table.moves(0) == [N, R, BANANA]
    table.play(0, BANANA)
    assert table.hand(0) == "N R"
    table.play(0, N)
    assert table.hand(0) == "R banana"
    table.play(1, L)
    events = table.play(2, mv.Choose("B"))
    assert kinds(events)[:2] == [ev.CardChosen, ev.CardsRevealed]
    assert events[1].cards == ("N", "L", "B")
    assert table.hand(0) == "R banana"


def test_r2_a_late_repeat_of_a_changed_choice_undoes_nothing():
    world = seated(3)
    state = world.truth.state
    [first] = [decision for decision in pending(GAME, world.truth) if decision.seat == 0]
    one, two = [mv.Choose(card) for card in dict.fromkeys(state.hands[0])][:2]
    world.commit(Play(0, first.id, one), OPENED + 1)
    [second] = [decision for decision in pending(GAME, world.truth) if decision.seat == 0]
    world.commit(Play(0, second.id, two), OPENED + 2)
    for stale in (first, second):
        with pytest.raises(DecisionNotPending):
            decide(GAME, world.truth, Play(0, stale.id, one), world.chance, OPENED + 3)
    assert world.truth.state.choices[0] == two.card


def test_r2_who_chooses_last_has_nothing_to_change():
    table = Table("R N", "L N", "B N")
    table.play(0, R)
    table.play(1, L)
    events = table.play(2, mv.Choose("B"))
    assert events[0] == ev.CardChosen(2, "B", changeable=False)
    assert [decision.required for seat in range(3) for decision in table.decisions(seat)] == [True] * 3


def test_6_1_who_has_chosen_is_public_and_what_is_not():
    table = Table("R ban N", "L N", "B N")
    seen = table.seen(1, table.play(0, BANANA))
    assert seen == [ev.CardChosen(0, None, changeable=True)]
    for viewer in (1, 2, None):
        view = GAME.view(table.projections[viewer], viewer)
        assert [player.chosen for player in view.players] == [True, False, False]
        assert b"banana" not in encode(view.revealed)
        assert view.choice is None
    assert GAME.view(table.projections[0], 0).choice == "banana"


def test_6_3_a_change_leaves_no_trace_for_anybody_else():
    table = Table("R ban N", "L N", "B N")
    table.play(0, R)
    before = {viewer: encode(table_view(table, viewer)) for viewer in (1, 2, None)}
    known = {viewer: table.projections[viewer].copy() for viewer in (1, 2, None)}
    events = table.play(0, BANANA)
    for viewer in (1, 2, None):
        assert table.seen(viewer, events) == []
        assert encode(table_view(table, viewer)) == before[viewer]
        assert table.projections[viewer] == known[viewer]
    assert GAME.wake(table.truth) is None


def table_view(table, viewer):
    return GAME.view(table.projections[viewer], viewer)


def test_6_3_worlds_that_differ_in_the_kind_of_card_look_alike():
    first, second = Table("R ban N", "L N", "B N"), Table("R ban N", "L N", "B N")
    first.play(0, R)
    second.play(0, BANANA)
    for viewer in (1, 2, None):
        assert first.projections[viewer] == second.projections[viewer]


def test_bots_are_not_asked_whether_they_change_their_choice():
    table = Table("R N", "L N", "B N", bots=(1,))
    table.play(1, L)
    assert table.decisions(1) == []


def test_3_5_draws_are_seen_by_their_own_seat():
    table = Table("R N", "L N", "N N", decks=["ban coc", "R", ""])
    events = table.choose("R L N")
    drawn = [event for event in events if isinstance(event, ev.CardDrawn)]
    assert drawn == [ev.CardDrawn(0, "coconut"), ev.CardDrawn(1, "R")]
    assert [event for event in table.seen(1, events) if isinstance(event, ev.CardDrawn)] == [
        ev.CardDrawn(0, None),
        ev.CardDrawn(1, "R"),
    ]
    assert table.hand(0) == "N coconut"
    assert table.hand(0, 1) == "? ?"


def test_4_1_2_monkeys_that_are_not_caught_stay_on_the_pile():
    table, _ = revealed("B B ban")
    assert table.truth.piles == [["B"], ["B"], ["banana"]]
    table.play(0, mv.Decline(2))
    table.play(1, mv.Decline(2))
    assert table.truth.piles == [["B"], ["B"], []]


def test_4_3_coconut_choices_are_made_at_once_and_revealed_together():
    table, _ = revealed("coc B coc B")
    assert table.waits_for() == [(0, "coconut"), (2, "coconut")]
    before = {viewer: table.projections[viewer].copy() for viewer in (1, 2, 3, None)}
    events = table.play(0, mv.Give(3))
    for viewer in (1, 2, 3, None):
        assert table.seen(viewer, events) == []
        assert table.projections[viewer] == before[viewer]
    assert table.seen(0, events) == [ev.RecipientChosen(0, 3)]
    events = table.play(2, mv.Give(3))
    assert [event for event in events if isinstance(event, ev.CoconutTaken)] == [
        ev.CoconutTaken(0, 3),
        ev.CoconutTaken(2, 3),
    ]
    assert table.truth.coconuts == [0, 0, 0, 2]
    assert table.truth.round == 2


def test_e24_the_duty_also_binds_a_change():
    table = Table("N ban coc L", "R N N N", "N N N N", "L N N N", monkey_business=True)
    table.choose("N R N L")
    assert table.truth.bound == (0,)
    table.play(0, BANANA)
    assert table.moves(0) == [BANANA, mv.Choose("coconut")]
    assert table.refuses(0, L) == "7.1"


def test_r14_caught_again_without_fruit_a_new_duty_arises():
    table = Table("N L N", "R R N", "N N N", "L L N", monkey_business=True)
    table.choose("N R N L")
    assert table.truth.bound == (0,)
    table.choose("L R N L")
    assert table.truth.bound == (0,)


def test_r14_without_the_variant_nobody_is_bound():
    table = Table("N ban", "R N", "N N", "L N")
    events = table.choose("N R N L")
    assert ev.MonkeyCaught(0) in events
    assert table.truth.bound == ()
    assert len(table.moves(0)) == 1


def kids(**options):
    return Table("", "", "", decks=["R ban", "N N", "L N"], preset="kids3", **options)


def test_7_2_3_a_round_begins_by_itself():
    table = kids()
    assert GAME.wake(table.truth) == START + 2_000
    assert {decision.deadline for decision in GAME.pending(table.truth)} == {START + 2_000}
    events = table.wake()
    assert events[0] == ev.CardsRevealed(("banana", "N", "N"))
    assert table.truth.round == 2
    assert GAME.wake(table.truth) == START + 4_000


def test_7_2_3_a_round_begins_when_all_are_ready():
    table = kids(auto_reveal_ms="off")
    assert GAME.wake(table.truth) is None
    assert table.waits_for() == [(0, "ready"), (1, "ready"), (2, "ready")]
    table.play(2, READY)
    table.play(0, READY)
    assert table.waits_for() == [(1, "ready")]
    assert kinds(table.play(1, READY))[:2] == [ev.SeatReady, ev.CardsRevealed]
    assert table.hand(0) == ""


def test_7_2_3_all_ready_need_not_wait():
    table = kids()
    for seat in range(3):
        table.play(seat, READY)
    assert table.truth.round == 2
    assert table.now < START + 2_000


def test_7_2_3_nobody_chooses_cards():
    table = kids()
    assert table.refuses(0, BANANA) == "7.2.3"


def test_7_2_3_free_for_alls_and_coconut_choices_stay():
    table = Table("", "", "", decks=["N coc ban", "N R R", "N L L"], preset="kids3", photo_finish_ms=0)
    table.wake()
    table.play(1, mv.Claim(0))
    assert table.truth.bananas == [0, 1, 0]
    table.wake()
    assert table.moves(0) == [mv.Give(1), mv.Give(2)]


def test_on_wake_does_nothing_before_its_time():
    table = kids()
    assert GAME.on_wake(table.truth, table.chance, START + 1_999) == []
    table = Table("R N", "L N", "B N")
    assert GAME.on_wake(table.truth, table.chance, START + 10**9) == []


def test_r16_a_random_card_of_those_allowed():
    counts = Counter()
    for seed in range(300):
        table = Table("R ban ban ban coc", "N N", "N N")
        counts[GAME.fallback(table.truth, table.decision(0), KeyedChance(seed.to_bytes(32, "big"))).card] += 1
    assert 130 < counts["banana"] < 230
    assert 30 < counts["R"] < 90
    table = Table("N ban L", "R N N", "N N N", "L N N", monkey_business=True)
    table.choose("N R N L")
    assert GAME.fallback(table.truth, table.decision(0), Script()) == BANANA


def test_r16_a_choice_that_may_still_be_changed_stands():
    table = Table("R ban N", "L N", "B N")
    table.play(0, BANANA)
    assert GAME.fallback(table.truth, table.decision(0), Script()) == BANANA


@pytest.mark.parametrize(("draw", "to"), [(0, 1), (1, 3)])
def test_r16_a_random_recipient(draw, to):
    table, _ = revealed("coc R N L", Script({"fallback/0-3": draw}))
    assert table.decision(0).id == "0-3"
    assert ev.CoconutTaken(0, to) in table.absent(0)


def test_r16_no_claim_and_ready():
    table, _ = revealed("ban R N L")
    assert GAME.fallback(table.truth, table.decisions(2)[0], Script()) == mv.Decline(0)
    table = kids()
    assert GAME.fallback(table.truth, table.decision(0), Script()) == READY


def test_r16_clocks_do_not_touch_a_choice_that_has_been_made():
    world = seated(3, clock={"card": 5_000})
    rng = Random(1)
    answer(world, 0, rng)
    card = world.truth.state.choices[0]
    answer(world, 1, rng)
    due = next_due(GAME, world.truth, world.chance)
    assert (due.at, due.command) == (OPENED + 5_000, Expire("2-1"))
    world.commit(due.command, due.at)
    assert world.truth.state.reveals[0][0] == card


def test_r17_a_seat_that_leaves_is_played_on():
    world = seated(4, options={"free_for_all": "lottery"})
    rng = Random(3)
    answer(world, 2, rng)
    world.commit(Resign(2), world.truth.at + 1)
    assert not [decision for decision in pending(GAME, world.truth) if decision.seat == 2]
    world.commit(Resign(3), world.truth.at + 1)
    while world.truth.status == "running":
        served_until_now(world, rng)
        asked = [d.seat for d in pending(GAME, world.truth) if d.required and d.seat < 2]
        if world.truth.status == "running" and asked:
            answer(world, asked[0], rng)
    state = world.truth.state
    assert len(state.reveals) == 16
    assert max(world.truth.ranks[:2]) < min(world.truth.ranks[2:])


def test_r17_the_last_one_wins():
    table = Table("R N", "L N", "B N")
    assert kinds(table.leave(1)) == [ev.SeatLeft]
    assert table.leave(1) == []
    events = table.leave(0)
    assert kinds(events) == [ev.SeatLeft, ev.GameScored]
    assert GAME.outcome(table.truth) == (2, 2, 1)
    assert GAME.pending(table.truth) == []
    assert GAME.wake(table.truth) is None
    assert table.leave(2) == []


@pytest.mark.parametrize("words", ["ban R N L", "coc R N L"])
def test_r17_the_match_can_end_in_any_phase(words):
    table, _ = revealed(words)
    for seat in (0, 1, 3):
        table.leave(seat)
    assert table.truth.phase == "over"
    assert table.truth.ranks[2] == 1
    assert table.truth.free_for_alls == table.truth.recipients == {}


def test_r17_bots_count_as_staying():
    world = seated(1, "greedy", "sly")
    world.commit(Resign(0), OPENED + 1)
    rng = Random(1)
    while world.truth.status == "running":
        serve(world, rng)
    assert world.truth.ranks[0] == 3
    assert len(world.truth.state.reveals) == 16


def test_the_view_asks_for_a_change_without_waiting_for_it():
    world = seated(3)
    answer(world, 0, Random(1))
    view = match_view(GAME, world.projections[0], 0, 1)
    [asked] = view.pending
    assert not asked.required
    labels = [move.label for move in asked.legal_moves]
    assert sum(label.startswith("Keep to the") for label in labels) == 1
    assert msgspec.json.decode(encode(view))["state"]["choice"] == world.truth.state.choices[0]
