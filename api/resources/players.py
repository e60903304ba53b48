"""Players, their tokens, and the list of their matches."""

from __future__ import annotations

import ipaddress
import unicodedata

import flask
from marshmallow import Schema, fields

from api.answer import answer, nothing
from api.call import Call, unauthenticated
from api.derive import Request, named_dialect
from api.fields import Items, Text, Whole
from api.operation import Answer, Reply, Resource
from api.problems import Problem, invalid
from events import players as store
from events.departures import depart
from events.names import LONGEST_NAME, MOST_MARKS, unreadable
from events.players import Player, Token

players = Resource("players", "Who plays: guests, tokens, and the matches of a player.")

LABEL = r"^[ -~]{0,40}$(?!\n)"

_DIALECT = named_dialect({Player: "Player", Token: "Token"})
_TIME = {"description": "Store time of this answer, in milliseconds since 1970."}
_TOKEN = {"description": "The token, shown this once; the server keeps only its SHA-256.", "examples": ["mk_…"]}


def _readable(name: str) -> str:
    """``name`` as it is kept; no pattern says what can be seen, since that goes by the properties of Unicode."""
    normal = unicodedata.normalize("NFC", name)
    if (fault := unreadable(normal)) is not None:
        raise invalid({"pointer": "/name", "message": fault})
    return normal


class NewPlayerRequest(Request):
    """Who wants to play. Everything may be left out."""

    name = Text(
        1,
        load_default=None,
        metadata={
            "description": f"What others read: 1 to {LONGEST_NAME} characters in Unicode's normal form C, one "
            "of them a letter, number, punctuation or symbol that shows. Refused are spaces at either end and any but "
            "U+0020, control and format characters (Cc, Cf, Cs, Co, Cn; a joiner is taken only between emoji), blank "
            f"letters, selectors of variants but after a symbol, and more than {MOST_MARKS} combining marks in a row. "
            "Without a name the server makes one up. Names need not be unique; at a table, one that looks like another "
            "(compared by NFKC without case and marks, Cyrillic and Greek letters as the Latin ones they look like) is "
            "followed by ` (seat n)`.",
            "examples": ["Ada"],
        },
    )


class NewTokenRequest(Request):
    """A further token, for another device or program."""

    label = Text(
        pattern=LABEL,
        load_default="",
        metadata={"description": "For the list of tokens: up to 40 visible ASCII characters.", "examples": ["phone"]},
    )


class NewPlayer(Schema):
    """A player who has just come, with the first token."""

    server_time = Whole(required=True, metadata=_TIME)
    player = fields.Nested(_DIALECT.schema(Player), required=True, metadata={"description": "The new player."})
    token = Text(required=True, metadata=_TOKEN)


class NewToken(Schema):
    """A token that was just made."""

    server_time = Whole(required=True, metadata=_TIME)
    listed = fields.Nested(_DIALECT.schema(Token), required=True, metadata={"description": "As it will be listed."})
    token = Text(required=True, metadata=_TOKEN)


class TokenList(Schema):
    """The valid tokens of a player."""

    server_time = Whole(required=True, metadata=_TIME)
    tokens = Items(fields.Nested(_DIALECT.schema(Token)), required=True, metadata={"description": "The oldest first."})


class Record(Schema):
    """Finished matches of one game."""

    game = Text(required=True, metadata={"description": "The key of the game."})
    played = Whole(0, required=True, metadata={"description": "How many matches the player has finished."})
    won = Whole(
        0,
        required=True,
        metadata={"description": "How many of these the player has won, alone or with others; a draw is not won."},
    )


class Me(Schema):
    """The player who asks."""

    server_time = Whole(required=True, metadata=_TIME)
    player = fields.Nested(_DIALECT.schema(Player), required=True, metadata={"description": "Who you are."})
    records = Items(fields.Nested(Record()), required=True, metadata={"description": "One for each game."})


def address_of(request: flask.Request) -> str:
    """What limits count by: the IPv4 address, or the network that one IPv6 customer has to itself."""
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(ipaddress.ip_network((address, 64), strict=False)) if mapped is None else str(mapped)
    return str(address)


