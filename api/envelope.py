"""A match as it is answered: what the store keeps as JSON, with server time and names around it."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from api.answer import encode, named
from api.derive import named_dialect, object_schema
from api.fields import Flag, Items, Text, Whole
from api.game_schemas import GameSchemas
from events.handler import Accepted
from events.receipts import Receipt
from events.seat_table import SeatTable

SERVER_TIME = {"description": "Store time of this answer, in milliseconds since 1970.", "examples": [1796083200000]}
NAMES = {
    "description": "By seat, the name of its player or bot; null for an empty seat. No two are equal.",
    "examples": [["Ada", "Bot 1", None]],
}
HOST_NAME = {"description": "The name of the player who opened the table.", "examples": ["Ada"]}

_RECEIPT = named_dialect({Receipt: "Receipt"}).schema(Receipt)


def envelope_of(name: str, about: str, schemas: GameSchemas, **more: Any) -> Schema:
    """The schema of an answer that carries a match."""
    members = {
        "server_time": Whole(required=True, metadata=SERVER_TIME),
        "names": Items(Text(allow_none=True), required=True, metadata=NAMES),
        "host_name": Text(required=True, metadata=HOST_NAME),
        **more,
        "match": schemas.match(required=True, metadata={"description": "The match as you see it."}),
    }
    return object_schema(name, about, members)


def match_reply(schemas: GameSchemas) -> fields.Nested:
    return fields.Nested(envelope_of("MatchReply", "A match as the caller sees it.", schemas))


def accepted_reply(schemas: GameSchemas) -> fields.Nested:
    """What every command on a match is answered with."""
    return fields.Nested(
        envelope_of(
            "AcceptedReply",
            "A command that is done, and the match after it.",
            schemas,
            receipt=fields.Nested(
                _RECEIPT,
                required=True,
                metadata={"description": "The same for the same command, however often it comes."},
            ),
            repeated=Flag(required=True, metadata={"description": "Whether the command had been done before."}),
        )
    )


def envelope(table: SeatTable, view: bytes, now: int, more: bytes = b"") -> bytes:
    """``view``: a match as JSON with ``{seat:n}`` for names; ``more``: further members, each followed by a comma."""
    names = table.names
    return b'{"server_time":%d,"names":%b,"host_name":%b,%b"match":%b}' % (
        now, encode(names), encode(table.host_name), more, named(view, names),
    )  # fmt: skip


def accepted_envelope(accepted: Accepted, more: bytes = b"") -> bytes:
    repeated = b"true" if accepted.repeated else b"false"
    more += b'"receipt":%b,"repeated":%b,' % (encode(accepted.receipt), repeated)
    return envelope(accepted.table, accepted.view, accepted.now, more)
