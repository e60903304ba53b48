"""What an accepted command leaves behind, so that the same command again is answered the same and done once."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.command import (
    AllowForking,
    CancelTable,
    Command,
    DrawOffer,
    Expire,
    ExpireTable,
    GameWake,
    OpenTable,
    Play,
    Prefer,
    Resign,
    StartMatch,
    TakeBack,
    TakeSeat,
)
from domain.event import Viewer
from domain.table import Match
from events.codec import Author

_sorted = msgspec.json.Encoder(order="sorted").encode

SERVER = "server"

_OF_A_SEAT = (Play, Prefer, AllowForking, Resign, DrawOffer, TakeBack)

_NATURAL: Mapping[type[Any], Callable[[Any], str]] = {
    OpenTable: lambda command: "open",
    StartMatch: lambda command: "start",
    CancelTable: lambda command: "cancel",
    Play: lambda command: command.decision,
    Resign: lambda command: f"resign-{command.seat}",
}
"""The ids of commands that can be done once in a match."""

_UNSAID: Mapping[type[Any], dict[str, Any]] = {
    OpenTable: {"match": "", "invites": (), "commitment": "", "records": {}, "history": msgspec.UNSET},
    TakeSeat: {"records": {}, "history": msgspec.UNSET},
    StartMatch: {"records": {}, "history": msgspec.UNSET},
    TakeBack: {"entries": ()},
}
"""What the server added to a command, which may be another thing when the same request comes again."""


class Receipt(msgspec.Struct, frozen=True):
    """``decision``: which was answered. ``entry``: of the author's own log, in which the command shows."""

    decision: str | None
    entry: int


class StoredReceipt(NamedTuple):
    digest: str
    entry: int


def natural_id(command: Command) -> str | None:
    """The id of a command that can be done only once, ``None`` for any other."""
    name = _NATURAL.get(type(command))
    return None if name is None else name(command)


def known_as(command: Command, version: int) -> str | None:
    """The id under which the commit ``version`` has ``command``, where the command alone says so."""
    if isinstance(command, Expire):
        return command.decision
    return f"due-{version - 1}" if isinstance(command, GameWake | ExpireTable) else natural_id(command)


def author_of(command: Command) -> Author:
    """Who gives such a command."""
    if isinstance(command, _OF_A_SEAT):
        return command.seat
    if isinstance(command, Expire | GameWake | ExpireTable):
        return SERVER
    return command.host if isinstance(command, OpenTable) else command.player


def keyed_id(player: str, key: str) -> str:
    """The id of a command that ``player`` has named by an Idempotency-Key."""
    return "key-" + _short(msgspec.json.encode([player, key]))


def digest_of(command: Command) -> str:
    """The same for the same request, and practically never for two different ones."""
    return _short(_sorted(msgspec.structs.replace(command, **_UNSAID.get(type(command), {}))))


def _short(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()[:12]).decode()


def encode_receipt(receipt: StoredReceipt) -> str:
    return f"{receipt.digest} {receipt.entry}"


def decode_receipt(stored: bytes) -> StoredReceipt:
    digest, entry = stored.decode().split(" ")
    return StoredReceipt(digest, int(entry))


def receipt_for(command: Command, entry: int) -> Receipt:
    return Receipt(command.decision if isinstance(command, Play) else None, entry)


def seat_of(match: Match[Any], player: str) -> int | None:
    return next((number for number, seat in enumerate(match.seats) if seat.player == player), None)


def viewer_of(match: Match[Any], by: Author) -> Viewer:
    """In whose log a command of ``by`` shows."""
    return by if isinstance(by, int) else seat_of(match, by)


def keeps_receipt(match: Match[Any], by: Author) -> bool:
    """Only what somebody else than the server asks for may be asked for again."""
    return by != SERVER and not (isinstance(by, int) and match.seats[by].offer.kind == "bot")
