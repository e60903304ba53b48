"""openapi.yaml: written from the declared operations and the games. ``python -m api.openapi`` prints it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import yaml
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from api.derive import markdown, object_schema
from api.examples import examples, problem_examples
from api.fields import AnyField, Items, Text, Whole
from api.game_schemas import GameSchemas
from api.json_schema import new_spec
from api.operation import IDEMPOTENT, Operation, Reply
from api.parameters import PATH_PARAMETERS, names_in
from api.problems import KINDS, MEDIA_TYPE
from api.resources import RESOURCES
from domain.game import Game
from domain.games import GAMES
from events.settings import Settings

API_VERSION = "1.0.0"

_ABOUT = """\
Play monkey games by web: open a table, seat people and bots, and play by answering decisions.

**Getting started.** `POST /v1/players` gives you a token. `POST /v1/matches` opens a table; others take seats. Then
look at `match.pending`: it lists what your seat may decide now, with every legal move and a label for a button. Send
one of those moves, unchanged, to `POST /v1/matches/{match_id}/moves`. A frontend needs to know no rules.

**Repeating is safe.** The same answer to the same decision gets the same receipt, however often it is sent. Whatever
creates something accepts an `Idempotency-Key`, which stands for the request for 24 hours.

**Following.** `GET …/events?after=N&wait=20` waits for news; `ETag` and `If-None-Match` make looking again cheap.
Numbers of entries are your own and without gaps: nothing in them tells of what is hidden from you.

**Reading a match.** Ids of decisions are opaque: take them as they come. `pending` is what your own seat may answer;
with `required` = false the match does not wait for it, so that doing nothing is an answer, too. `awaited` is what
others may be about to answer, as far as you can know: a seat that has answered in secret is still there. `end_reason`
is the `reason` of the event that ended it: of `table_cancelled` for a table that was closed before the start, of
`match_ended` otherwise. A player who has resigned keeps the seat, with `left` = true.

**Tokens.** Where a token is optional, a wrong or revoked one is refused with 401 all the same, rather than taken for
none. Where none is asked for, `Authorization` is not looked at.

**Limits**, unless the operator has chosen others: __LIMITS__ Who has 2,000 entries in the log of a match may go on with
moves alone. A request line of more than 4,094 bytes is answered with 414, more than 100 headers or one of more than
8,190 bytes with 431, each as a problem document.

**Errors** are problem documents (RFC 9457). `type` is stable and leads to a page about it, `next` says what to do. A
request that is refused has changed nothing.

