"""The worked examples of section 10, by their numbers; lists of moves are complete."""

import pytest

from domain.chance import KeyedChance
from domain.command import Play
from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.board import NORTH, SOUTH
from domain.games.space_monkeys_pyramids.events import FirstPlayerChosen, GameDrawn, GameWon, Launched, Passed
from domain.games.space_monkeys_pyramids.moves import Pass, Place, Step, Text
from domain.games.space_monkeys_pyramids.options import Options
from domain.match import decide
from domain.refusal import DecisionNotPending, IllegalMove, NotYourSeat
from tests.domain.space_monkeys_pyramids.positions import (
    NO_CHANCE,
    legal_texts,
    match_in,
    placed,
    played,
    refused,
    written,
)

E1 = ("b1 d1 f1 h1 c2", "a8 c8 b7 d7 f7")
E4 = ("b1 d1 f1 h1 c4", "d5 d7 f7 h7 a8")
E8 = ("b1 d1 f1 h1 f5", "a2 c2 e2 g2 e4")
E12 = ("b1 d1 f1 h1 / a7* c7 e7 g7", "a8 d7 f7 h7 e8")
E15 = ("h1 a2 / e5", "g2 f3 b1 b3 c4")
E16 = ("b1 d1 f1 a6 / a7* c7 e7 g7", "d7 f7 h7 c8 e8")
E18 = ("g8 / h8*", "a6 f7 h7 c8 e8")


def moves(texts):
    return sorted(texts.split())


def prepared(**options):
    state = GAME.start(2)
    GAME.setup(state, GAME.resolve(Options(**options), 2), Inputs(), NO_CHANCE, 0)
    return state


def test_e1_start():
    state = placed(*E1)
    assert legal_texts(state) == moves("b1-a2 d1-e2 f1-e2 f1-g2 h1-g2 c2-b3 c2-d3")
    assert refused(state, "c2-b1").rule == "4.1"
    assert refused(state, "c2-d1").rule == "4.1"


def test_e1_comes_out_of_the_placements():
    match = match_in(prepared(first_player="south"))
    for seat, squares in enumerate(E1):
        _, match = decide(GAME, match, Play(seat, f"{seat}-0", Place(tuple(squares.split()))), NO_CHANCE, 0)
    assert written(match.state) == written(placed(*E1))
    assert legal_texts(match.state) == legal_texts(placed(*E1))


@pytest.mark.parametrize(
    ("squares", "seat"),
    [
        ("b1 d1 f1 h1 b2", SOUTH),
        ("b1 b1 d1 f1 h1", SOUTH),
        ("b1 d1 f1 h1 b3", SOUTH),
        ("b1 d1 f1 h1", SOUTH),
        ("b1 d1 f1 h1 a2 c2", SOUTH),
        ("b7 b1 d1 f1 h1", SOUTH),
        ("b7 d7 f7 h7 b1", NORTH),
    ],
)
def test_e2_illegal_placements(squares, seat):
    match = match_in(prepared())
    with pytest.raises(IllegalMove) as caught:
        decide(GAME, match, Play(seat, f"{seat}-0", Place(tuple(squares.split()))), NO_CHANCE, 0)
    assert caught.value.rule == "2.2"
    assert match.state == prepared()


def test_e3_step():
    state = placed("b1 d1 f1 h1 d5", "b7 d7 f7 h7 a8")
    assert legal_texts(state, "d5") == moves("d5-c4 d5-c6 d5-e4 d5-e6")
    assert refused(state, "d5-d6").rule == "4.1"
    assert refused(state, "d5-f7").rule == "4.1"


def test_e4_jump():
    state = placed(*E4)
    assert legal_texts(state, "c4") == moves("c4-b3 c4-b5 c4-d3 c4xe6@b7 c4xe6@c8 c4xe6@e8 c4xe6@g8")
    state, [event] = played(state, "c4xe6@g8")
    assert (event.over, event.owner, event.cage) == ("d5", NORTH, "g8")
    assert written(state) == written(placed("b1 d1 f1 h1 e6", "g8 d7 f7 h7 a8"))
    assert state.turn == NORTH
    assert legal_texts(state, "g8") == []
    state, _ = played(placed("b1 d1 f1 h1 c4", "d5 d7 f3 h7 a8"), "c4xe6@g8")
    assert legal_texts(state, "g8") == ["g8-f7"]


