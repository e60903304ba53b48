"""I4: resolution commutes with rotating the seats and with mirroring them; I5 of any heaps; 5.6 in any order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.cards import KINDS
from domain.games.monkey_in_the_middle.options import deck_of
from domain.games.monkey_in_the_middle.pointing import pointing
from domain.games.monkey_in_the_middle.scoring import Score, ranking, score
from tests.domain.monkey_in_the_middle.positions import Table

SWAPPED = {"L": "R", "R": "L"}
DECK = deck_of(GAME.resolve(GAME.Options(), 3))

reveals = st.lists(st.sampled_from(sorted(KINDS)), min_size=3, max_size=6).map(tuple)
heaps = st.integers(0, 18)


class Turned:
    """The table seen from another place: seat 0 becomes seat ``by``."""

    def __init__(self, seats, by):
        self.seats = seats
        self.by = by

    def seat(self, seat):
        return (seat + self.by) % self.seats

    def card(self, card):
        return card


class Mirrored(Turned):
    """The table in a mirror: the seats run the other way, and left is right."""

    def seat(self, seat):
        return (self.by - seat) % self.seats

    def card(self, card):
        return SWAPPED.get(card, card)


def placed(symmetry, items):
    """``items`` by seat, as they lie in the other table."""
    result = [None] * symmetry.seats
    for seat, item in enumerate(items):
        result[symmetry.seat(seat)] = item
    return result


def moved(symmetry, found):
    """What ``pointing`` finds, as it would be found at the other table."""

    def owners(pairs):
        return {symmetry.seat(owner): {symmetry.seat(pointer) for pointer in pointers} for owner, pointers in pairs}

    return {symmetry.seat(seat) for seat in found.caught}, owners(found.bananas), owners(found.coconuts)


@pytest.mark.parametrize("kind", [Turned, Mirrored])
@given(cards=reveals, by=st.integers(0, 5))
def test_i4_one_reveal(kind, cards, by):
    symmetry = kind(len(cards), by)
    other = tuple(placed(symmetry, [symmetry.card(card) for card in cards]))
    assert moved(Turned(len(cards), 0), pointing(other)) == moved(symmetry, pointing(cards))


@given(cards=reveals)
def test_3_3_pointing_by_its_other_definition(cards):
    seats = len(cards)
    found = pointing(cards)
    twice = {
        seat
        for seat in range(seats)
        if cards[(seat + 1) % seats] in {"R", "B"} and cards[(seat - 1) % seats] in {"L", "B"}
    }
    assert set(found.caught) == {seat for seat in twice if cards[seat] in {"R", "L", "B", "N"}}
    for fruit, owners in (("banana", found.bananas), ("coconut", found.coconuts)):
        assert [owner for owner, _ in owners] == [seat for seat in range(seats) if cards[seat] == fruit]
        assert {owner for owner, pointers in owners if len(pointers) == 2} == twice & {owner for owner, _ in owners}


def answer(table, decision, symmetry):
    """An answer that depends on the round and on who sits where alone, thought of at the table before it was moved."""
    seats, rounds = symmetry.seats, table.truth.round
    before = {symmetry.seat(seat): seat for seat in range(seats)}
    own, moves = before[decision.seat], GAME.legal(table.truth, decision)
    match decision.kind:
        case "claim":
            # One opponent claims, so that no lot is drawn.
            claimant = (before[moves[0].owner] + 1 + rounds % (seats - 1)) % seats
            return moves[own != claimant]
        case "coconut":
            return mv.Give(symmetry.seat((own + (-1) ** rounds) % seats))
    return moves[0]


def whole_match(decks, symmetry):
    """The end of the match in which these decks are turned over, moved as ``symmetry`` says."""
    places = placed(symmetry, [" ".join(map(symmetry.card, deck)) for deck in decks])
    table = Table(*[""] * len(decks), decks=places, preset="kids3", free_for_all="lottery", auto_reveal_ms="off")
    while decisions := GAME.pending(table.truth):
        decision = decisions[0]
        table.play(decision.seat, answer(table, decision, symmetry))
    return table.truth


@pytest.mark.parametrize("kind", [Turned, Mirrored])
@pytest.mark.parametrize("seats", range(3, 7))
def test_i4_whole_matches(kind, seats):
    rng = Random(seats)
    for by in range(seats):
        decks = [rng.sample(DECK, len(DECK)) for _ in range(seats)]
        symmetry = kind(seats, by)
        first, second = whole_match(decks, Turned(seats, 0)), whole_match(decks, symmetry)
        for name in ("bananas", "coconuts", "scores", "ranks"):
            assert list(getattr(second, name)) == placed(symmetry, getattr(first, name)), name
        middles = [[symmetry.card(card) for card in middle] for middle in first.middles]
        assert second.middles == placed(symmetry, middles)


@given(bananas=heaps, coconuts=heaps, monkeys=heaps)
def test_i5_scoring(bananas, coconuts, monkeys):
    left = score(bananas, coconuts, monkeys)
    assert min(left.monkeys, left.bananas, left.coconuts) >= 0
    assert left.bananas == 0 or left.coconuts == 0
    assert left.bananas <= 1 or left.monkeys == 0
    rescued = monkeys - left.monkeys
    assert left.points == bananas - coconuts - 2 * rescued


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-2, 2), st.booleans()), min_size=3, max_size=6))
def test_5_6_ranks(results):
    scores = [Score(monkeys, max(points, 0), max(-points, 0)) for monkeys, points, _ in results]
    left = {seat for seat, (_, _, gone) in enumerate(results) if gone}
    ranks = ranking(scores, left)
    for seat, (monkeys, points, gone) in enumerate(results):
        better = [(g, m, -p) < (gone, monkeys, -points) for m, p, g in results]
        assert ranks[seat] == 1 + sum(better)
