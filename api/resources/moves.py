"""Moves: what a seat may decide, and its answers."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from marshmallow import Schema, fields

from api.answer import answer, encode, named
from api.call import Call, load
from api.derive import Request, object_schema
from api.envelope import SERVER_TIME, accepted_envelope, accepted_reply
from api.fields import AnyField, AnyOf, Constant, Items, Tagged, Text, Whole
from api.game_schemas import GameSchemas
from api.operation import Answer, Reply, Resource
from api.problems import Problem, invalid
from api.resources.matches import NO_SEAT, etag, fresh, unchanged
from domain.command import Play
from domain.refusal import Refusal
from events import queries

moves = Resource("moves", "What you may decide, and your answers.")

DECISION = r"^[0-9]-[0-9]{1,9}$(?!\n)"

_PATH_IN_MOVE = re.compile(r"^(.*?)(?: - at `\$(.*)`)?$", re.DOTALL)


def _move_request(schemas: GameSchemas) -> AnyField:
    members: dict[str, AnyField] = {
        "decision": Text(
            pattern=DECISION,
            required=True,
            metadata={"description": "The id of the decision that is answered.", "examples": ["1-7"]},
        ),
        "move": schemas.move(
            required=True, metadata={"description": "One of its `legal_moves`, as it stands there under `move`."}
        ),
    }
    return fields.Nested(object_schema("MoveRequest", "An answer to a pending decision.", members, Request))


def _decisions_reply(schemas: GameSchemas) -> AnyField:
    variants: dict[str, Schema] = {}
    for key, game in schemas.games.items():
        members: dict[str, AnyField] = {
            "server_time": Whole(required=True, metadata=SERVER_TIME),
            "game": Constant(key, required=True, metadata={"description": "The key of the game."}),
            "status": Text(required=True, metadata={"description": "The status of the match."}),
            "entry": Whole(required=True, metadata={"description": "The newest entry of your log."}),
            "pending": Items(
                fields.Nested(schemas.pending_of(key)),
                required=True,
                metadata={"description": "Your decisions with all legal moves; empty when you have none."},
            ),
        }
        variants[key] = object_schema(f"{game.api_prefix}Decisions", "What a seat may decide now.", members)
    return Tagged("Decisions", "game", variants)


class _Decisions(msgspec.Struct):
    status: str
    entry: int
    pending: msgspec.Raw


_decode_decisions = msgspec.json.Decoder(_Decisions).decode


@moves.operation(
    "GET", "/v1/matches/{match_id}/moves", summary="List my legal moves", auth="required", conditional=True,
    replies={200: Reply(about="Your decisions.", schema=_decisions_reply, headers=("ETag",), examples=("decisions",))},
)  # fmt: skip
def list_moves(call: Call, match_id: str) -> Answer:
    """The decisions that your seat may answer now, each with every move that will be accepted: a part of the match."""
    read = queries.read_match(call.service.store, match_id, call.player)
    tag = etag(read)
    if (same := unchanged(call, tag)) is not None:
        return same
    view = _decode_decisions(read.view)
    body = b'{"server_time":%d,"game":%b,"status":%b,"entry":%d,"pending":%b}' % (
        read.now,
        encode(read.table.game),
        encode(view.status),
        view.entry,
        named(bytes(view.pending), read.table.names),
    )
    return fresh(body, tag)


def any_move(schemas: GameSchemas) -> AnyField:
    return AnyOf(None, tuple(schemas.move_of(key) for key in schemas.games))


def _move(call: Call, match_id: str) -> Any:
    """The move that was sent, if it is one of any game; a ``Problem`` that goes by the game of the match otherwise."""
    schemas, sent = call.service.schemas, call.body["move"]
    try:
        return load(schemas.once(any_move), sent, "/move")
    except Problem:
        # Read only now: a well-formed move needs no second look at the match.
        game = queries.read_match(call.service.store, match_id, call.player).table.game
        return load(schemas.move_of(game), sent, "/move")


def _malformed(error: msgspec.ValidationError) -> Exception:
    """A move of another game as a fault of the request."""
    found = _PATH_IN_MOVE.match(str(error))
    assert found is not None
    path = re.sub(r"\[(\d+)\]", r".\1", found[2] or "").replace(".", "/")
    return invalid({"pointer": f"/move{path}", "message": found[1]})


@moves.operation(
    "POST", "/v1/matches/{match_id}/moves", summary="Make a move", auth="required",
    body=_move_request, body_examples=("move",),
    replies={200: Reply(about="It is made, or had been made before.", schema=accepted_reply, examples=("accepted",))},
    problems=("not-yours", "not-seated", "seat-out", "decision-not-pending", "illegal-move", "store-full", "busy",
              "match-lost"),
)  # fmt: skip
def make_move(call: Call, match_id: str) -> Answer:
    """Answer a pending decision with one of its legal moves. Sent again, the same answer gets the same receipt, so
    a lost reply is no danger: repeat the request. An answer to a decision that is not pending any more, or a move
    that the rules do not allow, changes nothing and is told what is pending now. A late repeat never brings an
    answer back that was changed since: it gets its first receipt or is refused, and `match` shows what counts now.
    Some games accept moves in words (`text`) that `legal_moves` never lists; they stand for a listed one. Whether a
    deadline was met goes by the time at which the store received the move.
    """
    decision, move = call.body["decision"], _move(call, match_id)
    metrics = call.service.metrics
    try:
        accepted = call.service.handler.act(
            match_id, call.me, lambda seat: Play(NO_SEAT if seat is None else seat, decision, move)
        )
    except msgspec.ValidationError as error:
        raise _malformed(error) from error
    except Refusal as refusal:
        metrics.move(str(refusal.facts.get("game", "")), refusal.code)
        raise
    metrics.move(accepted.table.game, "repeated" if accepted.repeated else "accepted")
    return answer(accepted_envelope(accepted))
