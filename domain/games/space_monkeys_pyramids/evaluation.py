"""What a position is worth to a side: how near its ships are to being launched."""

from __future__ import annotations

from functools import lru_cache

from domain.games.space_monkeys_pyramids.board import DARK, LIGHT, NEIGHBOURS, SHIPS, each

LAUNCHED = 100.0
NEARER = 0.5
"""What is left of a ship's worth for each move that its launch is away: low enough for one ship at a time to be
brought home rather than all ships a little."""


def _steps(start: int, end: int) -> int:
    """Diagonal steps between two squares of one colour on an empty board."""
    (rank, file), (other_rank, other_file) = (divmod(square.bit_length() - 1, 8) for square in (start, end))
    return max(abs(rank - other_rank), abs(file - other_file))


_APPROACHES = {
    ship: {monkey: min(_steps(monkey, beside) for beside in each(NEIGHBOURS[ship])) for monkey in each(LIGHT)}
    for ship in each(DARK)
}
"""Ship's square → monkey's square → how many steps bring the monkey orthogonally beside the ship."""

_FARTHEST = 8
_WORTHS = tuple(LAUNCHED * NEARER ** (moves + 1) for moves in range(2 * _FARTHEST + 2))


def _moves_to_launch(ship: int, piloted: bool, foot: tuple[int, ...]) -> int:  # noqa: FBT001
    approach = _APPROACHES[ship]
    nearest = second = _FARTHEST
    for monkey in foot:
        steps = approach[monkey]
        if steps < nearest:
            nearest, second = steps, nearest
        elif steps < second:
            second = steps
    return nearest if piloted else nearest + 1 + second


def moves_to_launch(men: int, pilots: int) -> list[int]:
    """For each ship of a side, how many moves its launch takes if nothing is in the way, the launch not counted.

    ``men``: the squares of the side's monkeys on foot and ships. ``pilots``: those of its piloted ships.
    """
    foot = tuple(each(men & LIGHT))
    return [_moves_to_launch(ship, bool(ship & pilots), foot) for ship in each(men & DARK)]


@lru_cache(maxsize=1 << 16)
def worth(men: int, pilots: int) -> float:
    """The worth of a side, ``LAUNCHED`` for each ship that has been launched and less for others."""
    launched = SHIPS - (men & DARK).bit_count()
    return LAUNCHED * launched + sum(_WORTHS[moves] for moves in moves_to_launch(men, pilots))
