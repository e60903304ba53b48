"""What people read: labels, the story, the catalogue and the view."""

import pytest

from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids import events as ev
from domain.games.space_monkeys_pyramids.board import CAGES, NORTH, SOUTH, bits
from domain.games.space_monkeys_pyramids.moves import Place, parse
from domain.games.space_monkeys_pyramids.options import Options
from domain.story import tell
from tests.domain.space_monkeys_pyramids.positions import NO_CHANCE, placed, played
from tests.domain.space_monkeys_pyramids.test_examples import E1, E4, E8, E12, E15, E16, E18

SHIP_JUMP = ("b1 d1 f1 h1 / c5* c7 e7 g7", "b7 d7 f7 h7 a8 / d4 b2 f2 h2")

MOVES = [
    (E1, 0, "c2-d3", "Move the monkey from c2 to d3", "{seat:0}'s monkey on c2 moves to d3."),
    (E12, 0, "a7-b6", "Move the ship from a7 to b6", "{seat:0}'s ship on a7 moves to b6."),
    (
        E4, 0, "c4xe6@g8", "Jump with the monkey from c4 to e6 and put the jumped monkey on g8",
        "{seat:0}'s monkey on c4 jumps over {seat:1}'s monkey on d5 to e6; the jumped monkey goes to g8.",
    ),
    (
        E8, 1, "e4xg6", "Jump with the monkey from e4 to g6; the jumped monkey stays",
        "{seat:1}'s monkey on e4 jumps over {seat:0}'s monkey on f5 to g6.",
    ),
    (
        SHIP_JUMP, 0, "c5xe3", "Jump with the ship from c5 to e3; the jumped ship stays",
        "{seat:0}'s ship on c5 jumps over {seat:1}'s ship on d4 to e3.",
    ),
    (
        ("b1 d1 f1 h1 a6", "d7 f7 h7 a8 e8"), 0, "a6^a7", "Board the ship on a7 from a6",
        "{seat:0}'s monkey on a6 boards the ship on a7.",
    ),
    (E12, 0, "a7vb7", "Leave the ship on a7 for b7", "{seat:0}'s monkey leaves the ship on a7 for b7."),
    (E16, 0, "a7!", "Launch the ship on a7", "{seat:0} launches the ship on a7, 1 of 4."),
    (E15, 0, "--", "Pass", "{seat:0} has no legal move and passes."),
]  # fmt: skip


@pytest.mark.parametrize(("sides", "turn", "text", "label", "story"), MOVES, ids=[move[2] for move in MOVES])
def test_labels_and_stories_of_moves(sides, turn, text, label, story):
    state = placed(*sides, turn=turn)
    assert GAME.label(state, GAME.pending(state)[0], parse(text)) == label
    event = played(state, text)[1][0]
    assert event.text == text
    assert tell(GAME, event, None) == story


@pytest.mark.parametrize(("event", "viewer", "told"), [
    (ev.Stepped(SOUTH, "c2-d3", "c2", "d3"), SOUTH, "Your monkey on c2 moves to d3."),
    (ev.Jumped(SOUTH, "c4xe6@g8", "c4", "e6", "d5", NORTH, "g8"), SOUTH,
     "Your monkey on c4 jumps over {seat:1}'s monkey on d5 to e6; the jumped monkey goes to g8."),
    (ev.Jumped(SOUTH, "c4xe6@g8", "c4", "e6", "d5", NORTH, "g8"), NORTH,
     "{seat:0}'s monkey on c4 jumps over your monkey on d5 to e6; the jumped monkey goes to g8."),
    (ev.Launched(SOUTH, "a7!", "a7", 1), SOUTH, "You launch the ship on a7, 1 of 4."),
    (ev.Passed(NORTH, "--"), NORTH, "You have no legal move and pass."),
    (ev.FirstPlayerChosen(NORTH, "youngest"), NORTH, "You begin, the younger player."),
    (ev.GameWon(SOUTH, "launches"), SOUTH, "You have launched all ships and win."),
])  # fmt: skip
def test_what_a_seat_is_told_of_itself(event, viewer, told):
    assert tell(GAME, event, viewer) == told


