"""The worked examples of section 12, by their numbers. Players A, B, C, D sit clockwise."""

from collections import Counter
from itertools import combinations

import pytest

from domain.chance import KeyedChance
from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.options import Options
from domain.refusal import OptionsRefused
from tests.domain.space_monkeys.positions import (
    DRAW,
    FIELD,
    GAZE,
    GAZE_PAIR,
    LEAP,
    SPLIT,
    TRASH,
    UNDER,
    A,
    B,
    C,
    D,
    Script,
    Table,
    pair_of,
)


def raid(cards, mode, *targets):
    return mv.Raid(tuple(cards.split()), mode, targets)


def heist(cards, victim):
    return mv.Heist(tuple(cards.split()), victim)


def kinds(events):
    return [type(event) for event in events]


def test_e1_deal():
    state = GAME.start(3)
    GAME.setup(state, GAME.resolve(Options(), 3), Inputs(), KeyedChance(bytes(32)), 0)
    assert state.options.deck == "crystal"
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert not {"asteroid", "blackhole"} & {card for hand in state.hands for card in hand}
    assert len(state.draw) == 27
    assert Counter(state.draw)["asteroid"] == Counter(state.draw)["blackhole"] == 2
    assert state.discard == []
    assert state.crystals == [3, 3, 3]


def test_e2_deck_bounds():
    with pytest.raises(OptionsRefused) as refused:
        GAME.resolve(Options(deck="crystal"), 4)
    assert refused.value.rule == "2.4"
    assert refused.value.facts == {"option": "deck"}
    assert GAME.resolve(Options(deck="full"), 4).deck == "full"
    assert GAME.resolve(Options(deck="plain"), 2).deck == "plain"


def test_e3_plain_draw():
    table = Table("", "", "", draw="leap asteroid")
    events = table.do(A, DRAW)
    assert table.hand(A) == "leap"
    assert table.turn() == (B, 1, False)
    for viewer in (B, C, None):
        assert table.seen(viewer, events)[0] == ev.CardDrawn(A, bottom=False, card=None)
        assert table.hand(A, viewer) == "?"


def test_e4_asteroid_survived():
    table = Table("", "", "", draw="asteroid gaze split", crystals=(3, 3, 3))
    table.do(A, DRAW)
    assert table.truth.crystals[A] == 2
    assert table.waits_for() == [(A, "depth")]
    assert table.moves(A) == [mv.PutBack(0), mv.PutBack(1), mv.PutBack(2)]
    events = table.do(A, mv.PutBack(1))
    assert table.draw() == "gaze asteroid split"
    assert table.turn() == (B, 1, False)
    for viewer in (B, C, None):
        assert seen_by(events[0], viewer) == ev.AsteroidReturned(A, None)
        assert table.draw(viewer) == "? ? ?"


def test_e5_asteroid_last_crystal():
    table = Table("leap raid-a", "", "", draw="asteroid gaze asteroid", crystals=(1, 2, 1))
    events = table.do(A, DRAW)
    assert table.truth.players == [B, C]
    assert table.truth.hazards[A] == ["asteroid"]
    eliminated = events[1]
    assert isinstance(eliminated, ev.Eliminated)
    assert sorted(eliminated.cards) == ["leap", "raid-a"]
    for viewer in (A, B, C, None, "truth"):
        assert sorted(table.discard(viewer).split()) == ["leap", "raid-a"]
    assert table.draw().split().count("asteroid") == 1
    assert table.turn() == (B, 1, False)
    assert ("eliminated/0", 1) in table.chance.asked


def test_e6_asteroid_last_pile_card():
    table = Table("", "", draw="asteroid", crystals=(2, 3))
    table.do(A, DRAW)
    assert table.truth.crystals[A] == 1
    assert table.moves(A) == [mv.PutBack(0)]
    table.do(A, mv.PutBack(0))
    assert table.draw() == "asteroid"


