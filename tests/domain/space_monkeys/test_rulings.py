"""The rulings of section 11 and the rules that no worked example shows, by their numbers."""

from collections import Counter
from random import Random

import msgspec
import pytest

from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.options import Options
from tests.domain.space_monkeys.positions import (
    DRAW,
    GAZE,
    GAZE_PAIR,
    LEAP,
    SPLIT,
    TRASH,
    UNDER,
    A,
    B,
    C,
    D,
    Script,
    Table,
    pair_of,
)


def begun(seats, chance=None, bots=(), **options):
    state = GAME.start(seats)
    events = GAME.setup(state, GAME.resolve(Options(**options), seats), Inputs(bots=bots), chance or Script(), 500)
    return state, events


def vote(state, seat, choice, chance=None):
    [decision] = [d for d in GAME.pending(state) if d.seat == seat]
    return GAME.play(state, decision, mv.Vote(choice), chance or Script(), 600)


def test_r3_random_first_player():
    state, events = begun(4, Script({"first": [2]}))
    assert events[-2:] == [ev.FirstPlayerChosen(2, "random"), ev.TurnBegan(2, 1, False)]
    assert [(d.seat, d.kind) for d in GAME.pending(state)] == [(2, "turn")]


def test_r3_the_host_names_a_seat():
    _, events = begun(4, first_player="host", first_seat=3)
    assert events[-2] == ev.FirstPlayerChosen(3, "host")


@pytest.mark.parametrize(("pace", "deadline"), [("live", 60_500), ("async", 86_400_500)])
def test_r3_a_vote_asks_all_who_are_not_robots(pace, deadline):
    state, events = begun(4, first_player="vote", bots=(1,), pace=pace)
    assert events[-1] == ev.VoteOpened((0, 2, 3), deadline)
    assert GAME.wake(state) == deadline
    assert [(d.seat, d.kind, d.required, d.deadline) for d in GAME.pending(state)] == [
        (seat, "vote", True, deadline) for seat in (0, 2, 3)
    ]
    assert list(GAME.legal(state, GAME.pending(state)[0])) == [mv.Vote(1), mv.Vote(2), mv.Vote(3)]


def test_r3_most_votes_when_all_have_voted():
    state, _ = begun(3, first_player="vote")
    assert vote(state, 0, 1) == [ev.Voted(0, 1)]
    vote(state, 1, 2)
    assert vote(state, 2, 1) == [ev.Voted(2, 1), ev.FirstPlayerChosen(1, "vote"), ev.TurnBegan(1, 1, False)]


def test_r3_ties_are_random():
    state, _ = begun(2, first_player="vote")
    vote(state, 0, 1)
    assert vote(state, 1, 0, Script({"first": [1]}))[1] == ev.FirstPlayerChosen(1, "vote")


def test_r3_the_vote_ends_at_its_deadline():
    state, _ = begun(3, first_player="vote")
    vote(state, 0, 2)
    assert GAME.on_wake(state, Script(), 60_499) == []
    assert GAME.on_wake(state, Script(), 60_500)[0] == ev.FirstPlayerChosen(2, "vote")


def test_r3_without_any_vote_everybody_is_drawn_from():
    state, _ = begun(3, first_player="vote")
    assert GAME.on_wake(state, Script({"first": [2]}), 60_500)[0] == ev.FirstPlayerChosen(2, "vote")


def test_r3_robots_alone_do_not_vote():
    _, events = begun(2, Script({"first": [1]}), first_player="vote", bots=(0, 1))
    assert events[-2] == ev.FirstPlayerChosen(1, "random")


def test_r3_a_vote_is_seen_by_its_seat_alone():
    voted = ev.Voted(0, 1)
    assert [seen_by(voted, viewer) for viewer in (0, 1, 2, None)] == [voted, None, None, None]


