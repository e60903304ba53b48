"""Lists of matches: the lobby, and those of the player who asks."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from urllib.parse import urlencode

from marshmallow import fields

from api.answer import answer
from api.call import Call
from api.derive import object_schema
from api.envelope import HOST_NAME, NAMES, SERVER_TIME
from api.fields import AnyField, Choice, Flag, Items, Text, Whole
from api.game_schemas import GameSchemas
from api.operation import Answer, Reply, Resource
from api.problems import invalid
from events import listings
from events.listings import ListPage

lists = Resource("lists", "The lobby, and the matches of a player.")

MOST_MATCHES = 100
_CURSOR = r"^[A-Za-z0-9_-]{1,200}$(?!\n)"
_MEMBER = re.compile(r"[0-9]{13}\.[0-3][0-9a-f][a-z2-7]{20}(?:\.[a-z0-9-]{1,64}\.[0-9]{1,2})?")
_STATUSES = ("open", "running", "finished")
_ROLES = ("seated", "hosted", "kept")

_PAGING = {
    "cursor": Text(
        pattern=_CURSOR,
        load_default=None,
        metadata={"description": "`next` of the page before; without it, the list begins with the newest."},
    ),
    "limit": Whole(
        1, MOST_MATCHES, load_default=50, metadata={"description": "At most so many matches.", "examples": [50]}
    ),
}


def _reply(schemas: GameSchemas) -> AnyField:
    item: dict[str, AnyField] = {
        "names": Items(Text(allow_none=True), required=True, metadata=NAMES),
        "host_name": Text(required=True, metadata=HOST_NAME),
        "to_move": Flag(required=True, metadata={"description": "Whether the match waits for you."}),
        "match": schemas.summary(required=True, metadata={"description": "A part of the match as you see it."}),
    }
    about = "A match in a list; look at the match itself for more."
    page: dict[str, AnyField] = {
        "server_time": Whole(required=True, metadata=SERVER_TIME),
        "matches": Items(
            fields.Nested(object_schema("ListedMatch", about, item)),
            required=True,
            metadata={"description": "Those opened last come first."},
        ),
        "next": Text(
            required=True, allow_none=True, metadata={"description": "The `cursor` of the next page; null at the end."}
        ),
    }
    return fields.Nested(object_schema("MatchList", "A page of a list of matches.", page))


def _opened(cursor: str | None) -> str | None:
    """The place in a list that a cursor of ours names."""
    if cursor is None:
        return None
    try:
        member = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except ValueError:
        member = ""
    if not _MEMBER.fullmatch(member):
        raise invalid({"parameter": "cursor", "message": "Not a cursor that this server gave out."})
    return member


def _answer(call: Call, path: str, page: ListPage) -> Answer:
    following = None if page.cursor is None else urlsafe_b64encode(page.cursor.encode()).decode().rstrip("=")
    matches: list[dict[str, Any]] = [
        {
            "names": listed.table.names,
            "host_name": listed.table.host_name,
            "to_move": listed.summary.to_move,
            "match": listed.summary,
        }
        for listed in page.matches
    ]
    headers = {"Cache-Control": "private, no-cache"}
    if following is not None:
        given = {name: _written(value) for name, value in call.query.items() if value is not None}
        headers["Link"] = f'<{path}?{urlencode({**given, "cursor": following})}>; rel="next"'
    return answer({"server_time": page.now, "matches": matches, "next": following}, headers=headers)


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lobby_query(schemas: GameSchemas) -> dict[str, AnyField]:
    most = max(game.seats[-1] for game in schemas.games.values())
    return {
        "game": Choice(*schemas.games, load_default=None, metadata={"description": "Only this game."}),
        "status": Choice(
            *_STATUSES, load_default="open", metadata={"description": "Tables that wait for players, "
            "running matches, or finished ones."},
        ),
        "seats": Whole(
            2, most, load_default=None, metadata={"description": "Only tables of so many seats.", "examples": [4]}
        ),
        "free_seat": Flag(
            load_default=False, metadata={"description": "Only tables at which anybody may still take a seat."}
        ),
        **_PAGING,
    }  # fmt: skip


def _mine_query(schemas: GameSchemas) -> dict[str, AnyField]:
    return {
        "to_move": Flag(
            load_default=None,
            metadata={"description": "`true`: only matches that wait for you; `false`: only the others."},
        ),
        "status": Choice(
            *_STATUSES,
            "cancelled",
            load_default=None,
            metadata={"description": "Only matches in this status. A cancelled table is forgotten after 7 days."},
        ),
        "game": Choice(*schemas.games, load_default=None, metadata={"description": "Only this game."}),
        "role": Choice(
            *_ROLES,
            load_default=None,
            metadata={
                "description": "`seated`: only where you sit; `hosted`: only tables that you opened; `kept`: only "
                "where neither is so, but a seat is or was kept for you, which anybody can do without asking you."
            },
        ),
        **_PAGING,
    }


_PAGE = {200: Reply(about="A page of matches.", schema=_reply, headers=("Link",), examples=("match_list",))}


@lists.operation("GET", "/v1/matches", summary="Browse the lobby", auth="none", query=_lobby_query, replies=_PAGE)
def list_matches(call: Call) -> Answer:
    """Public matches, as a spectator sees them. Tables that are unlisted or private are never here."""
    query = call.query
    page = listings.lobby(
        call.service.store,
        status=query["status"],
        game=query["game"],
        seats=query["seats"],
        free_seat=query["free_seat"],
        cursor=_opened(query["cursor"]),
        limit=query["limit"],
    )
    return _answer(call, "/v1/matches", page)


@lists.operation(
    "GET", "/v1/me/matches", summary="List my matches", auth="required", query=_mine_query, replies=_PAGE,
)  # fmt: skip
def list_my_matches(call: Call) -> Answer:
    """Matches at which you sit, that you host, or where a seat is kept for you, which `role` tells apart; `match.you`
    is null where you do not sit. A match from which you have resigned stays here, with `left` at your seat. With
    `to_move=true` it is the list of those that wait for you.
    """
    query = call.query
    page = listings.player_matches(
        call.service.store,
        call.me,
        status=query["status"],
        to_move=query["to_move"],
        game=query["game"],
        role=query["role"],
        cursor=_opened(query["cursor"]),
        limit=query["limit"],
    )
    return _answer(call, "/v1/me/matches", page)
