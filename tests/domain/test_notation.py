"""The notation of a table's events, of whole logs, and the page that describes it."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from domain import table_events as tb
from domain.event import EVERYONE, Event
from domain.notation import Form, Notation, Unreadable
from domain.transcript import TABLE, Entry, read_event, read_log, write_event, write_log
from tests.domain.notation_page import PAGE, blocks, rules
from tests.tiny_game import ROCK_PAPER_SCISSORS as GAME
from tests.tiny_game import events as ev

PAGE_GAMES = [
    import_module(f"domain.games.{folder}").__dict__[folder.upper()]
    for folder in ("space_monkeys", "monkey_in_the_middle", "space_monkeys_pyramids")
]

OPENED = tb.TableOpened(
    match="07b2",
    game="rock-paper-scissors",
    rules_version=1,
    options={"rounds": 3, "tie": "lot", "repeats": True, "throw_ms": None},
    seats=(tb.SeatOffer("reserved", player="p_7"), tb.SeatOffer("bot", bot="copycat"), tb.SeatOffer("invited")),
    invites=(None, None, "5ec2e7"),
    host="p_7",
    visibility="private",
    start="full",
    clock={"throw": 60_000},
    bot_delay_ms=tb.BotDelay(800, 2_500),
    expires_at=1_500,
    commitment="c0ffee",
)
_OPENED = (
    "open 07b2 rock-paper-scissors v1 private host p_7 seats reserved:p_7,bot:copycat,invited "
    "options rounds=3,tie=lot,repeats=true,throw_ms=null clock throw=60000 bots 800..2500 start full expires +500 "
    "commitment c0ffee"
)

LINES = [
    (OPENED, f"{_OPENED} invites ?,?,5ec2e7"),
    (msgspec.structs.replace(OPENED, invites=(None,) * 3), _OPENED),
    (
        msgspec.structs.replace(OPENED, origin=tb.Origin("0fab", "open", 12)),
        f"{_OPENED} origin 0fab:open:12 invites ?,?,5ec2e7",
    ),
    (
        msgspec.structs.replace(OPENED, invites=(None,) * 3, origin=tb.Origin("0fab", 1, 9)),
        f"{_OPENED} origin 0fab:1:9",
    ),
    (tb.SeatTaken(1, "p_8", None), "B sits p_8"),
    (tb.SeatTaken(1, "p_8", "ff00"), "B sits p_8 entropy ff00"),
    (tb.SeatVacated(1, "kicked"), "B free, kicked"),
    (tb.SeatReleased(1, "declined"), "B released, declined"),
    (tb.TableCancelled("expired"), "cancel, expired"),
    (tb.MatchStarted((), ()), "start bots -"),
    (tb.MatchStarted((1, 2), ((3, 1), (0, 0))), "start bots BC records 3/1,0/0"),
    (tb.PreferencesSet(0, {"habit": "any", "depth": -2, "quiet": False}), "A prefers habit=any,depth=-2,quiet=false"),
    (tb.PreferencesSet(0, {}), "A prefers -"),
    (tb.Resigned(2), "C resigns"),
    (tb.TimedOut(25), "Z out of time"),
    (tb.ForkingAllowed(1, True), "B allows forks"),
    (tb.ForkingAllowed(1, False), "B forbids forks"),
    (tb.DrawOffered(0), "A offers draw"),
    (tb.DrawOfferClosed(0, "moved"), "A draw offer moved"),
    (tb.TakeBackAsked(1), "B asks back"),
    (tb.TakeBackAllowed(0), "A allows back"),
    (tb.TakeBackClosed(1, "declined"), "B back declined"),
    (tb.MoveTakenBack(1, 12), "B takes back, to 12"),
    (tb.ViewReturned(0, 13), "A sees 13"),
    (tb.MatchEnded((2, 1, 2), "played"), "end, played, ranks 2,1,2"),
    (tb.SecretRevealed("5ec2e7", ("1a", "2b", "3c")), "reveal 5ec2e7 heads 1a,2b,3c"),
]


@pytest.mark.parametrize(("event", "text"), LINES)
def test_events_of_a_table(event, text):
    assert write_event(GAME, event, 1_000) == text
    assert read_event(GAME, text, 1_000) == event


def test_every_form_of_a_table_is_tested():
    assert {form for _, text in LINES for form in TABLE.forms_of(text)} == set(TABLE.forms)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (tb.Resigned(26), '{"type":"resigned","seat":26}'),
        (tb.Resigned(-1), '{"type":"resigned","seat":-1}'),
        (tb.SeatTaken(0, "p 8; \x7f\u2028", None),
         '{"type":"seat_taken","seat":0,"player":"p\\u00208;\\u0020\\u007f\\u2028","entropy":null}'),
        (tb.PreferencesSet(0, {"habit": "12"}), '{"type":"preferences_set","seat":0,"preferences":{"habit":"12"}}'),
        (tb.PreferencesSet(0, {"habit": "null"}), '{"type":"preferences_set","seat":0,"preferences":{"habit":"null"}}'),
        (ev.Revealed((None,), (10**18,)), '{"type":"revealed","throws":[null],"points":[1000000000000000000]}'),
    ],
)  # fmt: skip
def test_what_no_form_can_say_is_written_as_json(event, text):
    assert write_event(GAME, event) == text
    assert read_event(GAME, text) == event


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "a resigns", "A resigns ", " A resigns", "A  resigns", "A resigns\n", "AB resigns", "1 resigns",
     "\u0391 resigns", "A free, somehow", "end, played, ranks 1,", "end, played, ranks 1, 2", "start bots",
     "A prefers habit", "A prefers =any", "A prefers habit=any;", "A throws rock paper", "A throws lizard",
     "round \u0661 until +5", "round 1 until 5", "round " + "1" * 5_000 + " until +5"],
)  # fmt: skip
def test_other_texts_are_refused(text):
    with pytest.raises(Unreadable) as refused:
        read_event(GAME, text)
    assert len(str(refused.value)) < 200


class Waved(Event, frozen=True, tag="waved"):
    audience = EVERYONE
    public = ("seat", "hands")
    secret = {}
    seat: int
    hands: int = 1


def test_a_text_from_before_a_field_was_added_keeps_its_meaning():
    notation = Notation((Waved,), [Form(Waved, "{seat} waves")], {})
    assert notation.read("B waves") == Waved(1, 1)
    assert notation.write(Waved(1, 1)) == "B waves"
    assert notation.write(Waved(1, 2)) == '{"type":"waved","seat":1,"hands":2}'


LOG = [
    Entry(3, 1_000_000, (tb.MatchStarted((), ()), ev.RoundBegan(1, 1_010_000))),
    Entry(4, 1_000_000, (ev.Thrown(0, None),)),
    Entry(5, 1_000_250, (ev.Thrown(1, "rock"), ev.Revealed(("paper", "rock"), (1, 0)))),
]


def test_a_log_has_a_line_for_each_entry():
    lines = list(write_log(GAME, LOG))
    assert lines == [
        "3. +1000000 start bots -; round 1 until +10000",
        "4. +0 A throws ?",
        "5. +250 B throws rock; reveal paper,rock points 1,0",
    ]
    assert list(read_log(GAME, lines)) == LOG


@pytest.mark.parametrize(
    "line",
    ["", "A throws ?", "4 +0 A throws ?", "4. 0 A throws ?", "4. +0", "4. +0 ", "4. +0  A throws ?",
     "4. +0 A throws ?;", "4. +0 A throws ?; ", "4. +0 A throws ?;A throws ?", "4. +0 A throws ?\n",
     "-4. +0 A throws ?", f"4. +{'9' * 5_000} A throws ?"],
)  # fmt: skip
def test_a_line_that_is_no_entry_is_named(line):
    lines = read_log(GAME, ["3. +1000000 start bots -", line])
    assert next(lines).number == 3
    with pytest.raises(Unreadable, match=r"^Line 2"):
        next(lines)


@pytest.mark.parametrize("notation", [TABLE, *(game.notation for game in PAGE_GAMES)])
def test_the_page_has_the_grammar_of_every_form(notation):
    assert "\n".join(rules(notation)) in PAGE.read_text()


@pytest.mark.parametrize("game", PAGE_GAMES, ids=[game.key for game in PAGE_GAMES])
def test_the_examples_on_the_page_are_notation(game):
    examples = blocks(game.key)
    assert examples
    for lines in examples:
        assert list(write_log(game, read_log(game, lines))) == lines
