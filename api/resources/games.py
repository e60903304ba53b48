"""The catalogue: what a frontend needs that has never heard of a game."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from api.answer import answer
from api.call import Call
from api.derive import markdown, named_dialect
from api.fields import Anything, Flag, Items, Text, Whole
from api.game_schemas import GameSchemas
from api.json_schema import standalone
from api.operation import Answer, Reply, Resource
from api.problems import Problem
from domain.game import DecisionKind, Game, Piece

games = Resource("games", "The games that can be played here, with their rules, options and pieces.")

_CACHED = {"Cache-Control": "public, max-age=300"}
_DIALECT = named_dialect({Piece: "Piece", DecisionKind: "DecisionKind"})


class SeatRange(Schema):
    """How many seats a table of the game may have."""

    min = Whole(1, required=True, metadata={"description": "The fewest seats."})
    max = Whole(1, required=True, metadata={"description": "The most seats."})


class GameSummary(Schema):
    """A game in the list."""

    key = Text(required=True, metadata={"description": "The name of the game in addresses and requests."})
    title = Text(required=True, metadata={"description": "The name of the game for people."})
    summary = Text(required=True, metadata={"description": "The game in one sentence."})
    seats = fields.Nested(SeatRange(), required=True, metadata={"description": "The seats of a table."})


class GameList(Schema):
    """All games."""

    games = Items(fields.Nested(GameSummary()), required=True, metadata={"description": "In the order of the server."})


class BotKind(Schema):
    """A program that can take a seat."""

    key = Text(required=True, metadata={"description": "What `bot` of a seat names."})
    about = Text(required=True, metadata={"description": "How it plays."})


class GameEntry(GameSummary):
    """A game in full."""

    rules_version = Whole(1, required=True, metadata={"description": "Matches go on by the version they began with."})
    allows_draw_offers = Flag(required=True, metadata={"description": "Whether seats may agree on a draw."})
    allows_take_back = Flag(
        required=True,
        metadata={"description": "Whether there are moves that a seat may take back, if the others allow it."},
    )
    options = Anything(
        required=True,
        metadata={"type": "object", "description": "JSON Schema of the options of a table, with defaults."},
    )
    preferences = Anything(
        required=True, metadata={"type": "object", "description": "JSON Schema of what each seat sets for itself."}
    )
    pieces = Items(
        fields.Nested(_DIALECT.schema(Piece)), required=True, metadata={"description": "The kinds of cards or pieces."}
    )
    decisions = Items(
        fields.Nested(_DIALECT.schema(DecisionKind)),
        required=True,
        metadata={"description": "What a seat can be asked; a table may set a clock for each kind."},
    )
    bots = Items(fields.Nested(BotKind()), required=True, metadata={"description": "Bots for `bot` seats."})
    rules = Text(required=True, metadata={"description": "The rules in short, as Markdown."})


def summary_of(game: Game[Any]) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.catalogue.title,
        "summary": game.catalogue.summary,
        "seats": {"min": game.seats[0], "max": game.seats[-1]},
    }


def entry_of(game: Game[Any], schemas: GameSchemas) -> dict[str, Any]:
    """A game as the catalogue shows it."""
    return summary_of(game) | {
        "rules_version": game.rules_version,
        "allows_draw_offers": game.allows_draw_offers,
        "allows_take_back": game.allows_take_back,
        "options": standalone(schemas.options(game.key)),
        "preferences": standalone(schemas.preferences(game.key)),
        "pieces": game.catalogue.pieces,
        "decisions": game.catalogue.decisions,
        "bots": [{"key": key, "about": markdown(bot.__doc__)} for key, bot in game.bots.items()],
        "rules": game.catalogue.rules,
    }


@games.operation(
    "GET", "/v1/games", summary="List the games", auth="none",
    replies={200: Reply(about="The games.", schema=lambda schemas: fields.Nested(GameList()), examples=("games",))},
)  # fmt: skip
def list_games(call: Call) -> Answer:
    """All games of this server, each with the numbers of seats for which it is made."""
    return answer({"games": [summary_of(game) for game in call.service.games.values()]}, headers=_CACHED)


@games.operation(
    "GET", "/v1/games/{game}", summary="Describe a game", auth="none",
    replies={200: Reply(about="The game.", schema=lambda schemas: fields.Nested(GameEntry()), examples=("game",))},
)  # fmt: skip
def get_game(call: Call, game: str) -> Answer:
    """Everything that a frontend needs to offer a game: options and preferences as JSON Schema with defaults, the
    pieces with names, texts and counts, the kinds of decision and what happens when time runs out, the bots, and the
    rules.
    """
    known = call.service.games.get(game)
    if known is None:
        raise Problem("not-found", "There is no such game.")
    return answer(entry_of(known, call.service.schemas), headers=_CACHED)
