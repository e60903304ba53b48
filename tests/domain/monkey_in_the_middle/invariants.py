"""The invariants of section 8, to be held at every moment of every match."""

from collections import Counter
from collections.abc import Sequence

from domain.event import Event
from domain.games.monkey_in_the_middle.cards import FRUIT, MONKEYS
from domain.games.monkey_in_the_middle.events import (
    CardsDealtAnew,
    CardsRevealed,
    DeckDealtAnew,
    GameScored,
    RaceTimedAnew,
    SeatLeft,
)
from domain.games.monkey_in_the_middle.options import deck_of
from domain.games.monkey_in_the_middle.scoring import score
from domain.games.monkey_in_the_middle.state import State

RARE = {CardsDealtAnew, DeckDealtAnew, RaceTimedAnew}
"""Only forks are dealt anew."""


def invariants(state: State, before: State | None = None) -> None:
    """I1-I3 and I5 of the true ``state`` of a match; ``before``: an earlier state of the same match."""
    deck = Counter(deck_of(state.options))
    seats = range(state.seats)
    lying = [card for pile in state.piles for card in pile if card in FRUIT]
    for seat in seats:
        shown = [cards[seat] for cards in state.reveals]
        taken = Counter(card for card in shown if card in FRUIT) - Counter(c for c in state.piles[seat] if c in FRUIT)
        places = [*state.decks[seat], *state.hands[seat], *state.piles[seat], *state.middles[seat]]
        if state.chosen[seat]:
            places.append(state.choices[seat])
        assert Counter(places) + taken == deck, "I1"
        assert Counter(state.piles[seat]) + Counter(state.middles[seat]) + taken == Counter(shown), "I1"
        assert set(state.middles[seat]) <= MONKEYS, "I1"
        assert state.hands[seat] == sorted(state.hands[seat])
        assert state.chosen[seat] == (state.choices[seat] is not None)
        assert state.numbers[seat] >= state.round

    for fruit, heaps in (("banana", state.bananas), ("coconut", state.coconuts)):
        shown_so_far = sum(cards.count(fruit) for cards in state.reveals)
        assert sum(heaps) + lying.count(fruit) == shown_so_far, "I2"
    if state.phase != "over":
        assert lying.count("banana") == len(state.free_for_alls), "I2"
        assert state.free_for_alls or lying.count("coconut") == len(state.recipients), "I2"

    assert len(state.reveals) in (state.round - 1, state.round), "I3"
    assert state.round <= deck.total(), "I3"
    if before is not None:
        assert len(state.reveals) - len(before.reveals) in (0, 1), "I3"

    for seat in seats:
        end = score(state.bananas[seat], state.coconuts[seat], len(state.middles[seat]))
        assert min(end.bananas, end.coconuts, end.monkeys) >= 0, "I5"
        assert end.bananas <= 1 or end.monkeys == 0, "I5"
        assert end.bananas == 0 or end.coconuts == 0, "I5"

    if state.phase == "card":
        for seat in seats:
            held = len(state.hands[seat]) + state.chosen[seat]
            assert held == min(5, deck.total() - len(state.reveals)), "R-5"


def finished(state: State, events: Sequence[Event]) -> None:
    """A whole match: every card was played, unless all but one have left; ``events``: its full log."""
    rounds = sum(isinstance(event, CardsRevealed) for event in events)
    left = {event.seat for event in events if isinstance(event, SeatLeft)}
    staying = [seat for seat in range(state.seats) if seat not in left]
    assert rounds == len(deck_of(state.options)) or len(staying) == 1, "I3"
    assert sum(isinstance(event, GameScored) for event in events) == 1
    assert state.phase == "over"
    assert state.ranks is not None
    assert 1 in [state.ranks[seat] for seat in staying]
    assert all(state.ranks[gone] > state.ranks[stayed] for gone in left for stayed in staying), "R-17"
    for seats in (staying, sorted(left)):
        keys = [(state.ranks[seat], state.scores[seat].monkeys, -state.scores[seat].points) for seat in seats]
        assert [key[1:] for key in sorted(keys)] == sorted(key[1:] for key in keys), "5.6"
        assert len({key[0] for key in keys}) == len({key[1:] for key in keys}), "5.6"
