"""The counts in ``perft.json``, by the game and by the second generator."""

import pytest

from tests.domain.space_monkeys_pyramids import naive
from tests.domain.space_monkeys_pyramids.perft import COUNTED, perft

MANY = 50_000

CASES = [
    pytest.param(
        counted,
        plies,
        id=f"{counted.name}-{plies}",
        marks=[pytest.mark.soak] if counted.counts[plies - 1] > MANY else [],
    )
    for counted in COUNTED
    for plies in (1, 2, 3, 4)
]


def test_the_start_and_two_middle_positions_are_counted():
    assert COUNTED[0].name == "E1"
    assert [len(counted.counts) for counted in COUNTED] == [4, 4, 4]


@pytest.mark.parametrize(("counted", "plies"), CASES)
def test_perft_of_the_game(counted, plies):
    assert perft(counted.state(), plies) == counted.counts[plies - 1]


@pytest.mark.parametrize(("counted", "plies"), CASES)
def test_perft_of_the_second_generator(counted, plies):
    assert naive.perft(naive.naive_of(counted.state()), plies) == counted.counts[plies - 1]
