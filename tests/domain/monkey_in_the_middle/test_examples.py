"""The worked examples of section 10, by their numbers."""

from collections import Counter

import pytest

from domain.chance import KeyedChance
from domain.command import OpenTable
from domain.game import Inputs
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.options import Options
from domain.games.monkey_in_the_middle.scoring import Score, ranking, score
from domain.match import decide
from domain.refusal import OptionsRefused
from domain.table import Match
from domain.table_events import BotDelay, SeatOffer
from tests.domain.monkey_in_the_middle.positions import Script, Table, revealed

FREE_FOR_ALL = "ban R N L"


def caught(events):
    return [event.seat for event in events if isinstance(event, ev.MonkeyCaught)]


def bananas(events):
    """Owner → taker, of those that nobody disputes."""
    return {event.owner: event.taker for event in events if isinstance(event, ev.BananaTaken)}


def coconuts(events):
    return {event.owner: event.taker for event in events if isinstance(event, ev.CoconutTaken)}


def disputes(events):
    return [event.owner for event in events if isinstance(event, ev.FreeForAllOpened)]


def decided(events):
    [event] = [event for event in events if isinstance(event, ev.FreeForAllDecided)]
    return event


def claimable(table, seat):
    return [move.owner for move in table.moves(seat) if isinstance(move, mv.Claim)]


def test_e1_one_pointer_and_none():
    table, events = revealed("N L ban coc")
    assert bananas(events) == {2: 1}
    assert coconuts(events) == {3: 3}
    assert caught(events) == []
    assert (table.truth.bananas, table.truth.coconuts) == ([0, 1, 0, 0], [0, 0, 0, 1])


def test_e2_everybody_is_caught():
    table, events = revealed("B B B")
    assert caught(events) == [0, 1, 2]
    assert table.truth.middles == [["B"], ["B"], ["B"]]
    assert table.truth.piles == [[], [], []]


def test_e3_free_for_all_of_three():
    table, events = revealed("ban R L")
    assert disputes(events) == [0]
    assert [claimable(table, seat) for seat in range(3)] == [[], [0], [0]]


def test_e4_free_for_all_for_every_opponent():
    table, events = revealed(FREE_FOR_ALL, free_for_all="lottery")
    assert disputes(events) == [0]
    assert [claimable(table, seat) for seat in range(4)] == [[], [0], [0], [0]]
    table.play(1, mv.Decline(0))
    table.play(3, mv.Decline(0))
    assert decided(table.play(2, mv.Claim(0))).taker == 2
    assert table.truth.bananas == [0, 0, 1, 0]


def test_e5_coconut_goes_to_a_pointer():
    table, _ = revealed("coc R N L")
    assert table.moves(0) == [mv.Give(1), mv.Give(3)]
    assert table.refuses(0, mv.Give(2)) == "R-7"
    assert table.refuses(0, mv.Give(0)) == "4.3"
    assert coconuts(table.play(0, mv.Give(3))) == {0: 3}

    table, _ = revealed("coc R N L", coconut_pick="any_opponent")
    assert table.moves(0) == [mv.Give(1), mv.Give(2), mv.Give(3)]
    assert table.refuses(0, mv.Give(0)) == "4.3"
    assert coconuts(table.play(0, mv.Give(2))) == {0: 2}


def test_e6_all_in_one_direction():
    _, events = revealed("R R R R")
    assert caught(events) == []


def test_e7_two_pairs():
    _, events = revealed("L R L R")
    assert caught(events) == []


def test_e8_pointed_at_once():
    _, events = revealed("N R L ban")
    assert bananas(events) == {3: 2}
    assert caught(events) == []


def test_e9_nobody_points():
    _, events = revealed("ban ban coc coc")
    assert bananas(events) == {0: 0, 1: 1}
    assert coconuts(events) == {2: 2, 3: 3}


def test_e10_two_disputes_at_once():
    table, events = revealed("ban B ban B", photo_finish_ms=0)
    assert disputes(events) == [0, 2]
    assert [claimable(table, seat) for seat in range(4)] == [[2], [0, 2], [0], [0, 2]]
    assert len(table.decisions(1)) == 2
    assert decided(table.play(1, mv.Claim(2))).owner == 2
    assert claimable(table, 3) == [0]
    assert decided(table.play(1, mv.Claim(0))).taker == 1
    assert table.truth.bananas == [0, 2, 0, 0]
    assert table.truth.round == 2


def test_e11_pointing_at_the_last_seat():
    _, events = revealed("R L ban")
    assert disputes(events) == [2]
    assert caught(events) == []


def test_e12_five_players():
    _, events = revealed("coc B N N N")
    assert coconuts(events) == {0: 1}
    assert caught(events) == []


def test_e13_six_players():
    _, events = revealed("N B ban N L R")
    assert bananas(events) == {2: 1}
    assert caught(events) == []


