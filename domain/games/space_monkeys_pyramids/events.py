"""What happened, with what each viewer sees of it (section 7)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.event import EVERYONE, Event
from domain.games.space_monkeys_pyramids.options import Options

WonBy: TypeAlias = Literal["launches", "no_move", "forfeit"]
DrawnBy: TypeAlias = Literal["repetition", "no_launch", "passes"]
Ply: TypeAlias = Annotated[str, Meta(description="The move in notation, such as `c2-d3`.")]
Destination: TypeAlias = Annotated[str, Meta(description="Where it is now.")]


class GamePrepared(Event, frozen=True, tag="game_prepared"):
    """The resolved options of the match, and the matches that each seat had played and won before."""

    audience = EVERYONE
    public = ("options", "records")
    secret = {}
    options: Options
    records: tuple[tuple[int, int], ...]


class FirstPlayerChosen(Event, frozen=True, tag="first_player_chosen"):
    """``by``: how the option led to ``seat``; ``two_thirds`` where the younger player has won too many games (R-1)."""

    audience = EVERYONE
    public = ("seat", "by")
    secret = {}
    seat: int
    by: Annotated[Literal["random", "option", "youngest", "two_thirds"], Meta(description="How it was decided.")]


class Placed(Event, frozen=True, tag="placed"):
    """A seat has placed its monkeys; that is public, where is not (2.2)."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"squares": ("seat",)}
    seat: int
    squares: Annotated[tuple[str | None, ...], Meta(description="Where; null while it is secret.")]


class PlacedAnew(Event, frozen=True, tag="placed_anew"):
    """Where a match goes on from what another seat knew, this one stands anywhere. Only the seat itself is told."""

    audience = ("seat",)
    public = ("seat", "squares")
    secret = {}
    seat: int
    squares: Annotated[tuple[str, ...], Meta(description="Where its monkeys were placed.")]


class Revealed(Event, frozen=True, tag="revealed"):
    """The monkeys of ``seat`` stand on the board for all to see."""

    audience = EVERYONE
    public = ("seat", "squares")
    secret = {}
    seat: int
    squares: Annotated[tuple[str, ...], Meta(description="Where the monkeys stand.")]


class Stepped(Event, frozen=True, tag="stepped"):
    """A monkey on foot, or a ship with its pilot, has moved."""

    audience = EVERYONE
    public = ("seat", "text", "from_", "to")
    secret = {}
    seat: int
    text: Ply
    from_: str = msgspec.field(name="from")
    to: Destination


class Jumped(Event, frozen=True, tag="jumped"):
    """A piece has jumped over another one."""

    audience = EVERYONE
    public = ("seat", "text", "from_", "to", "over", "owner", "cage")
    secret = {}
    seat: int
    text: Ply
    from_: str = msgspec.field(name="from")
    to: Destination
    over: Annotated[str, Meta(description="Where the jumped piece stood.")]
    owner: Annotated[int, Meta(description="The seat whose piece was jumped.")]
    cage: Annotated[str | None, Meta(description="The cage into which the jumped monkey was put; null for none.")]


class Boarded(Event, frozen=True, tag="boarded"):
    """A monkey has gone aboard the ship on ``to``."""

    audience = EVERYONE
    public = ("seat", "text", "from_", "to")
    secret = {}
    seat: int
    text: Ply
    from_: str = msgspec.field(name="from")
    to: Destination


class ShipLeft(Event, frozen=True, tag="ship_left"):
    """The pilot of the ship on ``from`` is on foot again, on ``to``."""

    audience = EVERYONE
    public = ("seat", "text", "from_", "to")
    secret = {}
    seat: int
    text: Ply
    from_: str = msgspec.field(name="from")
    to: Destination


class Launched(Event, frozen=True, tag="launched"):
    """A ship was launched."""

    audience = EVERYONE
    public = ("seat", "text", "at", "launches")
    secret = {}
    seat: int
    text: Ply
    at: Annotated[str, Meta(description="The square from which the ship was launched.")]
    launches: Annotated[int, Meta(description="How many ships the seat has launched now.")]


class Passed(Event, frozen=True, tag="passed"):
    """The seat had no legal move (R-9)."""

    audience = EVERYONE
    public = ("seat", "text")
    secret = {}
    seat: int
    text: Ply


class GameWon(Event, frozen=True, tag="game_won"):
    """``seat`` has won; ``by``: its fourth launch, or the other seat's lack of a move (R-9), or its leaving (R-11)."""

    audience = EVERYONE
    public = ("seat", "by")
    secret = {}
    seat: int
    by: Annotated[WonBy, Meta(description="What decided the game.")]


class GameDrawn(Event, frozen=True, tag="game_drawn"):
    """``by``: the repetition or the long spell without a launch (R-10), or two passes in succession (R-9)."""

    audience = EVERYONE
    public = ("by",)
    secret = {}
    by: Annotated[DrawnBy, Meta(description="What ended the game.")]


EVENTS: tuple[type[Event], ...] = (
    GamePrepared, FirstPlayerChosen, Placed, PlacedAnew, Revealed, Stepped, Jumped, Boarded, ShipLeft, Launched, Passed,
    GameWon, GameDrawn,
)  # fmt: skip
