"""The game in words."""

import re

import pytest

from domain.event import seen_by
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.options import PRESETS, Options, resolve
from domain.games.monkey_in_the_middle.scoring import Score
from domain.story import tell
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


DEALT = ev.DeckDealt(0, ("R", "banana"), ("L",))
SCORED = ev.GameScored((Score(1, 1, 0), Score(0, 0, 2), Score(1, 1, 0)), (2, 1, 2))

STORIES = [
    (ev.GamePrepared(resolve(Options(preset="kids2"), 3), ()), None, "Everybody has a deck of 13 cards."),
    (DEALT, 0, "You are dealt 2 cards: monkey pointing right and banana."),
    (seen_by(DEALT, 1), 1, "{seat:0} is dealt 2 cards."),
    (ev.DeckDealt(0, (), (None,) * 10), 0, "You shuffle a deck of 10 cards."),
    (ev.CardsDealtAnew(0, ("R", "banana"), None), 0, "You are dealt anew: monkey pointing right and banana."),
    (ev.CardsDealtAnew(0, (), "L"), 0, "You are dealt anew: nothing, and have laid down the monkey pointing left."),
    (ev.DeckDealtAnew(2, ("coconut",)), 0, "The deck of {seat:2} is shuffled anew."),
    (ev.RaceTimedAnew(0, 8_000), 0, None),
    (ev.RoundBegan(3, "card", (), None), None, "Round 3 begins."),
    (ev.RoundBegan(3, "card", (0, 1), None), 0,
     "Round 3 begins; you and {seat:1} must play a banana or a coconut if there is one."),
    (ev.CardChosen(1, "banana", changeable=True), 1, "You lay down a banana."),
    (ev.CardChosen(1, None, changeable=False), 0, "{seat:1} lays down a card."),
    (ev.CardChanged(1, "L"), 1, "You change to the monkey pointing left."),
    (ev.SeatReady(2), 2, "You are ready."),
    (ev.CardsRevealed(("R", "coconut", "banana")), 1,
     "All cards are revealed: {seat:0}'s monkey pointing right, your coconut and {seat:2}'s banana."),
    (ev.MonkeyCaught(1), 1, "Your monkey is caught in the middle."),
    (ev.BananaTaken(0, 0), 0, "You keep your own banana."),
    (ev.BananaTaken(0, 0), 1, "{seat:0} keeps their own banana."),
    (ev.BananaTaken(0, 1), 0, "{seat:1} gets your banana."),
    (ev.FreeForAllOpened(0, race=True, deadline=8_000), 0,
     "Your banana is free for all: the first to claim it gets it."),
    (ev.FreeForAllOpened(0, race=False, deadline=8_000), 1,
     "{seat:0}'s banana is free for all: it goes by lot among those who try."),
    (ev.BananaClaimed(1, 0, None), 1, "You grab for {seat:0}'s banana."),
    (ev.BananaDeclined(1, 0), 1, "You leave {seat:0}'s banana alone."),
    (ev.FreeForAllDecided(0, (), 0), 1, "Nobody claims {seat:0}'s banana; {seat:0} keeps it."),
    (ev.FreeForAllDecided(0, (), 0), 0, "Nobody claims your banana; you keep it."),
    (ev.FreeForAllDecided(0, (2,), 2), 2, "You grab {seat:0}'s banana."),
    (ev.FreeForAllDecided(0, (1, 2, 3), 2), 1,
     "{seat:2} grabs {seat:0}'s banana, by lot among you, {seat:2} and {seat:3}."),
    (ev.CoconutTaken(0, 1), 1, "You get {seat:0}'s coconut."),
    (ev.CoconutContested(0, (1, 3)), 3, "{seat:0} chooses who gets the coconut: {seat:1} or you."),
    (ev.RecipientChosen(0, 1), 0, "You choose to give the coconut to {seat:1}."),
    (ev.CardDrawn(2, "coconut"), 2, "You draw a coconut."),
    (ev.CardDrawn(2, None), None, "{seat:2} draws a card."),
    (ev.SeatLeft(2), 0, "{seat:2} leaves; the server plays on for this seat."),
    (SCORED, 0,
     ("{seat:1} is ranked 1 with 0 monkeys in the middle and -2 points; "
      "you are ranked 2 with 1 monkey in the middle and 1 point; "
      "{seat:2} is ranked 2 with 1 monkey in the middle and 1 point.")),
]  # fmt: skip


@pytest.mark.parametrize(("event", "viewer", "told"), STORIES)
def test_the_story(event, viewer, told):
    assert tell(GAME, event, viewer) == told


def test_the_story_of_every_event_is_tested():
    assert {type(event) for event, _, _ in STORIES} == set(GAME.events)


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
