"""Every event in the notation that has been published: a line here never changes."""

import pytest

from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.cards import KINDS
from domain.games.space_monkeys.notation import CODES
from domain.games.space_monkeys.options import Options, resolve
from domain.notation import Unreadable

AT = 1_000_000

_OPTIONS = (
    "deck=plain,pace=live,first_player=random,first_seat=null,plasma_stacking=inclusive,plasma_self_target=false,"
    "single_set_card=noop,eliminated_hand=discard,response_ms=8000,min_window_ms=1500,fast_pass=true"
)

LINES = [
    (ev.GamePrepared(resolve(Options(), 4), 3, "none"),
     f"setup {_OPTIONS} crystals 3 auto-pass none"),
    (ev.HandDealt(0, ("plasma", "leap", "gaze", "split", "under", "field", "trash")), "A dealt Pl,Le,Ga,Sp,Un,Ff,Tr"),
    (ev.HandDealt(6, (None,) * 7), "G dealt 7?"),
    (ev.PileLaid(("raid-a", "raid-b", "raid-c", "raid-mash", "heist-a", "heist-b", "heist-mash", "asteroid",
                  "blackhole")), "pile Ra,Rb,Rc,Rm,Ha,Hb,Hm,As,Bh"),
    (ev.PileLaid((None,) * 120), "pile 120?"),
    (ev.HandDealtAnew(1, ("field", "leap")), "B dealt anew Ff,Le"),
    (ev.PilesDealtAnew(("leap", "gaze"), ("trash",)), "piles anew Le,Ga and Tr"),
    (ev.VoteOpened((0, 2, 3), AT + 60_000), "vote ACD until +60000"),
    (ev.Voted(0, 1), "A votes B"),
    (ev.FirstPlayerChosen(1, "random"), "B first, random"),
    (ev.TurnBegan(1, 1, under_fire=False), "B turn"),
    (ev.TurnBegan(1, 2, under_fire=False), "B turn of 2"),
    (ev.TurnBegan(1, 1, under_fire=True), "B turn of 1 under fire"),
    (ev.Asked(1, "depth"), "ask B depth"),
    (ev.ActionPlayed(0, "leap", ("leap",)), "A leap"),
    (ev.ActionPlayed(0, "gaze", ("gaze",)), "A gaze"),
    (ev.ActionPlayed(0, "split", ("split",)), "A split"),
    (ev.ActionPlayed(0, "under", ("under",)), "A under"),
    (ev.ActionPlayed(0, "trash", ("trash",)), "A trash"),
    (ev.ActionPlayed(0, "gaze_pair", ("gaze", "gaze")), "A gaze pair"),
    (ev.ActionPlayed(0, "plasma", ("plasma",), (1,)), "A plasma > B"),
    (ev.ActionPlayed(0, "raid", ("raid-a", "raid-mash"), (1,), "pair"), "A raid Ra+Rm pair > B"),
    (ev.ActionPlayed(0, "raid", ("raid-c",) * 3, (1,), "two-from-one"), "A raid Rc+Rc+Rc two-from-one > B"),
    (ev.ActionPlayed(0, "raid", ("raid-c",) * 3, (1, 3), "one-each"), "A raid Rc+Rc+Rc one-each > BD"),
    (ev.ActionPlayed(0, "heist", ("heist-b", "heist-mash"), (1,)), "A heist Hb+Hm > B"),
    (ev.ActionPlayed(0, "single", ("raid-b",)), "A single Rb"),
    (ev.WindowOpened(AT + 8_000, AT + 1_500), "window +1500 +8000"),
    (ev.Passed(2), "C pass"),
    (ev.ForceFieldPlayed(2), "C field"),
    (ev.WindowClosed(effective=True), "effect"),
    (ev.WindowClosed(effective=False), "no effect"),
    (ev.CardDrawn(0, bottom=False, card="leap"), "A draws Le"),
    (ev.CardDrawn(0, bottom=True, card=None), "A draws ? bottom"),
    (ev.AsteroidDrawn(0, bottom=False, crystals=2), "A asteroid, 2 left"),
    (ev.AsteroidDrawn(0, bottom=True, crystals=0), "A asteroid bottom, 0 left"),
    (ev.AsteroidReturned(0, 12), "A buries 12"),
    (ev.AsteroidReturned(0, None), "A buries ?"),
    (ev.BlackHoleDrawn(0, bottom=False), "A black hole"),
    (ev.BlackHoleDrawn(0, bottom=True), "A black hole bottom"),
    (ev.CardGiven(0, 1, "field"), "A gives Ff > B"),
    (ev.CardGiven(0, 1, None), "A gives ? > B"),
    (ev.PileSeen(0, ("asteroid", None, None)), "A sees As,2?"),
    (ev.PileSeen(0, ()), "A sees -"),
    (ev.PileReordered(0, ("leap", "asteroid")), "A orders Le,As"),
    (ev.PileCut(0, 9), "A cuts 9"),
    (ev.DiscardsSeen(0, (None,), choice=True), "A searches ?"),
    (ev.DiscardsSeen(0, ("trash",), choice=False), "A searches Tr in vain"),
    (ev.DiscardTaken(0, 1, "leap"), "A fetches Le at 1"),
    (ev.DiscardTaken(0, None, None), "A fetches ? at ?"),
    (ev.CardsStolen(0, 1, ("leap", "gaze")), "A steals Le,Ga < B"),
    (ev.CardsStolen(0, 1, ()), "A steals - < B"),
    (ev.CrystalTaken(0, 1, 2, 4, kept=True), "A takes crystal < B, 4 to 2"),
    (ev.CrystalTaken(0, 1, 2, 3, kept=False), "A breaks crystal < B, 3 to 2"),
    (ev.Eliminated(0, "asteroid", ("leap", "leap"), removed=False), "A out, asteroid, discards Le,Le"),
    (ev.Eliminated(0, "resigned", (), removed=True), "A out, resigned, removes -"),
    (ev.AutoPassSet(0, "unless_involved"), "A auto-pass unless_involved"),
    (ev.GameWon(2, (2, 3, 1)), "C wins, ranks 2,3,1"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "text"), LINES)