def test_r4_one_card_at_a_time_from_seat_0():
    state, events = begun(3)
    hands = [event.cards for event in events if isinstance(event, ev.HandDealt)]
    identity = [card for i in range(7) for card in (hands[0][i], hands[1][i], hands[2][i])]
    again = GAME.start(2)
    other = [
        event.cards
        for event in GAME.setup(again, GAME.resolve(Options(), 2), Inputs(), Script(), 0)
        if isinstance(event, ev.HandDealt)
    ]
    assert [card for i in range(7) for card in (other[0][i], other[1][i])] == identity[:14]
    assert state.hands == [sorted(hand) for hand in hands]


def test_r5_an_empty_pile_is_made_of_the_discards():
    table = Table("", "", draw="", discard="leap gaze", chance=Script({"reshuffle/0-1": [1]}))
    events = table.do(A, DRAW)
    assert isinstance(events[0], ev.PileLaid)
    assert (len(table.truth.draw), table.discard()) == (1, "")
    assert table.hand(A) in ("leap", "gaze")
    assert table.turn() == (B, 1, False)


def test_r5_without_any_card_the_turn_finishes():
    table = Table("", "", draw="")
    table.do(A, DRAW)
    assert table.turn() == (B, 1, False)


def test_r7_the_hand_is_removed_if_the_table_says_so():
    table = Table("leap gaze", "", "", draw="asteroid asteroid", crystals=(1, 3, 3), eliminated_hand="remove")
    table.do(A, DRAW)
    assert table.discard() == ""
    assert sorted(table.truth.removed) == ["gaze", "leap"]
    assert sorted(table.projections[C].removed) == ["gaze", "leap"]


def test_r7_the_order_is_random():
    table = Table("leap gaze split", "", "", draw="asteroid asteroid", crystals=(1, 3, 3))
    table.chance.draws["eliminated/0"] = [0, 1]
    table.do(A, DRAW)
    assert table.discard() == "gaze leap split"


@pytest.mark.parametrize("stacking", ["inclusive", "exclusive"])
def test_r11_who_is_not_under_fire_hands_on_two(stacking):
    table = Table("plasma", "", plasma_stacking=stacking)
    table.do(A, mv.Plasma(B))
    assert table.turn() == (B, 2, True)


def test_r12_the_option_of_firing_at_oneself():
    table = Table("plasma plasma", "", plasma_self_target=True)
    assert mv.Plasma(A) in table.moves(A)
    table.do(A, mv.Plasma(A))
    assert table.turn() == (A, 2, True)
    table.do(A, mv.Plasma(A))
    assert table.turn() == (A, 4, True)


def test_r13_a_cancelled_turn_ender_leaves_the_turn():
    table = Table("plasma under", "field", "field")
    table.do(A, mv.Plasma(B), B)
    table.do(A, UNDER, C)
    assert table.turn() == (A, 1, False)
    assert table.moves(A) == [DRAW]


def test_r16_the_order_is_always_asked_and_recorded_even_unchanged():
    table = Table("gaze gaze", "", draw="asteroid asteroid asteroid")
    table.do(A, GAZE_PAIR)
    assert table.moves(A) == [mv.Order(("asteroid",) * 3)]
    events = table.absent(A)
    assert events[0] == ev.PileReordered(A, ("asteroid",) * 3)


def test_r15_a_pair_on_a_short_pile():
    table = Table("gaze gaze", "", draw="asteroid leap")
    table.do(A, GAZE_PAIR)
    assert table.moves(A) == [mv.Order(("asteroid", "leap")), mv.Order(("leap", "asteroid"))]


def test_r16_an_order_of_other_cards_is_refused():
    table = Table("gaze gaze", "", draw="asteroid leap")
    table.do(A, GAZE_PAIR)
    assert table.refuses(A, mv.Order(("leap", "leap"))) == "6.3.2"


def test_r17_the_cut_is_public():
    table = Table("split", "", draw="leap gaze asteroid")
    table.do(A, SPLIT)
    events = table.do(A, mv.Cut(1))
    assert table.seen(None, events)[0] == ev.PileCut(A, 1)