**JSON** is read strictly: unknown members, duplicate keys and numbers of the wrong kind are refused. Answers may get
further members in later versions: ignore what you do not know. Times are milliseconds of the server's clock since
1970. Unknown query parameters are refused. Every `GET` answers `HEAD`, too, and CORS is open to every origin, without
credentials.
"""

_LIMITED: Mapping[str, str] = {
    "guests_per_address": "players that one address may create in an hour (an IPv6 /64 counts as one address)",
    "tokens_per_player": "valid tokens of a player",
    "open_tables_per_player": "tables of a host that have not started",
    "tables_per_player_per_hour": "tables that a host may open in an hour",
    "seatings_per_player_and_table": "times that a player may sit down at one table in a day",
    "wrong_codes_per_player_per_hour": "wrong codes of invitation that a player may show in an hour",
    "running_matches_per_player": "unfinished matches of a player",
    "long_polls_per_player": "waiting requests of a player, or of an address without a token, in each process of the "
    "web server; one more is answered at once",
    "body_bytes": "bytes of a body",
    "replay_bytes": "bytes of the file of a log",
    "replays_per_address": "files of logs that one address may have checked at a time in each process",
}
"""Setting → what it limits."""


def _about() -> str:
    limits = "; ".join(f"{getattr(Settings(), name):,} {about}" for name, about in _LIMITED.items())
    return _ABOUT.replace("__LIMITS__", limits + ".")


_HEADERS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "ETag": ("Stands for this state as you see it; weak, since `server_time` always changes.", {"type": "string"}),
    "Link": ('The next page, with `rel="next"`, if there is one.', {"type": "string"}),
    "Location": ("Where the new thing is.", {"type": "string"}),
    "Retry-After": ("After how many seconds to try again.", {"type": "string"}),
    "WWW-Authenticate": ("The scheme of tokens: `Bearer`.", {"type": "string"}),
}
_PROBLEM_HEADERS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
_KEY_PATTERN = r"^[!-+\--~]{16,255}$(?!\n)"
_ALWAYS = ("not-acceptable", "invalid-request", "bad-request", "internal-error")
_SECURITY: Mapping[str, list[dict[str, list[str]]]] = {
    "none": [],
    "optional": [{}, {"token": []}],
    "required": [{"token": []}],
    "operator": [{"operator": []}],
}


class RequestFault(Schema):
    """One thing that is wrong with a request."""

    message = Text(required=True, metadata={"description": "What is wrong, for people."})
    pointer = Text(metadata={"description": "Where in the body, as a JSON pointer (RFC 6901)."})
    parameter = Text(metadata={"description": "Which query parameter."})
    header = Text(metadata={"description": "Which header."})


def _problem_schema(schemas: GameSchemas) -> Schema:
    members: dict[str, AnyField] = {
        "type": Text(required=True, metadata={"description": "Which kind of problem: stable, and a page's address.",
                                              "enum": [f"/problems/{code}" for code in KINDS]}),
        "title": Text(required=True, metadata={"description": "The kind of problem, for people."}),
        "status": Whole(400, 599, required=True, metadata={"description": "The status code, repeated."}),
        "detail": Text(required=True, metadata={"description": "What is wrong with this request, for people."}),
        "next": Text(required=True, metadata={"description": "What to do now, for people."}),
        "request_id": Text(required=True, metadata={"description": "Names the request in the server's log."}),
        "errors": Items(fields.Nested(RequestFault()), metadata={"description": "What is wrong with the form."}),
        "rule": Text(metadata={"description": "The number of the rule that refuses it, in the rules of the game."}),
        "game": Text(metadata={"description": "The key of the game."}),
        "pending": Items(schemas.pending(), metadata={"description": "What you may decide now, with all legal moves."}),
        "match_status": Text(metadata={"description": "The status of the match."}),
        "empty_seats": Items(Whole(), metadata={"description": "The seats that nobody has taken."}),
        "option": Text(metadata={"description": "The option that is refused."}),
        "retry_after": Whole(0, metadata={"description": "After how many seconds to try again."}),
    }  # fmt: skip
    return object_schema("Problem", "An error (RFC 9457).", members)


def problems_of(operation: Operation) -> list[str]:
    """Every problem that an operation can answer with, in the order of the table."""
    codes = {*_ALWAYS, *operation.problems}
    if names_in(operation.path):
        codes.add("not-found")
    if operation.auth in ("optional", "required"):
        codes |= {"unauthenticated", "store-unavailable"}
    if operation.body is not None:
        codes |= {"malformed-json", "too-large", "unsupported-media-type"}
    if operation.upload is not None:
        codes |= {"too-large", "unsupported-media-type"}
    if operation.idempotent:
        codes |= {"idempotency-key-reused", "store-full", "store-unavailable"}
    if operation.path.startswith(("/v1/matches", "/v1/players")):
        codes.add("store-unavailable")
    return [code for code in KINDS if code in codes]


class _Writer:
    """Writes operations into a document."""

    def __init__(self, converter: OpenAPIConverter, schemas: GameSchemas) -> None:
        self._converter = converter
        self._schemas = schemas

    def operation(self, operation: Operation) -> dict[str, Any]:
        written: dict[str, Any] = {
            "operationId": operation.name,
            "summary": operation.summary,
            "description": markdown(operation.about),
            "tags": [operation.tag],
            "security": _SECURITY[operation.auth],
        }
        if parameters := [*self._path(operation), *self._query(operation), *_header_parameters(operation)]:
            written["parameters"] = parameters
        if operation.body is not None:
            written["requestBody"] = self._body(operation)
        if operation.upload is not None:
            examples = _example_references(operation.body_examples)
            content = {"schema": {"type": "string", "format": "binary"}, "examples": examples}
            written["requestBody"] = {"required": True, "content": {operation.upload: content}}
        responses = {str(status): self._reply(reply) for status, reply in operation.replies.items()}
        if operation.conditional:
            responses["304"] = {
                "description": "Nothing has changed since the `ETag` that was sent.",
                "headers": _header_references(["ETag"]),
            }
        for status, response in self._problems(operation):
            responses.setdefault(status, response)
        written["responses"] = dict(sorted(responses.items()))
        return written

    def _path(self, operation: Operation) -> Iterable[dict[str, Any]]:
        for name in names_in(operation.path):
            parameter = PATH_PARAMETERS[name]
            schema: dict[str, Any] = {"type": "string", "pattern": rf"^{parameter.pattern}$(?!\n)"}
            if parameter.whole is not None:
                schema = {"type": "integer", "minimum": parameter.whole[0], "maximum": parameter.whole[1]}
            yield {
                "name": name, "in": "path", "required": True, "description": parameter.about, "schema": schema,
                "example": parameter.example,
            }  # fmt: skip

    def _query(self, operation: Operation) -> Iterable[dict[str, Any]]:
        declared = {} if operation.query is None else operation.query(self._schemas)
        for name, field in declared.items():
            schema = self._converter.field2property(field)
            yield {"name": name, "in": "query", "description": schema.pop("description"), "schema": schema}

    def _body(self, operation: Operation) -> dict[str, Any]:
        assert operation.body is not None
        field = self._schemas.once(operation.body)
        content = {"schema": self._schema(field), "examples": _example_references(operation.body_examples)}
        return {"required": _needs_body(field), "content": {"application/json": content}}

    def _reply(self, reply: Reply) -> dict[str, Any]:
        response: dict[str, Any] = {"description": reply.about}
        if reply.headers:
            response["headers"] = _header_references(reply.headers)
        if reply.schema is not None:
            response["content"] = {
                reply.media_type: {
                    "schema": self._schema(self._schemas.once(reply.schema)),
                    "examples": _example_references(reply.examples),
                }
            }
        elif reply.media_type != "application/json":
            # A generated client takes what is no text to read for bytes.
            shape = {"type": "string"} | ({} if reply.media_type.startswith("text/") else {"format": "binary"})
            text: dict[str, Any] = {"schema": shape}
            if reply.examples:
                text["examples"] = _example_references(reply.examples)
            response["content"] = {reply.media_type: text}
        return response

    def _problems(self, operation: Operation) -> Iterable[tuple[str, dict[str, Any]]]:
        codes: dict[int, list[str]] = {}
        for code in problems_of(operation):
            codes.setdefault(KINDS[code].status, []).append(code)
        for status, of_status in codes.items():
            response: dict[str, Any] = {
                "description": "; ".join(KINDS[code].title for code in of_status) + ".",
                "content": {
                    MEDIA_TYPE: {
                        "schema": {"$ref": "#/components/schemas/Problem"},
                        "examples": _example_references(of_status),
                    }
                },
            }
            if status in _PROBLEM_HEADERS:
                response["headers"] = _header_references(_PROBLEM_HEADERS[status])
            yield str(status), response

    def _schema(self, field: AnyField) -> dict[str, Any]:
        schema: dict[str, Any] = self._converter.field2property(field)
        return schema


def _needs_body(field: AnyField) -> bool:
    """Whether an empty object, for which no body stands, is refused."""
    return not (isinstance(field, fields.Nested) and not any(inner.required for inner in field.schema.fields.values()))


def _example_references(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/examples/{name}"} for name in names}


def _header_references(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _header_parameters(operation: Operation) -> Iterable[str]:
    """Names of shared parameters, which apispec turns into references."""
    if operation.idempotent:
        yield "IdempotencyKey"
    if operation.conditional:
        yield "IfNoneMatch"


def document(games: Mapping[str, Game[Any]] = GAMES) -> dict[str, Any]:
    """The whole document for a server of ``games``, as JSON values; the same each time."""
    schemas = GameSchemas(games)
    made = examples(games)
    spec, converter = new_spec(
        {
            "title": "Monkeys",
            "version": API_VERSION,
            "summary": "Monkey games by web.",
            "description": _about(),
            "contact": {"name": "The Monkeys authors"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "This server."}],
        tags=[{"name": resource.tag, "description": resource.about} for resource in RESOURCES],
        security=[],
    )
    components = spec.components
    components.schema("Problem", schema=_problem_schema(schemas))
    components.security_scheme(
        "token", {"type": "http", "scheme": "bearer", "description": "A player's token, `mk_…`."}
    )
    components.security_scheme(
        "operator", {"type": "http", "scheme": "bearer", "description": "The token that the operator has set."}
    )
    for name, (about, schema) in _HEADERS.items():
        components.header(name, {"description": about, "schema": schema})
    for name, value in made.items():
        components.example(name, {"value": value})
    used = {code for resource in RESOURCES for operation in resource.operations for code in problems_of(operation)}
    for code, value in problem_examples(made, used).items():
        components.example(code, {"summary": KINDS[code].title, "value": value})
    components.parameter(
        "IdempotencyKey", "header",
        {"name": IDEMPOTENT, "description": "Stands for this request for 24 hours: sent again, it is done once and "
         "answered alike. One header of 16 to 255 visible ASCII characters without a comma; take a random one, for it "
         "is as good as a token.",
         "schema": {"type": "string", "pattern": _KEY_PATTERN}, "example": "8f14e45fceea167a5a36dedd4bea2543"},
    )  # fmt: skip
    components.parameter(
        "IfNoneMatch", "header",
        {"name": "If-None-Match", "description": "The `ETag` of an earlier answer.",
         "schema": {"type": "string"}, "example": 'W/"1.0.3.2"'},
    )  # fmt: skip
    writer = _Writer(converter, schemas)
    for resource in RESOURCES:
        for operation in resource.operations:
            spec.path(operation.path, operations={operation.method.lower(): writer.operation(operation)})
    whole: dict[str, Any] = spec.to_dict()
    whole["components"] = {kind: dict(sorted(entries.items())) for kind, entries in sorted(whole["components"].items())}
    return _ordered(whole)


def _ordered(whole: dict[str, Any]) -> dict[str, Any]:
    first = ("openapi", "info", "servers", "security", "tags", "paths", "components")
    return {name: whole[name] for name in first}


class _Dumper(yaml.SafeDumper):
    """Without anchors, and with long texts as blocks."""

    def ignore_aliases(self, *_: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def render(games: Mapping[str, Game[Any]] = GAMES) -> str:
    """openapi.yaml."""
    head = "# Written from the code by `make openapi`; do not edit.\n"
    return head + yaml.dump(document(games), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


if __name__ == "__main__":
    sys.stdout.write(render())
