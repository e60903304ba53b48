"""The state of a match: one class for the truth and for every projection.

In a projection unknown cards are ``None``. Piles have their top at the end. A hand is sorted by kind, its unknown
cards last.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.options import AutoPass, Options

Phase: TypeAlias = Literal[
    "setup", "vote", "turn", "window", "effect", "depth", "gift", "cut", "order", "fetch", "over"
]  # fmt: skip


class Action(msgspec.Struct, frozen=True):
    """The action in play. ``targets``: those still in the game. ``at``: where its top card lies in the discard pile."""

    seat: int
    name: str
    cards: tuple[str, ...]
    targets: tuple[int, ...]
    mode: str | None
    at: int


class State(msgspec.Struct):
    """Lists with one item a seat are indexed by seat.

    ``players``: seats in the game, ascending. ``out``: the others, first eliminated first. ``numbers``: decisions
    asked so far. ``since``: when the current ones were asked. ``chain``: owners of the Force Fields, oldest first.
    ``transit``: an Asteroid waits to be put back. ``receivers``: who still gets a Black Hole gift, clockwise from the
    giver. ``offered``: how many discards Orbital Trash shows. ``trash_taken``: the loop guard of this turn (R-25).
    """

    options: Options
    phase: Phase
    players: list[int]
    out: list[int]
    crystals: list[int]
    hands: list[list[Card]]
    hazards: list[list[str]]
    draw: list[Card]
    discard: list[Card]
    removed: list[str]
    cur: int
    owed: int
    under_fire: bool
    numbers: list[int]
    since: int
    deadline: int
    not_before: int
    action: Action | None
    chain: list[int]
    passed: list[bool]
    transit: bool
    receivers: list[int]
    offered: int
    trash_taken: bool
    plays: int
    voters: list[int]
    votes: list[int | None]
    auto_pass: list[AutoPass]
    ranks: tuple[int, ...] | None

    def copy(self) -> State:
        return State(
            self.options,
            self.phase,
            self.players[:],
            self.out[:],
            self.crystals[:],
            [hand[:] for hand in self.hands],
            [face_up[:] for face_up in self.hazards],
            self.draw[:],
            self.discard[:],
            self.removed[:],
            self.cur,
            self.owed,
            self.under_fire,
            self.numbers[:],
            self.since,
            self.deadline,
            self.not_before,
            self.action,
            self.chain[:],
            self.passed[:],
            self.transit,
            self.receivers[:],
            self.offered,
            self.trash_taken,
            self.plays,
            self.voters[:],
            self.votes[:],
            self.auto_pass[:],
            self.ranks,
        )


def start(seats: int) -> State:
    """The state before anything is dealt, the same for every viewer."""
    return State(
        options=Options(),
        phase="setup",
        players=list(range(seats)),
        out=[],
        crystals=[0] * seats,
        hands=[[] for _ in range(seats)],
        hazards=[[] for _ in range(seats)],
        draw=[],
        discard=[],
        removed=[],
        cur=0,
        owed=1,
        under_fire=False,
        numbers=[0] * seats,
        since=0,
        deadline=0,
        not_before=0,
        action=None,
        chain=[],
        passed=[False] * seats,
        transit=False,
        receivers=[],
        offered=0,
        trash_taken=False,
        plays=0,
        voters=[],
        votes=[None] * seats,
        auto_pass=["none"] * seats,
        ranks=None,
    )
