"""Where a match goes on from what somebody knew: every unknown card is any of its owner's, all ways alike likely."""

from __future__ import annotations

from collections import Counter
from itertools import count

from domain.chance import Chance, chosen, shuffled
from domain.event import Event
from domain.game import Recording
from domain.games.monkey_in_the_middle.cards import FRUIT, HAND
from domain.games.monkey_in_the_middle.events import CardsDealtAnew, DeckDealtAnew, RaceTimedAnew
from domain.games.monkey_in_the_middle.legal import playable
from domain.games.monkey_in_the_middle.options import deck_of
from domain.games.monkey_in_the_middle.pointing import pointing
from domain.games.monkey_in_the_middle.state import State, apply


def _missing(state: State, seat: int) -> list[str]:
    """The cards of ``seat`` whose places are not known."""
    known = [*state.hands[seat], *state.decks[seat], state.choices[seat], *(cards[seat] for cards in state.reveals)]
    left = Counter(deck_of(state.options)) - Counter(card for card in known if card is not None)
    return sorted(left.elements())


def _most_fruit(state: State, seat: int) -> int:
    """How many fruit ``seat`` can hold, the card that it has laid down among them.

    Who was bound and laid down a monkey had no fruit then (7.1), so that all it has had since were drawn since.
    """
    if state.options.monkey_business:
        played = [cards[seat] for cards in state.reveals]
        for last in range(len(played) - 1, 0, -1):
            if played[last] not in FRUIT and seat in pointing(state.reveals[last - 1]).caught:
                deck = len(played) + len(state.hands[seat]) + state.chosen[seat] + len(state.decks[seat])
                drawn = max(0, deck - HAND - last) - len(state.decks[seat])
                return drawn - sum(card in FRUIT for card in played[last + 1 :])
    return HAND


def deal_anew(state: State, chance: Chance, now: int) -> list[Event]:
    """A card that was laid down is any that could be chosen from such a hand."""
    recording = Recording(state, apply, chance, now)
    for seat in range(state.seats):
        _deal_seat(recording, seat)
    for owner, dispute in sorted(state.free_for_alls.items()):
        # Who has claimed knows nothing of the photo finish, so that it begins now.
        if state.options.free_for_all == "race" and dispute.claims and dispute.ends == dispute.deadline:
            ends = min(dispute.deadline, now + state.options.photo_finish_ms)
            if ends != dispute.ends:
                recording.record(RaceTimedAnew(owner, ends))
    return recording.events


def _deal_seat(recording: Recording[State], seat: int) -> None:
    state, chance = recording.state, recording.chance
    hand, deck, choice = state.hands[seat], state.decks[seat], state.choices[seat]
    hidden_choice = state.chosen[seat] and choice is None
    unknown = hand.count(None) + hidden_choice
    missing = _missing(state, seat)
    if unknown:
        most = _most_fruit(state, seat)
        deals = (shuffled(missing, chance, f"anew/{seat}/{number}") for number in count())
        cards = next(deal for deal in deals if sum(card in FRUIT for card in deal[:unknown]) <= most)
        held = sorted([*cards[:unknown], *(card for card in hand if card is not None)])
        if hidden_choice:
            choice = chosen(_choices(state, seat, held), chance, f"anew/{seat}/choice")
            held.remove(choice)
        recording.record(CardsDealtAnew(seat, tuple(held), choice))
    else:
        cards = shuffled(missing, chance, f"anew/{seat}/0")
    if None in deck:
        rest = iter(cards[unknown:])
        recording.record(DeckDealtAnew(seat, tuple([next(rest) if card is None else card for card in deck])))


def _choices(state: State, seat: int, held: list[str]) -> list[str]:
    """What ``seat`` may have laid down of ``held``, which it had then."""
    before = state.copy()
    before.hands[seat], before.chosen[seat] = list(held), False
    return [card for card in playable(before, seat) if card is not None]
