"""The data file against the tables of section 2, and the types of moves against the data file."""

from typing import get_args

import pytest

from domain.games.space_monkeys.cards import (
    ACTIONS,
    FAMILIES,
    HAZARDS,
    KINDS,
    ActionCard,
    Hazard,
    HeistCard,
    RaidCard,
    cards_of,
    composition,
)
from domain.games.space_monkeys.options import Options, resolve

TABLE_2_2 = {
    "plasma": (4, 6, 10),
    "leap": (4, 6, 10),
    "gaze": (4, 6, 10),
    "split": (3, 4, 7),
    "under": (3, 4, 7),
    "field": (4, 6, 10),
    "trash": (3, 4, 7),
    "raid-a": (3, 5, 8),
    "raid-b": (3, 5, 8),
    "raid-c": (3, 5, 8),
    "raid-mash": (2, 3, 5),
    "heist-a": (3, 4, 7),
    "heist-b": (3, 4, 7),
    "heist-mash": (2, 2, 4),
    "asteroid": (2, 4, 6),
    "blackhole": (2, 4, 6),
}
DECKS = ("crystal", "plain", "full")


def test_2_2_composition():
    assert {key: tuple(composition(deck)[key] for deck in DECKS) for key in KINDS} == TABLE_2_2
    assert [len(cards_of(deck, ACTIONS)) for deck in DECKS] == [44, 64, 108]
    assert [len(cards_of(deck, (*ACTIONS, *HAZARDS))) for deck in DECKS] == [48, 72, 120]


@pytest.mark.parametrize(
    ("seats", "left", "hazards", "pile"),
    [(2, 30, 4, 34), (3, 23, 4, 27), (4, 36, 8, 44), (5, 29, 8, 37), (6, 66, 12, 78), (7, 59, 12, 71)],
)
def test_2_3_sizes(seats, left, hazards, pile):
    deck = resolve(Options(), seats).deck
    assert len(cards_of(deck, ACTIONS)) - 7 * seats == left
    assert len(cards_of(deck, HAZARDS)) == hazards
    assert left + hazards == pile


def test_the_types_of_moves_name_the_kinds_of_the_data_file():
    assert set(get_args(ActionCard)) == set(ACTIONS)
    assert set(get_args(Hazard)) == set(HAZARDS)
    assert set(get_args(RaidCard)) == set(FAMILIES["raid"])
    assert set(get_args(HeistCard)) == set(FAMILIES["heist"])


def test_every_kind_has_a_name_and_a_text():
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)
    assert all(kind.text.endswith(".") for kind in KINDS.values())
