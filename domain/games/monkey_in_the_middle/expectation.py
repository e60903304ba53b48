"""What a card can be expected to bring in this round, when only its round counts and the others are guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from domain.games.monkey_in_the_middle.cards import KINDS, MONKEYS
from domain.games.monkey_in_the_middle.options import deck_of
from domain.games.monkey_in_the_middle.pointing import left_of, right_of
from domain.games.monkey_in_the_middle.state import State

Guess: TypeAlias = Mapping[str, float]
"""Kind of card → the chance that a seat plays it."""

NEAR = 1e-9
"""Worths that differ by less are equal."""


class Worths(NamedTuple):
    """What a seat cares for. ``spite``: how much of what all opponents gain or lose counts against or for it."""

    banana: float
    coconut: float
    monkey: float
    spite: float


class Odds(NamedTuple):
    """What a seat may do in this round, each with its chance."""

    left: float
    right: float
    banana: float
    coconut: float
    monkey: float


def odds(guess: Guess) -> Odds:
    return Odds(
        sum(chance for card, chance in guess.items() if KINDS[card].left),
        sum(chance for card, chance in guess.items() if KINDS[card].right),
        guess.get("banana", 0.0),
        guess.get("coconut", 0.0),
        sum(chance for card, chance in guess.items() if card in MONKEYS),
    )


def unseen(state: State, seat: int) -> Counter[str]:
    """What ``seat`` has not yet shown (6.1)."""
    left = Counter(deck_of(state.options))
    left.subtract(cards[seat] for cards in state.reveals)
    return left


def uniform(left: Mapping[str, int]) -> Guess:
    total = sum(left.values())
    return {card: count / total for card, count in left.items() if count}


def mixed(one: Guess, other: Guess, share: float) -> Guess:
    """``share`` of ``other`` and the rest of ``one``, which knows every kind that ``other`` does."""
    return {card: (1 - share) * chance + share * other.get(card, 0.0) for card, chance in one.items()}


def _pointed_at(target: Odds, other: float, worths: Worths, opponents: int) -> float:
    """What pointing at ``target`` adds, where its other neighbour points at it with the chance ``other``."""
    against = worths.spite / opponents
    banana = (1 - other) + other / opponents
    banana_of_others = -1 + other * (opponents - 1) / opponents
    coconut = 1 - other / 2
    return (
        target.banana * worths.banana * (banana - against * banana_of_others)
        - target.coconut * worths.coconut * coconut * (1 + against)
        + target.monkey * worths.monkey * other * against
    )


def expected(seat: int, chances: Sequence[Odds], worths: Worths) -> dict[str, float]:
    """Kind of card → what ``seat`` can expect of it in this round. ``chances``: of all seats; the own are not used."""
    seats = len(chances)
    left, right = left_of(seat, seats), right_of(seat, seats)
    by_left, by_right = chances[left].right, chances[right].left
    opponents = seats - 1
    against = worths.spite / opponents
    alone, caught = (1 - by_left) * (1 - by_right), by_left * by_right
    at_left = _pointed_at(chances[left], chances[left_of(left, seats)].right, worths, opponents)
    at_right = _pointed_at(chances[right], chances[right_of(right, seats)].left, worths, opponents)
    worth = {"banana": worths.banana, "coconut": -worths.coconut}
    return {
        card: (kind.left * at_left + kind.right * at_right - worths.monkey * caught)
        if card in MONKEYS
        else worth[card] * (alone - against * (1 - alone))
        for card, kind in KINDS.items()
    }


@lru_cache(maxsize=4096)
def _greedy(left: tuple[tuple[str, int], ...], hand: int, order: tuple[tuple[str, ...], ...]) -> dict[str, float]:
    """What a seat plays that takes the best of its ``hand`` cards. ``order``: kinds, equally good ones together."""
    counts = dict(left)
    total = sum(counts.values())
    ways = comb(total, hand)
    guess: dict[str, float] = {}
    rest, reached = total, 1.0
    for group in order:
        here = sum(counts.get(card, 0) for card in group)
        rest -= here
        beyond = comb(rest, hand) / ways
        for card in group:
            if counts.get(card):
                guess[card] = (reached - beyond) * counts[card] / here
        reached = beyond
    return guess


def ordered(worth: Mapping[str, float]) -> tuple[tuple[str, ...], ...]:
    """Kinds in groups of equal worth, the best group first."""
    groups: list[list[str]] = []
    before = 0.0
    for card in sorted(worth, key=lambda card: -worth[card]):
        if groups and before - worth[card] < NEAR:
            groups[-1].append(card)
        else:
            groups.append([card])
        before = worth[card]
    return tuple(map(tuple, groups))


def greedily(state: State, seat: int, chances: Sequence[Odds], left: Mapping[str, int], worths: Worths) -> Guess:
    """What ``seat`` plays if it takes the best card of its hand, whose cards nobody else knows."""
    hand = len(state.hands[seat]) + state.chosen[seat]
    return _greedy(tuple(sorted(left.items())), hand, ordered(expected(seat, chances, worths)))
