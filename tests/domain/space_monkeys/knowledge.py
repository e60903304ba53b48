"""What seats know of each other's cards, for the generic suite of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from domain.event import Event, Viewer
from domain.games.space_monkeys import cards
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.cards import HAZARDS
from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.options import Options
from domain.games.space_monkeys.state import State


def _few_kinds(patch: pytest.MonkeyPatch) -> None:
    """A deck of the usual size in which the same few kinds meet all the time."""
    usual = cards.copies
    few = ("field", "gaze", "trash", "raid-a")

    def copies(kind: cards.Kind, deck: cards.Deck) -> int:
        if kind.hazard:
            return usual(kind, deck)
        total = sum(usual(cards.KINDS[key], deck) for key in cards.ACTIONS)
        share, rest = divmod(total, len(few))
        return share + (few.index(kind.key) < rest) if kind.key in few else 0

    patch.setattr(cards, "copies", copies)


VARIATIONS = {"few-kinds": _few_kinds}
"""Other equipment with which non-interference is held, too: name → patch."""


def watched(options: Options) -> Options:
    """Options under which a seat learns nothing that it is not granted: fast passing tells by its definition (R-22)."""
    return msgspec.structs.replace(options, fast_pass=False)


def _fits(known: Sequence[Card], truth: Sequence[Card]) -> bool:
    return len(known) == len(truth) and all(k in (None, t) for k, t in zip(known, truth, strict=True))


def agrees(projection: State, truth: State) -> None:
    """Nothing in a projection is wrong."""
    assert _fits(projection.draw, truth.draw)
    assert _fits(projection.discard, truth.discard)
    assert projection.removed == truth.removed
    for known, hand in zip(projection.hands, truth.hands, strict=True):
        assert len(known) == len(hand)
        assert not Counter(card for card in known if card is not None) - Counter(hand)


def twin(truth: State, projection: State, viewer: Viewer, rng: Random) -> State:
    """Another truth that goes with ``projection``: the cards that are hidden there lie in other places."""
    other = truth.copy()
    hands = [[card for card in hand if card is not None] for hand in projection.hands]
    pool: list[Card] = []
    for hand, known in zip(truth.hands, hands, strict=True):
        pool += (Counter(hand) - Counter(known)).elements()
    in_draw = [i for i, card in enumerate(projection.draw) if card is None]
    in_discard = [i for i, card in enumerate(projection.discard) if card is None]
    if truth.phase == "fetch":
        in_discard = []  # that one of the offered cards may be taken is public
    pool += [truth.draw[i] for i in in_draw] + [truth.discard[i] for i in in_discard]
    hazards = [card for card in pool if card in HAZARDS]
    actions = [card for card in pool if card not in HAZARDS]
    rng.shuffle(in_draw)
    rng.shuffle(actions)
    for i, card in zip(in_draw, hazards, strict=False):
        other.draw[i] = card
    for i in in_draw[len(hazards) :]:
        other.draw[i] = actions.pop()
    for i in in_discard:
        other.discard[i] = actions.pop()
    for seat, hand in enumerate(truth.hands):
        hidden = len(hand) - len(hands[seat])
        other.hands[seat] = sorted(hands[seat] + [actions.pop() for _ in range(hidden)])
    assert not actions
    for seat, choice in enumerate(truth.votes):
        if choice is not None and seat != viewer:
            other.votes[seat] = rng.choice([s for s in truth.players if s != seat])
    return other


def public_part(move: Any) -> Any:
    """What everybody learns of a move when it is made (10.2); ``None``: not even that it was made."""
    match move:
        case mv.Vote() | mv.Pass():
            return None
        case mv.PutBack() | mv.Order() | mv.Fetch():
            return type(move)
        case mv.Give(to=to):
            return mv.Give, to
    return move


def turned_up(event: Event) -> Any:
    """What an event shows to everybody that was hidden before."""
    match event:
        case ev.CardDrawn() | ev.AsteroidDrawn() | ev.BlackHoleDrawn():
            return type(event)
        case ev.Eliminated(cards=cards):
            return cards
        case ev.DiscardsSeen(choice=choice):
            return choice
        case ev.FirstPlayerChosen(by="vote", seat=seat):
            return seat
    return None