def test_e14_the_pointers_look_elsewhere():
    _, events = revealed("ban L R")
    assert bananas(events) == {0: 0}
    assert disputes(events) == []


def test_e15_coconut_to_the_only_pointer():
    _, events = revealed("coc N N L")
    assert coconuts(events) == {0: 3}


def test_e16_caught_monkeys_still_point():
    _, events = revealed("B B B ban")
    assert caught(events) == [1]
    assert disputes(events) == [3]


@pytest.mark.parametrize(("draw", "taker"), [(0, 2), (1, 3)])
def test_e17_race_photo_finish(draw, taker):
    table, _ = revealed(FREE_FOR_ALL, Script({"free-for-all/1/0": draw}))
    opened = table.now
    table.play(3, mv.Claim(0), after=1_400)
    table.play(2, mv.Claim(0), after=150)
    events = table.wake()
    assert table.now == opened + 1_650
    assert decided(events) == ev.FreeForAllDecided(0, (2, 3), taker)
    assert ("free-for-all/1/0", 0, 2) in table.chance.asked
    assert not [move for move in table.moves(1) if isinstance(move, mv.Claim)]


def test_e17_without_photo_finish_the_first_has_it():
    table, _ = revealed(FREE_FOR_ALL, photo_finish_ms=0)
    assert decided(table.play(3, mv.Claim(0), after=1_400)) == ev.FreeForAllDecided(0, (3,), 3)


@pytest.mark.parametrize(("draw", "taker"), [(0, 1), (1, 2)])
def test_e18_lottery(draw, taker):
    table, _ = revealed(FREE_FOR_ALL, Script({"free-for-all/1/0": draw}), free_for_all="lottery")
    table.play(1, mv.Claim(0))
    table.play(2, mv.Claim(0))
    assert decided(table.play(3, mv.Decline(0))) == ev.FreeForAllDecided(0, (1, 2), taker)
    assert ("free-for-all/1/0", 0, 2) in table.chance.asked


def test_e18_lottery_in_which_all_pass():
    table, _ = revealed(FREE_FOR_ALL, free_for_all="lottery")
    table.play(1, mv.Decline(0))
    table.play(2, mv.Decline(0))
    assert decided(table.play(3, mv.Decline(0))) == ev.FreeForAllDecided(0, (), 0)
    assert table.truth.bananas == [1, 0, 0, 0]


def test_e19_hand_sizes():
    chance = KeyedChance(bytes(32))
    state = GAME.start(3)
    GAME.setup(state, GAME.resolve(Options(claim_ms=0), 3), Inputs(), chance, 0)
    hands, decks = [], []
    while state.phase != "over":
        if state.phase == "card" and not any(state.chosen):
            hands.append({len(hand) for hand in state.hands})
            decks.append({len(deck) for deck in state.decks})
        if state.free_for_alls:
            GAME.on_wake(state, chance, 0)
        else:
            decision = GAME.pending(state)[0]
            GAME.play(state, decision, GAME.legal(state, decision)[0], chance, 0)
    assert hands == [{5}] * 12 + [{4}, {3}, {2}, {1}]
    assert decks[1:] == [{max(0, 11 - k)} for k in range(1, 16)]


@pytest.mark.parametrize(
    ("heaps", "left", "points"),
    [
        ((5, 2, 2), Score(1, 1, 0), 1),
        ((4, 0, 1), Score(0, 2, 0), 2),
        ((1, 3, 0), Score(0, 0, 2), -2),
        ((6, 0, 3), Score(0, 0, 0), 0),
        ((2, 1, 1), Score(1, 1, 0), 1),
        ((3, 3, 2), Score(2, 0, 0), 0),
        ((7, 1, 2), Score(0, 2, 0), 2),
        ((3, 0, 2), Score(1, 1, 0), 1),
        ((0, 2, 1), Score(1, 0, 2), -2),
        ((0, 0, 0), Score(0, 0, 0), 0),
    ],
)
def test_e20_scoring(heaps, left, points):
    assert score(*heaps) == left
    assert left.points == points


def scores(*pairs):
    """Scores with these monkeys and points."""
    return [Score(monkeys, max(points, 0), max(-points, 0)) for monkeys, points in pairs]


def test_e21_monkeys_first():
    assert ranking(scores((1, 2), (0, -2), (2, 5)), ()) == (2, 1, 3)


def test_e22_tie_break():
    assert ranking(scores((1, 2), (1, 1), (1, -1)), ()) == (1, 2, 3)


def test_e23_shared_victory():
    assert ranking(scores((0, 1), (0, 1), (1, 3)), ()) == (1, 1, 3)


