"""The story of a match: how a viewer is addressed, names, and the events of every table."""

import pytest

from domain import table_events as tb
from domain.story import addressed, listed, named, story, tell
from domain.table_events import TABLE_EVENTS
from tests.tiny_game import ROCK_PAPER_SCISSORS as GAME
from tests.tiny_game import events as ev

OPENED = tb.TableOpened(
    "07b2", "rock-paper-scissors", 1, {}, (tb.SeatOffer("open"),) * 2, (None, None), "p7", "public", "full", {},
    tb.BotDelay(0, 0), 5, "c0ffee",
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "viewer", "told"),
    [
        ("{seat:0} [draws|draw].", 0, "You draw."),
        ("{seat:0} [draws|draw].", 1, "{seat:0} draws."),
        ("{seat:0} [draws|draw].", None, "{seat:0} draws."),
        ("{seat:0} [robs|rob] {seat:1}, who [has|have] none.", 0, "You rob {seat:1}, who has none."),
        ("{seat:0} [robs|rob] {seat:1}, who [has|have] none.", 1, "{seat:0} robs you, who have none."),
        ("{seat:0} [robs|rob] {seat:1}, who [has|have] none.", 2, "{seat:0} robs {seat:1}, who has none."),
        ("{seat:1}'s turn begins.", 1, "Your turn begins."),
        ("It is {seat:1}'s turn.", 1, "It is your turn."),
        ("{seat:10} [draws|draw].", 1, "{seat:10} draws."),
        ("nobody [draws|draw].", 1, "Nobody draws."),
        ("", 1, ""),
    ],
)
def test_a_line_addresses_its_viewer(line, viewer, told):
    assert addressed(line, viewer) == told


def test_items_are_listed():
    assert [listed(items) for items in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert listed("ab", "or") == "a or b"


def test_names_are_filled_in_once():
    names = ["{seat:1}", None, "Cy"]
    assert named("{seat:0}, {seat:1} and {seat:2}", names) == "{seat:1}, Seat 1 and Cy"
    assert named("{seat:3} {seat:99999999999999999999}", names) == "Seat 3 Seat 99999999999999999999"


STORIES = [
    (OPENED, 0, "A table with 2 seats is opened."),
    (tb.SeatTaken(0, "p7", None), 0, "You take seat 0."),
    (tb.SeatTaken(0, "p7", None), 1, "{seat:0} takes seat 0."),
    (tb.SeatVacated(1, "left"), None, "Seat 1 is free again."),
    (tb.SeatVacated(1, "kicked"), 0, "Seat 1 is free again, by the will of the host."),
    (tb.SeatReleased(1, "declined"), 1, "Seat 1 is open, because the player for whom it was kept declines."),
    (tb.SeatReleased(1, "withdrawn"), None, "Seat 1 is kept for nobody any more, by the will of the host."),
    (tb.TableCancelled("host"), 0, "The host closes the table."),
    (tb.TableCancelled("expired"), 0, "The table closes, because the match has not been started in time."),
    (tb.MatchStarted((), ()), 0, "The match begins."),
    (tb.PreferencesSet(1, {}), 1, "You set preferences."),
    (tb.Resigned(2), 1, "{seat:2} resigns."),
    (tb.Resigned(2), 2, "You resign."),
    (tb.TimedOut(1), 1, "You run out of time."),
    (tb.ForkingAllowed(1, True), 0, "{seat:1} allows forks of this match while it is played."),
    (tb.ForkingAllowed(1, False), 1, "You no longer allow forks of this match while it is played."),
    (tb.DrawOffered(1), 0, "{seat:1} offers a draw."),
    (tb.DrawOfferClosed(1, "withdrawn"), 1, "You withdraw the offer of a draw."),
    (tb.DrawOfferClosed(1, "declined"), 1, "Your offer of a draw is declined."),
    (tb.DrawOfferClosed(1, "moved"), 0, "{seat:1}'s offer of a draw has lapsed."),
    (tb.TakeBackAsked(1), 0, "{seat:1} asks to take back a move."),
    (tb.TakeBackAsked(1), 1, "You ask to take back a move."),
    (tb.TakeBackAllowed(0), 0, "You allow it."),
    (tb.TakeBackClosed(1, "withdrawn"), 0, "{seat:1} no longer asks to take back a move."),
    (tb.TakeBackClosed(1, "declined"), 1, "Your wish to take back a move is declined."),
    (tb.TakeBackClosed(1, "moved"), None, "{seat:1}'s wish to take back a move has lapsed."),
    (tb.MoveTakenBack(1, 12), 0, "{seat:1} takes back a move."),
    (tb.ViewReturned(0, 13), 0, None),
    (tb.MatchEnded((1, 2), "played"), 1, "The match ends: {seat:0} wins."),
    (tb.MatchEnded((1, 2), "played"), 0, "The match ends: you win."),
    (tb.MatchEnded((1, 1), "played"), 0, "The match ends: you and {seat:1} share the victory."),
    (tb.MatchEnded((1, 1), "drawn"), 0, "The match ends in a draw."),
    (tb.MatchEnded((1, 1), "agreed"), 0, "The match ends in a draw, as agreed."),
    (tb.MatchEnded((3, 1, 2), "played"), 0, "The match ends: {seat:1} wins, before {seat:2} (2.) and you (3.)."),
    (
        tb.MatchEnded((1, 3, 1), "played"),
        0,
        "The match ends: you and {seat:2} share the victory, before {seat:1} (3.).",
    ),
    (
        tb.SecretRevealed("5ec2e7", ("1a", "2b", "3c")),
        1,
        "The secret behind all chance is told, so that anybody can check the match.",
    ),
]


@pytest.mark.parametrize(("event", "viewer", "told"), STORIES)
def test_the_story_of_a_table(event, viewer, told):
    assert tell(GAME, event, viewer) == told


def test_the_story_of_every_event_of_a_table_is_tested():
    assert {type(event) for event, _, _ in STORIES} == set(TABLE_EVENTS)


def test_a_story_leaves_out_what_is_not_told():
    events = [OPENED, ev.GamePrepared(GAME.Options()), ev.Thrown(0, "rock"), ev.Thrown(1, None)]
    assert story(GAME, events, 0) == [
        "A table with 2 seats is opened.",
        "You throw rock.",
        "{seat:1} throws something.",
    ]
