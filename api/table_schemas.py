"""What somebody sends who opens a table or takes a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields

from api.derive import Request, object_schema
from api.fields import AnyField, Choice, Constant, Items, Tagged, Text, Whole
from api.game_schemas import GameSchemas
from domain.game import Game

PLAYER_ID = r"^p_[a-z2-7]{16}$(?!\n)"
INVITE = r"^[a-z2-7]{20}$(?!\n)"
ENTROPY = r"^(?:[0-9a-f]{2}){1,32}$(?!\n)"

LEAST_CLOCK_MS = 100
LONGEST_CLOCK_MS = 30 * 24 * 60 * 60 * 1000
LONGEST_BOT_DELAY_MS = 60_000

_ENTROPY = {
    "description": "1 to 32 bytes of your own, in hexadecimal, that go into all chance of the match, so "
    "that nobody else can have chosen it alone.",
    "examples": ["c0ffee"],
}


class BotDelayRequest(Request):
    """How long a bot seems to think, in milliseconds; `min` must not exceed `max`."""

    min = Whole(0, LONGEST_BOT_DELAY_MS, required=True, metadata={"description": "The shortest.", "examples": [800]})
    max = Whole(0, LONGEST_BOT_DELAY_MS, required=True, metadata={"description": "The longest.", "examples": [2500]})


def _kind(value: str) -> Constant:
    return Constant(value, required=True, metadata={"description": "Who may take the seat."})


class SeatOpenRequest(Request):
    """A seat for anybody; at a private table for the host alone."""

    kind = _kind("open")


class SeatReservedRequest(Request):
    """A seat kept for one player; the host's own is taken at once."""

    kind = _kind("reserved")
    player = Text(
        pattern=PLAYER_ID,
        required=True,
        metadata={"description": "The id of the player.", "examples": ["p_abcdefghijklmnop"]},
    )


class SeatInvitedRequest(Request):
    """A seat for whoever shows its code, which the answer tells the host."""

    kind = _kind("invited")


def _bot_seat(game: Game[Any]) -> Schema:
    bot = Choice(*game.bots, required=True, metadata={"description": "Which bot; the catalogue describes them."})
    members = {"kind": _kind("bot"), "bot": bot}
    return object_schema(f"{game.api_prefix}SeatBotRequest", "A seat that a bot plays.", members, Request)


def _seat(game: Game[Any]) -> Tagged:
    variants: dict[str, Schema] = {
        "open": SeatOpenRequest(),
        "reserved": SeatReservedRequest(),
        "invited": SeatInvitedRequest(),
    }
    if game.bots:
        variants["bot"] = _bot_seat(game)
    return Tagged(f"{game.api_prefix}SeatRequest", "kind", variants)


def _clock(game: Game[Any]) -> Schema:
    members: dict[str, AnyField] = {
        kind.key: Whole(
            LEAST_CLOCK_MS,
            LONGEST_CLOCK_MS,
            metadata={
                "description": f"Milliseconds for: {kind.question} Then: {kind.at_deadline}",
                "examples": [60000],
            },
        )
        for kind in game.catalogue.decisions
    }
    about = "How long a seat may take for each kind of decision; without a limit it has all the time."
    return object_schema(f"{game.api_prefix}ClockRequest", about, members, Request)


def _members(game: Game[Any]) -> dict[str, AnyField]:
    """What every new table of ``game`` is made of."""
    return {
        "game": Constant(game.key, required=True, metadata={"description": "The key of the game."}),
        "seats": Items(
            _seat(game),
            game.seats[0],
            game.seats[-1],
            required=True,
            metadata={"description": "The seats, clockwise from 0: who may take each."},
        ),
        "visibility": Choice(
            "public",
            "unlisted",
            "private",
            load_default="public",
            metadata={
                "description": "`public`: in the lobby; `unlisted`: for whoever knows the id; `private`: "
                "only for the host and for those whom a seat is kept for or who were invited."
            },
        ),
        "start": Choice(
            "full",
            "host",
            load_default="full",
            metadata={"description": "Whether the match starts when all seats are taken, or when the host says so."},
        ),
        "clock": fields.Nested(_clock(game), load_default=dict, metadata={"description": "Time limits."}),
        "bot_delay_ms": fields.Nested(
            BotDelayRequest(),
            load_default=lambda: {"min": 800, "max": 2500},
            metadata={"description": "How long bots seem to think.", "default": {"min": 800, "max": 2500}},
        ),
        "entropy": Text(pattern=ENTROPY, load_default=None, metadata=_ENTROPY),
    }


def _members_by_game(schemas: GameSchemas) -> dict[str, dict[str, AnyField]]:
    return {key: _members(game) for key, game in schemas.games.items()}


def _table(game: Game[Any], schemas: GameSchemas) -> Schema:
    options = fields.Nested(
        schemas.options(game.key), load_default=dict, metadata={"description": "The rules of this table."}
    )
    members = {**schemas.once(_members_by_game)[game.key], "options": options}
    about = f"A new table of {game.catalogue.title}."
    return object_schema(f"{game.api_prefix}OpenTableRequest", about, members, Request)


def open_table(schemas: GameSchemas) -> AnyField:
    """A new table of any game."""
    variants = {key: _table(game, schemas) for key, game in schemas.games.items()}
    return Tagged("OpenTableRequest", "game", variants)


def fork_table(schemas: GameSchemas, origin: Callable[[GameSchemas], dict[str, AnyField]]) -> AnyField:
    """A new table at which a match of any game goes on. ``origin``: the members that say from where."""
    variants = {
        key: object_schema(
            f"{game.api_prefix}ForkRequest",
            f"A table at which a match of {game.catalogue.title} goes on.",
            {**schemas.once(_members_by_game)[key], **origin(schemas)},
            Request,
        )
        for key, game in schemas.games.items()
    }
    return Tagged("ForkRequest", "game", variants)


class TakeSeatRequest(Request):
    """Which seat; everything may be left out."""

    seat = Whole(
        0,
        9,
        load_default=None,
        metadata={"description": "The seat, counted from 0; without it, the first that you may have.", "examples": [1]},
    )
    invite = Text(
        pattern=INVITE,
        load_default=None,
        metadata={"description": "The code of an `invited` seat.", "examples": ["abcdefghijklmnopqrst"]},
    )
    entropy = Text(pattern=ENTROPY, load_default=None, metadata=_ENTROPY)
