"""What the API serves of a match: one object with stable names, made from one viewer's projection alone."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from domain.deciding import pending
from domain.due import deadline
from domain.event import Viewer
from domain.game import Game
from domain.table import Match, Status, TakeBackRequest
from domain.table_events import BotDelay, CancelReason, EndReason, Origin, SeatOffer, StartWhen, Visibility

_Ms = Annotated[int, msgspec.Meta(description="Milliseconds of server time since 1970.")]


class LegalMove(msgspec.Struct, frozen=True):
    """A move that will be accepted."""

    move: Annotated[Any, msgspec.Meta(description="Send this back, unchanged, to make the move.")]
    label: Annotated[str, msgspec.Meta(description="What the move does, short enough for a button.")]


class PendingDecision(msgspec.Struct, frozen=True):
    """A decision that the viewer's own seat may answer now, with every move that will be accepted."""

    decision: Annotated[str, msgspec.Meta(description="The id that a move names.")]
    kind: Annotated[str, msgspec.Meta(description="What is asked; the catalogue of the game explains each kind.")]
    required: Annotated[bool, msgspec.Meta(description="Whether the match waits for this answer.")]
    since: Annotated[int, msgspec.Meta(description="When it was asked, in milliseconds of server time since 1970.")]
    deadline: Annotated[
        int | None, msgspec.Meta(description="When the decision ends by itself, in milliseconds; null for never.")
    ]
    at_deadline: Annotated[str | None, msgspec.Meta(description="What happens then.")]
    legal_moves: tuple[LegalMove, ...]


class AwaitedDecision(msgspec.Struct, frozen=True):
    """A decision that another seat, or the server for one that has resigned, may be about to answer.

    As far as the viewer can know: answers that are secret have not been given.
    """

    seat: Annotated[int, msgspec.Meta(description="The seat that may answer.")]
    kind: Annotated[str, msgspec.Meta(description="What is asked.")]
    deadline: Annotated[
        int | None, msgspec.Meta(description="When the decision ends by itself, in milliseconds; null for never.")
    ]


class SeatOnView(msgspec.Struct, frozen=True):
    """A seat of the table."""

    offer: SeatOffer
    player: Annotated[
        str | None, msgspec.Meta(description="The player who sits here; null for an empty or a bot's seat.")
    ]
    left: Annotated[bool, msgspec.Meta(description="Whether the seat has resigned.")]
    forking: Annotated[
        bool, msgspec.Meta(description="Whether the seat allows forks of the match while it is played.")
    ] = False


class MatchView(msgspec.Struct, frozen=True):
    """``state`` is the game's own view, ``null`` before the start."""

    match: str
    game: str
    status: Status
    entry: Annotated[int, msgspec.Meta(description="The number of the newest entry of the viewer's own log.")]
    at: Annotated[int, msgspec.Meta(description="The time of that entry, in milliseconds.")]
    you: Annotated[int | None, msgspec.Meta(description="The viewer's own seat; null for a spectator.")]
    host: str
    visibility: Visibility
    start: StartWhen
    rules_version: int
    options: dict[str, Any]
    clock: dict[str, int]
    bot_delay_ms: BotDelay
    commitment: str
    origin: Origin | None
    seats: tuple[SeatOnView, ...]
    preferences: Annotated[
        dict[str, Any] | None, msgspec.Meta(description="The viewer's own, as set before the start.")
    ]
    opened_at: int
    expires_at: int
    started_at: int | None
    ended_at: int | None
    end_reason: EndReason | CancelReason | None
    ranks: tuple[int, ...] | None
    draw_offers: tuple[int, ...]
    take_back: TakeBackRequest | None
    pending: tuple[PendingDecision, ...]
    awaited: tuple[AwaitedDecision, ...]
    state: Any


def _at_deadline(game: Game[Any], kind: str) -> str:
    return next(known.at_deadline for known in game.catalogue.decisions if known.key == kind)


def match_view(game: Game[Any], projection: Match[Any], viewer: Viewer, entry: int) -> MatchView:
    """``projection`` of ``viewer`` after the ``entry``-th entry of that viewer's log, as an object for the API."""
    own: list[PendingDecision] = []
    awaited: list[AwaitedDecision] = []
    for decision in pending(game, projection):
        ends = deadline(projection, decision)
        if decision.seat != viewer or projection.seats[viewer].left:
            awaited.append(AwaitedDecision(decision.seat, decision.kind, ends))
            continue
        moves = game.legal(projection.state, decision)
        own.append(
            PendingDecision(
                decision.id,
                decision.kind,
                decision.required,
                decision.since,
                ends,
                None if ends is None else _at_deadline(game, decision.kind),
                tuple(LegalMove(move, game.label(projection.state, decision, move)) for move in moves),
            )
        )
    return MatchView(
        match=projection.id,
        game=projection.game,
        status=projection.status,
        entry=entry,
        at=projection.at,
        you=viewer,
        host=projection.host,
        visibility=projection.visibility,
        start=projection.start,
        rules_version=projection.rules_version,
        options=projection.options,
        clock=projection.clock,
        bot_delay_ms=projection.bot_delay_ms,
        commitment=projection.commitment,
        origin=projection.origin,
        seats=tuple(SeatOnView(seat.offer, seat.player, seat.left, seat.forking) for seat in projection.seats),
        preferences=None if viewer is None else projection.seats[viewer].preferences,
        opened_at=projection.opened_at,
        expires_at=projection.expires_at,
        started_at=projection.started_at,
        ended_at=projection.ended_at,
        end_reason=projection.end_reason,
        ranks=projection.ranks,
        draw_offers=tuple(projection.draw_offers),
        take_back=projection.take_back,
        pending=tuple(own),
        awaited=tuple(awaited),
        state=None if projection.state is None else game.view(projection.state, viewer),
    )
