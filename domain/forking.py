"""A match that goes on from another one: what of that one's log it begins with, and how that is taken over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

import msgspec

from domain.command import History
from domain.deciding import Deciding
from domain.event import Event, shifted
from domain.game import Game
from domain.table_events import MoveTakenBack, Resigned, TimedOut

_CARRIED: tuple[type[Event], ...] = (Resigned, TimedOut, MoveTakenBack)
"""What is carried over besides the events of the game."""


def history_of(game: Game[Any], events: Iterable[Event], at: int) -> History:
    """What a match begins with that goes on after ``events``, full or as somebody saw them, the last at ``at``."""
    carried = [event for event in events if isinstance(event, game.events + _CARRIED)]
    # Entries of the other match mean nothing in this one.
    told = [msgspec.structs.replace(each, entry=0) if isinstance(each, MoveTakenBack) else each for each in carried]
    return History(at, tuple(msgspec.to_builtins(told)))


def take_over(deciding: Deciding, history: History) -> None:
    """Record the events of ``history`` with all moments as late as it is now, and deal anew what is unknown in them."""
    game, match = deciding.game, deciding.match
    events = msgspec.convert(history.events, tuple[Union[game.events + _CARRIED], ...])  # type: ignore[misc]  # noqa: UP007
    for event in events:
        deciding.record(shifted(event, deciding.now - history.at))
    if game.deal_anew is not None:
        deciding.played(game.deal_anew(match.state, deciding.chance, deciding.now))
