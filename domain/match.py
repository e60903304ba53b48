"""The life of a match: what each command leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain import draw_offers, playing, seating, taking_back
from domain.chance import Chance
from domain.command import Command
from domain.deciding import Deciding
from domain.event import Event
from domain.game import Game
from domain.table import Match

_DECIDE = seating.DECIDE | playing.DECIDE | draw_offers.DECIDE | taking_back.DECIDE


def decide(
    game: Game[Any],
    match: Match[Any],
    command: Command,
    chance: Chance,
    now: int,
    *,
    keyed: Callable[[Match[Any]], Chance] | None = None,
) -> tuple[list[Event], Match[Any]]:
    """What ``command`` leads to at ``now``: the events, and a copy of ``match`` advanced by them.

    ``match`` itself is left as it is; a ``Refusal`` is raised before anything counts. ``match`` is ``Match()`` for
    ``OpenTable``. ``keyed``: the chance of a match that starts now, whose key depends on what each seat has added;
    without it ``chance`` serves the start, too.
    """
    deciding = Deciding(game, match.copy(), chance, now, keyed)
    _DECIDE[type(command)](deciding, command)
    return deciding.events, deciding.match
