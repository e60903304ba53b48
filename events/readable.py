"""Which logs of a match somebody may read: before the end their own alone, afterwards all of them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from domain.event import Viewer
from domain.refusal import WrongPhase
from domain.table import OVER
from events import keys
from events.errors import EntryNotFound
from events.queries import MatchRead

Of: TypeAlias = Literal["public", "open"] | int
"""Of the public, the whole one, or of a seat."""

Whose: TypeAlias = Literal["own"] | Of
"""The caller's own, or one by its name."""


class ReadableLog(NamedTuple):
    """``viewer``: for whom its story is told and its views are made."""

    stream: str
    of: Of
    viewer: Viewer


def readable(match: MatchRead, match_id: str, whose: Whose) -> ReadableLog:
    """The log; ``WrongPhase`` for another than the caller's own before the end, ``EntryNotFound`` for no seat."""
    own: Of = "public" if match.viewer is None else match.viewer
    of = own if whose == "own" else whose
    if of != own and match.status not in OVER:
        raise WrongPhase("Before the match is over you see it as yourself alone.", status=match.status)
    if isinstance(of, int) and of >= len(match.table.seats):
        raise EntryNotFound(f"This table has {len(match.table.seats)} seats, counted from 0.")
    viewer = of if isinstance(of, int) else None
    stream = keys.events(match_id) if of == "open" else keys.log(match_id, viewer)
    return ReadableLog(stream, of, viewer)