def test_e7_black_hole_short_hand():
    table = Table("leap field", "", "", "", draw="blackhole asteroid asteroid asteroid")
    table.do(A, DRAW)
    assert table.waits_for() == [(A, "gift")]
    assert set(table.moves(A)) == {mv.Give(card, to) for card in ("leap", "field") for to in (B, C, D)}
    first = table.do(A, mv.Give("field", D))
    assert table.waits_for() == [(A, "gift")]
    assert table.refuses(A, mv.Give("leap", D)) == "5.3"
    assert set(table.moves(A)) == {mv.Give("leap", B), mv.Give("leap", C)}
    table.do(A, mv.Give("leap", B))
    assert [table.hand(seat) for seat in (A, B, C, D)] == ["", "leap", "", "field"]
    assert table.truth.hazards[A] == ["blackhole"]
    assert table.turn() == (B, 1, False)
    assert [table.seen(viewer, first)[0].card for viewer in (A, B, C, D, None)] == ["field", None, None, "field", None]


def test_e8_black_hole_long_hand():
    table = Table("leap leap gaze gaze field", "", draw="blackhole asteroid")
    table.do(A, DRAW)
    assert set(table.moves(A)) == {mv.Give(card, B) for card in ("leap", "gaze", "field")}
    table.do(A, mv.Give("gaze", B))
    assert (table.hand(A), table.hand(B)) == ("field gaze leap leap", "gaze")
    assert table.turn() == (B, 1, False)


def test_e8_black_hole_empty_hand():
    table = Table("", "leap", draw="blackhole asteroid")
    table.do(A, DRAW)
    assert (table.hand(A), table.hand(B)) == ("", "leap")
    assert table.truth.hazards[A] == ["blackhole"]
    assert table.turn() == (B, 1, False)


def fired(**kwargs):
    """E9: A has fired at C."""
    table = Table("plasma", "", "plasma", "", draw="leap gaze asteroid leap leap", **kwargs)
    table.do(A, mv.Plasma(C))
    return table


def test_e9_plasma_cannon():
    table = fired()
    assert table.turn() == (C, 2, True)
    assert table.hand(A) == ""
    table.do(C, DRAW)
    assert table.turn() == (C, 1, True)
    table.do(C, DRAW)
    assert table.turn() == (D, 1, False)


@pytest.mark.parametrize(("stacking", "owed"), [("inclusive", 4), ("exclusive", 3)])
def test_e10_stacking_first_turn(stacking, owed):
    table = fired(plasma_stacking=stacking)
    table.do(C, mv.Plasma(B))
    assert table.turn() == (B, owed, True)


@pytest.mark.parametrize(("stacking", "owed"), [("inclusive", 3), ("exclusive", 2)])
def test_e11_stacking_last_turn(stacking, owed):
    table = fired(plasma_stacking=stacking)
    table.do(C, DRAW)
    table.do(C, mv.Plasma(A))
    assert table.turn() == (A, owed, True)


def test_e12_long_stack():
    table = Table("plasma plasma", "plasma", draw="leap asteroid")
    table.do(A, mv.Plasma(B))
    assert table.turn() == (B, 2, True)
    table.do(B, mv.Plasma(A))
    assert table.turn() == (A, 4, True)
    table.do(A, DRAW)
    assert table.turn() == (A, 3, True)
    table.do(A, mv.Plasma(B))
    assert table.turn() == (B, 5, True)


def test_e13_leap_under_fire():
    table = Table("", "", "leap leap", "", turn=C, owed=2, under_fire=True)
    table.do(C, LEAP)
    assert table.turn() == (C, 1, True)
    table.do(C, LEAP)
    assert table.turn() == (D, 1, False)


@pytest.mark.parametrize(("crystals", "turn"), [(2, (C, 2, True)), (1, (D, 1, False))])
def test_e14_asteroid_under_fire(crystals, turn):
    table = Table(
        "", "", "", "", draw="asteroid asteroid leap", crystals=(3, 3, crystals, 3), turn=C, owed=3, under_fire=True
    )
    table.do(C, DRAW)
    if crystals > 1:
        table.do(C, mv.PutBack(0))
    assert table.turn() == turn
    assert (C in table.truth.players) == (crystals > 1)


def test_e15_cancelled_leap():
    table = Table("leap gaze", "field", "leap", discard="split")
    events = table.do(A, LEAP, B)
    assert table.discard() == "field leap split"
    assert ev.WindowClosed(effective=False) in events
    assert table.turn() == (A, 1, False)
    assert table.moves(A) == [DRAW, GAZE]


def test_e16_parity():
    table = Table("plasma field", "field", "field", "field")
    table.do(A, mv.Plasma(B), B, A, C)
    assert table.turn() == (A, 1, False)
    assert table.discard() == "field field field plasma"

    table = Table("plasma field", "field", "field", "field")
    table.do(A, mv.Plasma(B), B, A, C, D)
    assert table.turn() == (B, 2, True)
    assert table.discard() == "field field field field plasma"


