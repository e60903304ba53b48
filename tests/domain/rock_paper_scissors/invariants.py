"""What holds at every moment of a match of the tiny game."""

from __future__ import annotations

from collections.abc import Sequence

from domain.event import Event
from tests.tiny_game.events import Revealed
from tests.tiny_game.state import State, staying


def invariants(state: State, before: State | None = None) -> None:
    assert state.options is not None
    assert 0 <= state.round <= state.options.rounds
    assert len(set(state.left)) == len(state.left)
    # At most one point for each seat that is beaten, in each round.
    seats = len(state.points)
    assert sum(state.points) <= state.round * (seats - 1)
    for seat in range(seats):
        assert state.over or (state.throws[seat] is not None) == state.thrown[seat]
    assert state.over or not all(state.thrown[seat] for seat in staying(state))
    if before is not None:
        assert all(old <= new for old, new in zip(before.points, state.points, strict=True))


def finished(state: State, events: Sequence[Event]) -> None:
    assert state.options is not None
    rounds = sum(isinstance(event, Revealed) for event in events)
    assert rounds == state.options.rounds or len(staying(state)) == 1
