"""The sensible bot, in positions where sense has one answer, and in whole matches."""

from random import Random

import pytest

from domain.chance import KeyedChance
from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.options import Options
from tests.domain.space_monkeys.positions import (
    DRAW,
    FIELD,
    GAZE,
    GAZE_PAIR,
    LEAP,
    PASS,
    SPLIT,
    TRASH,
    UNDER,
    A,
    B,
    C,
    Table,
    pair_of,
)

SAFE = "leap leap leap leap leap asteroid"


def choice(table, seat):
    return GAME.bots["sensible"](table.projections[seat], table.decision(seat), Random(1))


def gazed(hand, draw):
    """A has seen the top of the pile with a Galactic Gaze."""
    table = Table(f"gaze {hand}", "leap leap", draw=draw)
    table.do(A, GAZE)
    return table


@pytest.mark.parametrize(
    ("hand", "move"), [("leap", LEAP), ("plasma", mv.Plasma(B)), ("split", SPLIT), ("under", UNDER)]
)
def test_it_gets_away_from_a_known_asteroid(hand, move):
    assert choice(gazed(hand, "asteroid leap gaze split under"), A) == move


def test_it_draws_a_card_that_it_knows_to_be_harmless():
    assert choice(gazed("leap plasma under split", SAFE), A) == DRAW


def test_it_gazes_before_a_risky_draw_if_it_could_do_something_about_it():
    assert choice(Table("gaze leap", "leap", draw="leap asteroid leap asteroid"), A) == GAZE
    assert choice(Table("gaze", "leap", draw="leap asteroid leap asteroid"), A) == DRAW


def test_it_cuts_to_a_card_that_it_knows():
    table = gazed("split", "asteroid asteroid leap gaze")
    table.do(A, SPLIT)
    assert choice(table, A) == mv.Cut(2)


def test_it_puts_an_asteroid_where_the_next_opponent_draws_it():
    table = Table("", "", draw="asteroid leap leap leap")
    table.do(A, DRAW)
    assert choice(table, A) == mv.PutBack(0)
    under_fire = Table("", "", draw="asteroid leap leap leap", owed=3, under_fire=True)
    under_fire.do(A, DRAW)
    assert choice(under_fire, A) == mv.PutBack(2)


def test_it_orders_the_pile_for_itself_and_against_the_next():
    table = Table("gaze gaze", "leap", "leap", draw="asteroid gaze field leap")
    table.do(A, GAZE_PAIR)
    assert choice(table, A) == mv.Order(("field", "asteroid", "gaze"))


def test_it_steals_crystals_where_that_eliminates():
    table = Table("heist-a heist-a heist-mash", "leap", "leap", crystals=(3, 3, 1))
    move = choice(table, A)
    assert isinstance(move, mv.Heist)
    assert move.victim == C


def test_it_keeps_force_fields_for_cannons_and_heists():
    for move, answer in (
        (mv.Plasma(B), FIELD),
        (mv.Heist(("heist-a", "heist-a"), B), FIELD),
        (pair_of(B), PASS),
        (GAZE, PASS),
        (mv.Plasma(C), PASS),
    ):
        table = Table("plasma heist-a heist-a raid-a raid-a gaze", "field leap", "leap")
        table.play(A, move)
        assert choice(table, B) == answer


def test_it_holds_others_under_an_asteroid_that_it_knows():
    table = Table("gaze plasma field", "leap", draw="asteroid leap leap")
    table.do(A, GAZE)
    table.do(A, mv.Plasma(B))
    table.play(B, LEAP)
    assert choice(table, A) == FIELD


def test_it_defends_its_own_heist():
    table = Table("heist-a heist-a field", "field leap", "leap")
    table.play(A, mv.Heist(("heist-a", "heist-a"), B))
    table.play(B, FIELD)
    assert choice(table, A) == FIELD


def test_it_gives_its_worst_card_and_fetches_the_best():
    table = Table("field raid-a heist-a", "leap", draw="blackhole asteroid", discard="")
    table.do(A, DRAW)
    assert choice(table, A) == mv.Give("raid-a", B)
    trash = Table("trash", "leap", discard="raid-a field leap")
    assert choice(trash, A) == TRASH
    trash.do(A, TRASH)
    assert choice(trash, A) == mv.Fetch(1)


def match(bots, seed):
    """Plays one match; returns the seat that won."""
    seats = len(bots)
    rng, chance = Random(seed), KeyedChance(seed.to_bytes(32, "big"))
    state = GAME.start(seats)
    projections = [GAME.start(seats) for _ in bots]

    def show(events):
        for event in events:
            for seat, projection in enumerate(projections):
                seen = seen_by(event, seat)
                if seen is not None:
                    GAME.apply(projection, seen, 0)

    options = GAME.resolve(Options(min_window_ms=0, fast_pass=False), seats)
    show(GAME.setup(state, options, Inputs(), chance, 0))
    while GAME.outcome(state) is None:
        decision = rng.choice(GAME.pending(state))
        move = GAME.bots[bots[decision.seat]](projections[decision.seat], decision, rng)
        assert move in GAME.legal(state, decision)
        show(GAME.play(state, decision, move, chance, 0))
    return state.ranks.index(1)


@pytest.mark.parametrize("seats", range(2, 8))
def test_sensible_bots_play_matches_to_their_end(seats):
    assert match(("sensible",) * seats, seats) in range(seats)


def test_sensible_beats_random():
    won = sum(
        match(("sensible", "random") if seed % 2 else ("random", "sensible"), seed) == 1 - seed % 2
        for seed in range(40)
    )
    assert won >= 30
