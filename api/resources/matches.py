"""Matches: opening a table, what a caller sees, starting and cancelling, resigning, draw offers, taking back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields

from api.answer import answer, encode
from api.call import Call
from api.derive import Request
from api.envelope import accepted_envelope, accepted_reply, envelope, envelope_of, match_reply
from api.fields import AnyField, Choice, Items, Text, Whole
from api.game_schemas import GameSchemas
from api.operation import Answer, Reply, Resource
from api.problems import invalid
from api.table_schemas import open_table
from domain.command import CancelTable, Command, DrawOffer, Resign, StartMatch, TakeBack
from domain.table_events import BotDelay, SeatOffer
from events import players, queries
from events.handler import Opened
from events.queries import MatchRead

matches = Resource("matches", "Tables and the matches that are played at them.")

REPRESENTATION = 1
"""Part of every ETag: raised when the same match is written in another form."""

_PRIVATE = "private, no-cache"
NO_SEAT = -1
"""Stands for the seat of somebody who has none, which the handler refuses."""


def etag(read: MatchRead) -> str:
    """Weak, since the server's time is in each answer; it changes exactly when the viewer sees something new."""
    viewer = "public" if read.viewer is None else read.viewer
    return f'W/"{REPRESENTATION}.{viewer}.{read.entry}.{read.table.revision}{read.table.mark}"'


def unchanged(call: Call, tag: str) -> Answer | None:
    """304 where the caller has what ``tag`` stands for already."""
    if "HTTP_IF_NONE_MATCH" not in call.request.environ or not call.request.if_none_match.contains_weak(tag[3:-1]):
        return None
    response = answer(b"", 304, {"ETag": tag, "Cache-Control": _PRIVATE})
    del response.headers["Content-Type"]
    return response


def fresh(body: bytes, tag: str) -> Answer:
    return answer(body, headers={"ETag": tag, "Cache-Control": _PRIVATE})


class Invitation(Schema):
    """The code that opens an invited seat."""

    seat = Whole(0, required=True, metadata={"description": "The seat."})
    code = Text(
        required=True, metadata={"description": "Tell it to whom you invite.", "examples": ["abcdefghijklmnopqrst"]}
    )


class DrawOfferRequest(Request):
    """What to do about a draw."""

    action = Choice(
        "offer",
        "withdraw",
        "decline",
        required=True,
        metadata={
            "description": "`offer` a draw, or agree where all others have offered; `withdraw` your own "
            "offer; `decline` those of others.",
            "examples": ["offer"],
        },
    )


class TakeBackRequest(Request):
    """What to do about taking back a move."""

    action = Choice(
        "ask",
        "withdraw",
        "allow",
        "decline",
        required=True,
        metadata={
            "description": "`ask` to take back your last move, and whatever was moved since; `withdraw` your own "
            "request; `allow` or `decline` that of another seat.",
            "examples": ["ask"],
        },
    )


def opened_schema(schemas: GameSchemas) -> AnyField:
    invites = Items(
        fields.Nested(Invitation()),
        required=True,
        metadata={"description": "The codes of invited seats, shown this once. Keep them."},
    )
    about = "A table that was just opened."
    return fields.Nested(envelope_of("OpenedReply", about, schemas, invites=invites))


def check_reserved(call: Call, seats: list[dict[str, Any]]) -> None:
    """A seat cannot wait for somebody who does not exist."""
    wanted = {number: seat["player"] for number, seat in enumerate(seats) if seat["kind"] == "reserved"}
    known = players.names(call.service.store, wanted.values())
    errors = [
        {"pointer": f"/seats/{number}/player", "message": "There is no such player."}
        for number, player in wanted.items()
        if player not in known
    ]
    if errors:
        raise invalid(*errors)


def table_of(call: Call) -> dict[str, Any]:
    """What the body says of a table, whatever is played there, as the handler takes it; ``Problem``."""
    body = call.body
    delay = BotDelay(**body["bot_delay_ms"])
    if delay.min > delay.max:
        raise invalid({"pointer": "/bot_delay_ms", "message": "`min` exceeds `max`."})
    return {
        "seats": [SeatOffer(**seat) for seat in body["seats"]],
        "bot_delay_ms": delay,
        "idempotency_key": call.key,
        **{name: body[name] for name in ("visibility", "start", "clock", "entropy")},
    }


@matches.operation(
    "POST", "/v1/matches", summary="Open a table", auth="required", idempotent=True,
    body=open_table, body_examples=("open_table",),
    replies={201: Reply(about="The table.", schema=opened_schema, headers=("Location",), examples=("opened",))},
    problems=("options-refused", "too-many-requests", "limit-reached", "store-full"),
)  # fmt: skip
def open_match(call: Call) -> Answer:
    """Whoever opens a table is its host. The host sits at it only if a seat is `reserved` for the host's own id, or by
    taking a seat like anybody else. Without `start` the match begins as soon as all seats are taken, which may be at
    once. A table that has not started after 24 hours is closed.
    """
    body = call.body
    check_reserved(call, body["seats"])
    opened = call.service.handler.open_table(call.me, game=body["game"], options=body["options"], **table_of(call))
    return opened_reply(call, opened)