def test_r18_a_black_hole_from_the_bottom():
    table = Table("under leap", "", draw="asteroid blackhole", owed=2, under_fire=True)
    table.do(A, UNDER)
    table.do(A, mv.Give("leap", B))
    assert table.truth.hazards[A] == ["blackhole"]
    assert table.turn() == (A, 1, True)


def test_r24_equal_choices_are_the_uppermost():
    table = Table("trash", "", discard="leap leap gaze")
    table.do(A, TRASH)
    assert table.moves(A) == [mv.Fetch(0), mv.Fetch(2)]
    assert table.refuses(A, mv.Fetch(1)) == "6.7.5"
    apart = Table("trash", "", discard="leap gaze leap")
    apart.do(A, TRASH)
    assert len(apart.moves(A)) == 3


def test_r24_three_cards_at_most():
    table = Table("trash", "", discard="leap gaze split under")
    table.do(A, TRASH)
    assert len(table.moves(A)) == 3


def test_r24_a_position_that_is_not_offered():
    table = Table("trash", "", discard="leap")
    table.do(A, TRASH)
    assert table.refuses(A, mv.Fetch(1)) == "6.7.1"


def test_r29_random_means_uniform_without_replacement():
    hand, picked = "field gaze leap split", Counter()
    for first in range(4):
        for second in range(3):
            table = Table("raid-a raid-a raid-a", hand, chance=Script({"raid/1": [first, second]}))
            table.do(A, mv.Raid(("raid-a",) * 3, "two-from-one", (B,)))
            picked[table.hand(A)] += 1
    assert len(picked) == 6
    assert set(picked.values()) == {2}


def test_r29_picks_index_the_sorted_hand():
    table = Table("raid-a raid-a", "split leap field", chance=Script({"raid/1": [2]}))
    table.do(A, pair_of(B))
    assert table.hand(A) == "split"


def test_r30_a_heist_leaves_the_owed_turns():
    table = Table("heist-a heist-a", "leap", "", crystals=(3, 1, 3), owed=3, under_fire=True)
    table.do(A, mv.Heist(("heist-a", "heist-a"), B))
    assert table.turn() == (A, 3, True)


def test_r31_an_asteroid_ends_the_game_at_once():
    table = Table("leap", "", draw="asteroid leap", crystals=(1, 2))
    events = table.do(A, DRAW)
    assert events[-1] == ev.GameWon(B, (2, 1))


def test_r37_ranking_by_order_of_elimination():
    table = Table("", "", "", "")
    table.leave(C)
    table.leave(A)
    table.leave(D)
    assert GAME.outcome(table.truth) == (3, 1, 4, 2)


def test_r32_a_theft_is_seen_by_thief_and_victim():
    table = Table("raid-a raid-a", "leap", "")
    events = table.do(A, pair_of(B))
    stolen = [next(e for e in table.seen(v, events) if isinstance(e, ev.CardsStolen)).cards for v in (A, B, C, None)]
    assert stolen == [("leap",), ("leap",), (None,), (None,)]


def test_r33_split_and_trash_out_of_time():
    table = Table("split trash", "", draw="leap gaze split asteroid", discard="leap gaze")
    table.do(A, SPLIT)
    table.chance.draws["fallback/0-3"] = [2]
    assert table.absent(A)[0] == ev.PileCut(A, 3)
    table.do(A, TRASH)
    assert table.absent(A)[0] == ev.DiscardTaken(A, 0, "split")


def test_r33_trash_skips_what_may_not_be_taken():
    table = Table("trash", "", discard="trash leap")
    table.do(A, TRASH)
    table.do(A, mv.Fetch(0))
    table.do(A, TRASH)
    assert table.absent(A)[0] == ev.DiscardTaken(A, 1, "leap")