def test_e17_own_force_field():
    table = Table("split field", "leap", draw="leap gaze asteroid")
    table.do(A, SPLIT, A)
    assert table.draw() == "leap gaze asteroid"
    assert table.turn() == (A, 1, False)
    assert table.hand(A) == ""


def test_e18_stale_answer():
    table = Table("plasma", "field", "field")
    table.play(A, mv.Plasma(B))
    stale = table.decision(C)
    table.play(B, FIELD)
    assert table.decision(C).id != stale.id
    assert table.hand(C) == "field"
    assert table.truth.chain == [B]
    assert FIELD in table.moves(C)


def test_e19_force_field_misuse():
    asteroid = Table("leap", "field", draw="asteroid leap")
    asteroid.do(A, DRAW)
    assert asteroid.waits_for() == [(A, "depth")]
    with pytest.raises(ValueError, match="unpack"):
        asteroid.decision(B)
    assert asteroid.refuses(A, FIELD) == "5.4"

    own_turn = Table("leap", "field", turn=B)
    assert own_turn.refuses(B, FIELD) == "7.4"

    too_late = Table("leap", "field")
    too_late.do(A, LEAP)
    assert too_late.refuses(B, FIELD) == "7.4"
    assert too_late.hand(B) == "field"


def test_e20_gaze_on_a_short_pile():
    table = Table("gaze", "leap", draw="asteroid leap")
    events = table.do(A, GAZE)
    assert ev.PileSeen(A, ("asteroid", "leap")) in events
    assert table.draw(A) == "asteroid leap"
    assert table.draw(B) == "? ?"
    assert table.truth.crystals == [3, 3]
    assert table.turn() == (A, 1, False)


def test_e21_gaze_pair():
    table = Table("gaze gaze", "field", draw="asteroid leap split under")
    seen = table.do(A, GAZE_PAIR)
    assert table.waits_for() == [(A, "order")]
    assert len(table.moves(A)) == 6
    put_back = table.do(A, mv.Order(("split", "leap", "asteroid")))
    assert table.draw() == "split leap asteroid under"
    assert table.seen(B, seen)[-2] == ev.PileSeen(A, (None, None, None))
    assert table.seen(B, put_back)[0] == ev.PileReordered(A, (None, None, None))

    cancelled = Table("gaze gaze", "field", draw="asteroid leap split under")
    cancelled.do(A, GAZE_PAIR, B)
    assert cancelled.draw(A) == "? ? ? ?"
    assert cancelled.discard() == "field gaze gaze"


def test_e22_quantum_split():
    pile = "leap gaze split under asteroid"
    table = Table("split", "leap", draw=pile)
    table.do(A, SPLIT)
    assert table.moves(A) == [mv.Cut(k) for k in (1, 2, 3, 4)]
    assert table.refuses(A, mv.Cut(5)) == "6.4"
    table.do(A, mv.Cut(2))
    assert table.draw() == "split under asteroid leap gaze"

    single = Table("split", "leap", draw="asteroid")
    single.do(A, SPLIT)
    assert single.waits_for() == [(A, "turn")]


def test_e23_underthrust():
    table = Table("under", "leap", draw="leap gaze asteroid")
    table.do(A, UNDER)
    assert table.truth.crystals[A] == 2
    table.do(A, mv.PutBack(0))
    assert table.draw() == "asteroid leap gaze"
    assert table.turn() == (B, 1, False)


def test_e24_orbital_trash_under_a_chain():
    table = Table("trash", "field", "field", discard="leap split gaze")
    seen = table.do(A, TRASH, B, C)
    assert ev.DiscardsSeen(A, ("leap", "split", "gaze"), choice=True) in seen
    assert table.discard() == "field field trash leap split gaze"
    assert table.moves(A) == [mv.Fetch(0), mv.Fetch(1), mv.Fetch(2)]
    taken = table.do(A, mv.Fetch(1))
    assert table.discard() == "field field trash leap gaze"
    assert table.hand(A) == "split"
    assert table.seen(B, taken)[0] == ev.DiscardTaken(A, None, None)
    assert table.discard(B) == "field field trash ? ?"
    assert table.hand(A, B) == "?"


