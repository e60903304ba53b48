"""Where a match goes on from what somebody knew: every unknown card is any of its owner's, all ways alike likely."""

from __future__ import annotations

from collections import Counter

from domain.chance import Chance, chosen, shuffled
from domain.event import Event
from domain.game import Recording
from domain.games.monkey_in_the_middle.events import CardsDealtAnew, DeckDealtAnew
from domain.games.monkey_in_the_middle.legal import playable
from domain.games.monkey_in_the_middle.options import deck_of
from domain.games.monkey_in_the_middle.state import State, apply


def _missing(state: State, seat: int) -> list[str]:
    """The cards of ``seat`` whose places are not known."""
    known = [*state.hands[seat], *state.decks[seat], state.choices[seat], *(cards[seat] for cards in state.reveals)]
    left = Counter(deck_of(state.options)) - Counter(card for card in known if card is not None)
    return sorted(left.elements())


def deal_anew(state: State, chance: Chance, now: int) -> list[Event]:
    """A card that was laid down is any that could be chosen from such a hand."""
    recording = Recording(state, apply, chance, now)
    for seat in range(state.seats):
        cards = shuffled(_missing(state, seat), chance, f"anew/{seat}")
        hand = sorted([cards.pop() if card is None else card for card in state.hands[seat]])
        choice = state.choices[seat]
        if state.chosen[seat] and choice is None:
            held = sorted([*hand, cards.pop()])
            choice = chosen(_choices(state, seat, held), chance, f"anew/{seat}/choice")
            hand = held
            hand.remove(choice)
        deck = tuple([cards.pop() if card is None else card for card in state.decks[seat]])
        if None in state.hands[seat] or choice != state.choices[seat]:
            recording.record(CardsDealtAnew(seat, tuple(hand), choice))
        if None in state.decks[seat]:
            recording.record(DeckDealtAnew(seat, deck))
    return recording.events


def _choices(state: State, seat: int, held: list[str]) -> list[str]:
    """What ``seat`` may have laid down of ``held``, which it had then."""
    before = state.copy()
    before.hands[seat], before.chosen[seat] = list(held), False
    return [card for card in playable(before, seat) if card is not None]
