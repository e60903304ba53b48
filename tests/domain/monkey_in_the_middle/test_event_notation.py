"""Every event in the notation that has been published: a line here never changes."""

import pytest

from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle.cards import KINDS
from domain.games.monkey_in_the_middle.notation import CODES
from domain.games.monkey_in_the_middle.options import Options, resolve
from domain.games.monkey_in_the_middle.scoring import Score
from domain.notation import Unreadable

AT = 1_000_000

_ASYNC = (
    "pace=async,preset=standard,bananas=true,coconuts=true,hands=true,monkey_business=false,free_for_all=lottery,"
    "photo_finish_ms=250,claim_ms=86400000,coconut_pick=pointers,auto_reveal_ms=off"
)
_LIVE = (
    "pace=live,preset=standard,bananas=true,coconuts=true,hands=true,monkey_business=false,free_for_all=race,"
    "photo_finish_ms=250,claim_ms=8000,coconut_pick=pointers,auto_reveal_ms=2000"
)

LINES = [
    (ev.GamePrepared(resolve(Options(pace="async"), 4), (1, 3)), f"setup {_ASYNC} bots BD"),
    (ev.GamePrepared(resolve(Options(), 4), ()), f"setup {_LIVE} bots -"),
    (ev.DeckDealt(0, ("R", "L", "B", "N", "banana"), ("coconut", "R")), "A dealt R,L,B,N,ban deck coc,R"),
    (ev.DeckDealt(0, (None,) * 5, (None,) * 11), "A dealt 5? deck 11?"),
    (ev.DeckDealt(0, (), (None,)), "A dealt - deck ?"),
    (ev.CardsDealtAnew(0, ("R", "banana"), None), "A dealt anew R,ban"),
    (ev.CardsDealtAnew(1, (), "L"), "B dealt anew - lays L"),
    (ev.DeckDealtAnew(2, ("coconut", "R")), "C deck anew coc,R"),
    (ev.RaceTimedAnew(0, AT + 250), "race A anew, decided +250"),
    (ev.RoundBegan(1, "card", (), None), "round 1 card"),
    (ev.RoundBegan(2, "card", (0, 2), None), "round 2 card bound AC"),
    (ev.RoundBegan(3, "ready", (), AT + 2_000), "round 3 ready until +2000"),
    (ev.RoundBegan(4, "ready", (1,), AT + 2_000), "round 4 ready bound B until +2000"),
    (ev.CardChosen(0, "banana", changeable=True), "A lays ban"),
    (ev.CardChosen(0, None, changeable=False), "A lays ? for good"),
    (ev.CardChanged(0, "L"), "A changes to L"),
    (ev.SeatReady(5), "F ready"),
    (ev.CardsRevealed(("N", "L", "banana", "coconut")), "reveal N,L,ban,coc"),
    (ev.MonkeyCaught(1), "B caught"),
    (ev.BananaTaken(0, 0), "A keeps banana"),
    (ev.BananaTaken(0, 1), "B gets banana < A"),
    (ev.FreeForAllOpened(0, race=True, deadline=AT + 8_000), "race A until +8000"),
    (ev.FreeForAllOpened(0, race=False, deadline=AT + 8_000), "lottery A until +8000"),
    (ev.BananaClaimed(1, 0, AT + 250), "B claims A, decided +250"),
    (ev.BananaClaimed(1, 0, None), "B claims A, decided ?"),
    (ev.BananaDeclined(2, 0), "C declines A"),
    (ev.FreeForAllDecided(0, (1, 2), 2), "C grabs banana < A of BC"),
    (ev.FreeForAllDecided(0, (), 0), "A grabs banana < A of -"),
    (ev.CoconutTaken(0, 0), "A keeps coconut"),
    (ev.CoconutTaken(0, 1), "B gets coconut < A"),
    (ev.CoconutContested(0, (1, 3)), "ask A coconut > BD"),
    (ev.RecipientChosen(0, 1), "A gives coconut > B"),
    (ev.CardDrawn(0, "coconut"), "A draws coc"),
    (ev.CardDrawn(0, None), "A draws ?"),
    (ev.SeatLeft(2), "C leaves"),
    (ev.GameScored((Score(1, 0, 2), Score(0, 1, 0)), (2, 1)), "scores 1m0b2c,0m1b0c ranks 2,1"),
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
    "text",
    ["A draws banana", "A draws X", "A lays", "A changes to ?", "reveal R,?", "round card", "round 1 nap",
     "A claims A", "scores 1m0b ranks 1", "scores 1m0b2c ranks -,1", "A dealt 5? deck", "reveal R L",
     "B grabs banana < A of b"],
)  # fmt: skip
def test_other_texts_are_refused(text):
    with pytest.raises(Unreadable):
        GAME.notation.read(text)


def test_an_event_that_no_form_fits_is_written_as_json():
    """Such as one from a log of elsewhere, in which a seat is none that has a letter."""
    event = ev.RoundBegan(1, "card", (-1,), None)
    text = GAME.notation.write(event, AT)
    assert text.startswith("{")
    assert GAME.notation.read(text, AT) == event
