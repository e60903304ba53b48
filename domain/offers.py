"""What a host may offer when a table is opened."""

from __future__ import annotations

from typing import Any

from domain.command import OpenTable
from domain.game import Game
from domain.refusal import OptionsRefused


def require_offers(game: Game[Any], command: OpenTable) -> None:
    """``OptionsRefused`` for a table that could never be filled, or never be played."""
    kinds = {kind.key for kind in game.catalogue.decisions}
    if not kinds.issuperset(command.clock):
        raise OptionsRefused(f"A clock names an unknown kind of decision; known are {', '.join(sorted(kinds))}.")
    if not 0 <= command.bot_delay_ms.min <= command.bot_delay_ms.max:
        raise OptionsRefused("The least delay of a bot is longer than the longest.")
    kept_for = [offer.player for offer in command.seats if offer.kind == "reserved"]
    if None in kept_for or len(set(kept_for)) < len(kept_for):
        raise OptionsRefused("A reserved seat is kept for one player, and a player has one seat.")
    for offer, invite in zip(command.seats, command.invites, strict=True):
        if (offer.kind == "invited") != (invite is not None):
            raise OptionsRefused("An invited seat has a code, and no other seat has.")
        if offer.kind == "bot" and offer.bot not in game.bots:
            raise OptionsRefused(f"There is no such bot; known are {', '.join(sorted(game.bots))}.")
