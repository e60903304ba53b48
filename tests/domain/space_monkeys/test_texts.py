"""Labels, the story and the catalogue: in words, for every viewer, without a secret."""

from random import Random

import pytest

from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.options import Options
from domain.story import tell
from tests.domain.space_monkeys.positions import (
    DRAW,
    FIELD,
    GAZE_PAIR,
    LEAP,
    PASS,
    SPLIT,
    TRASH,
    A,
    B,
    Script,
    Table,
)
from tests.domain.space_monkeys.test_random_play import Match


def label(table, seat, move):
    decision = table.decision(seat)
    text = GAME.label(table.truth, decision, move)
    assert GAME.label(table.projections[seat], decision, move) == text
    return text


def test_labels_of_a_turn():
    table = Table("plasma raid-a raid-mash raid-mash heist-a heist-b heist-mash", "leap", "gaze")
    assert label(table, A, DRAW) == "Draw from the top"
    assert label(table, A, mv.Plasma(2)) == "Fire the Plasma Cannon at {seat:2}"
    cards = ("raid-a", "raid-mash", "raid-mash")
    assert label(table, A, mv.Raid(cards[:2], "pair", (1,))) == "Take a card from {seat:1} (Space Raid A + Monkey Mash)"
    assert label(table, A, mv.Raid(cards, "one-each", (1, 2))) == (
        "Take a card each from {seat:1} and {seat:2} (Space Raid A + Monkey Mash + Monkey Mash)"
    )
    assert label(table, A, mv.Single("heist-b")) == "Play one Crystal Heist B without effect"


def test_labels_of_answers():
    table = Table("leap gaze gaze trash split", "field field", draw="asteroid leap split", discard="gaze")
    table.play(A, LEAP)
    assert label(table, B, FIELD) == "Cancel {seat:0}'s Cosmic Leap with a Force Field"
    assert label(table, B, PASS) == "Pass"
    table.play(B, FIELD)
    assert label(table, B, FIELD) == "Cancel {seat:1}'s Force Field with a Force Field"
    table.all_pass()
    table.do(A, GAZE_PAIR)
    assert label(table, A, table.moves(A)[0]) == "Put back, top first: Asteroid, Cosmic Leap, Quantum Split"
    table.absent(A)
    table.do(A, TRASH)
    assert label(table, A, mv.Fetch(0)) == "Take Galactic Gaze, the first card"
    table.absent(A)
    table.do(A, SPLIT)
    assert label(table, A, mv.Cut(1)) == "Move the top 1 card beneath the rest"
    table.absent(A)
    table.truth.draw[-1] = "asteroid"
    table.do(A, DRAW)
    assert [label(table, A, move) for move in table.moves(A)] == [
        "Put the Asteroid back on top",
        "Put the Asteroid back under 1 card",
        "Put the Asteroid back at the bottom",
    ]


def test_label_of_a_gift_and_a_vote():
    table = Table("leap", "", draw="blackhole asteroid")
    table.do(A, DRAW)
    assert label(table, A, mv.Give("leap", B)) == "Give Cosmic Leap to {seat:1}"
    state = GAME.start(2)
    GAME.setup(state, GAME.resolve(Options(first_player="vote"), 2), Inputs(), Script(), 0)
    assert GAME.label(state, GAME.pending(state)[0], mv.Vote(1)) == "Vote for {seat:1}"


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_labels_are_unique_in_every_list(seats):
    match = Match(seats, seats)
    running = True
    while running:
        for decision in GAME.pending(match.state):
            known = match.projections[decision.seat]
            labels = [GAME.label(known, decision, move) for move in GAME.legal(known, decision)]
            assert len(set(labels)) == len(labels)
        running = match.step()


RAID = ("raid-a", "raid-mash", "raid-mash")