@players.operation(
    "POST", "/v1/players", summary="Become a player", auth="none", idempotent=True,
    body=lambda schemas: fields.Nested(NewPlayerRequest()), body_examples=("new_player",),
    replies={201: Reply(about="The player and the first token.", schema=lambda schemas: fields.Nested(NewPlayer()),
                        headers=("Location",), examples=("new_player_reply",))},
    problems=("too-many-requests", "token-revoked"),
)  # fmt: skip
def create_player(call: Call) -> Answer:
    """A guest: no password, no address, only a token that has to be kept. The number of guests per address and hour is
    limited. Repeated with the same `Idempotency-Key` and body, it shows the same player and token again.
    """
    name = call.body["name"]
    made = store.create_player(
        call.service.store,
        None if name is None else _readable(name),
        guest=True,
        address=address_of(call.request),
        per_hour=call.service.settings.guests_per_address,
        idempotency_key=call.key,
        random_bytes=call.service.random_bytes,
    )
    reply = {"server_time": call.service.store.now(), "player": made.player, "token": made.token}
    return answer(reply, 201, {"Location": "/v1/me"})


@players.operation(
    "GET", "/v1/me", summary="Who am I?", auth="required",
    replies={200: Reply(about="You.", schema=lambda schemas: fields.Nested(Me()), examples=("me",))},
)  # fmt: skip
def get_me(call: Call) -> Answer:
    """The player whose token this is, with a record for each game."""
    known = store.find_player(call.service.store, call.me)
    if known is None:
        raise unauthenticated()
    records = []
    for game in call.service.games:
        [(played, won)] = store.records(call.service.store, game, [known.id])
        records.append({"game": game, "played": played, "won": won})
    return answer({"server_time": call.service.store.now(), "player": known, "records": records})


@players.operation(
    "GET", "/v1/me/tokens", summary="List my tokens", auth="required",
    replies={200: Reply(about="Your tokens.", schema=lambda schemas: fields.Nested(TokenList()), examples=("tokens",))},
)  # fmt: skip
def list_tokens(call: Call) -> Answer:
    """All valid tokens of the player, by id and label; a token itself is never shown again."""
    tokens = store.list_tokens(call.service.store, call.me)
    return answer({"server_time": call.service.store.now(), "tokens": tokens})


@players.operation(
    "POST", "/v1/me/tokens", summary="Make another token", auth="required", idempotent=True,
    body=lambda schemas: fields.Nested(NewTokenRequest()), body_examples=("new_token",),
    replies={201: Reply(about="The token.", schema=lambda schemas: fields.Nested(NewToken()),
                        examples=("new_token_reply",))},
    problems=("limit-reached", "token-revoked"),
)  # fmt: skip
def create_token(call: Call) -> Answer:
    """For another device, or to replace a token: make a new one, then revoke the old one. Repeated with the same
    `Idempotency-Key`, it shows the same token again, unless that one was revoked since.
    """
    made = store.create_token(
        call.service.store,
        call.me,
        label=call.body["label"],
        at_most=call.service.settings.tokens_per_player,
        idempotency_key=call.key,
        random_bytes=call.service.random_bytes,
    )
    reply = {"server_time": call.service.store.now(), "listed": made.listed, "token": made.token}
    return answer(reply, 201)


@players.operation(
    "DELETE", "/v1/me/tokens/{token_id}", summary="Revoke a token", auth="required",
    replies={204: Reply(about="The token is worthless now.")}, problems=("no-such-token",),
)  # fmt: skip
def revoke_token(call: Call, token_id: str) -> Answer:
    """The token stops working, within a second everywhere. The one of this request itself may be revoked, too."""
    if not store.revoke_token(call.service.store, call.me, token_id):
        raise Problem("no-such-token", "You have no such token.")
    call.service.tokens.forget()
    return nothing()


@players.operation(
    "DELETE", "/v1/me", summary="Delete my account", auth="required",
    replies={204: Reply(about="You are gone: none of your tokens works any more.")},
)  # fmt: skip
def delete_me(call: Call) -> Answer:
    """All your tokens are revoked and your name is forgotten: wherever it was shown there stands a pseudonym within
    some seconds. Tables of yours that wait are closed, you leave those of others and resign matches that are played.
    Matches themselves stay, with the id of the player that you were: everybody can go on to replay them. There is no
    way back. Repeated, the request is answered 401, since nobody has that token any more.
    """
    depart(call.service.store, call.me)
    call.service.tokens.forget()
    return nothing()
