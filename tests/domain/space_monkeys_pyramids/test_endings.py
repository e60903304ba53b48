"""Section 5 and R-9 to R-11: launches, draws, passes, agreement, resignation and time."""

from pathlib import Path

import msgspec
import pytest

from domain.command import DrawOffer, Expire, Play, Resign
from domain.deciding import pending
from domain.event import seen_by
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.board import NORTH, SOUTH
from domain.games.space_monkeys_pyramids.events import GameDrawn, GameWon, Passed, Stepped
from domain.games.space_monkeys_pyramids.moves import Text
from domain.games.space_monkeys_pyramids.options import Options
from domain.match import decide
from domain.refusal import WrongPhase
from domain.table_events import DrawOfferClosed, MatchEnded, TimedOut
from tests.domain.space_monkeys_pyramids.positions import NO_CHANCE, legal_texts, match_in, placed, played
from tests.domain.space_monkeys_pyramids.test_examples import CYCLE, E1, E15, E16


def done(match, *commands, now=0):
    log = []
    for command in commands:
        events, match = decide(GAME, match, command, NO_CHANCE, now)
        log += events
    return match, log


def to_a_pass(**options):
    """A match in which both players have worked on leaving South without a move: its events, and what is left over."""
    script = msgspec.json.decode(Path(__file__).with_name("played_to_a_pass.json").read_bytes())
    state = GAME.start(2)
    log = GAME.setup(state, Options(first_player=script["first"], **options), Inputs(), NO_CHANCE, 0)
    match = match_in(state)
    for seat, name in enumerate(("south", "north")):
        match, events = done(match, Play(seat, f"{seat}-0", {"type": "place", "squares": script[name]}))
        log += events
    texts = iter(script["moves"])
    for text in texts:
        decision = pending(GAME, match)[0]
        match, events = done(match, Play(decision.seat, decision.id, Text(text)))
        log += events
        if match.status == "finished":
            break
    return match, log, list(texts)


def test_r9_a_pass_in_a_whole_match():
    match, log, left = to_a_pass()
    assert not left
    assert [type(event) for event in log[-2:]] == [Passed, Stepped]
    assert match.state.passes == 0
    assert pending(GAME, match)[0].seat == SOUTH


def test_r9_no_move_loses_in_a_whole_match_by_option():
    _, log, left = to_a_pass(no_move="lose")
    assert left[0] == "--"
    assert log[-2:] == [GameWon(NORTH, "no_move"), MatchEnded((2, 1), "played")]


def test_r9_two_passes_in_succession_draw():
    """No position makes both pass, since some monkey on foot has a free square beside it; the rule is kept anyway."""
    state = placed(*E15)
    state.passes = 1
    after, log = played(state, "--")
    assert log[1] == GameDrawn("passes")
    assert GAME.outcome(after) == (1, 1)


def test_r9_a_move_between_two_passes():
    after, _ = played(placed("h1 a8 / e5", "g2 f3 b7 c6 c2"), "--", "c2-d3", "--")
    assert after.passes == 1
    assert GAME.outcome(after) is None


def test_r10_a_launch_makes_earlier_positions_count_no_more():
    state, _ = played(placed(*E16), "a7!")
    assert len(state.positions) == 1
    assert state.occurrences == 1


def test_r10_other_numbers_of_repetitions():
    twice, log = played(placed(*E1, repetition=2), *CYCLE)
    assert log[4] == GameDrawn("repetition")
    assert GAME.outcome(twice) == (1, 1)
    four, _ = played(placed(*E1, repetition=4), *CYCLE * 2)
    assert GAME.outcome(four) is None


def test_6_2_the_side_to_move_and_the_pilots_belong_to_the_position():
    board = ("b1 d1 f1 h1 / a7* c7 e7 g7", "a8 d7 f7 h7 e8")
    empty = ("b1 d1 f1 h1 / a7 c7 e7 g7", "a8 d7 f7 h7 e8")
    keys = {next(iter(state.positions)) for state in (placed(*board), placed(*empty))}
    assert len(keys) == 2
    state, _ = played(placed(*E1), "c2-d3")
    assert state.occurrences == 1
    assert len(state.positions) == 2


