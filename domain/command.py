"""Everything that can be asked of a match, as values that are stored with what they led to."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from domain.table_events import BotDelay, Origin, SeatOffer, StartWhen, Visibility

Records: TypeAlias = Annotated[
    dict[str, tuple[int, int]],
    msgspec.Meta(
        description="Id of a player → how many matches of the game that player had finished, and won, as the server "
        "knew it then; empty where the game does not ask."
    ),
]


class History(msgspec.Struct, frozen=True):
    """What a match begins with that goes on from another one: ``events`` of the game as they are stored, and of seats
    that had left. ``at``: when the last of them happened.
    """

    at: int
    events: tuple[dict[str, Any], ...]


class OpenTable(msgspec.Struct, frozen=True, tag="open_table"):
    """A player opens a table. The game checks the options and fills in what is missing."""

    match: str
    game: str
    options: dict[str, Any]
    seats: tuple[SeatOffer, ...]
    invites: tuple[str | None, ...]
    host: str
    visibility: Visibility
    start: StartWhen
    clock: dict[str, int]
    bot_delay_ms: BotDelay
    commitment: str
    entropy: str | None = None
    records: Records = {}
    origin: Origin | msgspec.UnsetType = msgspec.UNSET
    history: History | msgspec.UnsetType = msgspec.UNSET


class TakeSeat(msgspec.Struct, frozen=True, tag="take_seat"):
    """A player takes a seat before the start."""

    player: str
    seat: Annotated[
        int | None, msgspec.Meta(description="Which seat; null for the first that this player may have.")
    ] = None
    invite: Annotated[
        str | None, msgspec.Meta(description="SHA-256 of the code of invitation that was shown; null for none.")
    ] = None
    entropy: str | None = None
    records: Records = {}
    history: History | msgspec.UnsetType = msgspec.UNSET


class VacateSeat(msgspec.Struct, frozen=True, tag="vacate_seat"):
    """Before the start, a player leaves or the host kicks; an empty reserved seat is declined, or kept no longer."""

    player: str
    seat: int


class StartMatch(msgspec.Struct, frozen=True, tag="start_match"):
    """The host starts the match."""

    player: str
    records: Records = {}
    history: History | msgspec.UnsetType = msgspec.UNSET


class CancelTable(msgspec.Struct, frozen=True, tag="cancel_table"):
    """The host closes the table before the start."""

    player: str


class ExpireTable(msgspec.Struct, frozen=True, tag="expire_table"):
    """The server closes a table that has waited too long."""


class Prefer(msgspec.Struct, frozen=True, tag="prefer"):
    """A seat sets its own preferences."""

    seat: int
    preferences: dict[str, Any]


class AllowForking(msgspec.Struct, frozen=True, tag="allow_forking"):
    """A seat allows, or no longer, that others go on from what they know of the match while it is played."""

    seat: int
    allowed: bool


class Play(msgspec.Struct, frozen=True, tag="play"):
    """``move``: one of the game's move structs, or its JSON object."""

    seat: int
    decision: str
    move: Any


class Expire(msgspec.Struct, frozen=True, tag="expire"):
    """The server answers for a seat that is out of time or has left."""

    decision: str


class GameWake(msgspec.Struct, frozen=True, tag="game_wake"):
    """A time window of the game's own has come to its end."""


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """A seat leaves the game."""

    seat: int


class DrawOffer(msgspec.Struct, frozen=True, tag="draw_offer"):
    """``offer`` agrees where all others have offered; ``decline`` closes the others' offers."""

    seat: int
    action: Literal["offer", "withdraw", "decline"]


class TakeBack(msgspec.Struct, frozen=True, tag="take_back"):
    """``ask`` takes the last move of the seat back at once where nobody else has to allow it."""

    seat: int
    action: Literal["ask", "withdraw", "allow", "decline"]
    entries: Annotated[
        tuple[int, ...],
        msgspec.Meta(
            description="By seat, the public last: the entry of each log before the move in question, as the server "
            "found it; empty where no move can be taken back."
        ),
    ] = ()


Command: TypeAlias = (
    OpenTable
    | TakeSeat
    | VacateSeat
    | StartMatch
    | CancelTable
    | ExpireTable
    | Prefer
    | AllowForking
    | Play
    | Expire
    | GameWake
    | Resign
    | DrawOffer
    | TakeBack
)