def test_e5_landing_blocked():
    state = placed("b1 d1 f1 h1 c4", "d5 e6 f7 h7 a8")
    assert legal_texts(state, "c4") == moves("c4-b3 c4-b5 c4-d3")
    assert refused(state, "c4xe6@b7").rule == "4.2.1"


def test_e6_own_monkey_in_the_way():
    sides = ("b1 d1 f1 d5 c4", "b7 d7 f7 h7 a8")
    assert legal_texts(placed(*sides), "c4") == moves("c4-b3 c4-b5 c4-d3")
    assert refused(placed(*sides), "c4xe6@h1").rule == "R-3"
    own = placed(*sides, jump_own=True)
    assert legal_texts(own, "c4") == moves(
        "c4-b3 c4-b5 c4-d3 c4xe6@h1 c4xe6@a2 c4xe6@c2 c4xe6@e2 c4xe6@g2",
    )
    after, [event] = played(own, "c4xe6@h1")
    assert event.owner == SOUTH
    assert written(after) == written(placed("b1 d1 f1 h1 e6", sides[1]))


def test_e7_jump_inside_the_cages():
    state = placed("b1 c2 f1 h1 a2", "b3 d7 f7 h7 a8", turn=NORTH)
    assert legal_texts(state, "b3") == moves("b3-a4 b3-c4 b3^b2 b3xd1@c2 b3xd1@e2 b3xd1@g2")
    assert refused(state, "b3xd1@d1").rule == "4.2.2"
    after, _ = played(state, "b3xd1@c2")
    assert written(after) == written(placed("b1 c2 f1 h1 a2", "d1 d7 f7 h7 a8"))


def test_e8_all_cages_full():
    state = placed(*E8, turn=NORTH)
    assert legal_texts(state, "e4") == moves("e4-d3 e4-d5 e4-f3 e4xg6")
    after, [event] = played(state, "e4xg6")
    assert event.cage is None
    assert written(after) == written(placed(E8[0], "a2 c2 e2 g2 g6"))
    forbidden = placed(*E8, turn=NORTH, cage_full="forbid")
    assert legal_texts(forbidden, "e4") == moves("e4-d3 e4-d5 e4-f3")
    assert refused(forbidden, "e4xg6").rule == "R-4"


def test_e9_jump_off_the_board():
    state = placed("b1 d1 f1 h1 g6", "b7 d7 f7 h7 a8")
    assert legal_texts(state, "g6") == moves("g6-f5 g6-h5 g6^g7 g6xe8@c8 g6xe8@f7 g6xe8@g8")


def test_e10_board():
    state = placed("b1 d1 f1 h1 a6", "d7 f7 h7 a8 e8")
    assert legal_texts(state, "a6") == moves("a6-b5 a6-b7 a6^a7")
    after, _ = played(state, "a6^a7")
    assert written(after) == written(placed("b1 d1 f1 h1 / a7* c7 e7 g7", "d7 f7 h7 a8 e8"))


def test_e11_no_boarding():
    piloted = placed("b1 d1 f1 a6 / a7* c7 e7 g7", "d7 f7 h7 a8 e8")
    assert legal_texts(piloted, "a6") == moves("a6-b5 a6-b7")
    assert refused(piloted, "a6^a7").rule == "R-5"
    foreign = placed("b3 d1 f1 h1 c2", "d7 f7 h7 a8 e8")
    assert not any("^" in text for text in legal_texts(foreign, "b3"))
    assert refused(foreign, "b3^b2").rule == "4.4"
    two = placed("b1 d1 f1 h1 d5 / d6 c5 e7 g7", "d7 f7 h7 a8 e8")
    assert {"d5^d6", "d5^c5"} <= set(legal_texts(two, "d5"))


