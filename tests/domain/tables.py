"""Tables of the tiny game, opened as a test wants them, at which every commit is checked."""

from __future__ import annotations

from typing import Any

import pytest

from domain.chance import KeyedChance
from domain.command import Command, OpenTable, Play, TakeSeat
from domain.deciding import pending
from domain.due import Due, next_due
from domain.event import Event
from domain.game import Game
from domain.match import decide
from domain.refusal import Refusal
from domain.table import Match
from domain.table_events import BotDelay, SeatOffer
from tests.domain.world import World, pack
from tests.tiny_game import ROCK_PAPER_SCISSORS
from tests.tiny_game.moves import Throw

OPEN = SeatOffer("open")
INVITED = SeatOffer("invited")
BOT = SeatOffer("bot", bot="copycat")
NOW = 1_000


def reserved(player: str) -> SeatOffer:
    return SeatOffer("reserved", player=player)


def opening(*offers: SeatOffer, game: Game[Any] = ROCK_PAPER_SCISSORS, **fields: Any) -> OpenTable:
    """``ann`` opens a table; nothing is decided yet."""
    given: dict[str, Any] = {
        "match": "00test",
        "game": game.key,
        "options": {},
        "seats": offers,
        "invites": tuple(f"code{i}" if offer.kind == "invited" else None for i, offer in enumerate(offers)),
        "host": "ann",
        "visibility": "public",
        "start": "full",
        "clock": {},
        "bot_delay_ms": BotDelay(0, 0),
        "commitment": "c0ffee",
    }
    return OpenTable(**{**given, **fields})


class Table:
    def __init__(self, *offers: SeatOffer, game: Game[Any] = ROCK_PAPER_SCISSORS, **fields: Any) -> None:
        self.world = World(game, KeyedChance(bytes(32)), len(offers))
        self.opened = self.do(opening(*offers, game=game, **fields), NOW)

    @property
    def match(self) -> Match[Any]:
        return self.world.truth

    @property
    def sitting(self) -> list[str | None]:
        return [seat.player for seat in self.match.seats]

    @property
    def asked(self) -> list[str]:
        return [decision.id for decision in pending(self.world.game, self.match)]

    @property
    def due(self) -> Due | None:
        return next_due(self.world.game, self.match, self.world.chance)

    def do(self, command: Command, now: int | None = None) -> list[Event]:
        return self.world.commit(command, self.match.at if now is None else now)

    def refuse(self, command: Command, error: type[Exception], now: int | None = None) -> Any:
        """The refusal; nothing has changed."""
        before = pack(self.match)
        with pytest.raises(error) as caught:
            decide(self.world.game, self.match, command, self.world.chance, self.match.at if now is None else now)
        assert pack(self.match) == before
        assert not isinstance(caught.value, Refusal) or caught.value.detail
        return caught.value

    def throw(self, seat: int, what: str = "rock", now: int | None = None) -> list[Event]:
        return self.do(throwing(seat, what, self.match.state.round), now)


def throwing(seat: int, what: str = "rock", number: int = 1) -> Play:
    return Play(seat, f"{seat}-{number}", Throw(what))  # type: ignore[arg-type]


def two(**fields: Any) -> Table:
    """``ann`` and ``bob`` play."""
    table = Table(reserved("ann"), OPEN, **fields)
    table.do(TakeSeat("bob"))
    return table


def three(**fields: Any) -> Table:
    table = Table(reserved("ann"), OPEN, OPEN, **fields)
    table.do(TakeSeat("bob"))
    table.do(TakeSeat("cid"))
    return table
