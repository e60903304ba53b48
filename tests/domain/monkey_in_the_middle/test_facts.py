"""The table of section 8: what random play leads to, as often as chance with a fixed seed says it should."""

from random import Random

import pytest

from domain.game import Inputs
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle.options import Options

MATCHES = 400


class Dice:
    def __init__(self, rng):
        self.rng = rng

    def below(self, n, label, i=0):
        return self.rng.randrange(n)


def random_match(seats, rng, **options):
    state, dice = GAME.start(seats), Dice(rng)
    log = GAME.setup(state, GAME.resolve(Options(**options), seats), Inputs(), dice, 0)
    while decisions := GAME.pending(state):
        decision = decisions[0]
        log += GAME.play(state, decision, GAME.fallback(state, decision, dice), dice, 0)
    return state, log


@pytest.mark.parametrize(
    ("seats", "monkeys", "free_for_alls", "coconuts", "tied_on_monkeys", "tied"),
    [
        (3, 0.97, 0.89, 0.87, 0.52, 0.09),
        (4, 0.98, 1.17, 1.17, 0.64, 0.13),
        (5, 0.98, 1.48, 1.47, 0.75, 0.16),
        (6, 0.98, 1.76, 1.76, 0.83, 0.20),
    ],
)
def test_8_random_play(seats, monkeys, free_for_alls, coconuts, tied_on_monkeys, tied):
    rng = Random(seats)
    caught = disputed = contested = fewest = shared = 0
    for _ in range(MATCHES):
        state, log = random_match(seats, rng, free_for_all="pointers_lottery")
        caught += sum(map(len, state.middles))
        disputed += sum(isinstance(event, ev.FreeForAllDecided) for event in log)
        contested += sum(isinstance(event, ev.CoconutContested) for event in log)
        left = [score.monkeys for score in state.scores]
        fewest += left.count(min(left)) > 1
        shared += state.ranks.count(1) > 1
    assert caught / MATCHES / seats == pytest.approx(monkeys, abs=0.1)
    assert disputed / MATCHES == pytest.approx(free_for_alls, abs=0.2)
    assert contested / MATCHES == pytest.approx(coconuts, abs=0.2)
    assert fewest / MATCHES == pytest.approx(tied_on_monkeys, abs=0.08)
    assert shared / MATCHES == pytest.approx(tied, abs=0.06)


def test_7_2_4_kids1_ends_in_shared_victories_about_half_the_time():
    rng = Random(1)
    ends = [random_match(4, rng, preset="kids1", auto_reveal_ms="off")[0].ranks for _ in range(MATCHES)]
    assert 0.35 < sum(ranks.count(1) > 1 for ranks in ends) / MATCHES < 0.7
