"""The kinds of card, read from ``deck.json`` (R-1), and the three decks that are made of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

ActionCard: TypeAlias = Literal[
    "plasma", "leap", "gaze", "split", "under", "field", "trash",
    "raid-a", "raid-b", "raid-c", "raid-mash", "heist-a", "heist-b", "heist-mash",
]  # fmt: skip
Hazard: TypeAlias = Literal["asteroid", "blackhole"]
RaidCard: TypeAlias = Literal["raid-a", "raid-b", "raid-c", "raid-mash"]
HeistCard: TypeAlias = Literal["heist-a", "heist-b", "heist-mash"]
Deck: TypeAlias = Literal["crystal", "plain", "full"]

CRYSTALS = 3
HAND = 7


class Kind(msgspec.Struct, frozen=True):
    """One kind of card. ``crystal``, ``plain``: how many bear the crystal symbol and how many do not."""

    key: str
    name: str
    text: str
    crystal: int
    plain: int
    family: str | None = None
    wild: bool = False
    hazard: bool = False


KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in msgspec.json.decode(Path(__file__).with_name("deck.json").read_bytes(), type=tuple[Kind, ...])
}
ACTIONS = tuple(key for key, kind in KINDS.items() if not kind.hazard)
HAZARDS = tuple(key for key, kind in KINDS.items() if kind.hazard)
FAMILIES: Mapping[str, tuple[str, ...]] = {
    family: tuple(sorted((k.key for k in KINDS.values() if k.family == family), key=lambda key: KINDS[key].wild))
    for family in ("raid", "heist")
}
"""Family → its kinds, the Monkey Mash last, which is also the order within a set (R-40)."""


def copies(kind: Kind, deck: Deck) -> int:
    """How many cards of ``kind`` are in ``deck`` (2.1)."""
    return (kind.crystal if deck != "plain" else 0) + (kind.plain if deck != "crystal" else 0)


def composition(deck: Deck) -> dict[str, int]:
    """Kind → number of cards in ``deck``."""
    return {key: copies(kind, deck) for key, kind in KINDS.items()}


def cards_of(deck: Deck, kinds: tuple[str, ...]) -> list[str]:
    """All cards of ``deck`` that are of one of ``kinds``, in the order of the data file."""
    return [key for key in kinds for _ in range(copies(KINDS[key], deck))]
