"""Labels, the story and the catalogue: in words, for every viewer, without a secret."""

import re
from random import Random

import pytest

from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.options import Options
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


def test_every_event_is_told_in_a_sentence_or_not_at_all():
    silent = {ev.Asked, ev.WindowOpened}
    for seed in range(12):
        match = Match(2 + seed % 6, seed, restless=True)
        while match.step():
            pass
        for event in match.log:
            for viewer in (*range(len(match.state.hands)), None):
                seen = seen_by(event, viewer)
                told = GAME.tell(seen) if seen is not None else None
                if seen is not None and type(event) not in silent and event != ev.WindowClosed(effective=True):
                    assert re.fullmatch(r"(\{seat:\d\}|[A-Z0-9]).*\.", told)
                    assert "None" not in told
                    assert not re.search(r"\b[Yy]ou", told)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ev.CardDrawn(1, bottom=True, card="leap"), "{seat:1} draws Cosmic Leap from the bottom."),
        (ev.CardDrawn(1, bottom=False, card=None), "{seat:1} draws a card from the top."),
        (ev.TurnBegan(2, 3, under_fire=True), "{seat:2}'s turn begins, 3 turns owed, under fire."),
        (ev.ActionPlayed(0, "plasma", ("plasma",), (1,)), "{seat:0} fires the Plasma Cannon at {seat:1}."),
        (
            ev.ActionPlayed(0, "raid", ("raid-a", "raid-mash"), (1,), "pair"),
            "{seat:0} plays Space Raid A + Monkey Mash against {seat:1}.",
        ),
        (ev.CardsStolen(0, 1, (None, None)), "{seat:0} takes 2 cards from {seat:1}."),
        (ev.CardsStolen(0, 1, ("leap",)), "{seat:0} takes 1 card: Cosmic Leap from {seat:1}."),
        (ev.AsteroidReturned(0, None), "{seat:0} puts the Asteroid back into the draw pile."),
        (ev.AsteroidReturned(0, 1), "{seat:0} puts the Asteroid back into the draw pile, under 1 card."),
        (ev.Eliminated(0, "heist", (), removed=False), "{seat:0} has no crystal left and is out of the game."),
    ],
)
def test_the_story(event, told):
    assert GAME.tell(event) == told


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
