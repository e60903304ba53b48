"""What every match is besides its game: the table, its seats and its end, into which events fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from domain.event import Event
from domain.game import Game
from domain.table_events import (
    BotDelay,
    CancelReason,
    DrawOfferClosed,
    DrawOffered,
    EndReason,
    ForkingAllowed,
    MatchEnded,
    MatchStarted,
    MoveTakenBack,
    Origin,
    PreferencesSet,
    Resigned,
    SeatOffer,
    SeatReleased,
    SeatTaken,
    SeatVacated,
    SecretRevealed,
    StartWhen,
    TableCancelled,
    TableOpened,
    TakeBackAllowed,
    TakeBackAsked,
    TakeBackClosed,
    TimedOut,
    ViewReturned,
    Visibility,
)

S = TypeVar("S")

Status: TypeAlias = Literal["open", "running", "finished", "cancelled"]
OVER: frozenset[Status] = frozenset({"finished", "cancelled"})
"""Nothing happens any more in a match that is over."""


class Seat(msgspec.Struct, frozen=True):
    """``invite``: the SHA-256 of a code, in the truth alone. ``left``: has resigned or lost on time.

    ``forking``: allows that others go on from what they know while the match is played.
    """

    offer: SeatOffer
    player: str | None = None
    entropy: str | None = None
    invite: str | None = None
    left: bool = False
    preferences: dict[str, Any] | None = None
    forking: bool = False

    @property
    def filled(self) -> bool:
        return self.player is not None or self.offer.kind == "bot"


class TakeBackRequest(msgspec.Struct, frozen=True):
    """What a seat has asked for, and who has allowed it so far."""

    seat: Annotated[int, msgspec.Meta(description="The seat that asks to take back its last move.")]
    allowed_by: Annotated[tuple[int, ...], msgspec.Meta(description="The seats that have allowed it.")] = ()


class Match(msgspec.Struct, Generic[S]):
    """A match as somebody knows it: the truth, or one viewer's projection. ``at``: time of the last commit seen."""

    id: str = ""
    game: str = ""
    status: Status = "open"
    host: str = ""
    visibility: Visibility = "public"
    start: StartWhen = "full"
    rules_version: int = 0
    options: dict[str, Any] = {}
    clock: dict[str, int] = {}
    bot_delay_ms: BotDelay = BotDelay(0, 0)
    commitment: str = ""
    origin: Origin | None = None
    seats: list[Seat] = []
    opened_at: int = 0
    expires_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    at: int = 0
    draw_offers: list[int] = []
    take_back: TakeBackRequest | None = None
    ranks: tuple[int, ...] | None = None
    end_reason: EndReason | CancelReason | None = None
    state: S | None = None

    def copy(self) -> Match[S]:
        twin = msgspec.structs.replace(
            self,
            seats=self.seats[:],
            draw_offers=self.draw_offers[:],
        )
        if self.state is not None:
            twin.state = self.state.copy()  # type: ignore[attr-defined]
        return twin


def _table_opened(game: Game[Any], match: Match[Any], event: TableOpened, at: int) -> None:
    match.id = event.match
    match.game = event.game
    match.rules_version = event.rules_version
    match.options = event.options
    match.seats = [Seat(offer, invite=invite) for offer, invite in zip(event.seats, event.invites, strict=True)]
    match.host = event.host
    match.visibility = event.visibility
    match.start = event.start
    match.clock = event.clock
    match.bot_delay_ms = event.bot_delay_ms
    match.expires_at = event.expires_at
    match.commitment = event.commitment
    match.origin = event.origin
    match.opened_at = at


def _reseat(match: Match[Any], number: int, **changes: Any) -> None:
    match.seats[number] = msgspec.structs.replace(match.seats[number], **changes)


def _seat_taken(game: Game[Any], match: Match[Any], event: SeatTaken, at: int) -> None:
    _reseat(match, event.seat, player=event.player, entropy=event.entropy)


