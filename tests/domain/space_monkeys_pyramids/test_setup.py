"""Section 2 and R-1, R-2: who places when, who sees it, who begins; and what a table may set."""

import pytest

from domain.chance import KeyedChance
from domain.command import Play
from domain.deciding import pending
from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.board import NORTH, SOUTH
from domain.games.space_monkeys_pyramids.events import FirstPlayerChosen, GamePrepared, Placed, Revealed
from domain.games.space_monkeys_pyramids.moves import Place
from domain.games.space_monkeys_pyramids.options import Options
from domain.match import decide
from domain.refusal import DecisionNotPending, IllegalMove, OptionsRefused
from tests.domain.space_monkeys_pyramids.positions import NO_CHANCE, match_in, written

PLACES = (Place(("b1", "d1", "f1", "h1", "c2")), Place(("b7", "d7", "f7", "a8", "c8")))
HIDDEN = (None,) * 5


class Setup:
    """The set-up of a match, as the truth and as each viewer sees it."""

    def __init__(self, chance=NO_CHANCE, records=(), **options):
        self.chance = chance
        state = GAME.start(2)
        self.log = GAME.setup(state, GAME.resolve(Options(**options), 2), Inputs(records=records), chance, 7)
        self.match = match_in(state)

    @property
    def state(self):
        return self.match.state

    def asked(self):
        return [(decision.seat, decision.kind, decision.id) for decision in pending(GAME, self.match)]

    def place(self, seat, move=None):
        command = Play(seat, f"{seat}-0", move or PLACES[seat])
        events, self.match = decide(GAME, self.match, command, self.chance, 9)
        self.log += events
        return events

    def known(self, viewer):
        state = GAME.start(2)
        for event in self.log:
            GAME.apply(state, seen_by(event, viewer), 9)
        return state


def test_2_2_both_place_secretly_at_the_same_time():
    setup = Setup(first_player="north")
    assert setup.asked() == [(SOUTH, "place", "0-0"), (NORTH, "place", "1-0")]
    assert setup.place(NORTH) == [Placed(NORTH, PLACES[NORTH].squares)]
    assert setup.known(NORTH).placements == (None, PLACES[NORTH].squares)
    assert setup.known(SOUTH).placements == (None, HIDDEN)
    assert setup.known(None).placements == (None, HIDDEN)
    assert setup.asked() == [(SOUTH, "place", "0-0")]
    assert setup.place(SOUTH) == [
        Placed(SOUTH, PLACES[SOUTH].squares),
        Revealed(SOUTH, PLACES[SOUTH].squares),
        Revealed(NORTH, PLACES[NORTH].squares),
        FirstPlayerChosen(NORTH, "option"),
    ]
    assert all(setup.known(viewer).men == setup.state.men for viewer in (SOUTH, NORTH, None))
    assert written(setup.state) == ("b1 d1 f1 h1 c2 / a7 c7 e7 g7", "b7 d7 f7 a8 c8 / b2 d2 f2 h2")
    assert setup.asked() == [(NORTH, "move", "1-1")]


def test_2_2_a_placement_is_final():
    setup = Setup()
    setup.place(SOUTH)
    with pytest.raises(DecisionNotPending):
        setup.place(SOUTH, Place(("b1", "d1", "f1", "h1", "a2")))


def test_2_2_nothing_moves_before_both_have_placed():
    with pytest.raises(IllegalMove) as caught:
        Setup().place(SOUTH, {"type": "text", "text": "c2-d3"})
    assert caught.value.rule == "2.2"


def test_2_2_how_long_a_seat_has_had_does_not_depend_on_the_other():
    setup = Setup()
    setup.place(NORTH)
    assert [decision.since for decision in pending(GAME, setup.match)] == [7]


@pytest.mark.parametrize(("mode", "first", "order"), [
    ("first_first", "south", (SOUTH, NORTH)),
    ("first_first", "north", (NORTH, SOUTH)),
    ("second_first", "south", (NORTH, SOUTH)),
    ("second_first", "north", (SOUTH, NORTH)),
])  # fmt: skip
def test_r2_one_after_the_other_in_the_open(mode, first, order):
    setup = Setup(setup=mode, first_player=first)
    begins = {"south": SOUTH, "north": NORTH}[first]
    assert setup.log[1:] == [FirstPlayerChosen(begins, "option")]
    for seat in order:
        assert setup.asked() == [(seat, "place", f"{seat}-0")]
        squares = PLACES[seat].squares
        assert setup.place(seat) == [Placed(seat, squares), Revealed(seat, squares)]
        assert all(setup.known(viewer).placements[seat] == squares for viewer in (SOUTH, NORTH, None))
    assert setup.asked() == [(begins, "move", f"{begins}-1")]


def test_r2_random_placements():
    seen = set()
    for number in range(40):
        setup = Setup(setup="random", chance=KeyedChance(bytes([number])))
        prepared, south, north, first = setup.log
        assert isinstance(prepared, GamePrepared)
        assert isinstance(first, FirstPlayerChosen)
        for seat, event in enumerate((south, north)):
            assert Place(event.squares) in GAME.legal(GAME.start(2), pending(GAME, match_in(Setup().state))[seat])
        assert setup.asked()[0][:2] == (first.seat, "move")
        seen.add((south.squares, first.seat))
    assert len(seen) > 20
    assert {seat for _, seat in seen} == {SOUTH, NORTH}


@pytest.mark.parametrize(("younger", "records", "seat", "by"), [
    ("south", (), SOUTH, "youngest"),
    ("north", (), NORTH, "youngest"),
    ("north", ((9, 9), (3, 2)), NORTH, "youngest"),
    ("north", ((9, 0), (4, 3)), SOUTH, "two_thirds"),
    ("south", ((1, 1), (1, 1)), NORTH, "two_thirds"),
    ("south", ((3_000_001, 2_000_001), (0, 0)), NORTH, "two_thirds"),
    ("south", ((3_000_000, 2_000_000), (0, 0)), SOUTH, "youngest"),
])  # fmt: skip
def test_r1_youngest(younger, records, seat, by):
    setup = Setup(records=records, first_player="youngest", younger_seat=younger)
    setup.place(SOUTH)
    assert setup.place(NORTH)[-1] == FirstPlayerChosen(seat, by)


def test_r1_equal_ages_and_random_are_decided_by_lot():
    for settings in ({"first_player": "youngest", "younger_seat": "equal"}, {"first_player": "random"}):
        seats = set()
        for number in range(30):
            setup = Setup(
                setup="first_first", chance=KeyedChance(bytes([number])), records=((1, 1), (0, 0)), **settings
            )
            assert setup.log[1].by == "random"
            seats.add(setup.log[1].seat)
        assert seats == {SOUTH, NORTH}


@pytest.mark.parametrize(("rule", "settings"), [
    ("R-1", {"first_player": "youngest"}),
    ("R-1", {"younger_seat": "south"}),
    ("R-1", {"first_player": "north", "younger_seat": "equal"}),
    ("R-10", {"repetition": 1}),
])  # fmt: skip
def test_options_that_are_refused(rule, settings):
    with pytest.raises(OptionsRefused) as caught:
        GAME.resolve(Options(**settings), 2)
    assert caught.value.rule == rule


def test_the_defaults_of_the_option_registry():
    assert GAME.resolve(Options(), 2) == Options(
        pace="live", first_player="random", younger_seat=None, setup="simultaneous", jump_own=False, cage_full="stay",
        no_move="pass", repetition=3, no_launch_limit=200,
    )  # fmt: skip
