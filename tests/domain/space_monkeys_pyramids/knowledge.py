"""What seats know of each other, for the generic suite: all but placements until both are in (section 7)."""

from __future__ import annotations

from random import Random
from typing import Any

from domain.event import Event, Viewer
from domain.games.space_monkeys_pyramids.board import SEATS
from domain.games.space_monkeys_pyramids.events import Revealed
from domain.games.space_monkeys_pyramids.legal import PLACEMENTS
from domain.games.space_monkeys_pyramids.moves import Place
from domain.games.space_monkeys_pyramids.options import Options
from domain.games.space_monkeys_pyramids.state import State

VARIATIONS: dict[str, Any] = {}
"""Other equipment with which non-interference is held, too: name → patch."""


def watched(options: Options) -> Options:
    """Options under which a seat learns nothing that it is not granted."""
    return options


def agrees(projection: State, truth: State) -> None:
    """Nothing in a projection is wrong, and only placements that are not revealed are missing."""
    for known, true in zip(projection.placements, truth.placements, strict=True):
        assert (known is None) == (true is None)
        if known is not None and known != true:
            assert truth.phase != "moving"
            assert known == (None,) * len(true)
    told = projection.copy()
    told.placements = truth.placements
    assert told == truth


def twin(truth: State, projection: State, viewer: Viewer, rng: Random) -> State:
    """Another truth that goes with ``projection``: other placements where they are hidden."""
    other = truth.copy()
    placements = list(truth.placements)
    for seat in SEATS:
        if projection.placements[seat] != truth.placements[seat]:
            placements[seat] = rng.choice(PLACEMENTS[seat]).squares
    other.placements = (placements[0], placements[1])
    return other


def public_part(move: Any) -> Any:
    """What everybody learns of a move when it is made (2.2)."""
    return Place if isinstance(move, Place) else move


def turned_up(event: Event) -> Any:
    """What an event shows to everybody that was hidden before."""
    return event.squares if isinstance(event, Revealed) else None
