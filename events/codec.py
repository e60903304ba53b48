"""Commits and snapshots as bytes, and back, for ever: what an old release wrote is brought up to date on reading."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, Union, cast

import msgspec

from domain.command import Command
from domain.event import Event
from domain.game import Game
from domain.table import Match
from domain.table_events import TABLE_EVENTS
from events.written import Written

SCHEMA = 2
"""Version of the stored form of commits. Whoever changes the form raises it and adds a step to ``UPCASTERS``."""

Author: TypeAlias = int | str
"""A seat; a player, for what is done to a table; or ``server``."""

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: Mapping[int, Upcaster] = {1: lambda commit: {**commit, "prev": None}}
"""Schema → the step that turns a commit of that schema, as JSON values, into one of the next."""

S = TypeVar("S")


class Commit(msgspec.Struct, frozen=True):
    """The events of one accepted command. ``at``: store time in ms. ``command``: JSON with its ``id`` and ``by``.

    ``schema``: in which it was written. ``prev``: ``digest`` of the commit before, ``None`` for the first one and for
    those that were written before there was a chain.
    """

    schema: int
    version: int
    at: int
    prev: str | None
    command: msgspec.Raw
    events: tuple[Event, ...]


class Origin(msgspec.Struct, frozen=True):
    """Which command led to a commit, and who gave it."""

    id: str
    by: Author


class Loaded(msgspec.Struct, Generic[S]):
    """A match as the write side holds it, and as a snapshot stores it. Nobody changes one that others may hold.

    ``projections`` and ``entries``: by seat, the public last. ``revision``: how often the seat table has changed.
    """

    version: int
    truth: Match[S]
    projections: list[Match[S]]
    entries: list[int]
    revision: int


_encode_json = msgspec.json.Encoder().encode
_encode_snapshot = msgspec.msgpack.Encoder().encode
_decode_command = msgspec.json.Decoder(Command).decode
_decode_origin = msgspec.json.Decoder(Origin).decode
_decode_any = msgspec.json.Decoder(dict[str, Any]).decode
_PLAIN_FIELDS = [("schema", int), ("version", int), ("at", int), ("prev", str | None), ("command", msgspec.Raw)]
_CURRENT = b'{"schema":%d,' % SCHEMA


def digest(stored: bytes) -> str:
    """By what a chain names a commit, or an entry of a viewer's log: SHA-256 of exactly its bytes, in hexadecimal."""
    return hashlib.sha256(stored).hexdigest()


def encode_commit(
    version: int, at: int, prev: str | None, origin: Origin, command: Command, *, written: Written
) -> bytes:
    """One commit as JSON; names only, no numbers of enumerations."""
    whole = _encode_json(origin)[:-1] + b"," + _encode_json(command)[1:]
    link = b"null" if prev is None else b'"%b"' % prev.encode()
    form = b'{"schema":%d,"version":%d,"at":%d,"prev":%b,"command":%b,"events":[%b]}'
    return form % (SCHEMA, version, at, link, whole, b",".join(written.json))


class Opening(msgspec.Struct, frozen=True):
    """What has to be known of the first event of a log, which opens the table, before anything else can be read."""

    game: str = ""
    rules_version: int = 0


class _FirstCommit(msgspec.Struct):
    events: tuple[Opening, ...]


_decode_first = msgspec.json.Decoder(_FirstCommit).decode


def opening_of(first: bytes) -> Opening:
    """How the log begins whose first commit is ``first``; ``msgspec.MsgspecError``."""
    return next(iter(_decode_first(first).events), Opening())


@cache
def _commit_decoder(events: tuple[type[Event], ...]) -> Callable[[bytes], Commit]:
    commit = msgspec.defstruct(
        "Commit",
        [*_PLAIN_FIELDS, ("events", tuple[Union[events], ...])],  # type: ignore[valid-type]  # noqa: UP007
        bases=(Commit,),
        frozen=True,
    )
    decode: Callable[[bytes], Any] = msgspec.json.Decoder(commit).decode
    return decode


def decode_commit(game: Game[Any], stored: bytes, upcasters: Mapping[int, Upcaster] = UPCASTERS) -> Commit:
    """The commit that ``stored`` holds, whatever release wrote it; ``msgspec.ValidationError`` for what is none."""
    if not stored.startswith(_CURRENT):
        commit = _decode_any(stored)
        written = commit.get("schema")
        if not isinstance(written, int) or not min(upcasters, default=SCHEMA) <= written <= SCHEMA:
            raise msgspec.ValidationError(f"Commits of schema {written} are not known to this release.")
        for schema in range(written, SCHEMA):
            commit = upcasters[schema](commit)
        stored = _encode_json({**commit, "schema": written})
    return _commit_decoder((*TABLE_EVENTS, *game.events))(stored)


def is_chained(commit: Commit) -> bool:
    """Whether it was written as a part of a chain, and what it showed as well: not by the first release."""
    return commit.schema >= 2


def command_of(commit: Commit) -> Command:
    """The whole command; a move in it is a JSON object."""
    return _decode_command(commit.command)


def origin_of(commit: Commit) -> Origin:
    return _decode_origin(commit.command)


@cache
def _snapshot_decoder(state: Hashable) -> Callable[[bytes], Loaded[Any]]:
    return msgspec.msgpack.Decoder(Loaded[state]).decode  # type: ignore[valid-type]


def encode_snapshot(loaded: Loaded[Any]) -> bytes:
    return _encode_snapshot(loaded)


def decode_snapshot(game: Game[Any], stored: bytes) -> Loaded[Any]:
    """``msgspec.MsgspecError`` for the snapshot of a release that kept its state in another form."""
    return _snapshot_decoder(cast("Hashable", game.State))(stored)
