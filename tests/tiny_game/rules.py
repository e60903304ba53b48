"""What may be done, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from domain.chance import Chance, chosen
from domain.event import Event
from domain.game import Decision, Inputs, Recording
from domain.refusal import IllegalMove
from tests.tiny_game.events import GamePrepared, HabitSet, LotDrawn, Revealed, RoundBegan, SeatLeft, Thrown
from tests.tiny_game.moves import Throw
from tests.tiny_game.options import Options, Preferences
from tests.tiny_game.options import Throw as ThrowName
from tests.tiny_game.state import State, apply, staying

THROWS: tuple[ThrowName, ...] = get_args(ThrowName)
BEATS: dict[ThrowName, ThrowName] = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


def _recording(state: State, chance: Chance, now: int) -> Recording[State]:
    return Recording(state, apply, chance, now)


def setup(state: State, options: Options, inputs: Inputs, chance: Chance, now: int) -> list[Event]:
    recording = _recording(state, chance, now)
    recording.record(GamePrepared(options))
    _begin_round(recording)
    return recording.events


def pending(state: State) -> list[Decision]:
    if state.over:
        return []
    return [
        Decision(seat, state.round, "throw", required=True, since=state.began, deadline=state.deadline)
        for seat in staying(state)
        if not state.thrown[seat]
    ]


def legal(state: State, decision: Decision) -> Iterator[Throw]:
    """A seat may not repeat its last throw where the table says so (T-2)."""
    repeats = state.options is None or state.options.repeats
    return (Throw(throw) for throw in THROWS if repeats or throw != state.last[decision.seat])


def explain(state: State, decision: Decision, move: Throw) -> IllegalMove:
    return IllegalMove("You threw this in the round before.", rule="T-2")


def play(state: State, decision: Decision, move: Throw, chance: Chance, now: int) -> list[Event]:
    recording = _recording(state, chance, now)
    recording.record(Thrown(decision.seat, move.throw))
    _reveal_when_complete(recording)
    return recording.events


def wake(state: State) -> int | None:
    return None if state.over else state.deadline


def on_wake(state: State, chance: Chance, now: int) -> list[Event]:
    recording = _recording(state, chance, now)
    for decision in pending(state):
        recording.record(Thrown(decision.seat, fallback(state, decision, chance).throw))
    _reveal_when_complete(recording)
    return recording.events


def fallback(state: State, decision: Decision, chance: Chance) -> Throw:
    allowed = list(legal(state, decision))
    habitual = [move for move in allowed if move.throw == state.habits[decision.seat]]
    return chosen(habitual or allowed, chance, f"throw/{decision.id}")


def leave(state: State, seat: int, chance: Chance, now: int) -> list[Event]:
    recording = _recording(state, chance, now)
    if seat not in state.left:
        recording.record(SeatLeft(seat))
        _reveal_when_complete(recording)
    return recording.events


def prefer(state: State, seat: int, preferences: Preferences, chance: Chance, now: int) -> list[Event]:
    recording = _recording(state, chance, now)
    recording.record(HabitSet(seat, preferences.habit))
    return recording.events


def outcome(state: State) -> tuple[int, ...] | None:
    """Who stayed ranks by points, before who left later, before who left earlier."""
    if not state.over:
        return None
    merits = [
        (-1, state.left.index(seat)) if seat in state.left else (points, 0) for seat, points in enumerate(state.points)
    ]
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)


def _begin_round(recording: Recording[State]) -> None:
    state = recording.state
    assert state.options is not None
    assert state.options.throw_ms is not None
    recording.record(RoundBegan(state.round + 1, recording.now + state.options.throw_ms))


def _reveal_when_complete(recording: Recording[State]) -> None:
    state = recording.state
    seats = staying(state)
    if state.over or not all(state.thrown[seat] for seat in seats):
        return
    points = _points(state.throws, seats)
    recording.record(Revealed(tuple(state.throws), points))
    assert state.options is not None
    if not any(points) and state.options.tie == "lot":
        recording.record(LotDrawn(chosen(seats, recording.chance, f"lot/{state.round}")))
    if not state.over:
        _begin_round(recording)


def _points(throws: Sequence[ThrowName | None], seats: list[int]) -> tuple[int, ...]:
    """One for each seat that one beats; none where nobody beats anybody more than the others do."""
    beaten = [
        sum(seat in seats and other in seats and BEATS[mine] == theirs for other, theirs in enumerate(throws))
        if (mine := throws[seat]) is not None
        else 0
        for seat in range(len(throws))
    ]
    return tuple(beaten) if len({beaten[seat] for seat in seats}) > 1 else (0,) * len(throws)
