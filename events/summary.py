"""The part of a viewer's view that lists and indexes of matches need."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.table import Status
from domain.table_events import BotDelay, CancelReason, EndReason, Origin, StartWhen, Visibility
from domain.view import AwaitedDecision, SeatOnView


class DecisionSummary(msgspec.Struct, frozen=True):
    """A decision of the viewer, without its legal moves."""

    decision: str
    kind: str
    required: bool
    deadline: int | None


class Summary(msgspec.Struct, frozen=True):
    """As in the view; times in ms."""

    match: str
    game: str
    status: Status
    entry: int
    at: int
    you: int | None
    host: str
    visibility: Visibility
    start: StartWhen
    options: dict[str, Any]
    clock: dict[str, int]
    bot_delay_ms: BotDelay
    origin: Origin | None
    seats: tuple[SeatOnView, ...]
    opened_at: int
    expires_at: int
    started_at: int | None
    ended_at: int | None
    end_reason: EndReason | CancelReason | None
    ranks: tuple[int, ...] | None
    pending: tuple[DecisionSummary, ...]
    awaited: tuple[AwaitedDecision, ...]

    @property
    def to_move(self) -> bool:
        """Whether the match waits for the viewer."""
        return any(decision.required for decision in self.pending)


decode_summary = msgspec.json.Decoder(Summary).decode
