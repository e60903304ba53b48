"""Who sits where, with names: the one thing about a match that is not in its stream, because names are not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

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
    """``revision``: how often it has changed. No two seats have names that look alike."""

    revision: int
    game: str
    host: str
    host_name: str
    seats: tuple[SeatRow, ...]

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


def encode_seat_table(match: Match[Any], names: Mapping[str, str], revision: int) -> bytes:
    """The table of ``match``. ``names``: of ``players_of(match)``."""
    rows: list[SeatRow] = []
    taken: set[str] = set()
    for number, seat in enumerate(match.seats):
        name = None
        if seat.filled:
            name = f"Bot {number}" if seat.player is None else names.get(seat.player, NAMELESS)
            while appearance(name) in taken:
                name = f"{name} (seat {number})"
            taken.add(appearance(name))
        rows.append(SeatRow(seat.offer.kind, seat.player, name, seat.offer.bot))
    return _encode(SeatTable(revision, match.game, match.host, names.get(match.host, NAMELESS), tuple(rows)))


def admitted(match: Match[Any]) -> dict[str, str]:
    """Who has a place at the table: player → seat, or ``-`` for the host and for those whom a seat is kept for."""
    players = {match.host: "-"}
    players |= {seat.offer.player: "-" for seat in match.seats if seat.offer.player is not None}
    players |= {seat.player: str(number) for number, seat in enumerate(match.seats) if seat.player is not None}
    return players
