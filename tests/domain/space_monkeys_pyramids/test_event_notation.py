"""Every event in the notation that has been published: a line here never changes."""

import pytest

from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids import events as ev
from domain.games.space_monkeys_pyramids.board import NORTH, SOUTH
from domain.games.space_monkeys_pyramids.options import Options
from domain.notation import Unreadable
from domain.transcript import read_event, write_event
from tests.domain.space_monkeys_pyramids.positions import placed, played
from tests.domain.space_monkeys_pyramids.test_examples import E4, E8, E12, E15, E16, E18

_SETUP = (
    "setup pace=live,first_player=random,younger_seat=null,setup=simultaneous,jump_own=false,cage_full=stay,"
    "no_move=pass,repetition=3,no_launch_limit=200"
)

LINES = [
    (ev.GamePrepared(Options(), ()), _SETUP),
    (ev.GamePrepared(Options(), ((3, 2), (0, 0))), f"{_SETUP} records 3/2,0/0"),
    (ev.FirstPlayerChosen(NORTH, "two_thirds"), "B first, two_thirds"),
    (ev.Placed(SOUTH, ("b1", "d1", "f1", "h1", "c2")), "A places b1,d1,f1,h1,c2"),
    (ev.Placed(SOUTH, (None,) * 5), "A places 5?"),
    (ev.PlacedAnew(SOUTH, ("b1", "d1", "f1", "h1", "c2")), "A places anew b1,d1,f1,h1,c2"),
    (ev.Revealed(NORTH, ("b7", "d7", "f7", "a8", "c8")), "B stands on b7,d7,f7,a8,c8"),
    (ev.Stepped(SOUTH, "c4-d5", "c4", "d5"), "A c4-d5"),
    (ev.Jumped(SOUTH, "c4xe6@b7", "c4", "e6", "d5", NORTH, "b7"), "A c4xe6@b7"),
    (ev.Jumped(NORTH, "e4xg6", "e4", "g6", "f5", SOUTH, None), "B e4xg6"),
    (ev.Jumped(SOUTH, "c4xe6@h1", "c4", "e6", "d5", SOUTH, "h1"), "A c4xe6@h1 own"),
    (ev.Jumped(SOUTH, "c5xe7", "c5", "e7", "d6", SOUTH, None), "A c5xe7 own"),
    (ev.Boarded(SOUTH, "a6^a7", "a6", "a7"), "A a6^a7"),
    (ev.ShipLeft(SOUTH, "a7va6", "a7", "a6"), "A a7va6"),
    (ev.Launched(SOUTH, "a7!", "a7", 1), "A a7! 1"),
    (ev.Passed(NORTH, "--"), "B --"),
    (ev.GameWon(SOUTH, "launches"), "A wins, launches"),
    (ev.GameDrawn("no_launch"), "drawn, no_launch"),
]


@pytest.mark.parametrize(("event", "text"), LINES)
def test_events(event, text):
    assert GAME.notation.write(event) == text
    assert GAME.notation.read(text) == event


def test_every_form_is_shown():
    assert {form for _, text in LINES for form in GAME.notation.forms_of(text)} == set(GAME.notation.forms)


@pytest.mark.parametrize(
    ("sides", "turn", "move", "line"),
    [
        (E12, SOUTH, "a7-b6", "A a7-b6"),
        (E4, SOUTH, "c4xe6@g8", "A c4xe6@g8"),
        (E8, NORTH, "e4xg6", "B e4xg6"),
        (E12, SOUTH, "a7vb7", "A a7vb7"),
        (E16, SOUTH, "a7!", "A a7! 1"),
        (E15, SOUTH, "--", "A --"),
        (E18, SOUTH, "h8!", "A h8! 4; A wins, launches; end, played, ranks 1,2"),
    ],
)
def test_section_6_moves_are_written_behind_their_seat(sides, turn, move, line):
    events = played(placed(*sides, turn=turn), move)[1]
    texts = line.split("; ")
    assert [write_event(GAME, event) for event in events] == texts
    assert [read_event(GAME, text) for text in texts] == events


@pytest.mark.parametrize(
    "event",
    [
        ev.Stepped(SOUTH, "c4-d5", "c4", "e5"),
        ev.Jumped(SOUTH, "c4xe6@b7", "c4", "e6", "d6", NORTH, "b7"),
        ev.Jumped(SOUTH, "c4xe6", "c4", "e6", "d5", NORTH, "b7"),
        ev.Launched(SOUTH, "a8!", "a7", 1),
    ],
)
def test_a_move_at_odds_with_its_text_is_written_as_json(event):
    text = GAME.notation.write(event)
    assert text.startswith('{"type":')
    assert GAME.notation.read(text) == event


@pytest.mark.parametrize(
    "text",
    ["c4-d5", "A C4-D5", "A c4d5", "A c9-d5", "A c4xe6@", "A c4xe6@b7own", "A a7!", "A a7! ", "A --  ", "A places 5",
     "A stands on b1;d1", "drawn, boredom", "S c4-d5 own", "A a7\u22741"],
)  # fmt: skip
def test_other_texts_are_refused(text):
    with pytest.raises(Unreadable):
        GAME.notation.read(text)
