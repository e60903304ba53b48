"""The log: what has happened as the caller saw it, and everything once the match is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields

from api.answer import answer, encode
from api.call import Call
from api.derive import object_schema
from api.envelope import NAMES, SERVER_TIME
from api.fields import AnyField, AnyOf, Choice, Constant, Flag, Items, Tagged, Text, Whole
from api.game_schemas import GameSchemas
from api.operation import Answer, Reply, Resource
from api.resources.players import address_of
from api.telling import telling
from events import queries
from events.entries import entry_of_commit, entry_of_viewer
from events.queries import LogPage

log = Resource("log", "What has happened.")

MOST_ENTRIES = 500
LAST_ENTRY = 2**31 - 1
LONGEST_WAIT_S = 25


def _page(name: str, about: str, view: str, game: str, entry: Mapping[str, AnyField]) -> Schema:
    entries = Items(
        fields.Nested(object_schema(f"{name}Entry", "What happened at one moment.", entry)),
        required=True,
        metadata={"description": "In order, without gaps."},
    )
    members: dict[str, AnyField] = {
        "server_time": Whole(required=True, metadata=SERVER_TIME),
        "names": Items(Text(allow_none=True), required=True, metadata=NAMES),
        "view": Constant(view, required=True, metadata={"description": "Whose knowledge this is."}),
        "game": Constant(game, required=True, metadata={"description": "The key of the game."}),
        "entries": entries,
        "last": Whole(
            0,
            required=True,
            metadata={
                "description": "Ask with `after` = this number for what follows: the last entry here or, of an empty "
                "page, `after` itself, but never beyond `newest`."
            },
        ),
        "newest": Whole(0, required=True, metadata={"description": "The number of the newest entry there is."}),
        "finished": Flag(required=True, metadata={"description": "Whether no entry will follow the newest."}),
    }
    return object_schema(name, about, members)


def _pages(schemas: GameSchemas) -> AnyField:
    own: dict[str, Schema] = {}
    opened: dict[str, Schema] = {}
    for key, game in schemas.games.items():
        own[key] = _page(
            f"{game.api_prefix}Log", "A page of the caller's own log.", "own", key, schemas.entry_of(key)
        )  # fmt: skip
        opened[key] = _page(
            f"{game.api_prefix}OpenLog", "A page of the whole log.", "open", key, schemas.commit_of(key)
        )  # fmt: skip
    return AnyOf("LogReply", (Tagged("Log", "game", own), Tagged("OpenLog", "game", opened)))


def _query(schemas: GameSchemas) -> dict[str, AnyField]:
    return {
        "after": Whole(
            0, LAST_ENTRY, load_default=0, metadata={"description": "Only entries after this number.", "examples": [0]}
        ),
        "limit": Whole(
            1, MOST_ENTRIES, load_default=100, metadata={"description": "At most so many entries.", "examples": [100]}
        ),
        "wait": Whole(
            0,
            LONGEST_WAIT_S,
            load_default=0,
            metadata={
                "description": "If there is no such entry yet, wait at most so many seconds for one. The "
                "answer may come earlier and empty; then ask again.",
                "examples": [20],
            },
        ),
        "view": Choice(
            "own",
            "open",
            load_default="own",
            metadata={"description": "`own`: what you saw; `open`: whole commits, once the match is over."},
        ),
    }


def _read(call: Call, match_id: str) -> LogPage:
    store, after, limit = call.service.store, call.query["after"], call.query["limit"]
    if call.query["view"] == "open":
        return queries.read_open_log(store, match_id, call.player, after, limit)
    page = queries.read_log(store, match_id, call.player, after, limit)
    wait = min(call.query["wait"], call.service.settings.long_poll_seconds)
    if page.entries or page.finished or not wait:
        return page
    with call.service.waiting.place(call.player or address_of(call.request)) as may_wait:
        came = may_wait and queries.wait_for_entry(store, match_id, page.viewer, after, wait * 1000)
    return queries.read_log(store, match_id, call.player, after, limit) if came else page


@log.operation(
    "GET", "/v1/matches/{match_id}/events", summary="Read the log", auth="optional", query=_query,
    replies={200: Reply(about="A page of the log.", schema=_pages, headers=("Link",), examples=("log",))},
    problems=("wrong-phase",),
)  # fmt: skip
def list_events(call: Call, match_id: str) -> Answer:
    """Everything that happened, as you saw it, in entries that are numbered without gaps for you alone; what nobody
    showed you is not there, and secret parts are null. An entry never changes; its `story` tells it in words. Follow a
    match by asking again with `after` = `last` and `wait`. Once the match is over, `view=open` gives every commit with
    everything in it, numbered by version.
    """
    page = _read(call, match_id)
    query = call.query
    decode, viewer = (entry_of_commit, None) if query["view"] == "open" else (entry_of_viewer, page.viewer)
    told = telling(call.service.games, page.table, page.rules_version, viewer)
    body = (
        b'{"server_time":%d,"names":%b,"view":"%b","game":%b,"entries":[%b],"last":%d,"newest":%d,"finished":%b}'
        % (
            page.now, encode(page.table.names), query["view"].encode(), encode(page.table.game),
            b",".join(told(entry, decode) for entry in page.entries), page.last, page.newest,
            b"true" if page.finished else b"false",
        )
    )  # fmt: skip
    headers = {"Cache-Control": "private, no-cache"}
    if page.last < page.newest:
        following: dict[str, Any] = {"after": page.last, "limit": query["limit"], "view": query["view"]}
        target = "&".join(f"{name}={value}" for name, value in following.items())
        headers["Link"] = f'</v1/matches/{match_id}/events?{target}>; rel="next"'
    return answer(body, headers=headers)