def test_r33_a_window_is_passed():
    table = Table("leap", "field", "leap")
    table.play(A, LEAP)
    assert table.absent(B) == [ev.Passed(B)]


def test_r34_the_pending_action_of_a_leaver_fizzles():
    table = Table("plasma leap", "field", "leap")
    table.play(A, mv.Plasma(B))
    events = table.leave(A)
    assert events[0] == ev.WindowClosed(effective=False)
    assert table.discard().split()[-1] == "plasma"
    assert table.turn() == (B, 1, False)


def test_r34_a_cannon_at_a_leaver_is_cancelled():
    table = Table("plasma leap", "field", "field")
    table.play(A, mv.Plasma(B))
    table.leave(B)
    assert table.turn() == (A, 1, False)
    assert table.waits_for() == [(A, "turn")]


def test_r34_an_action_fizzles_as_far_as_the_leaver_is_its_target():
    table = Table("raid-a raid-a raid-a", "field", "gaze", "leap")
    table.play(A, mv.Raid(("raid-a",) * 3, "one-each", (B, C)))
    table.leave(B)
    assert table.truth.phase == "window"
    events = table.all_pass()
    assert [e.victim for e in events if isinstance(e, ev.CardsStolen)] == [C]


def test_r34_a_bystander_who_leaves_can_end_the_window():
    table = Table("leap", "field", "")
    table.play(A, LEAP)
    events = table.leave(B)
    assert ev.WindowClosed(effective=True) in events
    assert table.turn() == (C, 1, False)


def test_r34_force_fields_of_a_leaver_count():
    table = Table("leap gaze", "field leap", "gaze")
    table.play(A, LEAP)
    table.play(B, mv.ForceField())
    table.leave(B)
    table.all_pass()
    assert table.turn() == (A, 1, False)


def test_r34_cards_discarded_above_an_orbital_trash_are_not_offered():
    table = Table("trash", "split under", "gaze", discard="leap")
    table.play(A, TRASH)
    table.leave(B)
    table.all_pass()
    assert table.moves(A) == [mv.Fetch(0)]
    table.do(A, mv.Fetch(0))
    assert table.hand(A) == "leap"
    assert sorted(table.discard().split()) == ["split", "trash", "under"]


def test_r34_the_asteroid_of_a_leaver_goes_back():
    table = Table("", "", "", draw="asteroid leap", crystals=(2, 3, 3))
    table.do(A, DRAW)
    events = table.leave(A)
    assert isinstance(events[0], ev.AsteroidReturned)
    assert sorted(table.draw().split()) == ["asteroid", "leap"]
    assert table.truth.hazards[A] == []
    assert table.turn() == (B, 1, False)


def test_r34_the_gifts_of_a_leaver_are_made():
    table = Table("leap gaze split", "", "", draw="blackhole asteroid asteroid", owed=2, under_fire=True)
    table.do(A, DRAW)
    table.leave(A)
    assert [len(table.truth.hands[seat]) for seat in (B, C)] == [1, 1]
    assert len(table.truth.discard) == 1
    assert table.turn() == (B, 1, False)


@pytest.mark.parametrize(
    ("hand", "move", "answered"),
    [("gaze gaze", GAZE_PAIR, ev.PileReordered), ("split", SPLIT, ev.PileCut), ("trash", TRASH, ev.DiscardTaken)],
)
def test_r34_what_an_effect_asks_is_answered_for_a_leaver(hand, move, answered):
    table = Table(hand, "", "", discard="leap")
    table.do(A, move)
    events = table.leave(A)
    assert [type(event) for event in events] == [answered, ev.Eliminated, ev.TurnBegan]


def test_r34_a_receiver_who_leaves_gets_nothing():
    table = Table("leap gaze split", "", "", "", draw="blackhole asteroid asteroid asteroid")
    table.do(A, DRAW)
    table.leave(B)
    assert {move.to for move in table.moves(A)} == {C, D}
    table.do(A, mv.Give("leap", C))
    table.leave(D)
    assert table.turn() == (C, 1, False)


