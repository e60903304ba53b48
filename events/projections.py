"""What each viewer has of a match: a log and a view, folded from what that viewer may see and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.event import Event, Viewer
from domain.game import Game
from domain.table import Match, fold
from domain.table_events import (
    MatchEnded,
    MatchStarted,
    SeatReleased,
    SeatTaken,
    SeatVacated,
    TableCancelled,
    TableOpened,
)
from domain.view import match_view
from events.codec import Commit, Loaded
from events.viewer_logs import LogLine, Seen, seen_of

_SEATING = (TableOpened, SeatTaken, SeatVacated, SeatReleased)
_TURNING = (*_SEATING, MatchStarted, MatchEnded, TableCancelled)

_encode = msgspec.json.Encoder().encode


class Shown(NamedTuple):
    """A new entry of one viewer, and the view after it, both as JSON."""

    line: LogLine
    view: bytes


def nothing() -> Loaded[Any]:
    """A match of which nothing has happened."""
    return Loaded(0, Match(), [], [], 0)


def place(loaded: Loaded[Any], viewer: Viewer) -> int:
    """Where ``loaded`` has the projection of ``viewer``."""
    return len(loaded.projections) - 1 if viewer is None else viewer


def seats_changed(events: Iterable[Event]) -> bool:
    """Whether the seat table is another one after ``events``."""
    return any(isinstance(event, _SEATING) for event in events)


def table_turned(events: Iterable[Event]) -> bool:
    """Whether ``events`` change what spans matches: who sits where, or whether the match waits, runs or is over."""
    return any(isinstance(event, _TURNING) for event in events)


def advance(
    game: Game[Any],
    loaded: Loaded[Any],
    events: Sequence[Event],
    at: int,
    truth: Match[Any] | None = None,
    *,
    owned: bool = False,
) -> tuple[Loaded[Any], Seen]:
    """``loaded`` after one more commit, and what of it each place saw; who saw nothing is left out.

    ``truth``: the true match after the commit, where the caller has it. ``owned``: ``loaded`` itself may be changed.
    """
    if truth is None:
        truth = loaded.truth if owned else loaded.truth.copy()
        fold(game, truth, events, at)
    projections, entries = loaded.projections, loaded.entries
    if not projections:
        viewers = len(truth.seats) + 1
        projections, entries = [Match() for _ in range(viewers)], [0] * viewers
    elif not owned:
        projections, entries = projections[:], entries[:]
    seen = seen_of(events, len(projections))
    for index, glimpse in seen.items():
        projection = projections[index]
        if not owned:
            projections[index] = projection = projection.copy()
        fold(game, projection, glimpse.events, at)
        entries[index] += 1
    revision = loaded.revision + seats_changed(events)
    return Loaded(loaded.version + 1, truth, projections, entries, revision), seen


def replay(game: Game[Any], loaded: Loaded[Any], commits: Iterable[Commit]) -> Loaded[Any]:
    """``loaded`` after all of ``commits``."""
    twin = Loaded(
        loaded.version,
        loaded.truth.copy(),
        [projection.copy() for projection in loaded.projections],
        loaded.entries[:],
        loaded.revision,
    )
    for commit in commits:
        twin, _ = advance(game, twin, commit.events, commit.at, owned=True)
    return twin


def view_json(game: Game[Any], loaded: Loaded[Any], index: int) -> bytes:
    """The view of the viewer at this place, as it is served but for the names of seats."""
    viewer = None if index == len(loaded.projections) - 1 else index
    return _encode(match_view(game, loaded.projections[index], viewer, loaded.entries[index]))


def shown(game: Game[Any], loaded: Loaded[Any], lines: Iterable[LogLine]) -> list[Shown]:
    """What viewers get by the commit after which ``loaded`` is."""
    return [Shown(line, view_json(game, loaded, line.place)) for line in lines]
