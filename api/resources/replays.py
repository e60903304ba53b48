"""Matches as they were, logs as files, and what such a file shows, wherever it comes from."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, get_args

import flask
from marshmallow import Schema, fields

from api.answer import answer, encode, named
from api.call import Call
from api.derive import named_dialect, object_schema
from api.envelope import NAMES, envelope, envelope_of
from api.fields import AnyField, Choice, Flag, Items, Text, Whole
from api.game_schemas import GameSchemas
from api.off_the_loop import off_the_loop
from api.operation import Answer, Reply, Resource
from api.resources.log import LAST_ENTRY
from api.resources.matches import REPRESENTATION, fresh, unchanged
from api.resources.players import address_of
from api.telling import lines_json
from events.download import Download, download_log, download_notation
from events.errors import TooMany
from events.findings import CHECKS, Finding
from events.readable import Of, Whose
from events.replay import replay_at
from events.report import Report, Result
from events.showing import Shown, Step, show

replays = Resource("replays", "Matches as they were, their logs as files, and checks of such files.")

LOG_FILE = "application/x-ndjson"
NOTATION = "text/plain"

_FINDING = named_dialect({Finding: "Finding"}).schema(Finding)
_STEP = named_dialect({Step: "ReplayStep"}).schema(Step)
_STORY = {"description": "What happened in this entry, in words for its viewer."}


def viewers(schemas: GameSchemas) -> list[str]:
    """Whose knowledge can be named."""
    most = max(game.seats[-1] for game in schemas.games.values())
    return ["public", "open", *map(str, range(most))]


def _whose(schemas: GameSchemas, about: str, default: str | None) -> Choice:
    metadata = {"description": f"`own`, `public`, `open` for everything, or a seat. {about}", "examples": ["own"]}
    return Choice("own", *viewers(schemas), load_default=default, metadata=metadata)


def _entry(about: str) -> Whole:
    return Whole(1, LAST_ENTRY, load_default=None, metadata={"description": about, "examples": [2]})


def asked(text: str) -> Whose:
    """Whose knowledge ``text`` names."""
    return int(text) if text.isdigit() else text  # type: ignore[return-value]


def _replay_query(schemas: GameSchemas) -> dict[str, AnyField]:
    return {
        "at": _entry("After which entry of that log; without it, the newest. `open` counts commits."),
        "as": _whose(schemas, "Whose knowledge; before the end only your own.", "own"),
    }


def _log_query(schemas: GameSchemas) -> dict[str, AnyField]:
    about = "Whose log; without it, everything once the match is over, and your own before."
    return {"as": _whose(schemas, about, None)}


def _notation_query(schemas: GameSchemas) -> dict[str, AnyField]:
    return {"as": _whose(schemas, "Whose log; before the end only your own.", "own")}


def _file_query(schemas: GameSchemas) -> dict[str, AnyField]:
    about = "Whose knowledge to show: any, of a file that has everything; without it, that of the file."
    return {
        "at": _entry("After which entry to show the match; without it, the last."),
        "as": Choice(
            *viewers(schemas), load_default=None, metadata={"description": about, "examples": ["public"]}
        ),
        "rules": Flag(
            load_default=True,
            metadata={"description": "Whether each command is decided again, which takes the longest.",
                      "examples": [True]},
        ),
    }  # fmt: skip


def _of(schemas: GameSchemas, **more: Any) -> Choice:
    metadata = {"description": "Whose knowledge this is: a seat, `public`, or `open` for everything."}
    return Choice(*viewers(schemas), required=True, metadata=metadata, **more)


def _replay_reply(schemas: GameSchemas) -> AnyField:
    members: dict[str, AnyField] = {
        "as": _of(schemas),
        "entry": Whole(1, required=True, metadata={"description": "The entry after which this was known."}),
        "newest": Whole(1, required=True, metadata={"description": "The newest entry of this log."}),
        "story": Items(Text(), required=True, metadata=_STORY),
    }
    return fields.Nested(envelope_of("ReplayReply", "A match as somebody knew it.", schemas, **members))


def _results() -> Schema:
    about = {
        "file": "Whether the file is whole and as it was written.",
        "chain": "Whether each commit or entry is chained to the one before.",
        "secret": "Whether the secret is the one to which the table was committed.",
        "seals": "Whether what was hidden is what its seals say, and the heads of the viewers' logs are right.",
        "draws": "Whether the secret leads to every draw of chance.",
        "rules": "Whether the rules lead from each command to its events.",
    }
    members: dict[str, AnyField] = {
        check: Choice(*get_args(Result), required=True, metadata={"description": about[check]}) for check in CHECKS
    }
    return object_schema("CheckResults", "What each check came to.", members)


def _report() -> Schema:
    members: dict[str, AnyField] = {
        "sound": Flag(required=True, metadata={"description": "Whether nothing wrong was found."}),
        "match": Text(required=True, allow_none=True, metadata={"description": "The match, as the file names it."}),
        "game": Text(required=True, allow_none=True, metadata={"description": "The game, as the file names it."}),
        "view": Text(
            required=True, allow_none=True,
            metadata={"description": "Whose log it is, as the file says: a seat, `public` or `open`."},
        ),
        "lines": Whole(0, required=True, metadata={"description": "How many commits or entries the file has."}),
        "head": Text(required=True, allow_none=True, metadata={"description": "SHA-256 of the last of them."}),
        "results": fields.Nested(_results(), required=True, metadata={"description": "By check."}),
        "notes": Items(
            Text(), required=True, metadata={"description": "Why a check was not made, or only in part."}
        ),
        "findings": Items(
            fields.Nested(_FINDING), required=True, metadata={"description": "What is wrong, and where."}
        ),
        "more": Whole(0, required=True, metadata={"description": "How many more findings there are."}),
    }  # fmt: skip
    return object_schema("LogReport", "What the checks of a file have found.", members)


def _file_reply(schemas: GameSchemas) -> AnyField:
    members: dict[str, AnyField] = {
        "report": fields.Nested(_report(), required=True, metadata={"description": "What was found."}),
        "names": Items(Text(allow_none=True), required=True, metadata=NAMES),
        "as": _of(schemas, allow_none=True),
        "steps": Items(
            fields.Nested(_STEP), required=True, metadata={"description": "What this viewer saw, entry by entry."}
        ),
        "entry": Whole(
            1, required=True, allow_none=True,
            metadata={"description": "The entry after which `match` is; null where there is none such."},
        ),
        "match": schemas.match(
            required=True, allow_none=True, metadata={"description": "The match as this viewer knew it."}
        ),
    }  # fmt: skip
    return fields.Nested(object_schema("LogFileReply", "What a file of a log shows.", members))


@replays.operation(
    "GET", "/v1/matches/{match_id}/replay", summary="See a match as it was", auth="optional", conditional=True,
    query=_replay_query, problems=("wrong-phase",),
    replies={200: Reply(about="The match as it was.", schema=_replay_reply, headers=("ETag",), examples=("replay",))},
)  # fmt: skip
def get_replay(call: Call, match_id: str) -> Answer:
    """What was known after the entry `at` of a log: exactly what was served then, but for the names of players, which
    are those of now. While the match is not over that is your own knowledge alone; afterwards that of any seat, that
    of the public, or `open`, which hides nothing. Step through a match by counting `at` up to `newest`.
    """
    service, query = call.service, call.query
    replayed = replay_at(
        service.store, service.games, match_id, call.player, whose=asked(query["as"]), entry=query["at"]
    )
    of, entry, newest = str(replayed.of).encode(), replayed.entry, replayed.newest
    tag = f'W/"{REPRESENTATION}.{replayed.of}.{entry}.{newest}.{replayed.table.revision}{replayed.table.mark}"'
    story = lines_json(replayed.story, replayed.table.names)
    more = b'"as":"%b","entry":%d,"newest":%d,"story":%b,' % (of, entry, newest, story)
    return unchanged(call, tag) or fresh(envelope(replayed.table, replayed.view, replayed.now, more), tag)


def _attached(download: Download, suffix: str, media_type: str) -> Answer:
    name = f"{download.match_id}-{download.of}.{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    return flask.Response(_in_pieces(download.pieces), headers=headers, content_type=f"{media_type}; charset=utf-8")


def _in_pieces(lines: Iterator[bytes], least: int = 16_384) -> Iterator[bytes]:
    """The same bytes in fewer pieces, each of which costs the server a write."""
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= least:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


@replays.operation(
    "GET", "/v1/matches/{match_id}/log", summary="Download a log", auth="optional", query=_log_query,
    replies={200: Reply(about="The file.", media_type=LOG_FILE, examples=("log_file",))}, problems=("wrong-phase",),
)  # fmt: skip
def download_match_log(call: Call, match_id: str) -> Answer:
    """A file of JSON Lines that can be checked and shown without this server, by `POST /v1/replays` of any other or by
    `monkeys verify` and `monkeys replay`: a header, each commit (or, before the end, each entry of your own log) as it
    is stored, and an end marker with their number and hashes. A file without the end marker is not whole.
    """
    service, whose = call.service, call.query["as"]
    download = download_log(
        service.store, service.games, match_id, call.player, None if whose is None else asked(whose)
    )
    return _attached(download, "jsonl", LOG_FILE)


@replays.operation(
    "GET", "/v1/matches/{match_id}/notation", summary="Download the notation", auth="optional", query=_notation_query,
    replies={200: Reply(about="The text.", media_type=NOTATION, examples=("notation",))}, problems=("wrong-phase",),
)  # fmt: skip
def download_match_notation(call: Call, match_id: str) -> Answer:
    """A log as short lines of text, one for each entry, from which the same events can be read again."""
    service = call.service
    download = download_notation(service.store, service.games, match_id, call.player, asked(call.query["as"]))
    return _attached(download, "txt", NOTATION)


@replays.operation(
    "POST", "/v1/replays", summary="Check and show a log", auth="none", query=_file_query, upload=LOG_FILE,
    body_examples=("log_file",), problems=("too-many-requests",),
    replies={200: Reply(about="What the file shows.", schema=_file_reply, examples=("log_file_reply",))},
)  # fmt: skip
def replay_file(call: Call) -> Answer:
    """Takes the file of a log, of this server or of another, and keeps nothing of it. Whatever is wrong with it is
    among the findings, by line; what can be shown is shown up to there. Files of more than 2 MiB (unless configured)
    are refused with 413, and an address may have two checked at a time; `monkeys verify` and `monkeys replay` do the
    same without a server and without limits.
    """
    query = call.query
    of: Of | None = None if query["as"] is None else asked(query["as"])  # type: ignore[assignment]
    with call.service.checking.place(address_of(call.request)) as free:
        if not free:
            raise TooMany("Other files of yours are being checked.", 1)
        shown = off_the_loop(
            lambda: show(io.BytesIO(call.body), call.service.games, of=of, entry=query["at"], by_rules=query["rules"])
        )
    return answer(shown_json(shown))


def shown_json(shown: Shown) -> bytes:
    """The answer to a file."""
    steps = [
        b'{"line":%d,"entry":%d,"at":%d,"story":%b}'
        % (step.line, step.entry, step.at, lines_json(step.story, shown.names))
        for step in shown.steps
    ]
    return b'{"report":%b,"names":%b,"as":%b,"steps":[%b],"entry":%b,"match":%b}' % (
        encode(_report_json(shown.report)), encode(shown.names), encode(None if shown.of is None else str(shown.of)),
        b",".join(steps), encode(shown.entry), b"null" if shown.view is None else named(shown.view, shown.names),
    )  # fmt: skip


def _report_json(report: Report) -> dict[str, Any]:
    view = None if report.view is None else str(report.view)
    return {
        "sound": report.sound, "match": report.match, "game": report.game, "view": view, "lines": report.lines,
        "head": report.head, "results": report.results, "notes": report.notes, "findings": report.findings,
        "more": report.more,
    }  # fmt: skip
