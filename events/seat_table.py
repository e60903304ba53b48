"""Who sits where, with names: the one thing about a match that is not in its stream, because names are not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec

from domain.table import Match
from domain.table_events import SeatKind
from events.names import appearance


class SeatRow(msgspec.Struct, frozen=True):
    """``player``: who sits here. ``name``: of that player or of the bot; ``None`` for an empty seat."""

    kind: SeatKind
    player: str | None
    name: str | None
    bot: str | None


class SeatTable(msgspec.Struct, frozen=True):
    """``revision``: how often it has changed. ``mark``: another one for other names, which change without the table.

    No two seats have names that look alike.
    """

    revision: int
    game: str
    host: str
    host_name: str
    seats: tuple[SeatRow, ...]
    mark: str = ""

    @property
    def names(self) -> list[str | None]:
        """By seat."""
        return [seat.name for seat in self.seats]


NAMELESS = "?"
"""Stands for a player whose record is gone."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(SeatTable).decode


@lru_cache(maxsize=1024)
def decode_seat_table(stored: bytes) -> SeatTable:
    """The table that ``encode_seat_table`` wrote. It is asked for far more often than it changes."""
    return _decode(stored)


def players_of(match: Match[Any]) -> set[str]:
    """Everybody whose name the table shows."""
    return {match.host} | {seat.player for seat in match.seats if seat.player is not None}


def players_in(table: SeatTable) -> set[str]:
    """Everybody whose name ``table`` shows."""
    return {table.host} | {seat.player for seat in table.seats if seat.player is not None}


def encode_seat_table(match: Match[Any], names: Mapping[str, str], revision: int) -> bytes:
    """The table of ``match``. ``names``: of ``players_of(match)``."""
    rows = tuple(SeatRow(seat.offer.kind, seat.player, None, seat.offer.bot) for seat in match.seats)
    return encode_renamed(SeatTable(revision, match.game, match.host, "", rows), names)


def encode_renamed(table: SeatTable, names: Mapping[str, str]) -> bytes:
    """``table`` with other names. ``names``: of ``players_in(table)``."""
    rows: list[SeatRow] = []
    taken: set[str] = set()
    for number, seat in enumerate(table.seats):
        name = None
        if seat.player is not None or seat.kind == "bot":
            name = f"Bot {number}" if seat.player is None else names.get(seat.player, NAMELESS)
            while appearance(name) in taken:
                name = f"{name} (seat {number})"
            taken.add(appearance(name))
        rows.append(msgspec.structs.replace(seat, name=name))
    host_name = names.get(table.host, NAMELESS)
    mark = f"{crc32(_encode([host_name, [row.name for row in rows]])):08x}"
    return _encode(msgspec.structs.replace(table, host_name=host_name, seats=tuple(rows), mark=mark))


def admitted(match: Match[Any]) -> dict[str, str]:
    """Who has a place at the table: player → seat, or ``-`` for the host and for those whom a seat is kept for."""
    players = {match.host: "-"}
    players |= {seat.offer.player: "-" for seat in match.seats if seat.offer.player is not None}
    players |= {seat.player: str(number) for number, seat in enumerate(match.seats) if seat.player is not None}
    return players
