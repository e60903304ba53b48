"""Where a match goes on from what somebody knew: every unknown card is any that it can be, all ways alike likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from domain.chance import Chance, shuffled
from domain.event import Event
from domain.game import Recording
from domain.games.space_monkeys.cards import ACTIONS, HAZARDS, cards_of
from domain.games.space_monkeys.events import Card, DiscardsSeen, HandDealtAnew, PilesDealtAnew, PileSeen
from domain.games.space_monkeys.fold import apply
from domain.games.space_monkeys.legal import offered, seen_pile, takeable
from domain.games.space_monkeys.state import State


def _known(state: State) -> Iterator[Card]:
    for zone in (*state.hands, state.draw, state.discard):
        yield from zone
    for face_up in (*state.hazards, state.removed):
        yield from face_up
    if state.transit:
        yield "asteroid"


def _missing(state: State, kinds: tuple[str, ...]) -> list[str]:
    """The cards of ``kinds`` whose places are not known, in the order of the data file."""
    deck = state.options.deck
    assert deck != "auto", "options are resolved"
    left = Counter(cards_of(deck, kinds)) - Counter(card for card in _known(state) if card is not None)
    return [card for card in kinds for _ in range(left[card])]


def _filled(zone: list[Card], cards: list[str]) -> tuple[str, ...]:
    """``zone`` with the next of ``cards`` for each that is unknown in it."""
    return tuple([cards.pop() if card is None else card for card in zone])


def deal_anew(state: State, chance: Chance, now: int) -> list[Event]:
    """A hazard can be in the draw pile alone; an action card in any hand or pile."""
    recording = Recording(state, apply, chance, now)
    if not any(None in zone for zone in (*state.hands, state.draw, state.discard)):
        return []
    hands, piles = next(deal for deal in _deals(state, chance) if _goes_on(state, deal[1]))
    for seat, hand in enumerate(hands):
        if None in state.hands[seat]:
            recording.record(HandDealtAnew(seat, hand))
    shown = {"order": seen_pile, "fetch": offered}.get(state.phase)
    unknown = shown is not None and None in shown(state)
    recording.record(piles)
    # What the seat is asked about it has just been shown.
    if unknown and state.phase == "order":
        recording.record(PileSeen(state.cur, seen_pile(state)))
    elif unknown:
        recording.record(DiscardsSeen(state.cur, offered(state), choice=True))
    return recording.events


def _deals(state: State, chance: Chance) -> Iterator[tuple[list[tuple[str, ...]], PilesDealtAnew]]:
    for number in count():
        actions = shuffled(_missing(state, ACTIONS), chance, f"anew/actions/{number}")
        hands = [_filled(hand, actions) for hand in state.hands]
        discard = _filled(state.discard, actions)
        pile = shuffled(actions + _missing(state, HAZARDS), chance, f"anew/pile/{number}")
        yield hands, PilesDealtAnew(_filled(state.draw, pile), discard)


def _goes_on(state: State, piles: PilesDealtAnew) -> bool:
    """Whether a seat that searches the discards finds something, which everybody knows (6.7.6)."""
    if state.phase != "fetch":
        return True
    dealt = state.copy()
    dealt.discard = [*piles.discard]
    return bool(takeable(offered(dealt), trash_taken=state.trash_taken))
