"""What a seat may ask for: the answers to its decisions, with their stable wire forms."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.monkey_in_the_middle.cards import CardKey

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=5, description="A seat, counted clockwise from 0.")]
Owner: TypeAlias = Annotated[int, Meta(ge=0, le=5, description="The seat that played the banana.")]


class Move(msgspec.Struct, frozen=True, tag_field="type"):
    """An answer to a decision."""


class Choose(Move, frozen=True, tag="choose"):
    """Lay down a card of the own hand, face down."""

    card: Annotated[CardKey, Meta(description="The kind of card.")]


class Claim(Move, frozen=True, tag="claim"):
    """Grab for a banana in a free-for-all."""

    owner: Owner


class Decline(Move, frozen=True, tag="decline"):
    """Leave a banana in a free-for-all to others."""

    owner: Owner


class Give(Move, frozen=True, tag="give"):
    """Choose who gets the own coconut."""

    to: Seat


class Ready(Move, frozen=True, tag="ready"):
    """Be ready to turn over the next card."""


MOVES: tuple[type[Move], ...] = (Choose, Claim, Decline, Give, Ready)
