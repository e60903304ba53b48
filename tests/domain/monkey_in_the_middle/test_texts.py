"""The game in words."""

import re

from domain.event import seen_by
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.options import PRESETS
from domain.games.monkey_in_the_middle.scoring import Score
from tests.domain.monkey_in_the_middle.positions import Table, revealed


def labels(table, seat):
    return [
        GAME.label(table.projections[seat], decision, move)
        for decision in table.decisions(seat)
        for move in GAME.legal(table.projections[seat], decision)
    ]


def test_labels_of_cards():
    table = Table("R ban", "L N", "B N")
    assert labels(table, 0) == ["Play the monkey pointing right", "Play the banana"]
    table.play(0, mv.Choose("banana"))
    assert labels(table, 0) == ["Play the monkey pointing right instead of the banana", "Keep to the banana"]


def test_labels_of_answers():
    table, _ = revealed("ban B ban B")
    assert labels(table, 1) == [
        "Grab for {seat:0}'s banana",
        "Leave {seat:0}'s banana alone",
        "Grab for {seat:2}'s banana",
        "Leave {seat:2}'s banana alone",
    ]
    table, _ = revealed("coc R N L")
    assert labels(table, 0) == ["Give the coconut to {seat:1}", "Give the coconut to {seat:3}"]


def test_what_is_hidden_is_not_told():
    chosen = ev.CardChosen(1, "banana", changeable=True)
    assert GAME.tell(chosen) == "{seat:1} lays down a card, the banana."
    assert GAME.tell(seen_by(chosen, 0)) == "{seat:1} lays down a card."
    drawn = ev.CardDrawn(2, "coconut")
    assert GAME.tell(drawn) == "{seat:2} draws a coconut."
    assert GAME.tell(seen_by(drawn, None)) == "{seat:2} draws a card."
    dealt = ev.DeckDealt(0, ("R", "banana"), ("L",))
    assert GAME.tell(seen_by(dealt, 0)) == "{seat:0} is dealt 2 cards: monkey pointing right, banana."
    assert GAME.tell(seen_by(dealt, 1)) == "{seat:0} is dealt 2 cards."


def test_the_story_of_a_free_for_all():
    assert GAME.tell(ev.FreeForAllDecided(0, (), 0)) == "Nobody claims the banana of {seat:0}, who keeps it."
    assert GAME.tell(ev.FreeForAllDecided(0, (2,), 2)) == "{seat:2} grabs the banana of {seat:0}."
    assert (
        GAME.tell(ev.FreeForAllDecided(0, (1, 2, 3), 2))
        == "{seat:2} grabs the banana of {seat:0}, by lot among {seat:1}, {seat:2} and {seat:3}."
    )


def test_the_story_of_the_end():
    scored = ev.GameScored((Score(1, 1, 0), Score(0, 0, 2), Score(1, 1, 0)), (2, 1, 2))
    assert GAME.tell(scored) == (
        "{seat:1} is ranked 1 with 0 monkeys in the middle and -2 points; "
        "{seat:0} is ranked 2 with 1 monkey in the middle and 1 point; "
        "{seat:2} is ranked 2 with 1 monkey in the middle and 1 point."
    )


def test_the_catalogue():
    catalogue = GAME.catalogue
    counts = {piece.key: piece.counts for piece in catalogue.pieces}
    assert all(set(by_preset) == set(PRESETS) for by_preset in counts.values())
    assert {key: by_preset["standard"] for key, by_preset in counts.items()} == {
        "R": 3, "L": 3, "B": 2, "N": 2, "banana": 3, "coconut": 3,
    }  # fmt: skip
    assert sum(by_preset["kids1"] for by_preset in counts.values()) == 10
    assert counts["coconut"] == {"standard": 3, "kids1": 0, "kids2": 0, "kids3": 3}
    assert {kind.key for kind in catalogue.decisions} == {"card", "ready", "claim", "coconut"}
    headings = set(re.findall(r"\*\*(\w[\w ]*)\.\*\*", catalogue.rules))
    assert {"Pointing", "Monkeys", "Bananas", "Coconuts", "Scoring"} <= headings