def test_e12_leave():
    state = placed(*E12)
    assert legal_texts(state, "a7") == moves("a7-b6 a7-b8 a7va6 a7vb7")
    assert refused(state, "a7va8").rule == "R-6"
    after, _ = played(state, "a7vb7", "a8xc6@a2")
    assert written(after) == written(placed("b1 d1 f1 h1 a2", "c6 d7 f7 h7 e8"))
    assert legal_texts(after, "a7") == []
    assert refused(after, "a7-b6").rule == "4.1"


def test_e13_empty_ship():
    state = placed(*E1)
    assert [legal_texts(state, ship) for ship in ("a7", "c7", "e7", "g7")] == [[]] * 4


@pytest.mark.parametrize(
    "north", ["b7 d7 f7 h7 a8 / d4 b2 f2 h2", "b7 d7 f7 h7 / d4* b2 f2 h2"], ids=["empty", "piloted"]
)
def test_e14_ship_jump(north):
    south = "b1 d1 f1 h1 / c5* c7 e7 g7"
    state = placed(south, north)
    assert legal_texts(state, "c5") == moves("c5-b4 c5-b6 c5-d6 c5xe3 c5vb5 c5vc4 c5vc6 c5vd5")
    after, _ = played(state, "c5xe3")
    assert written(after) == written(placed("b1 d1 f1 h1 / e3* c7 e7 g7", north))


def test_e14_no_jump_over_an_own_ship():
    own = placed("b1 d1 f1 h1 / c5* d6 a7 g7", "b7 d7 f7 h7 a8 / d4 b2 f2 h2")
    assert "c5xe7" not in legal_texts(own)
    assert refused(own, "c5xe7").rule == "R-3"
    allowed = placed("b1 d1 f1 h1 / c5* d6 a7 g7", "b7 d7 f7 h7 a8 / d4 b2 f2 h2", jump_own=True)
    assert "c5xe7" in legal_texts(allowed)


def test_e15_no_legal_move():
    state = placed(*E15)
    assert legal_texts(state) == ["--"]
    after, [event] = played(state, "--")
    assert event == Passed(SOUTH, "--")
    assert after.turn == NORTH
    assert len(legal_texts(after)) == 16
    assert "--" not in legal_texts(after)


def test_e15_no_legal_move_loses_by_option():
    before = placed("h1 a2 / e5", "g2 f3 b1 b3 b5", turn=NORTH, no_move="lose")
    after, [_, won, _] = played(before, "b5-c4")
    assert written(after) == written(placed(*E15))
    assert won == GameWon(NORTH, "no_move")
    assert GAME.outcome(after) == (2, 1)


def test_e16_launch():
    state = placed(*E16)
    assert legal_texts(state, "a7") == moves("a7-b6 a7-b8 a7va8 a7vb7 a7!")
    after, [event] = played(state, "a7!")
    assert event == Launched(SOUTH, "a7!", "a7", 1)
    assert written(after) == written(placed("b1 d1 f1 a6 / c7 e7 g7", E16[1]))
    assert after.launches == (1, 0)


def test_e17_no_crew():
    state = placed("b1 d1 f1 h1 / a7* c7 e7 g7", "a6 d7 f7 h7 c8")
    assert "a7!" not in legal_texts(state)
    assert refused(state, "a7!").rule == "R-7"


def test_e18_win():
    after, log = played(placed(*E18), "h8!")
    assert log[1:2] == [GameWon(SOUTH, "launches")]
    assert GAME.outcome(after) == (1, 2)
    assert written(after)[0] == "g8 / "
    assert after.turn is None
    assert GAME.pending(after) == ()


def test_e18_north_does_not_move_again():
    level = placed("g8 / h8*", "a1 / b2*", launches=(3, 3))
    after, _ = played(level, "h8!")
    assert GAME.outcome(after) == (1, 2)


