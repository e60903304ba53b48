"""What seats of the tiny game know of each other, for the generic suite."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from domain.event import Event, Viewer
from tests.tiny_game.events import Revealed
from tests.tiny_game.options import Habit, Options
from tests.tiny_game.rules import THROWS
from tests.tiny_game.state import State

VARIATIONS: dict[str, Any] = {}
"""Other equipment with which non-interference is held, too: name → patch."""


def watched(options: Options) -> Options:
    """Options under which a seat learns nothing that it is not granted."""
    return options


def agrees(projection: State, truth: State) -> None:
    """Nothing in a projection is wrong."""
    for name in ("throws", "habits", "last"):
        known, true = getattr(projection, name), getattr(truth, name)
        assert all(k in (None, t) for k, t in zip(known, true, strict=True)), name


def twin(truth: State, projection: State, viewer: Viewer, rng: Random) -> State:
    """Another truth that goes with ``projection``: other throws and habits where they are hidden."""
    other = truth.copy()
    for seat in range(len(truth.points)):
        if projection.throws[seat] is None and truth.throws[seat] is not None:
            allowed = [t for t in THROWS if truth.options.repeats or t != truth.last[seat]]
            other.throws[seat] = rng.choice(allowed)
        if seat != viewer:
            other.habits[seat] = rng.choice(get_args(Habit))
    return other


def public_part(move: Any) -> Any:
    """What everybody learns of a move when it is made."""
    return "throw"


def turned_up(event: Event) -> Any:
    """What an event shows to everybody that was hidden before."""
    return event.throws if isinstance(event, Revealed) else None
