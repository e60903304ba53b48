"""What happens to every match besides its game, as events with what each viewer sees of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from domain.event import EVERYONE, NOBODY, Event

Visibility: TypeAlias = Literal["public", "unlisted", "private"]
StartWhen: TypeAlias = Literal["full", "host"]
EndReason: TypeAlias = Literal["played", "drawn", "agreed"]
CancelReason: TypeAlias = Literal["host", "expired"]
DRAWS: frozenset[str] = frozenset({"drawn", "agreed"})
"""The reasons for the end of a match that nobody has won."""

SeatKind: TypeAlias = Literal["open", "reserved", "invited", "bot"]


class SeatOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place as the host offers it: who may take it."""

    kind: Annotated[
        SeatKind,
        msgspec.Meta(description="`open`: anybody; `reserved`: one player; `invited`: whoever has its code; `bot`."),
    ]
    player: Annotated[str | None, msgspec.Meta(description="The player for whom a `reserved` seat is kept.")] = None
    bot: Annotated[str | None, msgspec.Meta(description="Which bot of the game plays a `bot` seat.")] = None


class BotDelay(msgspec.Struct, frozen=True):
    """How long a bot seems to think, in milliseconds, both ends included; it depends on nothing that it holds."""

    min: int
    max: int


class Origin(msgspec.Struct, frozen=True):
    """From where in another match a match goes on."""

    match: Annotated[str, msgspec.Meta(description="The id of the other match.")]
    view: Annotated[
        Literal["open", "public"] | int,
        msgspec.Meta(
            description="`open`: from exactly what was there; `public`, or a seat: from what it knew, with everything "
            "that was unknown to it dealt anew."
        ),
    ]
    at: Annotated[int, msgspec.Meta(description="After which commit, where `view` is `open`, or entry of that log.")]


class TableOpened(Event, frozen=True, tag="table_opened"):
    """A table was opened; nobody sits there yet."""

    match: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[SeatOffer, ...]
    invites: tuple[str | None, ...]
    host: str
    visibility: Visibility
    start: StartWhen
    clock: dict[str, int]
    bot_delay_ms: BotDelay
    expires_at: int
    commitment: str
    origin: Origin | None = None
    times = ("expires_at",)
    audience = EVERYONE
    public = (
        "match",
        "game",
        "rules_version",
        "options",
        "seats",
        "host",
        "visibility",
        "start",
        "clock",
        "bot_delay_ms",
        "expires_at",
        "commitment",
        "origin",
    )
    secret = {"invites": NOBODY}


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """``entropy``: up to 32 bytes of the player's own, in hexadecimal, that go into the key of all draws."""

    seat: int
    player: str
    entropy: str | None
    audience = EVERYONE
    public = ("seat", "player", "entropy")
    secret = {}


class SeatVacated(Event, frozen=True, tag="seat_vacated"):
    """A player has left a seat before the start, or was kicked."""

    seat: int
    reason: Literal["left", "kicked"]
    audience = EVERYONE
    public = ("seat", "reason")
    secret = {}


class SeatReleased(Event, frozen=True, tag="seat_released"):
    """A reserved seat on which nobody sits is kept no longer and is `open` now.

    ``declined``: by the player for whom it was kept; ``withdrawn``: by the host.
    """

    seat: int
    reason: Literal["declined", "withdrawn"]
    audience = EVERYONE
    public = ("seat", "reason")
    secret = {}


class TableCancelled(Event, frozen=True, tag="table_cancelled"):
    """The table was closed before the start."""

    reason: CancelReason
    audience = EVERYONE
    public = ("reason",)
    secret = {}


class MatchStarted(Event, frozen=True, tag="match_started"):
    """All seats are taken, and the game begins."""

    bots: tuple[int, ...]
    records: tuple[tuple[int, int], ...]
    audience = EVERYONE
    public = ("bots", "records")
    secret = {}