def test_e25_orbital_trash_few_cards():
    table = Table("trash", "leap", discard="leap")
    table.do(A, TRASH)
    assert table.moves(A) == [mv.Fetch(0)]
    table.do(A, mv.Fetch(0))
    assert (table.hand(A), table.discard()) == ("leap", "trash")

    empty = Table("trash", "leap")
    events = empty.do(A, TRASH)
    assert ev.DiscardsSeen(A, (), choice=False) in events
    assert empty.waits_for() == [(A, "turn")]


def test_e26_loop_guard():
    table = Table("trash", "leap", discard="trash split")
    table.do(A, TRASH)
    table.do(A, mv.Fetch(0))
    events = table.do(A, TRASH)
    assert ev.DiscardsSeen(A, ("trash", "split"), choice=True) in events
    assert table.moves(A) == [mv.Fetch(1)]
    assert table.refuses(A, mv.Fetch(0)) == "6.7.6"

    alone = Table("trash", "leap", discard="trash", draw="leap leap asteroid")
    alone.do(A, TRASH)
    alone.do(A, mv.Fetch(0))
    events = alone.do(A, TRASH)
    assert ev.DiscardsSeen(A, ("trash",), choice=False) in events
    assert alone.waits_for() == [(A, "turn")]


def test_e26_the_guard_is_fresh_in_the_next_turn():
    table = Table("trash", "", discard="trash", owed=2, under_fire=True, draw="leap leap asteroid")
    table.do(A, TRASH)
    table.do(A, mv.Fetch(0))
    table.do(A, DRAW)
    table.do(A, TRASH)
    assert table.moves(A) == [mv.Fetch(0)]


@pytest.mark.parametrize("cards", ["a a", "a mash", "mash mash", "a a a", "a a mash", "a mash mash", "mash mash mash"])
@pytest.mark.parametrize("family", ["raid", "heist"])
def test_e27_sets(family, cards):
    """A hand that holds just this set: it is listed, with its smaller sets and no other."""
    cards = tuple(f"{family}-{card}" for card in cards.split())
    table = Table(" ".join(cards), "leap")
    listed = {move.cards for move in table.moves(A) if isinstance(move, mv.Raid | mv.Heist)}
    smaller = set(combinations(cards, 2)) if len(cards) == 3 else set()
    assert listed == {cards} | smaller


@pytest.mark.parametrize(
    "cards",
    [
        "raid-a raid-b",
        "raid-a raid-b raid-mash",
        "raid-a heist-a",
        "raid-a heist-mash",
        "raid-a raid-a raid-a raid-a",
        "raid-mash raid-a",
    ],
)
def test_e27_no_sets(cards):
    table = Table(cards, "leap leap")
    mode = "pair" if len(cards.split()) == 2 else "two-from-one"
    assert table.refuses(A, raid(cards, mode, B)) == "6.8.2"


def test_e27_no_three_gazes():
    table = Table("gaze gaze gaze", "leap")
    assert table.moves(A) == [DRAW, GAZE, GAZE_PAIR]


def test_e28_raid_of_three():
    def table():
        return Table("raid-a raid-a raid-mash", "leap", "gaze gaze split under", "")

    cards = "raid-a raid-a raid-mash"
    one = table()
    events = one.do(A, raid(cards, "two-from-one", B))
    assert ev.CardsStolen(A, B, ("leap",)) in events
    assert one.hand(A) == "leap"
    each = table()
    each.do(A, raid(cards, "one-each", B, C))
    assert (each.hand(A), each.hand(B), each.hand(C)) == ("gaze leap", "", "gaze split under")
    assert table().refuses(A, raid(cards, "one-each", B, D)) == "R-29"
    assert table().refuses(A, raid(cards, "one-each", C, B)) == "6.9.3"
    two = Table(cards, "leap leap")
    assert not [move for move in two.moves(A) if isinstance(move, mv.Raid) and move.mode == "one-each"]


def test_e29_raid_against_the_last_force_field():
    table = Table("raid-a raid-a", "field", "field")
    events = table.do(A, pair_of(B), B, C)
    assert ev.CardsStolen(A, B, ()) in events
    assert (table.hand(A), table.hand(B)) == ("", "")
    assert table.discard() == "field field raid-a raid-a"
    assert table.waits_for() == [(A, "turn")]


