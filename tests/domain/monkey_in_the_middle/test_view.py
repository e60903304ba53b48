"""What frontends get of a match: all that section 6 grants, and nothing else."""

from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import moves as mv
from tests.domain.monkey_in_the_middle.positions import Table, revealed
from tests.domain.world import encode


def view(table, viewer):
    return GAME.view(table.projections[viewer], viewer)


def test_before_the_match():
    shown = GAME.view(GAME.start(3), None)
    assert (shown.phase, shown.round, shown.rounds, shown.hand, shown.revealed) == ("setup", 0, 0, None, ())
    assert [player.seat for player in shown.players] == [0, 1, 2]


def test_the_own_hand_and_the_sizes_of_others():
    table = Table("R ban", "L N", "B N", decks=["coc", "", "R R"])
    assert view(table, 0).hand == ("R", "banana")
    assert view(table, None).hand is None
    assert [(player.hand_size, player.deck_size) for player in view(table, 1).players] == [(2, 1), (2, 0), (2, 2)]
    assert b"coconut" not in encode(view(table, 0).players[0].pile)


def test_what_has_not_been_shown_is_counted():
    table, _ = revealed("ban R N L")
    shown = view(table, 2)
    assert shown.revealed == ("banana", "R", "N", "L")
    assert shown.players[0].unseen == {"R": 3, "L": 3, "B": 2, "N": 2, "banana": 2, "coconut": 3}
    assert shown.players[1].unseen == {"R": 2, "L": 3, "B": 2, "N": 2, "banana": 3, "coconut": 3}
    assert "coconut" not in view(Table("", "", "", decks=["R"] * 3, preset="kids2"), 0).players[0].unseen


def test_areas():
    table, _ = revealed("B B coc B N N")
    shown = view(table, None)
    assert [player.pile for player in shown.players] == [("B",), ("B",), ("coconut",), ("B",), ("N",), ("N",)]
    table, _ = revealed("B B B coc")
    shown = view(table, None)
    assert [player.middle for player in shown.players] == [(), ("B",), (), ()]
    assert [(c.owner, c.recipients, c.to) for c in shown.contested_coconuts] == [(3, (0, 2), None)]
    table.play(3, mv.Give(2))
    assert [player.coconuts for player in view(table, 1).players] == [0, 0, 1, 0]


def test_an_own_choice_of_a_recipient():
    table, _ = revealed("coc B coc B")
    table.play(0, mv.Give(3))
    assert [c.to for c in view(table, 0).contested_coconuts] == [3, None]
    assert [c.to for c in view(table, 2).contested_coconuts] == [None, None]


def test_duties_and_deadlines():
    table = Table("N ban", "R N", "N N", "L N", monkey_business=True)
    table.choose("N R N L")
    assert [player.must_play_fruit for player in view(table, 1).players] == [True, False, False, False]
    assert view(table, 1).deadline is None
    timed = Table("", "", "", decks=["R"] * 3, preset="kids3")
    assert view(timed, None).deadline == timed.now + 2_000


def test_the_end():
    table = Table("ban", "N", "coc")
    table.choose("ban N coc")
    shown = view(table, None)
    assert shown.phase == "over"
    assert [player.rank for player in shown.players] == [1, 2, 3]
    assert [player.score.points for player in shown.players] == [1, 0, -1]
    table = Table("R N", "L N", "B N")
    table.leave(2)
    assert [player.left for player in view(table, 0).players] == [False, False, True]
