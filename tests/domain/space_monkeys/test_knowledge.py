"""What a viewer may know of hands and piles (10.2-10.6), fold by fold."""

import pytest

from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.fold import gain, lose
from tests.domain.space_monkeys.positions import (
    DRAW,
    GAZE,
    GAZE_PAIR,
    LEAP,
    SPLIT,
    TRASH,
    UNDER,
    A,
    B,
    C,
    Script,
    Table,
    pair_of,
)


@pytest.mark.parametrize(
    ("hand", "card", "after"),
    [
        ("leap", "gaze", "gaze leap"),
        ("leap ?", "split", "leap split ?"),
        ("? ?", "leap", "leap ? ?"),
        ("leap", None, "leap ?"),
    ],
)
def test_10_6_a_card_arrives(hand, card, after):
    cards = [None if word == "?" else word for word in hand.split()]
    gain(cards, card)
    assert [card or "?" for card in cards] == after.split()


@pytest.mark.parametrize(
    ("hand", "card", "after"),
    [
        ("leap split ?", "split", "leap ?"),
        ("leap ? ?", "split", "leap ?"),
        ("leap leap split ?", None, "leap ? ?"),
        ("leap split", None, "?"),
        ("leap leap", None, "leap"),
        ("? ?", None, "?"),
    ],
)
def test_10_6_a_card_leaves(hand, card, after):
    cards = [None if word == "?" else word for word in hand.split()]
    lose(cards, card)
    assert [card or "?" for card in cards] == after.split()


def test_10_6_a_gift_is_remembered_by_its_giver():
    table = Table("leap", "gaze", "raid-a raid-a", draw="blackhole asteroid asteroid")
    table.do(A, DRAW)
    table.do(A, mv.Give("leap", B))
    assert table.hand(B, A) == "leap ?"
    assert table.hand(B, C) == "? ?"
    table.do(B, DRAW)
    table.do(B, mv.PutBack(1))
    table.do(C, pair_of(B))
    assert table.hand(B, A) == "?", "the leap may be the card that was taken"
    assert table.hand(C, A) == "?"
    assert table.hand(C, B) == "gaze"


def test_10_6_a_theft_is_remembered_by_the_victim():
    table = Table("raid-a raid-a", "leap gaze", "", chance=Script({"raid/1": [1]}))
    table.do(A, pair_of(B))
    assert (table.hand(A, B), table.hand(A, C)) == ("leap", "?")


def test_10_6_a_known_position_is_drawn_into_a_hand():
    table = Table("gaze", "under", "", draw="leap split asteroid")
    table.do(A, GAZE)
    table.do(A, DRAW)
    assert table.draw(A) == "split asteroid"
    table.do(B, DRAW)
    assert table.hand(B, A) == "split ?"
    assert table.hand(B, C) == "? ?"


def test_10_5_a_draw_from_the_bottom_removes_the_last_position():
    table = Table("gaze", "under", "", draw="leap split asteroid leap")
    table.do(A, GAZE)
    table.do(A, DRAW)
    table.do(B, UNDER)
    assert table.draw(A) == "split asteroid"


def test_10_5_an_own_reinsertion_inserts():
    table = Table("gaze", "", "", draw="asteroid leap split under")
    table.do(A, GAZE)
    table.do(A, DRAW)
    table.do(A, mv.PutBack(2))
    assert table.draw(A) == "leap split asteroid ?"
    assert table.draw(B) == "? ? ? ?"


def test_10_5_anothers_reinsertion_erases():
    table = Table("gaze leap", "", "", draw="asteroid leap split under")
    table.do(A, GAZE)
    table.do(A, LEAP)
    table.do(B, DRAW)
    assert table.draw(A) == "leap split ?"
    table.do(B, mv.PutBack(3))
    assert table.draw(A) == "? ? ? ?"


def test_10_5_anothers_pair_erases_three_positions_even_unchanged():
    table = Table("gaze split leap", "gaze gaze", "", draw="leap split under trash asteroid")
    table.do(A, GAZE)
    table.do(A, SPLIT)
    table.do(A, mv.Cut(4))
    table.do(A, LEAP)
    assert table.draw(A) == "? leap split under ?"
    table.do(B, GAZE_PAIR)
    assert table.draw(A) == "? leap split under ?"
    table.absent(B)
    assert table.draw(A) == "? ? ? under ?"


def test_10_5_a_single_gaze_of_another_changes_nothing():
    table = Table("gaze leap", "gaze", "", draw="leap split under asteroid")
    table.do(A, GAZE)
    table.do(A, LEAP)
    table.do(B, GAZE)
    assert table.draw(A) == "leap split under ?"


def test_10_4_anothers_fetch_hides_the_offered_places():
    table = Table("trash", "trash leap", "", draw="leap asteroid", discard="leap split gaze under")
    table.do(A, TRASH)
    table.do(A, mv.Fetch(1))
    assert table.discard(A) == "trash leap gaze under"
    assert table.discard(B) == table.discard(None) == "trash ? ? under"
    table.do(A, DRAW)
    table.do(B, TRASH)
    assert table.discard(B) == "trash trash leap gaze under", "who looks again learns again"
    assert table.discard(C) == "trash trash ? ? under"


def test_10_1_the_top_of_the_discard_pile_is_always_known():
    table = Table("trash", "", discard="leap")
    table.do(A, TRASH)
    table.do(A, mv.Fetch(0))
    assert table.discard(None) == "trash"


def test_6_7_6_the_loop_guard_is_known_to_its_owner_alone():
    table = Table("trash", "", discard="trash leap")
    table.do(A, TRASH)
    table.do(A, mv.Fetch(0))
    assert table.truth.trash_taken
    assert table.projections[A].trash_taken
    assert not table.projections[B].trash_taken


def test_10_2_a_played_card_that_was_known_is_gone():
    table = Table("raid-a raid-a", "leap gaze", "", chance=Script({"raid/1": [1]}), draw="leap asteroid leap")
    table.do(A, pair_of(B))
    assert table.hand(A, B) == "leap"
    table.do(A, LEAP)
    assert table.hand(A, B) == ""
