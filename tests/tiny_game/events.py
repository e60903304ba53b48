"""What happened, with what each viewer sees of it."""

from __future__ import annotations

from domain.event import EVERYONE, Event
from tests.tiny_game.options import Habit, Options, Throw


class GamePrepared(Event, frozen=True, tag="game_prepared"):
    audience = EVERYONE
    public = ("options",)
    secret = {}
    options: Options


class RoundBegan(Event, frozen=True, tag="round_began"):
    audience = EVERYONE
    public = ("number", "deadline")
    secret = {}
    times = ("deadline",)
    number: int
    deadline: int


class Thrown(Event, frozen=True, tag="thrown"):
    """That a seat has chosen is public, what it has chosen is not."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"throw": ("seat",)}
    seat: int
    throw: Throw | None


class Revealed(Event, frozen=True, tag="revealed"):
    """``throws`` by seat, ``None`` for who has left; ``points`` of this round by seat."""

    audience = EVERYONE
    public = ("throws", "points")
    secret = {}
    throws: tuple[Throw | None, ...]
    points: tuple[int, ...]


class LotDrawn(Event, frozen=True, tag="lot_drawn"):
    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class HabitSet(Event, frozen=True, tag="habit_set"):
    audience = ("seat",)
    public = ("seat", "habit")
    secret = {}
    seat: int
    habit: Habit


class SeatLeft(Event, frozen=True, tag="seat_left"):
    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


EVENTS: tuple[type[Event], ...] = (GamePrepared, RoundBegan, Thrown, Revealed, LotDrawn, HabitSet, SeatLeft)
