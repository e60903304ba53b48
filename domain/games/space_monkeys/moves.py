"""What a seat may ask for: the answers to its decisions, with their stable wire forms."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.space_monkeys.cards import ActionCard, Hazard, HeistCard, RaidCard

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=6, description="A seat, counted clockwise from 0.")]
RaidMode: TypeAlias = Literal["pair", "two-from-one", "one-each"]
Cards: TypeAlias = Annotated[
    tuple[ActionCard | Hazard, ...], Meta(min_length=1, max_length=3, description="The cards, the top one first.")
]


class Move(msgspec.Struct, frozen=True, tag_field="type"):
    """An answer to a decision."""


class Vote(Move, frozen=True, tag="vote"):
    """Vote for another seat to begin."""

    seat: Seat


class Draw(Move, frozen=True, tag="draw"):
    """End the turn by drawing from the top of the draw pile."""


class Plasma(Move, frozen=True, tag="plasma"):
    """Play a Plasma Cannon."""

    victim: Seat


class Leap(Move, frozen=True, tag="leap"):
    """Play a Cosmic Leap."""


class Gaze(Move, frozen=True, tag="gaze"):
    """Play one Galactic Gaze."""


class GazePair(Move, frozen=True, tag="gaze_pair"):
    """Play two Galactic Gaze as one action."""


class Split(Move, frozen=True, tag="split"):
    """Play a Quantum Split."""


class Under(Move, frozen=True, tag="under"):
    """Play an Underthrust Maneuver."""


class Trash(Move, frozen=True, tag="trash"):
    """Play an Orbital Trash."""


class Raid(Move, frozen=True, tag="raid"):
    """Play a set of two or three Space Raid cards, the Monkey Mash last."""

    cards: Annotated[tuple[RaidCard, ...], Meta(min_length=2, max_length=3, description="The set.")]
    mode: Annotated[
        RaidMode,
        Meta(description="`pair` with two cards; with three `two-from-one`, or `one-each` from two targets."),
    ]
    targets: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=2, description="In ascending order.")]


class Heist(Move, frozen=True, tag="heist"):
    """Play a set of two or three Crystal Heist cards, the Monkey Mash last."""

    cards: Annotated[tuple[HeistCard, ...], Meta(min_length=2, max_length=3, description="The set.")]
    victim: Seat


class Single(Move, frozen=True, tag="single"):
    """Play one Space Raid or Crystal Heist card alone, without effect."""

    card: Annotated[RaidCard | HeistCard, Meta(description="The card.")]


class Pass(Move, frozen=True, tag="pass"):
    """Let the response window close."""


class ForceField(Move, frozen=True, tag="force_field"):
    """Play a Force Field on the topmost card of the chain."""


class PutBack(Move, frozen=True, tag="put_back"):
    """Put the Asteroid back into the draw pile."""

    depth: Annotated[int, Meta(ge=0, le=119, description="How many cards lie above it.")]


class Give(Move, frozen=True, tag="give"):
    """Give one card because of a Black Hole."""

    card: Annotated[ActionCard, Meta(description="The card that is given away.")]
    to: Seat


class Cut(Move, frozen=True, tag="cut"):
    """Move cards from the top of the draw pile beneath the rest."""

    k: Annotated[int, Meta(ge=1, le=119, description="How many cards.")]


class Order(Move, frozen=True, tag="order"):
    """Put the cards that were seen back on the draw pile."""

    cards: Cards


class Fetch(Move, frozen=True, tag="fetch"):
    """Take one of the cards that Orbital Trash offers."""

    position: Annotated[int, Meta(ge=0, le=2, description="0 lies directly beneath the Orbital Trash.")]


MOVES: tuple[type[Move], ...] = (
    Vote, Draw, Plasma, Leap, Gaze, GazePair, Split, Under, Trash, Raid, Heist, Single,
    Pass, ForceField, PutBack, Give, Cut, Order, Fetch,
)  # fmt: skip