def test_e30_heist_pair_eliminates():
    table = Table("heist-a heist-a", "leap gaze", "leap", draw="leap asteroid asteroid", crystals=(3, 1, 2))
    table.do(A, heist("heist-a heist-a", B))
    assert table.truth.players == [A, C]
    assert table.truth.hazards[B] == []
    assert sorted(table.discard().split()) == ["gaze", "heist-a", "heist-a", "leap"]
    assert table.turn() == (A, 1, False)
    table.do(A, DRAW)
    assert table.turn() == (C, 1, False)


def test_e31_heist_of_three():
    cards = "heist-a heist-a heist-mash"
    table = Table(cards, "leap", crystals=(3, 2))
    table.do(A, heist(cards, B))
    assert table.truth.crystals == [4, 1]

    last = Table(cards, "leap", crystals=(3, 1))
    events = last.do(A, heist(cards, B))
    assert last.truth.crystals == [4, 0]
    assert events[-1] == ev.GameWon(A, (1, 2))
    assert GAME.pending(last.truth) == []
    assert GAME.outcome(last.truth) == (1, 2)


def test_e32_cancelled_heist():
    table = Table("heist-a heist-a field", "field", "field", crystals=(3, 1, 3))
    table.do(A, heist("heist-a heist-a", B), B, A, C)
    assert table.truth.crystals == [3, 1, 3]
    assert table.truth.players == [A, B, C]


def test_e33_single_set_card():
    table = Table("raid-b leap", "field")
    events = table.do(A, mv.Single("raid-b"))
    assert kinds(events) == [ev.ActionPlayed, ev.Asked]
    assert table.discard() == "raid-b"
    assert table.turn() == (A, 1, False)
    forbidden = Table("raid-b leap", "field", single_set_card="forbid")
    assert forbidden.refuses(A, mv.Single("raid-b")) == "R-28"


def test_e34_targets():
    hand = "plasma raid-a raid-a heist-a heist-a"
    table = Table(hand, "leap", "", crystals=(3, 3, 0))
    for move in (mv.Plasma(A), pair_of(A), heist("heist-a heist-a", A)):
        assert table.refuses(A, move) == "R-12"
    for move in (mv.Plasma(C), pair_of(C), heist("heist-a heist-a", C)):
        assert table.refuses(A, move) == "8.3"
    empty = Table(hand, "", "")
    assert empty.refuses(A, pair_of(B)) == "R-29"
    assert not [move for move in empty.moves(A) if isinstance(move, mv.Raid)]


def test_e35_resigning():
    table = Table("", "", "leap gaze", "", draw="asteroid asteroid asteroid", turn=C, owed=3, under_fire=True)
    table.leave(C)
    assert table.truth.players == [A, B, D]
    assert sorted(table.discard().split()) == ["gaze", "leap"]
    assert table.turn() == (D, 1, False)
    assert table.draw() == "asteroid asteroid asteroid"

    last = Table("", "", "leap", "", crystals=(2, 0, 1, 0), turn=C, owed=3, under_fire=True)
    events = last.leave(C)
    assert isinstance(events[-1], ev.GameWon)
    assert last.truth.ranks[A] == 1


def test_e36_timeouts():
    table = Table("", "", draw="asteroid leap gaze", chance=Script({"fallback/0-2": [1]}))
    events = table.absent(A)
    assert isinstance(events[0], ev.AsteroidDrawn)
    table.absent(A)
    assert table.draw() == "leap asteroid gaze"
    assert table.turn() == (B, 1, False)


def test_e36_black_hole_timeout():
    table = Table("leap gaze", "", "", "", draw="blackhole asteroid", chance=Script({"fallback/0-2": [1]}))
    table.do(A, DRAW)
    table.absent(A)
    table.absent(A)
    assert [table.hand(seat) for seat in (A, B, C, D)] == ["", "leap", "gaze", ""]


def test_e37_memory():
    pile = "leap gaze under trash trash trash trash trash trash asteroid"
    table = Table("gaze leap", "split under", "under", draw=pile)
    table.do(A, GAZE)
    table.do(A, LEAP)
    table.do(B, SPLIT)
    table.do(B, mv.Cut(1))
    assert table.draw(A) == "gaze under ? ? ? ? ? ? ? leap"
    table.do(B, UNDER)
    assert table.draw(A) == "gaze under ? ? ? ? ? ? ?"
    assert table.hand(B, A) == "leap"
    table.do(C, UNDER)
    table.do(C, mv.PutBack(3))
    assert set(table.draw(A).split()) == {"?"}
