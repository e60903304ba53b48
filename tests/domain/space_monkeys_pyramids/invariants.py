"""What holds at every moment of a match (section 9), for the generic suite of all games and for this one."""

from __future__ import annotations

from collections.abc import Sequence

from domain.event import Event
from domain.games.space_monkeys_pyramids.board import CAGES, DARK, LIGHT, MONKEYS, SEATS, SHIPS, bits
from domain.games.space_monkeys_pyramids.events import (
    Boarded,
    GameDrawn,
    GameWon,
    Jumped,
    Launched,
    Passed,
    Placed,
    PlacedAnew,
    Revealed,
)
from domain.games.space_monkeys_pyramids.moves import Pass, Text
from domain.games.space_monkeys_pyramids.state import State, position

PATIENCE = 120
"""Random play does not bring this game to its end (section 8)."""
RARE = {Pass, Passed, GameDrawn, PlacedAnew, Text}
"""Passes and, with such patience, draws do not occur in random play (section 8), texts are never listed, and only forks
are dealt anew."""


def invariants(state: State, before: State | None = None) -> None:
    """I1, I2 and I4 of the true ``state``; ``before``: the state one commit earlier."""
    south, north = state.men
    # I2: light and dark squares are told apart by what stands there, so that is checked with the numbers of I1.
    assert not south & north, "I2"
    assert not state.piloted & ~((south | north) & DARK), "I2"
    for seat in SEATS:
        launches = state.launches[seat]
        assert (state.men[seat] & DARK).bit_count() == SHIPS - launches, "I1"
        if state.phase == "moving" or state.plies:
            on_foot = (state.men[seat] & LIGHT).bit_count()
            assert on_foot + (state.men[seat] & state.piloted).bit_count() == MONKEYS - launches, "I1"
    check_placements(state)
    check_counters(state)
    if before is not None:
        check_change(state, before)


def check_placements(state: State) -> None:
    for seat, squares in enumerate(state.placements):
        if squares is not None:
            assert len(set(squares)) == MONKEYS, "2.2"
            assert not bits(str(square) for square in squares) & ~CAGES[seat], "2.2"


def check_counters(state: State) -> None:
    assert state.quiet <= state.plies
    assert state.quiet == state.plies or any(state.launches)
    assert (state.turn is not None) == (state.phase == "moving")
    assert (state.ended_by is None) == (state.phase != "over")
    options = state.options
    if state.phase == "moving":
        assert not options.repetition or 1 <= state.occurrences < options.repetition, "R-10"
        assert not options.no_launch_limit or state.quiet < options.no_launch_limit, "R-10"
        assert state.passes < 2, "R-9"
        assert max(state.launches) < SHIPS, "5.1"
    if options.repetition and (state.plies or state.phase == "moving"):
        assert sum(state.positions.values()) == state.quiet + 1
        assert state.positions[position(state)] == state.occurrences


def check_change(state: State, before: State) -> None:
    """I4: what one ply may change. Between two commits there is at most one, or some are taken back."""
    if state.taken_back > before.taken_back:
        assert state.plies == before.plies + before.taken_back - state.taken_back
        return
    assert 0 <= state.plies - before.plies <= 1
    if state.plies == before.plies:
        return
    changed = [(old ^ new).bit_count() for old, new in zip(before.men, state.men, strict=True)]
    monkeys = [((old ^ new) & LIGHT).bit_count() for old, new in zip(before.men, state.men, strict=True)]
    assert max(changed) <= 4, "I4"
    assert sum(changed) <= 4, "I4"
    # A square left and a square entered for each monkey of a jump; elsewhere one piece, or a monkey and its ship.
    if sum(monkeys) <= 2:
        assert sum(changed) <= 2, "I4"
        assert (before.piloted ^ state.piloted).bit_count() <= 2, "I4"
    else:
        assert before.piloted == state.piloted, "I4"


def finished(state: State, events: Sequence[Event]) -> None:
    """A whole match that the game has ended; ``events``: its full log."""
    assert state.phase == "over"
    ends = [event for event in events if isinstance(event, GameWon | GameDrawn)]
    assert ends == [events[-1]]
    assert state.ended_by == ends[0].by
    for seat in SEATS:
        launches = [event.launches for event in events if isinstance(event, Launched) and event.seat == seat]
        assert launches == list(range(1, state.launches[seat] + 1))
        assert sum(isinstance(event, Placed | Revealed) and event.seat == seat for event in events) <= 2
        assert len(launches) <= sum(isinstance(event, Boarded) and event.seat == seat for event in events)
    assert all(event.cage != event.to for event in events if isinstance(event, Jumped))
    if state.ended_by == "launches":
        assert state.launches[state.winner] == SHIPS
