"""The six kinds of card, read from ``deck.json`` (1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

CardKey: TypeAlias = Literal["R", "L", "B", "N", "banana", "coconut"]
Card: TypeAlias = str | None
"""The key of a kind, or ``None`` where the viewer does not know it."""

HAND = 5


class Kind(msgspec.Struct, frozen=True):
    """One kind of card. ``left``, ``right``: the neighbours of its owner at whom it points (1.4)."""

    key: str
    name: str
    text: str
    count: int
    left: bool = False
    right: bool = False
    fruit: bool = False


KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in msgspec.json.decode(Path(__file__).with_name("deck.json").read_bytes(), type=tuple[Kind, ...])
}
FRUIT = frozenset(key for key, kind in KINDS.items() if kind.fruit)
MONKEYS = frozenset(KINDS) - FRUIT


def composition(*, bananas: bool, coconuts: bool) -> dict[str, int]:
    """Kind → number of cards in each deck, with or without either fruit (7.2)."""
    removed = {key for key, kept in (("banana", bananas), ("coconut", coconuts)) if not kept}
    return {key: kind.count for key, kind in KINDS.items() if key not in removed}
