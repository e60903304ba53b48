"""Which card lies where when a match of Space Monkeys begins, and the draws of chance that lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from domain.chance import Chance
from domain.event import Event, Viewer
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.cards import ACTIONS, HAND, HAZARDS, cards_of

Draws = Mapping[tuple[str, int], int]
"""Label and number of a draw → its outcome."""


class Dealt:
    """The chance of a match, in which some draws are decided."""

    def __init__(self, chance: Chance, draws: Draws) -> None:
        self._chance = chance
        self._draws = draws

    def below(self, n: int, label: str, i: int = 0) -> int:
        drawn = self._draws.get((label, i))
        return self._chance.below(n, label, i) if drawn is None else drawn


class Deal(NamedTuple):
    """``cards``: those that are dealt, in order, then the draw pile, its bottom first."""

    cards: tuple[str, ...]
    seats: int
    deck: str

    @property
    def dealt(self) -> int:
        return HAND * self.seats

    def hidden(self, viewer: Viewer) -> list[int]:
        """The places of all cards but those that are dealt to ``viewer``."""
        return [i for i in range(len(self.cards)) if i >= self.dealt or i % self.seats != viewer]

    def swapped(self, i: int, j: int) -> Deal | None:
        """With two cards in each other's place; ``None`` where a hazard would be dealt."""
        cards = list(self.cards)
        cards[i], cards[j] = cards[j], cards[i]
        return None if set(HAZARDS).intersection(cards[: self.dealt]) else self._replace(cards=tuple(cards))

    def mixed(self, viewer: Viewer, rng: Random) -> Deal:
        """With other action cards wherever they are hidden from ``viewer``."""
        places = [i for i in self.hidden(viewer) if self.cards[i] not in HAZARDS]
        moved = dict(zip(places, rng.sample(places, len(places)), strict=True))
        return self._replace(cards=tuple(self.cards[moved.get(i, i)] for i in range(len(self.cards))))

    def draws(self) -> Draws:
        rest = [card for card in self.cards[self.dealt :] if card not in HAZARDS]
        return {
            **_shuffling(cards_of(self.deck, ACTIONS), [*self.cards[: self.dealt], *rest], "deal"),
            **_shuffling(rest + cards_of(self.deck, HAZARDS), self.cards[self.dealt :], "pile"),
        }


def deal_of(events: Iterable[Event], seats: int) -> Deal:
    """What the events of a start have dealt."""
    hands: list[str] = [""] * (HAND * seats)
    pile: tuple[str, ...] = ()
    deck = ""
    for event in events:
        if isinstance(event, ev.GamePrepared):
            deck = event.options.deck
        elif isinstance(event, ev.HandDealt):
            hands[event.seat :: seats] = event.cards
        elif isinstance(event, ev.PileLaid):
            pile = event.cards
    return Deal((*hands, *pile), seats, deck)


def _shuffling(items: Sequence[str], wanted: Sequence[str], label: str) -> Draws:
    """The draws by which ``domain.chance.shuffled`` makes ``wanted`` of ``items``."""
    left, draws = list(items), {}
    for i in range(len(left) - 1, 0, -1):
        j = left.index(wanted[i], 0, i + 1)
        left[i], left[j] = left[j], left[i]
        draws[label, i] = j
    assert left == list(wanted)
    return draws
