"""What a seat's heaps are worth at the end (5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta


class Score(msgspec.Struct, frozen=True):
    """What a seat has left after smoosh and rescue: fewest monkeys win, then most bananas less coconuts."""

    monkeys: Annotated[int, Meta(description="Monkeys left in the middle.")]
    bananas: Annotated[int, Meta(description="Bananas left.")]
    coconuts: Annotated[int, Meta(description="Coconuts left.")]

    @property
    def points(self) -> int:
        return self.bananas - self.coconuts


def score(bananas: int, coconuts: int, monkeys: int) -> Score:
    """What is left of a seat's heap, pile and middle after 5.1 and 5.2."""
    smooshed = min(bananas, coconuts)
    bananas -= smooshed
    rescued = min(bananas // 2, monkeys)
    return Score(monkeys - rescued, bananas - 2 * rescued, coconuts - smooshed)


def ranking(scores: Sequence[Score], left: Collection[int]) -> tuple[int, ...]:
    """The rank of each seat, shared where equal (5.6); seats in ``left`` come after all others (R-17)."""
    keys = [(seat in left, score.monkeys, -score.points) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
