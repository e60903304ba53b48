"""What the golden logs of a game have to show, and what one log shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from domain.command import OpenTable, Play, Prefer
from domain.game import Game
from domain.table_events import (
    TABLE_EVENTS,
    DrawOfferClosed,
    DrawOffered,
    MatchEnded,
    MoveTakenBack,
    Resigned,
    TakeBackAllowed,
    TakeBackAsked,
    TakeBackClosed,
    TimedOut,
    ViewReturned,
)
from events.codec import SCHEMA, Commit, command_of
from tests.domain.arbitrary import facets, facets_of

TAKING_BACK = (TakeBackAsked, TakeBackAllowed, TakeBackClosed, MoveTakenBack, ViewReturned)

Item: TypeAlias = tuple[str, Any]
"""An event, a move, a value of an option or a preference; of a match played to its end, the seats and the schema."""


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def wanted(game: Game[Any]) -> set[Item]:
    """Every number of seats, event class, move class and value of an option or a preference, in the form of today."""
    impossible = () if game.allows_draw_offers else (DrawOffered, DrawOfferClosed)
    impossible += () if game.loses_on_time else (TimedOut,)
    impossible += () if game.allows_take_back else TAKING_BACK
    return {
        ("schema", SCHEMA),
        *(("seats", seats) for seats in game.seats),
        *(("event", _tag(kind)) for kind in (*TABLE_EVENTS, *game.events) if kind not in impossible),
        *(("move", _tag(kind)) for kind in game.moves),
        *(("option", item) for item in facets(game.Options)),
        *(("preference", item) for item in facets(game.Preferences)),
    }


def shown(game: Game[Any], commits: Iterable[Commit]) -> set[Item]:
    """What these commits, the log of one match, show of it."""
    found: set[Item] = set()
    seated = schema = 0
    for commit in commits:
        schema = commit.schema
        found |= {("event", _tag(type(event))) for event in commit.events}
        match command_of(commit):
            case OpenTable(seats=seats, options=options):
                seated = len(seats)
                found |= {("option", item) for item in facets_of(msgspec.convert(options, game.Options))}
            case Prefer(preferences=preferences):
                found |= {("preference", item) for item in facets_of(msgspec.convert(preferences, game.Preferences))}
            case Play(move=move):
                found.add(("move", move["type"]))
    if ("event", _tag(MatchEnded)) in found and ("event", _tag(Resigned)) not in found:
        found |= {("seats", seated), ("schema", schema)}
    return found