def _seat_vacated(game: Game[Any], match: Match[Any], event: SeatVacated, at: int) -> None:
    _reseat(match, event.seat, player=None, entropy=None, preferences=None, forking=False)


def _seat_released(game: Game[Any], match: Match[Any], event: SeatReleased, at: int) -> None:
    _reseat(match, event.seat, offer=SeatOffer("open"))


def _table_cancelled(game: Game[Any], match: Match[Any], event: TableCancelled, at: int) -> None:
    match.status = "cancelled"
    match.end_reason = event.reason
    match.ended_at = at


def _match_started(game: Game[Any], match: Match[Any], event: MatchStarted, at: int) -> None:
    match.status = "running"
    match.started_at = at
    match.state = game.start(len(match.seats))


def _preferences_set(game: Game[Any], match: Match[Any], event: PreferencesSet, at: int) -> None:
    _reseat(match, event.seat, preferences=event.preferences)


def _left(game: Game[Any], match: Match[Any], event: Resigned | TimedOut, at: int) -> None:
    _reseat(match, event.seat, left=True)


def _forking_allowed(game: Game[Any], match: Match[Any], event: ForkingAllowed, at: int) -> None:
    _reseat(match, event.seat, forking=event.allowed)


def _draw_offered(game: Game[Any], match: Match[Any], event: DrawOffered, at: int) -> None:
    match.draw_offers.append(event.seat)


def _draw_offer_closed(game: Game[Any], match: Match[Any], event: DrawOfferClosed, at: int) -> None:
    match.draw_offers.remove(event.seat)


def _take_back_asked(game: Game[Any], match: Match[Any], event: TakeBackAsked, at: int) -> None:
    match.take_back = TakeBackRequest(event.seat)


def _take_back_allowed(game: Game[Any], match: Match[Any], event: TakeBackAllowed, at: int) -> None:
    asked = match.take_back
    assert asked is not None, "it was asked for"
    match.take_back = TakeBackRequest(asked.seat, (*asked.allowed_by, event.seat))


def _take_back_closed(game: Game[Any], match: Match[Any], event: TakeBackClosed, at: int) -> None:
    match.take_back = None


def _move_taken_back(game: Game[Any], match: Match[Any], event: MoveTakenBack, at: int) -> None:
    match.take_back = None
    game.take_back(match.state, event.seat, at)


def _match_ended(game: Game[Any], match: Match[Any], event: MatchEnded, at: int) -> None:
    match.status = "finished"
    match.ranks = event.ranks
    match.draw_offers = []
    match.take_back = None
    match.end_reason = event.reason
    match.ended_at = at


def _nothing(game: Game[Any], match: Match[Any], event: ViewReturned | SecretRevealed, at: int) -> None:
    """What an entry is called, and what proves a match, changes nothing of it."""


_APPLY: dict[type[Event], Callable[[Game[Any], Match[Any], Any, int], None]] = {
    TableOpened: _table_opened,
    SeatTaken: _seat_taken,
    SeatVacated: _seat_vacated,
    SeatReleased: _seat_released,
    TableCancelled: _table_cancelled,
    MatchStarted: _match_started,
    PreferencesSet: _preferences_set,
    Resigned: _left,
    TimedOut: _left,
    ForkingAllowed: _forking_allowed,
    DrawOffered: _draw_offered,
    DrawOfferClosed: _draw_offer_closed,
    TakeBackAsked: _take_back_asked,
    TakeBackAllowed: _take_back_allowed,
    TakeBackClosed: _take_back_closed,
    MoveTakenBack: _move_taken_back,
    ViewReturned: _nothing,
    MatchEnded: _match_ended,
    SecretRevealed: _nothing,
}


def fold(game: Game[Any], match: Match[Any], events: Iterable[Event], at: int) -> None:
    """Advance ``match`` by the events of one commit made at ``at``: all of them, or what one viewer sees."""
    match.at = at
    for event in events:
        table_event = _APPLY.get(type(event))
        if table_event is None:
            game.apply(match.state, event, at)
        else:
            table_event(game, match, event, at)
