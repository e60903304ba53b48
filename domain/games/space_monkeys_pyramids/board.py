"""The chessboard as 64-bit sets of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8 (section 1).

Monkeys on foot never leave the light squares and ships never leave the dark ones (1.7), so the set of one player's
pieces tells both apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SOUTH, NORTH = 0, 1
SEATS = (SOUTH, NORTH)
SEAT_NAMES = ("South", "North")

MONKEYS, SHIPS = 5, 4

NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
BITS = {name: 1 << i for i, name in enumerate(NAMES)}

DIAGONALS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
ORTHOGONALS = ((0, 1), (-1, 0), (1, 0), (0, -1))


def bits(names: Iterable[str]) -> int:
    """The set of the squares ``names``."""
    squares = 0
    for name in names:
        squares |= BITS[name]
    return squares


def each(squares: int) -> Iterator[int]:
    """The members of a set, each as a set of one, from a1 to h8."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


def name_of(square: int) -> str:
    """The name of the only member of a set."""
    return NAMES[square.bit_length() - 1]


def names_of(squares: int) -> tuple[str, ...]:
    return tuple(name_of(square) for square in each(squares))


def beyond(square: int, file_step: int, rank_step: int, distance: int = 1) -> int:
    """The square ``distance`` steps away from ``square``; the empty set where that is off the board."""
    rank, file = divmod(square.bit_length() - 1, 8)
    rank, file = rank + rank_step * distance, file + file_step * distance
    return 1 << (8 * rank + file) if 0 <= rank < 8 and 0 <= file < 8 else 0


def between(start: int, end: int) -> int:
    """The square in the middle of two squares that lie two diagonal steps apart."""
    return 1 << (start.bit_length() + end.bit_length() - 2 >> 1)


LIGHT = bits(name for i, name in enumerate(NAMES) if (i + i // 8) % 2)
DARK = ~LIGHT & (1 << 64) - 1

CAGES = (bits(("b1", "d1", "f1", "h1", "a2", "c2", "e2", "g2")), bits(("a8", "c8", "e8", "g8", "b7", "d7", "f7", "h7")))
"""The cages of each seat (1.5)."""
SHIPYARDS = (bits(("a7", "c7", "e7", "g7")), bits(("b2", "d2", "f2", "h2")))
"""Where the ships of each seat start (1.5)."""

NEIGHBOURS = {
    square: sum(beyond(square, *direction) for direction in ORTHOGONALS) for square in (1 << i for i in range(64))
}
"""Square → the orthogonally adjacent ones (1.6)."""
