"""What a viewer does not know is dealt anew: it goes with all that is known, and each way is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance import KeyedChance
from domain.event import seen_by, shifted
from domain.game import Inputs
from domain.games import GAMES
from domain.games.monkey_in_the_middle import anew as middle
from domain.games.monkey_in_the_middle import events as mm
from domain.games.space_monkeys import anew as space
from domain.match import decide
from domain.table import Match
from tests.domain.course import CALM, RESTLESS, acceptable_options, started, step
from tests.domain.forked import DEALT_ANEW, LATER, random_moment
from tests.domain.world import EVERY_GAME, about, pack

MIDDLE, SPACE = GAMES["monkey-in-the-middle"], GAMES["space-monkeys"]


def keyed(seed: int) -> KeyedChance:
    return KeyedChance(Random(seed).randbytes(32))


@pytest.mark.parametrize("key", DEALT_ANEW)
@given(seed=st.integers(0, 100_000))
def test_what_is_dealt_anew_goes_with_what_a_viewer_knows(key, seed) -> None:
    game, world = EVERY_GAME[key], random_moment(key, seed)
    if world is None:
        return
    for viewer, projection in world.projections.items():
        known, dealt, again = (projection.state.copy() for _ in range(3))
        events = game.deal_anew(dealt, keyed(seed), world.truth.at)
        assert game.deal_anew(again, keyed(seed), world.truth.at) == events
        assert pack(again) == pack(dealt)
        for event in events:
            shown = seen_by(event, viewer)
            if shown is not None:
                game.apply(known, shown, world.truth.at)
        assert pack(known) == pack(projection.state)
        about(game, "invariants").invariants(dealt)
        about(game, "knowledge").agrees(projection.state, dealt)
        own = [decision for decision in game.pending(projection.state) if decision.seat == viewer]
        assert [decision for decision in game.pending(dealt) if decision.seat == viewer] == own
        for decision in own:
            assert list(game.legal(dealt, decision)) == list(game.legal(projection.state, decision))
        assert game.deal_anew(dealt, keyed(seed + 1), world.truth.at) == []
    before = pack(world.truth.state)
    assert game.deal_anew(world.truth.state, keyed(seed), world.truth.at) == []
    assert pack(world.truth.state) == before


class Scripted:
    """Draws what it is told, then 0; ``drawn``: the sizes and labels of all draws."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script = script
        self.drawn: list[tuple[int, str, int]] = []

    def below(self, n: int, label: str, i: int = 0) -> int:
        self.drawn.append((n, label, i))
        return self.script[len(self.drawn) - 1] if len(self.drawn) <= len(self.script) else 0


def distribution(outcome: Callable[[Scripted], Any]) -> Counter[Any]:
    """Each outcome with its exact probability."""
    found: Counter[Any] = Counter()
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        chance = Scripted(script)
        result = outcome(chance)
        assert len({draw[1:] for draw in chance.drawn}) == len(chance.drawn), "a label serves twice"
        if len(chance.drawn) > len(script):
            scripts += [(*script, value) for value in range(chance.drawn[len(script)][0])]
        else:
            odds = Fraction(1)
            for n, _, _ in chance.drawn:
                odds /= n
            found[result] += odds
    return found


def alike(results: Iterator[Any]) -> Counter[Any]:
    """Each of the ``results`` as likely as the others."""
    counts = Counter(results)
    return Counter({result: Fraction(count, counts.total()) for result, count in counts.items()})


def test_every_deal_of_the_card_game_is_as_likely_as_the_others(monkeypatch) -> None:
    deck = ["leap", "leap", "gaze", "field", "asteroid", "blackhole"]
    monkeypatch.setattr(space, "cards_of", lambda _, kinds: [kind for kind in deck if kind in kinds])

    def dealt(chance: Scripted) -> Any:
        state = SPACE.start(2)
        state.options = SPACE.resolve(SPACE.Options(), 2)
        state.hands, state.discard, state.draw = [["leap"], [None]], [None], [None, None, None]
        SPACE.deal_anew(state, chance, 0)
        return state.hands[1], state.discard, state.draw

    # A hazard lies in the draw pile alone.
    unknown = permutations(["leap", "gaze", "field", "asteroid", "blackhole"])
    deals = ((cards[:1], cards[1:2], cards[2:]) for cards in unknown if not {"asteroid", "blackhole"} & {*cards[:2]})
    assert distribution(lambda chance: tuple(tuple(zone) for zone in dealt(chance))) == alike(deals)


