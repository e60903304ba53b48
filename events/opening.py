"""What opening a table needs before anything is written: an id, room for one more table, and the invitation codes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from domain.command import OpenTable
from domain.table_events import SeatOffer
from events import keys
from events.creation import Creation, Limit, begin
from events.errors import LimitReached
from events.store import Store

_DAY_MS = 24 * 60 * 60 * 1000
_HOUR_MS = 60 * 60 * 1000


def begin_table(
    store: Store,
    command: OpenTable,
    idempotency_key: str | None,
    random_bytes: Callable[[int], bytes],
    *,
    open_tables: int,
    per_hour: int,
) -> Creation:
    """The match that ``command`` opens; ``TooMany``, ``IdempotencyKeyReused``."""
    return begin(
        store,
        ("table", command.host, command),
        idempotency_key,
        new_id=lambda: keys.new_match_id(random_bytes),
        random_bytes=random_bytes,
        limits=[
            Limit(
                keys.hosting(command.host),
                _DAY_MS,
                open_tables,
                f"You have {open_tables} tables that have not started; start or cancel one first.",
                LimitReached,
            ),
            Limit(keys.opened(command.host), _HOUR_MS, per_hour, f"You have opened {per_hour} tables within an hour."),
        ],
    )


def invitation_codes(creation: Creation, seats: Sequence[SeatOffer]) -> tuple[str | None, ...]:
    """By seat the code for whoever is invited to it; they are stored nowhere."""
    return tuple(
        keys.code(creation.derive(f"invite/{number}"), 20) if seat.kind == "invited" else None
        for number, seat in enumerate(seats)
    )


def invitation(code: str) -> str:
    """What is kept of a code, and what a player who shows it is compared by."""
    return hashlib.sha256(code.encode()).hexdigest()