def test_events(event, text):
    assert GAME.notation.write(event, AT) == text
    assert GAME.notation.read(text, AT) == event


def test_every_form_is_shown():
    assert {form for _, text in LINES for form in GAME.notation.forms_of(text)} == set(GAME.notation.forms)


def test_every_kind_of_card_has_a_code_of_its_own():
    assert list(CODES) == list(KINDS)
    assert len(set(CODES.values())) == len(CODES)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.CardDrawn(0, bottom=False, card="raid-d"), '{"type":"card_drawn","seat":0,"bottom":false,"card":"raid-d"}'),
        (ev.ActionPlayed(0, "leap", ("leap", "gaze")),
         '{"type":"action_played","seat":0,"action":"leap","cards":["leap","gaze"],"targets":[],"mode":null}'),
    ],
)  # fmt: skip
def test_what_this_release_does_not_know_is_written_as_json(event, text):
    assert GAME.notation.write(event) == text
    assert GAME.notation.read(text) == event


@pytest.mark.parametrize(
    "text",
    ["A draws Xx", "A draws le", "A draws Le,Ga", "A draws -", "A dealt 1000?", "A dealt Le,", "A dealt Le Ga",
     "A dealt 2Le", "A turn of", "A turn of ?", "A gaze pair gaze", "A first, somehow",
     "window 1500 8000", "A asteroid, ? left", "A sits p0", "setup deck=crystal", "A out, boredom, discards -",
     "setup deck=wooden crystals 3 auto-pass none"],
)  # fmt: skip
def test_other_texts_are_refused(text):
    with pytest.raises(Unreadable):
        GAME.notation.read(text)
