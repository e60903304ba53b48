"""Two worlds that differ only in what a viewer was never granted look alike to that viewer, in every game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.game import Game
from domain.refusal import IllegalMove
from tests.domain.course import RESTLESS, acceptable_options, started
from tests.domain.effort import examples
from tests.domain.watching import Leak, Watched
from tests.domain.world import EVERY_GAME, about
from tests.tiny_game import ROCK_PAPER_SCISSORS as TINY
from tests.tiny_game.events import LotDrawn
from tests.tiny_game.moves import Throw

CASES = [
    pytest.param(game, seats, name, id=f"{game.key}-{seats}-{name}")
    for game in EVERY_GAME.values()
    for seats in game.seats
    for name in ("usual", *about(game, "knowledge").VARIATIONS)
]

TEMPER = RESTLESS._replace(offers=0, takes_back=0)


def watch(game: Game[Any], seats: int, seed: int) -> Watched:
    rng = Random(seed)
    options = about(game, "knowledge").watched(acceptable_options(game, seats, rng))
    world = started(game, seats, options, rng, TEMPER)
    watched = Watched(world, rng.choice((None, *range(seats), *range(seats))), rng)
    watched.watch(TEMPER)
    return watched


@pytest.mark.parametrize(("game", "seats", "variation"), CASES)
@examples(3)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_a_viewer_was_not_granted_changes_nothing_it_sees(game, seats, variation, seed):
    hold(game, seats, variation, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats", "variation"), CASES)
@examples(60)
@given(seed=st.integers(0, 2**32 - 1))
def test_many_times_nothing_that_was_not_granted_shows(game, seats, variation, seed):
    hold(game, seats, variation, seed)


def hold(game: Game[Any], seats: int, variation: str, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if variation != "usual":
            about(game, "knowledge").VARIATIONS[variation](patch)
        watch(game, seats, seed)


@pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME.keys())
def test_the_two_worlds_do_differ(game):
    """Otherwise that they look alike would show nothing."""
    watched = [watch(game, seats, seed) for seats in game.seats for seed in range(4)]
    hidden = sum(each.steps for each in watched)
    assert sum(each.apart for each in watched) > hidden // 2 > 0


def leaky_play(state, decision, move, chance, now):
    events = TINY.play(state, decision, move, chance, now)
    if move.throw == "rock":
        events.append(LotDrawn(decision.seat))
        TINY.apply(state, events[-1], now)
    return events


def leaky_legal(state, decision):
    """Nobody may throw what another seat has thrown in this round."""
    return [Throw(throw) for throw in ("rock", "paper", "scissors") if throw not in state.throws]


def leaky_explain(state, decision, move):
    return IllegalMove(f"The others have thrown {state.throws}.", rule="T-2")


def leaky_wake(state):
    """Half of the time, where somebody has thrown rock."""
    ends = TINY.wake(state)
    return ends if ends is None or "rock" not in state.throws else (ends + state.began) // 2


LEAKS = {
    "an event that comes only with a hidden choice": {"play": leaky_play},
    "legal moves that depend on a hidden choice": {"legal": leaky_legal},
    "a refusal that tells a hidden choice": {"explain": leaky_explain},
    "a deadline that depends on a hidden choice": {"wake": leaky_wake},
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(leak):
    leaky = replace(TINY, **leak)
    with pytest.raises(Leak):
        _watch_many(leaky)


def _watch_many(game):
    for seed in range(200):
        watch(game, 3, seed)
