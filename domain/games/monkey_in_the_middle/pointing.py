"""Who points at whom, and what becomes of each card by that alone (3.3, 4). Nothing here knows a state."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from domain.games.monkey_in_the_middle.cards import KINDS, MONKEYS

Pointers: TypeAlias = tuple[int, ...]

_POINTS_LEFT = frozenset(key for key, kind in KINDS.items() if kind.left)
_POINTS_RIGHT = frozenset(key for key, kind in KINDS.items() if kind.right)


class Pointing(NamedTuple):
    """``caught``: the seats whose monkeys go to the middle. ``bananas``, ``coconuts``: each owner with its pointers.

    All seats are in ascending order.
    """

    caught: tuple[int, ...]
    bananas: tuple[tuple[int, Pointers], ...]
    coconuts: tuple[tuple[int, Pointers], ...]


def left_of(seat: int, seats: int) -> int:
    return (seat + 1) % seats


def right_of(seat: int, seats: int) -> int:
    return (seat - 1) % seats


def pointers_at(seat: int, cards: tuple[str, ...]) -> Pointers:
    """The neighbours whose revealed cards point at ``seat``, in ascending order (3.3)."""
    left, right = left_of(seat, len(cards)), right_of(seat, len(cards))
    pointing = [neighbour for neighbour, arrows in ((left, _POINTS_RIGHT), (right, _POINTS_LEFT))
                if cards[neighbour] in arrows]  # fmt: skip
    return tuple(sorted(pointing))


# Every reveal of up to five seats fits; the rest is worked out again.
@lru_cache(maxsize=8192)
def pointing(cards: tuple[str, ...]) -> Pointing:
    """What the revealed ``cards``, by seat, do to each other."""
    pointers = [pointers_at(seat, cards) for seat in range(len(cards))]
    return Pointing(
        tuple(seat for seat, card in enumerate(cards) if card in MONKEYS and len(pointers[seat]) == 2),
        tuple((seat, pointers[seat]) for seat, card in enumerate(cards) if card == "banana"),
        tuple((seat, pointers[seat]) for seat, card in enumerate(cards) if card == "coconut"),
    )
