"""Matches of people who make random legal moves through the handler."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from domain.command import Play, TakeSeat
from domain.table_events import SeatOffer
from domain.view import AwaitedDecision, PendingDecision
from events import queries
from events.handler import Handler
from events.players import create_player
from events.store import Store

_OPTIONS = {"min_window_ms": 0, "response_ms": 600_000}
"""Nothing happens by itself while a benchmark looks."""


class _Asked(msgspec.Struct):
    you: int
    pending: tuple[PendingDecision, ...]
    awaited: tuple[AwaitedDecision, ...]


_decode = msgspec.json.Decoder(_Asked).decode


class Move(msgspec.Struct, frozen=True):
    """A legal move that is to be made."""

    player: str
    decision: str
    move: Any


class RandomMatch:
    """A match of the card game that has just begun. ``options``: of its table."""

    def __init__(self, store: Store, handler: Handler, seats: int, rng: Random, **options: Any) -> None:
        self._store = store
        self._handler = handler
        self._rng = rng
        self.players = [
            create_player(store, f"Player {seat}", guest=False, address=str(seat), per_hour=100_000).player.id
            for seat in range(seats)
        ]
        opened = handler.open_table(
            self.players[0],
            game="space-monkeys",
            seats=[SeatOffer("reserved", player) for player in self.players],
            options={**_OPTIONS, **options},
        )
        self.id = opened.accepted.match
        for player in self.players[1:]:
            self._view = handler.act(self.id, player, lambda seat, player=player: TakeSeat(player)).view

    def choose(self) -> Move | None:
        """Any legal move of anybody; ``None`` once the match is over."""
        view = _decode(self._view)
        seats = [awaited.seat for awaited in view.awaited] + ([view.you] if view.pending else [])
        self._rng.shuffle(seats)
        for seat in seats:
            player = self.players[seat]
            pending = _decode(queries.read_match(self._store, self.id, player).view).pending
            if pending:
                decision = self._rng.choice(pending)
                return Move(player, decision.decision, self._rng.choice(decision.legal_moves).move)
        return None

    def make(self, move: Move, handler: Handler | None = None) -> None:
        """Have ``move`` made, by another handler if need be."""
        accepted = (handler or self._handler).act(
            self.id, move.player, lambda seat: Play(-1 if seat is None else seat, move.decision, move.move)
        )
        self._view = accepted.view

    def move(self) -> bool:
        """Make one move; whether there was one."""
        move = self.choose()
        if move is not None:
            self.make(move)
        return move is not None