def monkey_business(deck: str) -> Table:
    """Seat 0 has been caught in round 1 and has drawn the only card of its deck."""
    rest = {"ban": "R N L B", "B": "R N L B"}[deck]
    table = Table(f"N {rest}", "R N N N N", "N N N N N", "L N N N N", decks=[deck, "N", "N", "N"], monkey_business=True)
    assert caught(table.choose("N R N L")) == [0]
    return table


def test_e24_monkey_business():
    table = monkey_business("ban")
    assert table.hand(0) == "B L N R banana"
    assert table.moves(0) == [mv.Choose("banana")]
    assert table.refuses(0, mv.Choose("R")) == "7.1"
    assert len(table.moves(1)) == 1
    table.choose("ban N N N")
    assert Counter(table.moves(0)) == Counter(map(mv.Choose, "RNLB"))


def test_e24_monkey_business_without_fruit():
    table = monkey_business("B")
    assert table.hand(0) == "B B L N R"
    assert Counter(table.moves(0)) == Counter(map(mv.Choose, "RNLB"))
    table.choose("R N N N")
    assert table.truth.bound == ()


def test_e25_kids1():
    state = GAME.start(3)
    chance = KeyedChance(bytes(32))
    GAME.setup(state, GAME.resolve(Options(preset="kids1"), 3), Inputs(), chance, 0)
    decks = [deck[:] for deck in state.decks]
    assert [len(deck) for deck in decks] == [10, 10, 10]
    assert state.hands == [[], [], []]
    while state.phase != "over":
        due = GAME.wake(state)
        GAME.on_wake(state, chance, due)
    assert state.reveals == [tuple(deck[-k] for deck in decks) for k in range(1, 11)]
    monkeys = [len(middle) for middle in state.middles]
    assert state.ranks == tuple(1 + sum(other < own for other in monkeys) for own in monkeys)


def test_e26_a_card_not_in_hand():
    table = Table("R N", "L N", "B N")
    assert table.refuses(0, mv.Choose("banana")) == "3.1"


def test_e26_choosing_after_the_reveal():
    table, _ = revealed(FREE_FOR_ALL)
    assert table.refuses(1, mv.Choose("N")) == "4.4.1"
    table, _ = revealed("coc R N L")
    assert table.refuses(0, mv.Choose("N")) == "4.3"
    assert table.decisions(1) == []


def test_e26_a_recipient_who_does_not_point():
    table, _ = revealed("coc R N L")
    assert table.refuses(0, mv.Give(2)) == "R-7"


def test_e26_claiming_an_undisputed_banana():
    table, events = revealed("ban R N ban L")
    assert disputes(events) == [0]
    assert bananas(events) == {3: 3}
    assert table.refuses(1, mv.Claim(3)) == "4.4.4"
    assert table.refuses(1, mv.Claim(2)) == "4.4.4"
    assert table.refuses(3, mv.Claim(3)) == "4.4.4"
    assert table.refuses(3, mv.Decline(4)) == "4.4.4"


def test_e26_claiming_after_the_decision():
    table, _ = revealed("ban B ban B", photo_finish_ms=0)
    late = table.decision(3, mv.Claim(2))
    table.play(1, mv.Claim(2))
    assert late not in GAME.pending(table.truth)
    assert table.refuses(3, mv.Claim(2)) == "4.4.4"


def test_e26_monkey_business_without_hands():
    with pytest.raises(OptionsRefused) as refused:
        GAME.resolve(Options(monkey_business=True, hands=False), 4)
    assert refused.value.rule == "7.2.1"


def opened(seats: int) -> None:
    command = OpenTable(
        match="00testtesttesttesttes",
        game=GAME.key,
        options={},
        seats=(SeatOffer("open"),) * seats,
        invites=(None,) * seats,
        host="p0",
        visibility="public",
        start="full",
        clock={},
        bot_delay_ms=BotDelay(0, 0),
        commitment="0" * 64,
    )
    decide(GAME, Match(), command, KeyedChance(bytes(32)), 0)


@pytest.mark.parametrize("seats", [2, 7])
def test_e26_numbers_of_players(seats):
    with pytest.raises(OptionsRefused):
        opened(seats)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_1_1_numbers_of_players(seats):
    opened(seats)


def test_r8_the_photo_finish_does_not_outlast_the_claims():
    table, _ = revealed(FREE_FOR_ALL, claim_ms=100, photo_finish_ms=1_000)
    opened = table.now
    table.play(3, mv.Claim(0), after=50)
    assert decided(table.wake()) == ev.FreeForAllDecided(0, (3,), 3)
    assert table.now == opened + 100


def test_r9_without_time_to_claim_the_owner_takes_the_banana():
    table, _ = revealed(FREE_FOR_ALL, claim_ms=0)
    opened = table.now
    assert decided(table.wake()) == ev.FreeForAllDecided(0, (), 0)
    assert table.now == opened