class PreferencesSet(Event, frozen=True, tag="preferences_set"):
    """A seat's own settings, kept by the table: until the start, and for a game that knows none."""

    seat: int
    preferences: dict[str, Any]
    audience = ("seat",)
    public = ("seat", "preferences")
    secret = {}


class Resigned(Event, frozen=True, tag="resigned"):
    """A seat has left the game."""

    seat: int
    audience = EVERYONE
    public = ("seat",)
    secret = {}


class TimedOut(Event, frozen=True, tag="timed_out"):
    """The clock of ``seat`` has run out in a game where that loses."""

    seat: int
    audience = EVERYONE
    public = ("seat",)
    secret = {}


class ForkingAllowed(Event, frozen=True, tag="forking_allowed"):
    """Whether a seat allows that others go on from what they know of this match while it is played."""

    seat: int
    allowed: bool
    audience = EVERYONE
    public = ("seat", "allowed")
    secret = {}


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    """A seat offers a draw."""

    seat: int
    audience = EVERYONE
    public = ("seat",)
    secret = {}


class DrawOfferClosed(Event, frozen=True, tag="draw_offer_closed"):
    """An offer of a draw stands no longer."""

    seat: int
    reason: Literal["withdrawn", "declined", "moved"]
    audience = EVERYONE
    public = ("seat", "reason")
    secret = {}


class TakeBackAsked(Event, frozen=True, tag="take_back_asked"):
    """A seat asks to take back its last move."""

    seat: int
    audience = EVERYONE
    public = ("seat",)
    secret = {}


class TakeBackAllowed(Event, frozen=True, tag="take_back_allowed"):
    """A seat allows the one that has asked to take back its last move."""

    seat: int
    audience = EVERYONE
    public = ("seat",)
    secret = {}


class TakeBackClosed(Event, frozen=True, tag="take_back_closed"):
    """What ``seat`` has asked for stands no longer."""

    seat: int
    reason: Literal["withdrawn", "declined", "moved"]
    audience = EVERYONE
    public = ("seat", "reason")
    secret = {}


class MoveTakenBack(Event, frozen=True, tag="move_taken_back"):
    """The game is again as it was before the last move of ``seat``; only decisions are numbered on.

    ``entry``: of the public's log, to which the public returns; ``view_returned`` tells each seat its own.
    """

    seat: int
    entry: int
    audience = EVERYONE
    public = ("seat", "entry")
    secret = {}


class ViewReturned(Event, frozen=True, tag="view_returned"):
    """``entry``: of the log of ``seat``, to which it returns. Others do not learn how many entries a seat has."""

    seat: int
    entry: int
    audience = ("seat",)
    public = ("seat", "entry")
    secret = {}


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match is over."""

    ranks: tuple[int, ...]
    reason: Annotated[
        EndReason,
        msgspec.Meta(
            description="`played`: by the rules, with one or more winners; `drawn`: by the rules, in a draw; `agreed`: "
            "in a draw that all who stayed have offered. Nobody wins a draw, though all who stayed share rank 1."
        ),
    ]
    audience = EVERYONE
    public = ("ranks", "reason")
    secret = {}


class SecretRevealed(Event, frozen=True, tag="secret_revealed"):
    """The match is over, and what its ``commitment`` was made of is told, in hexadecimal.

    ``heads``: by seat, the public last, the SHA-256 of the newest entry of each viewer's log before this one.
    """

    revealed: str
    heads: tuple[str, ...]
    audience = EVERYONE
    public = ("revealed", "heads")
    secret = {}


TABLE_EVENTS: tuple[type[Event], ...] = (
    TableOpened,
    SeatTaken,
    SeatVacated,
    SeatReleased,
    TableCancelled,
    MatchStarted,
    PreferencesSet,
    Resigned,
    TimedOut,
    ForkingAllowed,
    DrawOffered,
    DrawOfferClosed,
    TakeBackAsked,
    TakeBackAllowed,
    TakeBackClosed,
    MoveTakenBack,
    ViewReturned,
    MatchEnded,
    SecretRevealed,
)
