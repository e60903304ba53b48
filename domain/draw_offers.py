"""Draws by agreement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.command import DrawOffer
from domain.deciding import Deciding, require_playing, require_status
from domain.refusal import AlreadySo, NotPossibleHere
from domain.table_events import DrawOfferClosed, DrawOffered


def _draw_offer(deciding: Deciding, command: DrawOffer) -> None:
    match, seat = deciding.match, command.seat
    require_status(match, "running")
    require_playing(match, seat)
    if not deciding.game.allows_draw_offers:
        raise NotPossibleHere(f"{deciding.game.catalogue.title} knows no draw by agreement.")
    if command.action == "offer":
        if seat in match.draw_offers:
            raise AlreadySo("Your offer already stands.")
        deciding.record(DrawOffered(seat))
        if all(place.left or other in match.draw_offers for other, place in enumerate(match.seats)):
            deciding.draw("agreed")
        return
    closed = [other for other in match.draw_offers if (other == seat) == (command.action == "withdraw")]
    if not closed:
        raise AlreadySo("There is no such offer.")
    for other in closed:
        deciding.record(DrawOfferClosed(other, "withdrawn" if command.action == "withdraw" else "declined"))


DECIDE: dict[type[Any], Callable[[Deciding, Any], None]] = {
    DrawOffer: _draw_offer,
}
