"""What the API says of each game: its moves, events, options and views as schemas, named after the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, fields
from marshmallow.fields import Field

from api.derive import Dialect, Special
from api.fields import AnyOf, Choice, Constant, Tagged
from domain.event import Event
from domain.game import Game
from domain.games import GAMES
from domain.table import TABLE_EVENTS, BotDelay, PreferencesSet, SeatOffer, TableOpened
from domain.view import AwaitedDecision, LegalMove, MatchView, PendingDecision, SeatOnView

_COMMON_NAMES: Mapping[type, str] = {
    BotDelay: "BotDelay",
    SeatOffer: "SeatOffer",
    SeatOnView: "Seat",
    **{event: f"TableEvent{event.__name__}" for event in TABLE_EVENTS if event not in (TableOpened, PreferencesSet)},
}
_OWN_NAMES: Mapping[type, str] = {
    MatchView: "Match",
    PendingDecision: "PendingDecision",
    AwaitedDecision: "AwaitedDecision",
    LegalMove: "LegalMove",
    TableOpened: "TableEventTableOpened",
    PreferencesSet: "TableEventPreferencesSet",
}

COMMON = Dialect(_COMMON_NAMES.get, reading=False)
COMMON_READ = Dialect({BotDelay: "BotDelayRequest"}.get, reading=True)


def _nested(struct: type, *, nullable: bool = False) -> Special:
    return lambda dialect, attributes: fields.Nested(dialect.schema(struct), allow_none=nullable, **attributes)


def _named(game: Game[Any], suffix: str, struct: type) -> str | None:
    prefix = game.api_prefix
    if struct in _COMMON_NAMES:
        return None
    if struct in _OWN_NAMES:
        return prefix + _OWN_NAMES[struct]
    if struct in game.moves:
        return f"{prefix}Move{struct.__name__}"
    if struct in game.events:
        return f"{prefix}Event{struct.__name__}"
    return prefix + struct.__name__ + suffix


@cache
def read_dialect(game_key: str) -> Dialect:
    """Of requests: moves, options and preferences of one game."""
    game = GAMES[game_key]
    return Dialect(lambda struct: _named(game, "Request", struct), reading=True, common=COMMON_READ)


@cache
def write_dialect(game_key: str) -> Dialect:
    """Of responses: views and events of one game."""
    game = GAMES[game_key]
    kinds = [kind.key for kind in game.catalogue.decisions]

    def kind(dialect: Dialect, attributes: dict[str, Any]) -> Field:
        return Choice(*kinds, **attributes)

    def key(dialect: Dialect, attributes: dict[str, Any]) -> Field:
        return Constant(game_key, **attributes)

    return Dialect(
        lambda struct: _named(game, "", struct),
        reading=False,
        common=COMMON,
        instead={
            (MatchView, "game"): key,
            (MatchView, "options"): _nested(game.Options),
            (MatchView, "preferences"): _nested(game.Preferences, nullable=True),
            (MatchView, "state"): _nested(game.View, nullable=True),
            (PendingDecision, "kind"): kind,
            (AwaitedDecision, "kind"): kind,
            (LegalMove, "move"): lambda dialect, attributes: move_of(game_key, **attributes),
            (TableOpened, "game"): key,
            (TableOpened, "options"): _nested(game.Options),
            (PreferencesSet, "preferences"): _nested(game.Preferences),
        },
    )


def move_of(game_key: str, **attributes: Any) -> Tagged:
    """A move of one game, the same in requests and in lists of legal moves."""
    game = GAMES[game_key]
    return read_dialect(game_key).union(f"{game.api_prefix}Move", game.moves, **attributes)


def move(**attributes: Any) -> AnyOf:
    """A move of any game; which game's it has to be goes by the match."""
    return AnyOf("Move", tuple(move_of(key) for key in GAMES), **attributes)


def event_of(game_key: str, **attributes: Any) -> Tagged:
    """An event in a match of one game: what happens at every table, and the game's own."""
    game = GAMES[game_key]
    members: tuple[type[Event], ...] = (*TABLE_EVENTS, *game.events)
    return write_dialect(game_key).union(f"{game.api_prefix}Event", members, **attributes)


def match(**attributes: Any) -> Tagged:
    """A match of any game as a viewer sees it."""
    variants: dict[str, Schema] = {key: write_dialect(key).schema(MatchView) for key in GAMES}
    return Tagged("Match", "game", variants, **attributes)
