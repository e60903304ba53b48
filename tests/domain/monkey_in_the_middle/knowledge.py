"""What seats know of each other's cards and answers, for the generic suite of all games."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.event import Event, Viewer
from domain.games.monkey_in_the_middle import cards
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.cards import FRUIT, Card
from domain.games.monkey_in_the_middle.options import Options
from domain.games.monkey_in_the_middle.state import State

HIDDEN = ("hands", "decks", "choices", "open", "numbers", "free_for_alls", "gifts")
"""The fields of a state in which a projection may differ from the truth."""


def _pointing_fruit(patch: pytest.MonkeyPatch) -> None:
    """A deck of the usual size with which fruit are disputed all the time."""
    counts = {"B": 9, "N": 1, "banana": 3, "coconut": 3}
    few = {key: msgspec.structs.replace(kind, count=counts.get(key, 0)) for key, kind in cards.KINDS.items()}
    patch.setattr(cards, "KINDS", few)


VARIATIONS = {"pointing-fruit": _pointing_fruit}
"""Other equipment with which non-interference is held, too: name → patch."""


def watched(options: Options) -> Options:
    """Options under which a seat learns nothing that it is not granted.

    When a race ends tells when somebody first claimed, by the definition of the photo finish (R-8).
    """
    return msgspec.structs.replace(options, photo_finish_ms=0)


def _fits(known: list[Card], truth: list[Card]) -> bool:
    return known == truth or known == [None] * len(truth)


def agrees(projection: State, truth: State) -> None:
    """Nothing in a projection is wrong."""
    for name in State.__struct_fields__:
        if name not in HIDDEN:
            assert getattr(projection, name) == getattr(truth, name), name
    for known, true in zip(projection.hands + projection.decks, truth.hands + truth.decks, strict=True):
        assert _fits(known, true)
    assert all(known in (None, true) for known, true in zip(projection.choices, truth.choices, strict=True))
    assert all(known <= true for known, true in zip(projection.numbers, truth.numbers, strict=True))
    assert projection.free_for_alls.keys() == truth.free_for_alls.keys()
    for owner, known in projection.free_for_alls.items():
        true = truth.free_for_alls[owner]
        assert known.deadline == true.deadline
        assert set(known.claims) <= set(true.claims)
        assert set(known.declines) <= set(true.declines)
    assert projection.gifts.items() <= truth.gifts.items()


def twin(truth: State, projection: State, viewer: Viewer, rng: Random) -> State:
    """Another truth that goes with ``projection``: the cards of others, and all decks, lie in other places."""
    other = truth.copy()
    for seat in range(truth.seats):
        known = seat == viewer
        pool = list(truth.decks[seat]) if known else [*truth.decks[seat], *truth.hands[seat]]
        if truth.chosen[seat] and not known:
            pool.append(truth.choices[seat])
        rng.shuffle(pool)
        if known:
            other.decks[seat] = pool
            continue
        held = len(truth.hands[seat])
        hand, other.decks[seat] = pool[:held], pool[held + truth.chosen[seat] :]
        if truth.chosen[seat]:
            hand.append(pool[held])
            allowed = [card for card in hand if card in FRUIT] if seat in truth.bound else []
            other.choices[seat] = rng.choice(allowed or hand)
            hand.remove(other.choices[seat])
        other.hands[seat] = sorted(hand)
    # Somebody who has chosen a recipient may have meant another one.
    for owner in truth.gifts:
        if owner != viewer:
            other.gifts[owner] = rng.choice(truth.recipients[owner])
    return other


def public_part(move: Any) -> Any:
    """What everybody learns of a move when it is made (6.1, 6.2)."""
    match move:
        case mv.Choose() | mv.Give():
            return type(move)
    return move


def turned_up(event: Event) -> Any:
    """What an event shows to everybody that was hidden before."""
    match event:
        case ev.CardsRevealed(cards=revealed):
            return revealed
        case ev.CoconutTaken(owner=owner, taker=taker):
            return owner, taker
        case ev.FreeForAllDecided(claimants=claimants):
            return claimants
    return None
