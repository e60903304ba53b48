"""The invariants of section 9, to be held at every moment of every match."""

from collections import Counter
from collections.abc import Sequence

from domain.event import Event
from domain.games.space_monkeys.cards import HAZARDS, composition
from domain.games.space_monkeys.events import (
    AsteroidDrawn,
    BlackHoleDrawn,
    CardDrawn,
    HandDealtAnew,
    PileLaid,
    PilesDealtAnew,
)
from domain.games.space_monkeys.state import State

RARE = {HandDealtAnew, PilesDealtAnew}
"""Only forks are dealt anew."""

DRAWS = {2: 37, 3: 33, 4: 51, 5: 47, 6: 89, 7: 85}
"""The table of 9.2: seats → draws at most, with the deck ``auto``."""


def draws_bound(state: State) -> int:
    """9.2: no match that began like ``state`` can see more draws."""
    seats = len(state.hands)
    deck = composition(state.options.deck)
    first_pile = sum(deck.values()) - 7 * seats
    return first_pile - deck["asteroid"] + 3 * seats - 1


def draws(events: Sequence[Event]) -> int:
    return sum(isinstance(event, CardDrawn | AsteroidDrawn | BlackHoleDrawn) for event in events)


def invariants(state: State, before: State | None = None) -> None:
    """I1-I3, I5 and I6 of the true ``state`` of a match in play; ``before``: an earlier state of the same match."""
    places = [*state.draw, *state.discard, *state.removed]
    for cards in (*state.hands, *state.hazards):
        places += cards
    in_transit = int(state.transit)
    assert Counter(places) + Counter(asteroid=in_transit) == Counter(composition(state.options.deck)), "I1"

    in_play = [*state.discard, *state.removed, *(card for hand in state.hands for card in hand)]
    assert not set(HAZARDS) & set(in_play), "I2"

    if state.phase != "over":
        assert state.draw.count("asteroid") + in_transit >= 1, "I3"

    assert state.players == [seat for seat, crystals in enumerate(state.crystals) if crystals >= 1], "I5"
    assert sorted(state.players + state.out) == list(range(len(state.hands))), "I5"
    if before is not None:
        assert sum(state.crystals) <= sum(before.crystals), "I5"

    assert state.owed >= 1, "I6"
    assert state.under_fire or state.owed == 1, "I6"
    assert all(hand == sorted(hand) for hand in state.hands)


def finished(state: State, events: Sequence[Event]) -> None:
    """I4 of a whole match, and that it ended as section 8 says; ``events``: its full log."""
    assert draws(events) <= draws_bound(state), "I4"
    assert sum(isinstance(event, PileLaid) for event in events) == 1, "I4: a reshuffle"
    assert state.phase == "over"
    assert len(state.players) == 1
    assert state.ranks is not None
    assert sorted(state.ranks) == list(range(1, len(state.hands) + 1))
    assert [state.ranks[seat] for seat in (*state.players, *reversed(state.out))] == sorted(state.ranks)