def test_the_story_of_a_placement_tells_each_what_it_may_know():
    placing = ev.Placed(SOUTH, ("b1", "d1", "f1", "h1", "c2"))
    assert tell(GAME, placing, SOUTH) == "You place 5 monkeys on b1, d1, f1, h1 and c2."
    assert tell(GAME, placing, None) == "{seat:0} places 5 monkeys on b1, d1, f1, h1 and c2."
    assert tell(GAME, seen_by(placing, NORTH), NORTH) == "{seat:0} places 5 monkeys."
    assert GAME.label(GAME.start(2), None, Place(placing.squares)) == "Place the monkeys on b1, d1, f1, h1, c2"


@pytest.mark.parametrize(("event", "story"), [
    (ev.GamePrepared(Options(), ()), None),
    (ev.Revealed(NORTH, ("b7", "a8")), "{seat:1}'s monkeys stand on b7 and a8."),
    (ev.FirstPlayerChosen(NORTH, "random"), "{seat:1} begins, by lot."),
    (ev.GameWon(SOUTH, "launches"), "{seat:0} has launched all ships and wins."),
    (ev.GameWon(SOUTH, "no_move"), "{seat:0} wins, because the other player has no legal move."),
    (ev.GameDrawn("no_launch"), "The game is drawn: no ship has been launched for too long."),
])  # fmt: skip
def test_stories_of_other_events(event, story):
    assert tell(GAME, event, None) == story


def test_the_catalogue_counts_the_pieces():
    assert {piece.key: piece.counts for piece in GAME.catalogue.pieces} == {
        "monkey": {"South": 5, "North": 5},
        "ship": {"South": 4, "North": 4},
    }


def test_the_view_of_a_position():
    state = played(placed(*E16), "a7!")[0]
    view = GAME.view(state, None)
    assert [side.launches for side in view.sides] == [1, 0]
    assert bits(view.sides[NORTH].cages) == CAGES[NORTH]
    assert {(piece.square, piece.seat, piece.kind) for piece in view.pieces if piece.square in ("a6", "c7", "c8")} == {
        ("a6", SOUTH, "monkey"),
        ("c7", SOUTH, "ship"),
        ("c8", NORTH, "monkey"),
    }
    assert len(view.pieces) == 4 + 3 + 5 + 4
    assert (view.turn, view.plies, view.plies_without_launch, view.occurrences) == (NORTH, 1, 0, 1)
    assert (view.last_move, view.winner, view.ended_by) == ("a7!", None, None)


def test_the_view_shows_pilots_and_the_end():
    assert [piece.square for piece in GAME.view(placed(*E18), None).pieces if piece.piloted] == ["h8"]
    view = GAME.view(played(placed(*E18), "h8!")[0], None)
    assert (view.phase, view.turn, view.winner, view.ended_by) == ("over", None, SOUTH, "launches")


def test_the_view_hides_a_placement_that_is_not_revealed():
    truth, projection = GAME.start(2), GAME.start(2)
    for event in GAME.setup(truth, Options(), Inputs(), NO_CHANCE, 0):
        GAME.apply(projection, event, 0)
    decision = GAME.pending(truth)[SOUTH]
    [event] = GAME.play(truth, decision, GAME.legal(truth, decision)[0], NO_CHANCE, 0)
    GAME.apply(projection, seen_by(event, NORTH), 0)
    sides = GAME.view(projection, NORTH).sides
    assert [side.placement for side in sides] == [(None,) * 5, None]
    assert {piece.kind for piece in GAME.view(projection, NORTH).pieces} == {"ship"}
    assert GAME.view(truth, SOUTH).sides[SOUTH].placement == event.squares
