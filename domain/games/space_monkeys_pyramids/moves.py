"""What a seat may ask for, as structures and in the notation of section 6."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.games.space_monkeys_pyramids.board import BITS, LIGHT
from domain.refusal import IllegalMove

Square: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-h][1-8]$(?!\n)", max_length=2, description="A square, such as `c4`.", examples=["c4"])
]


class Move(msgspec.Struct, frozen=True, tag_field="type"):
    """An answer to a decision."""


class Place(Move, frozen=True, tag="place"):
    """Put the five monkeys on five different cages of one's own."""

    squares: Annotated[tuple[Square, ...], Meta(min_length=1, max_length=8, description="Five cages, in any order.")]


class Step(Move, frozen=True, tag="step"):
    """Move a monkey on foot or a piloted ship to an empty square diagonally beside it."""

    from_: Square = msgspec.field(name="from")
    to: Square


class Jump(Move, frozen=True, tag="jump"):
    """Jump with a monkey over a monkey, or with a piloted ship over a ship, of the opponent."""

    from_: Square = msgspec.field(name="from")
    to: Square
    cage: Annotated[
        Square | UnsetType | None,
        Meta(
            description="Where a jumped monkey goes: always there when a monkey jumps, `null` where none of its "
            "owner's cages is free; never there when a ship jumps."
        ),
    ] = UNSET


class Board(Move, frozen=True, tag="board"):
    """Move a monkey on foot onto an empty ship of its own orthogonally beside it."""

    from_: Square = msgspec.field(name="from")
    to: Square


class Leave(Move, frozen=True, tag="leave"):
    """Move a pilot from its ship to an empty square orthogonally beside it."""

    from_: Square = msgspec.field(name="from")
    to: Square


class Launch(Move, frozen=True, tag="launch"):
    """Launch a piloted ship that has a ground crew."""

    at: Square


class Pass(Move, frozen=True, tag="pass"):
    """Let the turn go by, where there is no other move."""


class Text(Move, frozen=True, tag="text"):
    """Any move on the board in its notation, instead of its structure."""

    text: Annotated[
        str,
        Meta(
            max_length=32,
            description="`c4-d5` step, `c4xe6@b7` jump with the cage of the jumped monkey, `c4xe6` jump without one, "
            "`a6^a7` board, `a7va6` leave, `a7!` launch, `--` pass.",
            examples=["c4xe6@b7"],
        ),
    ]


BoardMove: TypeAlias = Step | Jump | Board | Leave | Launch | Pass
"""A move that takes a turn (section 4)."""

MOVES: tuple[type[Move], ...] = (Place, Step, Jump, Board, Leave, Launch, Pass, Text)


def _jump_notation(move: Any) -> str:
    return f"{move.from_}x{move.to}@{move.cage}" if move.cage else f"{move.from_}x{move.to}"


_NOTATION: dict[type[Any], Callable[[Any], str]] = {
    Step: lambda move: f"{move.from_}-{move.to}",
    Jump: _jump_notation,
    Board: lambda move: f"{move.from_}^{move.to}",
    Leave: lambda move: f"{move.from_}v{move.to}",
    Launch: lambda move: f"{move.at}!",
    Pass: lambda move: "--",
}


def notation(move: BoardMove) -> str:
    """``move`` as text; ``parse`` reads it back."""
    return _NOTATION[type(move)](move)


def _parsed_jump(start: str, end: str, cage: str | None) -> Jump:
    # Only monkeys stand on light squares, and only they have a jumped monkey put away (1.7, 6.1).
    return Jump(start, end, cage if cage or BITS[start] & LIGHT else UNSET)


_SQUARE = "([a-h][1-8])"
_GRAMMAR: tuple[tuple[re.Pattern[str], Callable[..., BoardMove]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (f"{_SQUARE}-{_SQUARE}", Step),
        (f"{_SQUARE}x{_SQUARE}(?:@{_SQUARE})?", _parsed_jump),
        (rf"{_SQUARE}\^{_SQUARE}", Board),
        (f"{_SQUARE}v{_SQUARE}", Leave),
        (f"{_SQUARE}!", Launch),
        ("--", Pass),
    )
)


def parse(text: str) -> BoardMove:
    """The move that ``text`` stands for, possible or not; ``IllegalMove`` (section 6) for any other text."""
    for pattern, read in _GRAMMAR:
        found = pattern.fullmatch(text)
        if found:
            return read(*found.groups())
    raise IllegalMove(
        "This is not the notation of a move, which is written exactly as in c4-d5, c4xe6@b7, c4xe6, a6^a7, a7va6, a7! "
        "or --, in small letters and without spaces.",
        rule="6",
    )


def canonical(move: Move) -> Move:
    """``move`` as ``legal`` lists it: text as structure, the squares of a placement from a1 to h8.

    Raises ``IllegalMove`` for text that is no move.
    """
    if isinstance(move, Text):
        return parse(move.text)
    if isinstance(move, Place):
        return Place(tuple(sorted(move.squares, key=BITS.__getitem__)))
    return move