def test_e19_no_multiple_jumps():
    state = placed("b1 d1 f1 h1 b3", "c4 e6 f7 h7 a8")
    jumps = [text for text in legal_texts(state, "b3") if "x" in text]
    assert jumps
    assert all(text.startswith("b3xd5@") for text in jumps)
    after, _ = played(state, jumps[0])
    assert after.turn == NORTH


def test_e20_jump_is_optional():
    assert "h1-g2" in legal_texts(placed(*E4))


CYCLE = ("c2-d3", "f7-e6", "d3-c2", "e6-f7")


def test_e21_repetition():
    once, _ = played(placed(*E1), *CYCLE)
    assert once.occurrences == 2
    assert GAME.outcome(once) is None
    twice, log = played(placed(*E1), *CYCLE, *CYCLE)
    assert log[8:9] == [GameDrawn("repetition")]
    assert GAME.outcome(twice) == (1, 1)
    on, _ = played(placed(*E1, repetition=0), *CYCLE * 5)
    assert GAME.outcome(on) is None
    assert on.positions == {}


def quiet(plies, *sides, **settings):
    state = placed(*sides, **settings)
    state.quiet = plies
    return state


def test_e22_no_launch_limit_and_a_launch():
    after, _ = played(quiet(199, *E16), "a7!")
    assert after.quiet == 0
    assert GAME.outcome(after) is None
    assert GAME.outcome(played(quiet(199, *E18), "h8!")[0]) == (1, 2)


@pytest.mark.parametrize(("sides", "text"), [(E16, "a7vb7"), (E4, "c4xe6@g8"), (E15, "--")])
def test_e22_no_launch_limit_and_anything_else(sides, text):
    after, _ = played(quiet(198, *sides), text)
    assert GAME.outcome(after) is None
    after, log = played(quiet(199, *sides), text)
    assert log[1:2] == [GameDrawn("no_launch")]
    assert GAME.outcome(after) == (1, 1)
    assert GAME.outcome(played(quiet(5_000, *sides, no_launch_limit=0), text)[0]) is None


@pytest.mark.parametrize(
    ("record", "seat", "by"),
    [((3, 2), SOUTH, "youngest"), ((4, 3), NORTH, "two_thirds"), ((0, 0), SOUTH, "youngest")],
)
def test_e23_youngest(record, seat, by):
    ann, bob = record, (9, 9)
    state = GAME.start(2)
    options = GAME.resolve(Options(setup="random", first_player="youngest", younger_seat="south"), 2)
    events = GAME.setup(state, options, Inputs(records=(ann, bob)), KeyedChance(b"k"), 0)
    assert events[-1] == FirstPlayerChosen(seat, by)
    assert all(seen_by(event, viewer) == event for event in events for viewer in (0, 1, None))


def test_e24_wrong_piece():
    assert refused(placed(*E1), "a8-b7").rule == "3.1"
    assert refused(placed(*E1), "b7-c6").rule == "3.1"
    assert refused(placed(*E1), "d5-c4").rule == "3.1"


def test_e24_wrong_turn():
    match = match_in(placed(*E1))
    with pytest.raises(NotYourSeat):
        decide(GAME, match, Play(NORTH, "0-1", Step("b7", "c6")), NO_CHANCE, 0)
    with pytest.raises(DecisionNotPending):
        decide(GAME, match, Play(NORTH, "1-1", Step("b7", "c6")), NO_CHANCE, 0)
    assert match.state == placed(*E1)


def test_e24_passing_with_a_legal_move():
    assert refused(placed(*E1), "--").rule == "3.2"
    assert refused(placed(*E1), Pass()).rule == "3.2"


def test_e24_wrong_cage():
    assert refused(placed(*E4), "c4xe6").rule == "6.1"
    assert refused(placed(*E8, turn=NORTH), "e4xg6@b1").rule == "6.1"
    assert refused(placed(*E4), "c4xe6@e2").rule == "4.2.2"
    assert refused(placed(*E4), "c4xe6@d7").rule == "4.2.2"
    assert refused(placed(*E4), Text("c4xe6@d6")).rule == "4.2.2"