STORIES = [
    (ev.GamePrepared(Options(deck="plain"), 3, "none"), None, "The plain deck is shuffled; everybody has 3 crystals."),
    (ev.HandDealt(0, ("leap", "gaze", "leap")), 0,
     "You are dealt 3 cards: Cosmic Leap, Galactic Gaze and Cosmic Leap."),
    (ev.HandDealt(0, (None, None, None)), 1, "{seat:0} is dealt 3 cards."),
    (ev.PileLaid(("leap", "asteroid")), None, "A draw pile of 2 cards is laid down."),
    (ev.HandDealtAnew(0, ("leap", "gaze")), 0, "You are dealt 2 cards anew: Cosmic Leap and Galactic Gaze."),
    (ev.PilesDealtAnew(("leap",), ()), None, "The piles are dealt anew."),
    (ev.VoteOpened((0, 1), 60_000), None, "A vote decides who begins."),
    (ev.Voted(0, 1), 0, "You vote for {seat:1}."),
    (ev.FirstPlayerChosen(1, "vote"), 1, "You begin, by vote."),
    (ev.TurnBegan(2, 3, under_fire=True), None, "{seat:2}'s turn begins, 3 turns owed, under fire."),
    (ev.TurnBegan(2, 1, under_fire=False), 2, "Your turn begins."),
    (ev.Asked(0, "turn"), 0, None),
    (ev.ActionPlayed(0, "plasma", ("plasma",), (1,)), None, "{seat:0} fires the Plasma Cannon at {seat:1}."),
    (ev.ActionPlayed(0, "plasma", ("plasma",), (1,)), 0, "You fire the Plasma Cannon at {seat:1}."),
    (ev.ActionPlayed(0, "plasma", ("plasma",), (1,)), 1, "{seat:0} fires the Plasma Cannon at you."),
    (ev.ActionPlayed(0, "plasma", ("plasma",), (0,)), 1, "{seat:0} fires the Plasma Cannon at themself."),
    (ev.ActionPlayed(0, "plasma", ("plasma",), (0,)), 0, "You fire the Plasma Cannon at yourself."),
    (ev.ActionPlayed(0, "gaze_pair", ("gaze", "gaze")), 0, "You play two Galactic Gaze together."),
    (ev.ActionPlayed(0, "raid", RAID, (1, 2), "one-each"), 2,
     "{seat:0} plays Space Raid A + Monkey Mash + Monkey Mash against {seat:1} and you."),
    (ev.ActionPlayed(0, "heist", ("heist-b", "heist-b"), (1,)), None,
     "{seat:0} plays Crystal Heist B + B against {seat:1}."),
    (ev.ActionPlayed(0, "single", ("heist-b",)), 0, "You play a single Crystal Heist B, without effect."),
    (ev.WindowOpened(8_000, 1_500), 0, None),
    (ev.Passed(1), 1, "You pass."),
    (ev.ForceFieldPlayed(1), 0, "{seat:1} plays a Force Field."),
    (ev.WindowClosed(effective=True), 0, None),
    (ev.WindowClosed(effective=False), 0, "The action has no effect."),
    (ev.CardDrawn(1, bottom=True, card="leap"), 1, "You draw Cosmic Leap from the bottom."),
    (ev.CardDrawn(1, bottom=True, card=None), None, "{seat:1} draws from the bottom."),
    (ev.AsteroidDrawn(1, bottom=False, crystals=1), 1, "You draw an Asteroid from the top and have 1 crystal left."),
    (ev.AsteroidReturned(0, None), 1, "{seat:0} puts the Asteroid back into the draw pile."),
    (ev.AsteroidReturned(0, 0), 0, "You put the Asteroid back into the draw pile, on top."),
    (ev.AsteroidReturned(0, 1), 0, "You put the Asteroid back into the draw pile, under 1 card."),
    (ev.BlackHoleDrawn(0, bottom=True), None, "{seat:0} draws a Black Hole from the bottom."),
    (ev.CardGiven(0, 1, "leap"), 1, "{seat:0} gives Cosmic Leap to you."),
    (ev.CardGiven(0, 1, None), 2, "{seat:0} gives a card to {seat:1}."),
    (ev.PileSeen(0, ("asteroid", "leap")), 0,
     "You look at the top 2 cards of the draw pile: Asteroid and Cosmic Leap."),
    (ev.PileSeen(0, (None,)), None, "{seat:0} looks at the top card of the draw pile."),
    (ev.PileReordered(0, ("asteroid", "leap")), 0, "You put 2 cards back, top first: Asteroid and Cosmic Leap."),
    (ev.PileReordered(0, (None, None)), 1, "{seat:0} puts 2 cards back in any order."),
    (ev.PileCut(0, 4), 1, "{seat:0} moves the top 4 cards beneath the rest."),
    (ev.DiscardsSeen(0, ("trash", "leap"), choice=True), 0,
     "You look at 2 cards beneath the Orbital Trash: Orbital Trash and Cosmic Leap."),
    (ev.DiscardsSeen(0, (None,), choice=False), 1,
     "{seat:0} looks at 1 card beneath the Orbital Trash; none can be taken."),
    (ev.DiscardTaken(0, 1, "leap"), 0, "You take Cosmic Leap from the discard pile."),
    (ev.DiscardTaken(0, None, None), 1, "{seat:0} takes a card from the discard pile."),
    (ev.CardsStolen(0, 1, (None, None)), 2, "{seat:0} takes 2 cards from {seat:1}."),
    (ev.CardsStolen(0, 1, ("leap", "gaze")), 1, "{seat:0} takes Cosmic Leap and Galactic Gaze from you."),
    (ev.CardsStolen(0, 1, ()), 0, "You take nothing from {seat:1}."),
    (ev.CrystalTaken(0, 1, 2, 4, kept=True), 1, "{seat:0} takes a crystal from you, who have 2 crystals left."),
    (ev.CrystalTaken(0, 1, 1, 3, kept=False), 0, "You destroy a crystal of {seat:1}, who has 1 crystal left."),
    (ev.Eliminated(0, "heist", (), removed=False), 1, "{seat:0} has no crystal left and is out of the game."),
    (ev.Eliminated(0, "asteroid", ("leap", "gaze"), removed=False), 0,
     "You have no crystal left and are out of the game; discarded: Cosmic Leap, Galactic Gaze."),
    (ev.Eliminated(0, "resigned", ("leap",), removed=True), 1,
     "{seat:0} leaves the game; out of the game: Cosmic Leap."),
    (ev.AutoPassSet(0, "unless_involved"), 0, "You set automatic passing to unless involved."),
    (ev.GameWon(1, (2, 1)), 1, "You are the last one in the game and win."),
    (ev.GameWon(1, (2, 1)), 0, "{seat:1} is the last one in the game and wins."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "viewer", "told"), STORIES)
def test_the_story(event, viewer, told):
    assert tell(GAME, event, viewer) == told


def test_the_story_of_every_event_is_tested():
    assert {type(event) for event, _, _ in STORIES} == set(GAME.events)


def test_a_kind_of_card_that_is_no_longer_there_is_told_by_its_key():
    assert tell(GAME, ev.CardDrawn(0, bottom=False, card="raid-d"), 0) == "You draw raid-d from the top."
    assert tell(GAME, ev.ActionPlayed(0, "swap", ("swap",)), 1) == "{seat:0} plays swap."


def test_the_catalogue_names_every_card_and_every_decision():
    catalogue = GAME.catalogue
    assert [piece.counts["full"] for piece in catalogue.pieces if piece.key == "plasma"] == [10]
    asked = set()
    rng = Random(5)
    for seed in range(20):
        match = Match(rng.randrange(2, 8), seed)
        running = True
        while running:
            asked |= {decision.kind for decision in GAME.pending(match.state)}
            running = match.step()
    assert asked == {decision.key for decision in catalogue.decisions}
