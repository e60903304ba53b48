"""Taking back a move, where nothing random or secret has happened since and all others allow it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.command import TakeBack
from domain.deciding import Deciding, require_playing, require_status
from domain.refusal import AlreadySo, NothingToTakeBack, NotPossibleHere, WrongPhase
from domain.table import Match
from domain.table_events import (
    DrawOfferClosed,
    MoveTakenBack,
    TakeBackAllowed,
    TakeBackAsked,
    TakeBackClosed,
    ViewReturned,
)


def close_take_back(deciding: Deciding) -> None:
    """Whoever goes on with the game lets pass what somebody has asked for."""
    if deciding.match.take_back is not None:
        deciding.record(TakeBackClosed(deciding.match.take_back.seat, "moved"))


def _missing(match: Match[Any]) -> list[int]:
    """Who has still to allow it; bots always do."""
    asked = match.take_back
    assert asked is not None
    return [
        number
        for number, seat in enumerate(match.seats)
        if number not in {asked.seat, *asked.allowed_by} and not seat.left and seat.offer.kind != "bot"
    ]


def _return_when_allowed(deciding: Deciding, command: TakeBack) -> None:
    match = deciding.match
    asked = match.take_back
    assert asked is not None
    if _missing(match):
        return
    for offer in list(match.draw_offers):
        deciding.record(DrawOfferClosed(offer, "moved"))
    *seats, public = command.entries
    deciding.record(MoveTakenBack(asked.seat, public))
    for seat, entry in enumerate(seats):
        deciding.record(ViewReturned(seat, entry))


def _ask(deciding: Deciding, command: TakeBack) -> None:
    game, match, seat = deciding.game, deciding.match, command.seat
    if match.take_back is not None:
        if match.take_back.seat == seat:
            raise AlreadySo("You have asked already.")
        raise WrongPhase("Another seat asks to take back a move: allow or decline that first.", status=match.status)
    if not game.can_take_back(match.state, seat):
        raise NothingToTakeBack(
            "You have made no move, or have taken it back, or something random or secret has happened since."
        )
    deciding.record(TakeBackAsked(seat))
    _return_when_allowed(deciding, command)


def _withdraw(deciding: Deciding, command: TakeBack) -> None:
    if deciding.match.take_back is None or deciding.match.take_back.seat != command.seat:
        raise AlreadySo("You ask for nothing.")
    deciding.record(TakeBackClosed(command.seat, "withdrawn"))


def _allow(deciding: Deciding, command: TakeBack) -> None:
    asked = deciding.match.take_back
    if asked is None or asked.seat == command.seat:
        raise AlreadySo("Nobody else asks to take back a move.")
    if command.seat in asked.allowed_by:
        raise AlreadySo("You have allowed it already.")
    deciding.record(TakeBackAllowed(command.seat))
    _return_when_allowed(deciding, command)


def _decline(deciding: Deciding, command: TakeBack) -> None:
    asked = deciding.match.take_back
    if asked is None or asked.seat == command.seat:
        raise AlreadySo("Nobody else asks to take back a move.")
    deciding.record(TakeBackClosed(asked.seat, "declined"))


_ACTIONS: Mapping[str, Callable[[Deciding, TakeBack], None]] = {
    "ask": _ask,
    "withdraw": _withdraw,
    "allow": _allow,
    "decline": _decline,
}


def _take_back(deciding: Deciding, command: TakeBack) -> None:
    game, match = deciding.game, deciding.match
    require_status(match, "running")
    require_playing(match, command.seat)
    if not game.allows_take_back:
        raise NotPossibleHere(
            f"In {game.catalogue.title} something random or secret happens with every move, so none can be taken back."
        )
    _ACTIONS[command.action](deciding, command)


DECIDE: dict[type[Any], Callable[[Deciding, Any], None]] = {
    TakeBack: _take_back,
}