@pytest.mark.parametrize("bound", [(), (1,)])
def test_every_hand_of_the_middle_is_as_likely_as_the_others(monkeypatch, bound) -> None:
    cards = ["L", "R", "banana", "coconut"]
    monkeypatch.setattr(middle, "deck_of", lambda _: cards)

    def dealt(chance: Scripted) -> Any:
        state = MIDDLE.start(2)
        state.options, state.phase, state.bound = MIDDLE.resolve(MIDDLE.Options(), 3), "card", bound
        state.hands, state.decks = [["L", "R"], [None, None]], [["banana"], [None]]
        state.choices, state.chosen = ["coconut", None], [True, True]
        MIDDLE.deal_anew(state, chance, 0)
        return tuple(state.hands[1]), state.choices[1], tuple(state.decks[1])

    def laid(held: list[str]) -> list[str]:
        return [card for card in held if card in ("banana", "coconut")] * bool(bound) or held

    expected: Counter[Any] = Counter()
    for order in permutations(cards):
        held = sorted(order[:3])
        for card in laid(held):
            hand = tuple(other for other in held if other != card)
            expected[hand, card, order[3:]] += Fraction(1, 24 * len(laid(held)))
    assert distribution(dealt) == expected


def business(seed: int) -> Iterator[tuple[Any, Any]]:
    """The truth and what the public knows at each moment of a match with Monkey Business."""
    rng, chance = Random(seed), keyed(seed)
    truth, public = MIDDLE.start(4), MIDDLE.start(4)
    options = MIDDLE.resolve(MIDDLE.Options(pace="async", monkey_business=True), 4)
    events = MIDDLE.setup(truth, options, Inputs(), chance, 0)
    while True:
        for event in events:
            if (shown := seen_by(event, None)) is not None:
                MIDDLE.apply(public, shown, 0)
        decisions = [decision for decision in MIDDLE.pending(truth) if decision.required]
        if not decisions:
            return
        yield truth, public
        decision = rng.choice(decisions)
        events = MIDDLE.play(truth, decision, rng.choice(list(MIDDLE.legal(truth, decision))), chance, 0)


def test_who_was_bound_and_played_no_fruit_is_dealt_none_that_it_held_then() -> None:
    bounds = Counter[int]()
    for seed in range(20):
        for truth, public in business(seed):
            dealt = public.copy()
            MIDDLE.deal_anew(dealt, keyed(seed), 0)
            for seat in range(4):
                most = middle._most_fruit(public, seat)
                for state in (truth, dealt):
                    held = [*state.hands[seat], state.choices[seat]]
                    assert sum(card in ("banana", "coconut") for card in held) <= most
                bounds[most] += 1
    assert all(bounds[most] for most in (0, 1, 2, 5))


def test_a_race_that_somebody_has_claimed_has_its_photo_finish() -> None:
    state = MIDDLE.start(3)
    state.options = MIDDLE.resolve(MIDDLE.Options(), 3)
    deck = middle.deck_of(state.options)
    for seat, first in enumerate(("banana", "R", "L")):
        rest = deck.copy()
        rest.remove(first)
        state.hands[seat], state.decks[seat], state.piles[seat] = sorted(rest[:4]), rest[4:], [first]
    state.round, state.reveals = 1, [("banana", "R", "L")]
    for event in (mm.FreeForAllOpened(0, race=True, deadline=8_000), mm.BananaClaimed(1, 0, None)):
        MIDDLE.apply(state, event, 0)
    assert MIDDLE.wake(state) == 8_000
    assert MIDDLE.deal_anew(state.copy(), keyed(1), 7_900) == []
    assert MIDDLE.deal_anew(state, keyed(1), 100) == [mm.RaceTimedAnew(0, 350)]
    assert MIDDLE.wake(state) == 350
    assert MIDDLE.deal_anew(state, keyed(1), 100) == []


@pytest.mark.parametrize("key", EVERY_GAME)
@pytest.mark.parametrize("seed", range(6))
def test_a_match_at_another_time_has_other_moments_and_nothing_else(key, seed) -> None:
    """So a class of events that does not declare a moment, or declares what is none, is found."""
    game, rng = EVERY_GAME[key], Random(seed)
    seats = game.seats[seed % len(game.seats)]
    world = started(game, seats, acceptable_options(game, seats, rng), rng, RESTLESS if seed % 2 else CALM)
    while world.truth.status == "running":
        step(world, rng, RESTLESS)
    match: Match[Any] = Match()
    for commit in world.commits:
        events, match = decide(game, match, commit.command, world.chance, commit.at + LATER)
        assert events == [shifted(event, LATER) for event in commit.events]


def test_times_that_are_unknown_stay_so() -> None:
    claim = mm.BananaClaimed(1, 0, 250)
    assert shifted(claim, 10) == msgspec.structs.replace(claim, decided_at=260)
    assert shifted(mm.BananaClaimed(1, 0, None), 10) == mm.BananaClaimed(1, 0, None)
