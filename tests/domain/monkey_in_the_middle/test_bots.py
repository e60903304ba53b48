"""The personas: what they work out, that they differ, and that they know no more than their seat."""

from itertools import combinations
from random import Random

import pytest

from domain.chance import KeyedChance
from domain.event import seen_by
from domain.game import Inputs
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.bots import OWN_RESULT, PERSONAS
from domain.games.monkey_in_the_middle.cards import KINDS
from domain.games.monkey_in_the_middle.expectation import Worths, expected, greedily, odds, ordered, uniform, unseen
from domain.games.monkey_in_the_middle.options import Options
from tests.domain.monkey_in_the_middle.positions import Table, cards, revealed


def certain(words):
    """The odds of seats that are known to play these cards."""
    return [odds({card: 1.0}) for card in cards(words)]


@pytest.mark.parametrize("others", ["ban coc N", "N ban coc", "R N L", "R N N", "L ban N", "coc N coc", "ban B N"])
def test_expectation_agrees_with_the_rules_where_everything_is_sure(others):
    worth = expected(0, certain(f"N {others}"), OWN_RESULT)
    compared = 0
    for card in KINDS:
        table, _ = revealed(f"{card} {others}", free_for_all="lottery")
        state = table.truth
        if state.phase == "card":
            compared += 1
            assert worth[card] == state.bananas[0] - state.coconuts[0] - 2 * len(state.middles[0])
    assert compared >= 3


def test_expectation_of_a_shared_chance():
    worth = expected(0, certain("N ban R N"), OWN_RESULT)
    assert worth["L"] == pytest.approx(1 / 3)
    worth = expected(0, certain("N coc R N"), OWN_RESULT)
    assert worth["L"] == pytest.approx(-1 / 2)
    assert expected(0, certain("N N R N"), Worths(1, 1, 2, spite=3))["L"] == pytest.approx(2)


def test_uniform_guesses_count_what_has_not_been_shown():
    table, _ = revealed("ban N N")
    assert uniform(unseen(table.projections[1], 0))["banana"] == pytest.approx(2 / 15)


def test_a_greedy_seat_is_expected_to_play_its_best_card():
    table = Table("R ban", "L N", "B N")
    chances = [odds(uniform(unseen(table.truth, seat))) for seat in range(3)]
    order = ordered(expected(1, chances, OWN_RESULT))
    assert order[0] == ("banana",)
    guess = greedily(table.truth, 1, chances, unseen(table.truth, 1), OWN_RESULT)
    assert sum(guess.values()) == pytest.approx(1)
    # Two cards of sixteen, three of which are bananas.
    assert guess["banana"] == pytest.approx(1 - (13 * 12) / (16 * 15))


def situations():
    """Projections of seats with different cards in hand that have to choose, from matches of random play."""
    found = []
    for seed in range(4):
        rng = Random(seed)
        chance = KeyedChance(seed.to_bytes(32, "big"))
        state, known = GAME.start(4), GAME.start(4)

        def take(events, known=known):
            for event in events:
                seen = seen_by(event, 0)
                if seen is not None:
                    GAME.apply(known, seen, 0)

        take(GAME.setup(state, GAME.resolve(Options(free_for_all="lottery"), 4), Inputs(), chance, 0))
        while decisions := GAME.pending(state):
            decision = decisions[0]
            if decision.seat == 0 and decision.kind == "card" and len(set(known.hands[0])) > 2:
                found.append((known.copy(), decision))
            take(GAME.play(state, decision, rng.choice(list(GAME.legal(state, decision))), chance, 0))
    return found


def test_personas_differ_visibly():
    met = situations()
    assert len(met) > 40
    choices = {
        name: [bot(known, decision, Random(i)) for i, (known, decision) in enumerate(met)]
        for name, bot in GAME.bots.items()
    }
    assert len(choices) >= 4
    for one, other in combinations(choices.values(), 2):
        differ = sum(first != second for first, second in zip(one, other, strict=True))
        assert differ > len(met) / 8
    for name, chosen in choices.items():
        assert all(move in GAME.legal(*situation) for move, situation in zip(chosen, met, strict=True)), name


@pytest.mark.parametrize("name", PERSONAS)
def test_a_bot_repeats_itself_and_changes_nothing(name):
    for known, decision in situations()[:10]:
        before = known.copy()
        first = GAME.bots[name](known, decision, Random(7))
        assert known == before
        assert GAME.bots[name](known, decision, Random(7)) == first


def claims(name):
    table, _ = revealed("ban R N L")
    decision = table.decision(2)
    moves = [GAME.bots[name](table.projections[2], decision, Random(i)) for i in range(100)]
    assert set(moves) <= {mv.Claim(0), mv.Decline(0)}
    return moves.count(mv.Claim(0))


def test_how_often_personas_grab():
    assert claims("greedy") == claims("sly") == 100
    assert 35 < claims("timid") < 65
    assert 55 < claims("dreamer") < 85


def test_whom_personas_give_their_coconuts():
    table, _ = revealed("coc R N N L")
    table.truth.bananas = [0, 0, 0, 0, 2]
    given = {
        name: [GAME.bots[name](table.truth, table.decision(0), Random(i)) for i in range(40)]
        for name in ("sly", "greedy")
    }
    assert set(given["sly"]) == {mv.Give(4)}
    assert set(given["greedy"]) == {mv.Give(1), mv.Give(4)}


def test_bots_get_ready():
    table = Table("", "", "", decks=["R"] * 3, preset="kids3")
    assert GAME.bots["sly"](table.projections[0], table.decision(0), Random(1)) == mv.Ready()