def test_r10_other_limits_without_a_launch():
    after, log = played(placed(*E1, no_launch_limit=3), *CYCLE[:3])
    assert log[3] == GameDrawn("no_launch")
    assert GAME.outcome(after) == (1, 1)


def test_r11_draw_by_agreement_leaves_the_game_alone():
    match = match_in(placed(*E1))
    moves = legal_texts(match.state)
    match, _ = done(match, DrawOffer(NORTH, "offer"))
    assert legal_texts(match.state) == moves
    assert [decision.id for decision in pending(GAME, match)] == ["0-1"]
    declined, log = done(match, DrawOffer(SOUTH, "decline"))
    assert log == [DrawOfferClosed(NORTH, "declined")]
    assert declined.state == match.state
    agreed, log = done(match, DrawOffer(SOUTH, "offer"))
    assert log[-1] == MatchEnded((1, 1), "agreed")
    assert pending(GAME, agreed) == []


def test_r11_an_offer_stands_until_the_opponent_moves():
    match, _ = done(match_in(placed(*E1)), DrawOffer(NORTH, "offer"), DrawOffer(SOUTH, "offer"))
    assert match.status == "finished"
    match, _ = done(match_in(placed(*E1)), DrawOffer(SOUTH, "offer"))
    match, log = done(match, Play(SOUTH, "0-1", Text("c2-d3")))
    assert match.draw_offers == [SOUTH]
    match, log = done(match, Play(NORTH, "1-1", Text("f7-e6")))
    assert log[0] == DrawOfferClosed(SOUTH, "moved")
    assert match.draw_offers == []


@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_r11_resignation_loses(seat):
    match, log = done(match_in(placed(*E1)), Resign(seat))
    assert log[1:] == [GameWon(1 - seat, "forfeit"), MatchEnded((1, 2) if seat else (2, 1), "played")]
    assert match.status == "finished"


def test_r11_resignation_before_the_placements_are_in_shows_none():
    state = GAME.start(2)
    GAME.setup(state, Options(), Inputs(), NO_CHANCE, 0)
    match = match_in(state)
    match, _ = done(match, Play(NORTH, "1-0", {"type": "place", "squares": ["a8", "c8", "b7", "d7", "f7"]}))
    match, log = done(match, Resign(NORTH))
    assert match.ranks == (1, 2)
    assert all("squares" not in type(event).__struct_fields__ for event in log)


@pytest.mark.parametrize(("kind", "decision"), [("move", "0-1"), ("place", "1-0")])
def test_r11_loss_on_time(kind, decision):
    if kind == "move":
        match, loser = match_in(placed(*E1)), SOUTH
    else:
        state = GAME.start(2)
        GAME.setup(state, Options(), Inputs(), NO_CHANCE, 0)
        match, loser = match_in(state), NORTH
        match, _ = done(match, Play(SOUTH, "0-0", {"type": "place", "squares": ["b1", "d1", "f1", "h1", "c2"]}))
    match.clock = {kind: 1_000}
    with pytest.raises(WrongPhase):
        done(match, Expire(decision), now=999)
    match, log = done(match, Expire(decision), now=1_000)
    assert log[:2] == [TimedOut(loser), GameWon(1 - loser, "forfeit")]
    assert match.seats[loser].left
    assert match.ranks == ((2, 1) if loser == SOUTH else (1, 2))


def test_r11_nobody_loses_on_time_where_neither_has_placed():
    state = GAME.start(2)
    GAME.setup(state, Options(), Inputs(), NO_CHANCE, 0)
    match = match_in(state)
    match.clock = {"place": 1_000}
    match, log = done(match, Expire("0-0"), now=1_000)
    assert log == [TimedOut(SOUTH), TimedOut(NORTH), MatchEnded((1, 1), "drawn")]


def test_everybody_sees_how_a_match_ends():
    _, log = played(placed("g8 / h8*", "a6 f7 h7 c8 e8"), "h8!")
    assert all(seen_by(event, viewer) == event for event in log for viewer in (SOUTH, NORTH, None))
