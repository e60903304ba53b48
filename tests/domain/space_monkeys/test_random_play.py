"""The invariants of section 9 in whole matches of random legal play, with seats that leave and set preferences."""

from random import Random

import pytest

from domain.chance import KeyedChance
from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.options import Options, Preferences
from tests.domain.space_monkeys.invariants import DRAWS, RARE, draws_bound, finished, invariants

OPTIONS = {
    "pace": ("live", "async"),
    "first_player": ("random", "vote"),
    "plasma_stacking": ("inclusive", "exclusive"),
    "plasma_self_target": (False, True),
    "single_set_card": ("noop", "forbid"),
    "eliminated_hand": ("discard", "remove"),
    "min_window_ms": (0, 700),
    "fast_pass": (False, True),
    "deck": ("auto", "full"),
}


class Match:
    """A match with the projections of all viewers; every step is checked."""

    def __init__(self, seats, seed, *, restless=False):
        self.rng = Random(seed)
        self.restless = restless
        self.chance = KeyedChance(seed.to_bytes(32, "big"))
        self.now = 0
        self.log = []
        self.state = GAME.start(seats)
        self.folded = GAME.start(seats)
        self.projections = {viewer: GAME.start(seats) for viewer in (*range(seats), None)}
        options = Options(**{name: self.rng.choice(values) for name, values in OPTIONS.items()})
        self.take(GAME.setup(self.state, GAME.resolve(options, seats), Inputs(), self.chance, self.now))

    def take(self, events):
        self.log += events
        for event in events:
            GAME.apply(self.folded, event, self.now)
            for viewer, projection in self.projections.items():
                seen = seen_by(event, viewer)
                if seen is not None:
                    GAME.apply(projection, seen, self.now)
        assert self.folded == self.state

    def step(self):
        """One command; false when the match is over."""
        self.now += self.rng.randrange(500)
        due = GAME.wake(self.state)
        if due is not None and due <= self.now:
            events = GAME.on_wake(self.state, self.chance, self.now)
            assert events
            self.take(events)
            return True
        pending = GAME.pending(self.state)
        if not pending and due is None:
            return False
        if not pending:
            self.now = due
            return True
        seat = self.rng.randrange(len(self.state.hands))
        if self.restless and self.rng.random() < 0.02:
            self.take(GAME.leave(self.state, seat, self.chance, self.now))
        elif self.restless and self.rng.random() < 0.05:
            wish = Preferences(auto_pass=self.rng.choice((None, "none", "unless_involved", "always")))
            self.take(GAME.prefer(self.state, seat, wish, self.chance, self.now))
        else:
            decision = self.rng.choice(pending)
            move = self.rng.choice(list(GAME.legal(self.state, decision)))
            if self.restless and self.rng.random() < 0.2:
                move = GAME.fallback(self.state, decision, self.chance)
            self.take(GAME.play(self.state, decision, move, self.chance, self.now))
        return True

    def check_knowledge(self):
        """Each seat finds its own decisions and moves in its projection, and nothing it knows is wrong."""
        pending = GAME.pending(self.state)
        for viewer, known in self.projections.items():
            if viewer is not None:
                own = [decision for decision in pending if decision.seat == viewer]
                assert [decision for decision in GAME.pending(known) if decision.seat == viewer] == own
                for decision in own:
                    assert list(GAME.legal(known, decision)) == list(GAME.legal(self.state, decision))
                assert known.hands[viewer] == self.state.hands[viewer]
            assert _fits(known.draw, self.state.draw)
            assert _fits(known.discard, self.state.discard)
            for hand, truth in zip(known.hands, self.state.hands, strict=True):
                assert len(hand) == len(truth)
                left = list(truth)
                for card in hand:
                    if card is not None:
                        left.remove(card)


def _fits(known, truth):
    return len(known) == len(truth) and all(k in (None, t) for k, t in zip(known, truth, strict=True))


@pytest.mark.parametrize("restless", [False, True])
@pytest.mark.parametrize("seats", range(2, 8))
def test_invariants_in_random_matches(seats, restless):
    for seed in range(6):
        match = Match(seats, 100 * seats + seed, restless=restless)
        before = match.state.copy()
        running = True
        while running:
            running = match.step()
            if match.state.phase != "vote":
                invariants(match.state, before)
            match.check_knowledge()
            before = match.state.copy()
        finished(match.state, match.log)


@pytest.mark.parametrize("seats", range(2, 8))
def test_9_2_the_bound_of_draws(seats):
    state = GAME.start(seats)
    GAME.setup(state, GAME.resolve(Options(), seats), Inputs(), KeyedChance(bytes(32)), 0)
    assert draws_bound(state) == DRAWS[seats]


def test_random_matches_meet_every_event():
    met = set()
    for seed in range(40):
        match = Match(2 + seed % 6, seed, restless=True)
        while match.step():
            pass
        met |= {type(event) for event in match.log}
    assert met == set(GAME.events) - RARE


def test_a_question_raises_the_numbers_of_the_seats_asked_alone():
    match = Match(4, 3)
    running = True
    while running:
        numbers = match.state.numbers[:]
        seen = len(match.log)
        running = match.step()
        expected = numbers[:]
        for event in match.log[seen:]:
            match event:
                case ev.TurnBegan() | ev.Asked():
                    expected[event.seat] += 1
                case ev.WindowOpened():
                    expected = [n + (seat in match.state.players) for seat, n in enumerate(expected)]
        assert match.state.numbers == expected
