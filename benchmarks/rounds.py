"""Two ways to do the same, measured in turns within one run, so that whatever else the machine does falls on both."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

ROUNDS = 7


class Compared(NamedTuple):
    """``ours``, ``theirs``: medians of all rounds. ``ratio``: the median of the rounds' own ratios, ours to theirs."""

    ours: float
    theirs: float
    ratio: float


def in_turns(ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS) -> Compared:
    """``ours`` and ``theirs`` each do some work and return a rate or a time; a first turn of each only warms up."""
    ours()
    theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return Compared(
        median(ours for ours, _ in pairs),
        median(theirs for _, theirs in pairs),
        median(ours / theirs for ours, theirs in pairs),
    )
