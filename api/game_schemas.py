"""What the API says of each game: its moves, events, options and views as schemas, named after the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar, get_args

import msgspec
from marshmallow import Schema, fields

from api.derive import Dialect, Special, named_dialect, object_schema
from api.fields import AnyField, AnyOf, Anything, Choice, Constant, Items, Tagged, Text, Whole
from domain.command import Command, History, OpenTable, Play, Prefer
from domain.event import Event
from domain.game import Game
from domain.table_events import TABLE_EVENTS, BotDelay, Origin, PreferencesSet, SeatOffer, TableOpened
from domain.view import AwaitedDecision, LegalMove, MatchView, PendingDecision, SeatOnView
from events.summary import DecisionSummary, Summary

T = TypeVar("T")

_COMMON_NAMES: Mapping[type, str] = {
    BotDelay: "BotDelay",
    SeatOffer: "SeatOffer",
    Origin: "Origin",
    SeatOnView: "Seat",
    **{event: f"TableEvent{event.__name__}" for event in TABLE_EVENTS if event not in (TableOpened, PreferencesSet)},
}
_COMMANDS: tuple[type[msgspec.Struct], ...] = get_args(Command)
_OWN_NAMES: Mapping[type, str] = {
    **{command: f"Command{command.__name__}" for command in _COMMANDS},
    History: "History",
    MatchView: "Match",
    PendingDecision: "PendingDecision",
    AwaitedDecision: "AwaitedDecision",
    LegalMove: "LegalMove",
    Summary: "MatchSummary",
    DecisionSummary: "DecisionSummary",
    TableOpened: "TableEventTableOpened",
    PreferencesSet: "TableEventPreferencesSet",
}

_STORY = Items(
    Text(),
    required=True,
    metadata={"description": "The same for people: one English line for each event that is worth one, with names."},
)

COMMON = named_dialect(_COMMON_NAMES)


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


def _read_dialect(game: Game[Any]) -> Dialect:
    """Of requests: moves, options and preferences."""
    return Dialect(lambda struct: _named(game, "Request", struct), reading=True)


def _write_dialect(
    game: Game[Any], options: Schema, moves: Callable[..., AnyField], events: Callable[[], AnyField]
) -> Dialect:
    """Of responses: views, events and commands. ``options``: as sent. ``moves``, ``events``: make the field of one."""
    kinds = [kind.key for kind in game.catalogue.decisions]

    def kind(dialect: Dialect, attributes: dict[str, Any]) -> AnyField:
        return Choice(*kinds, **attributes)

    def carried(dialect: Dialect, attributes: dict[str, Any]) -> AnyField:
        return Items(events(), **attributes)

    def key(dialect: Dialect, attributes: dict[str, Any]) -> AnyField:
        return Constant(game.key, **attributes)

    return Dialect(
        lambda struct: _named(game, "", struct),
        reading=False,
        common=COMMON,
        instead={
            (MatchView, "game"): key,
            (MatchView, "options"): _nested(game.Options),
            (MatchView, "preferences"): _nested(game.Preferences, nullable=True),
            (MatchView, "state"): _nested(game.View, nullable=True),
            (Summary, "game"): key,
            (Summary, "options"): _nested(game.Options),
            (DecisionSummary, "kind"): kind,
            (PendingDecision, "kind"): kind,
            (AwaitedDecision, "kind"): kind,
            (LegalMove, "move"): lambda dialect, attributes: moves(**attributes),
            (TableOpened, "game"): key,
            (TableOpened, "options"): _nested(game.Options),
            (PreferencesSet, "preferences"): _nested(game.Preferences),
            (Prefer, "preferences"): _nested(game.Preferences),
            (OpenTable, "game"): key,
            (OpenTable, "options"): lambda dialect, attributes: fields.Nested(options, **attributes),
            (History, "events"): carried,
            (Play, "move"): lambda dialect, attributes: moves(**attributes),
        },
    )


def _with_origin(command: Schema) -> Schema:
    """A command as commits keep it: with its id and its author."""
    origin: dict[str, AnyField] = {
        "id": Text(required=True, metadata={"description": "The same id is never done twice."}),
        "by": Anything(
            required=True,
            metadata={"type": ["integer", "string"], "description": "A seat, a player, or `server`."},
        ),
    }
    return object_schema(type(command).__name__, type(command).__doc__, origin, type(command))


_DIGEST = r"^[0-9a-f]{64}$(?!\n)"


def _link(of: str) -> AnyField:
    about = f"SHA-256 of the exact bytes of the {of} before; null for the first. The first release wrote none."
    return Text(pattern=_DIGEST, allow_none=True, metadata={"description": about})


def _seals() -> AnyField:
    about = "`<position in events>.<field>` of what is hidden → a commitment to it, which is opened at the end."
    seal = {"type": "string", "pattern": _DIGEST}
    return Anything(metadata={"type": "object", "additionalProperties": seal, "description": about})


class GameSchemas:
    """The schemas of ``games``, each derived once and shared by all requests."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self.games = games
        self._made: dict[Callable[[GameSchemas], Any], Any] = {}
        self._reads = {key: _read_dialect(game) for key, game in games.items()}
        self._writes = {
            key: _write_dialect(game, self.options(key), partial(self.move_of, key), partial(self.event_of, key))
            for key, game in games.items()
        }

    def once(self, make: Callable[[GameSchemas], T]) -> T:
        """What ``make`` makes of these schemas, the same each time."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    def options(self, game: str) -> Schema:
        """The options of a table that somebody opens; every one may be left out."""
        return self._reads[game].schema(self.games[game].Options)

    def preferences(self, game: str) -> Schema:
        return self._reads[game].schema(self.games[game].Preferences)

    def preferences_of_any(self, **attributes: Any) -> AnyOf:
        """Preferences in any game; which game's they have to be goes by the match."""
        choices = tuple(fields.Nested(self.preferences(key)) for key in self.games)
        return AnyOf("PreferencesRequest", choices, unchecked=True, **attributes)

    def move_of(self, game: str, **attributes: Any) -> Tagged:
        """A move of one game, the same in requests and in lists of legal moves."""
        return self._reads[game].union(f"{self.games[game].api_prefix}Move", self.games[game].moves, **attributes)

    def move(self, **attributes: Any) -> AnyOf:
        """A move of any game; which game's it has to be goes by the match."""
        return AnyOf("Move", tuple(self.move_of(key) for key in self.games), unchecked=True, **attributes)

    def event_of(self, game: str, **attributes: Any) -> Tagged:
        """An event in a match of one game: what happens at every table, and the game's own."""
        members: tuple[type[Event], ...] = (*TABLE_EVENTS, *self.games[game].events)
        return self._writes[game].union(f"{self.games[game].api_prefix}Event", members, **attributes)

    def pending_of(self, game: str) -> Schema:
        return self._writes[game].schema(PendingDecision)

    def pending(self, **attributes: Any) -> AnyOf:
        """A pending decision in a match of any game."""
        return AnyOf("PendingDecision", tuple(fields.Nested(self.pending_of(key)) for key in self.games), **attributes)

    def match(self, **attributes: Any) -> Tagged:
        """A match of any game as a viewer sees it."""
        variants = {key: self._writes[key].schema(MatchView) for key in self.games}
        return Tagged("Match", "game", variants, **attributes)

    def summary(self, **attributes: Any) -> Tagged:
        """A match of any game as lists show it."""
        variants = {key: self._writes[key].schema(Summary) for key in self.games}
        return Tagged("MatchSummary", "game", variants, **attributes)

    def commit_of(self, game: str) -> dict[str, AnyField]:
        """The members of one commit of a match that is over."""
        prefix = self.games[game].api_prefix
        commands = {
            str(command.__struct_config__.tag): _with_origin(self._writes[game].schema(command))
            for command in _COMMANDS
        }
        about = {"description": "What was asked for, by whom; the server asks, too."}
        return {
            "schema": Whole(1, required=True, metadata={"description": "The version of the stored form."}),
            "version": Whole(1, required=True, metadata={"description": "The number of the commit."}),
            "at": Whole(0, required=True, metadata={"description": "When, in milliseconds of store time since 1970."}),
            "prev": _link("commit"),
            "command": Tagged(f"{prefix}Command", "type", commands, required=True, metadata=about),
            "events": Items(self.event_of(game), required=True, metadata={"description": "What it led to, in order."}),
            "story": _STORY,
        }

    def entry_of(self, game: str) -> dict[str, AnyField]:
        """The members of one entry of a viewer's log."""
        return {
            "entry": Whole(1, required=True, metadata={"description": "The number of the entry in your own log."}),
            "at": Whole(0, required=True, metadata={"description": "When, in milliseconds of store time since 1970."}),
            "prev": _link("entry of your log"),
            "events": Items(
                self.event_of(game), required=True, metadata={"description": "What you saw happen, in order."}
            ),
            "sealed": _seals(),
            "story": _STORY,
        }