def opened_reply(call: Call, opened: Opened) -> Answer:
    """The answer to whoever has opened a table."""
    accepted = opened.accepted
    invites = [{"seat": seat, "code": code} for seat, code in enumerate(opened.codes) if code is not None]
    more = b'"invites":%b,' % encode(invites)
    body = envelope(accepted.table, accepted.view, accepted.now, more)
    call.service.table_changed(accepted.match)
    return answer(body, 201, {"Location": f"/v1/matches/{accepted.match}"})


@matches.operation(
    "GET", "/v1/matches/{match_id}", summary="Look at a match", auth="optional", conditional=True,
    replies={200: Reply(about="The match as you see it.", schema=match_reply, headers=("ETag",), examples=("match",))},
)  # fmt: skip
def get_match(call: Call, match_id: str) -> Answer:
    """What you know of the match: the table, the state of the game as your seat sees it, the decisions that you may
    answer with every legal move and a label for it, and whom else the table waits for. Without a token, or without a
    seat, it is what spectators see. Send the `ETag` back in `If-None-Match` to learn cheaply that nothing has
    changed.
    """
    read = queries.read_match(call.service.store, match_id, call.player)
    tag = etag(read)
    return unchanged(call, tag) or fresh(envelope(read.table, read.view, read.now), tag)


def _act(call: Call, match_id: str, build: Callable[[int | None], Command]) -> Answer:
    accepted = call.service.handler.act(match_id, call.me, build, call.key)
    call.service.table_changed(match_id)
    return answer(accepted_envelope(accepted))


_ACCEPTED = {200: Reply(about="It is done; the match after it.", schema=accepted_reply, examples=("accepted",))}
_REFUSALS = ("not-yours", "wrong-phase", "store-full", "busy")


@matches.operation(
    "POST", "/v1/matches/{match_id}/start", summary="Start the match", auth="required", replies=_ACCEPTED,
    problems=(*_REFUSALS, "seats-empty"),
)  # fmt: skip
def start_match(call: Call, match_id: str) -> Answer:
    """The host of a table with `start` = `host` begins the match once every seat is taken. Repeated, it says so
    again.
    """
    return _act(call, match_id, lambda seat: StartMatch(call.me))


@matches.operation(
    "POST", "/v1/matches/{match_id}/cancel", summary="Cancel the table", auth="required", replies=_ACCEPTED,
    problems=_REFUSALS,
)  # fmt: skip
def cancel_match(call: Call, match_id: str) -> Answer:
    """The host closes a table that has not started."""
    return _act(call, match_id, lambda seat: CancelTable(call.me))


@matches.operation(
    "POST", "/v1/matches/{match_id}/resign", summary="Resign", auth="required", replies=_ACCEPTED,
    problems=(*_REFUSALS, "not-seated", "seat-out"),
)  # fmt: skip
def resign_match(call: Call, match_id: str) -> Answer:
    """Your seat leaves the game, in any phase; what becomes of its cards and turns is a rule of the game."""
    return _act(call, match_id, lambda seat: Resign(NO_SEAT if seat is None else seat))


@matches.operation(
    "POST", "/v1/matches/{match_id}/draw-offer", summary="Offer, withdraw or decline a draw", auth="required",
    idempotent=True, body=lambda schemas: fields.Nested(DrawOfferRequest()), body_examples=("draw_offer",),
    replies=_ACCEPTED,
    problems=(*_REFUSALS, "not-seated", "seat-out", "not-possible-here", "no-more-of-that"),
)  # fmt: skip
def offer_draw(call: Call, match_id: str) -> Answer:
    """In games that may end in a draw by agreement. When all seats that are left have offered, the match is over; a
    move of another seat declines. Legal moves never change by it. What is so already - an offer that stands, or nothing
    there to withdraw or decline - is answered with `repeated` = true. With an `Idempotency-Key` a late repeat does
    nothing new, whatever has happened since.
    """
    action = call.body["action"]
    return _act(call, match_id, lambda seat: DrawOffer(NO_SEAT if seat is None else seat, action))


@matches.operation(
    "POST", "/v1/matches/{match_id}/take-back", summary="Take back a move", auth="required",
    idempotent=True, body=lambda schemas: fields.Nested(TakeBackRequest()), body_examples=("take_back",),
    replies=_ACCEPTED,
    problems=(*_REFUSALS, "not-seated", "seat-out", "not-possible-here", "nothing-to-take-back", "no-more-of-that"),
)  # fmt: skip
def take_back_move(call: Call, match_id: str) -> Answer:
    """Your last move is undone as soon as all other people at the table allow it; bots always do. The match is then as
    it was before that move, which `take_back` of the match and the events tell, and decisions have new ids. One refusal
    closes the request, and so does any move. A move after which something random or secret has happened cannot be taken
    back, and none can a second time. What is so already is answered with `repeated` = true. With an `Idempotency-Key` a
    late repeat does nothing new, whatever has happened since.
    """
    action = call.body["action"]
    return _act(call, match_id, lambda seat: TakeBack(NO_SEAT if seat is None else seat, action))