def test_r34_leaving_during_the_vote():
    state, _ = begun(4, first_player="vote")
    vote(state, 0, 3)
    vote(state, 1, 2)
    GAME.leave(state, 3, Script(), 700)
    assert [d.seat for d in GAME.pending(state)] == [2]
    events = vote(state, 2, 1, Script({"first": [0]}))
    assert events[1] == ev.FirstPlayerChosen(1, "vote"), "the vote for the seat that left is void"


def test_r34_the_last_voter_who_leaves_ends_the_vote():
    state, _ = begun(3, first_player="vote", bots=(1, 2))
    events = GAME.leave(state, 0, Script(), 700)
    assert isinstance(events[1], ev.FirstPlayerChosen)
    assert state.cur in (1, 2)


def test_r34_out_of_turn():
    table = Table("leap", "gaze", "")
    asked = table.decision(A)
    table.leave(B)
    assert table.decision(A) == asked
    assert table.leave(B) == []


def test_r40_one_move_for_one_set():
    table = Table("raid-a raid-mash raid-a", "leap")
    sets = [move.cards for move in table.moves(A) if isinstance(move, mv.Raid)]
    assert sets == [("raid-a", "raid-a"), ("raid-a", "raid-mash"), ("raid-a", "raid-a", "raid-mash")]
    table.do(A, mv.Raid(("raid-a", "raid-mash"), "pair", (B,)))
    assert table.discard() == "raid-mash raid-a"


def test_6_8_4_a_single_card_at_the_end_of_nothing():
    table = Table("heist-mash", "")
    assert table.moves(A) == [DRAW, mv.Single("heist-mash")]


def test_explanations_name_the_rule():
    table = Table("leap raid-a raid-a raid-a", "leap", "")
    raid = mv.Raid
    assert table.refuses(A, GAZE) == "6"
    assert table.refuses(A, GAZE_PAIR) == "6"
    assert table.refuses(A, mv.Plasma(B)) == "6"
    assert table.refuses(A, raid(("raid-a",) * 2, "two-from-one", (B,))) == "6.9"
    assert table.refuses(A, raid(("raid-a",) * 3, "pair", (B,))) == "6.9"
    assert table.refuses(A, raid(("raid-a",) * 3, "two-from-one", (B, C))) == "6.9.2"
    assert table.refuses(A, raid(("raid-a",) * 3, "one-each", (B, B))) == "6.9.3"
    assert table.refuses(A, raid(("raid-b",) * 2, "pair", (B,))) == "6"
    assert table.refuses(A, mv.Plasma(6)) == "6"
    assert table.refuses(A, raid(("raid-a",) * 2, "pair", (6,))) == "8.3"
    assert table.refuses(A, mv.PutBack(0)) == "7.4"
    state, _ = begun(3, first_player="vote")
    assert GAME.explain(state, GAME.pending(state)[0], mv.Vote(0)).rule == "R-3"
    assert GAME.explain(state, GAME.pending(state)[0], DRAW).rule == "R-3"


def test_a_state_and_its_events_survive_encoding():
    table = Table("gaze gaze leap", "field", "leap", draw="asteroid leap split")
    table.do(A, GAZE_PAIR)
    for state in (table.truth, *table.projections.values()):
        for codec in (msgspec.json, msgspec.msgpack):
            assert codec.decode(codec.encode(state), type=GAME.State) == state


def test_a_copy_is_independent():
    table = Table("leap gaze", "field", "leap", draw="leap asteroid", discard="leap")
    before = table.truth.copy()
    kept = before.copy()
    rng = Random(1)
    for _ in range(12):
        decision = GAME.pending(table.truth)[0]
        table.play(decision.seat, rng.choice(table.moves(decision.seat)))
    assert before == kept
    assert before != table.truth
