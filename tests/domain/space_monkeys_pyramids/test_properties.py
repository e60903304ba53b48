"""The invariants of section 9 and what holds of all legal moves, in random positions."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.game import move_from
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids import moves as mv
from domain.games.space_monkeys_pyramids.board import LIGHT, MONKEYS, NAMES, SHIPS
from domain.games.space_monkeys_pyramids.explain import obstacle
from domain.games.space_monkeys_pyramids.legal import PLACEMENTS
from domain.games.space_monkeys_pyramids.moves import canonical, notation, parse
from domain.story import tell
from tests.domain.space_monkeys_pyramids import naive
from tests.domain.space_monkeys_pyramids.arbitrary_positions import positions
from tests.domain.space_monkeys_pyramids.invariants import invariants
from tests.domain.space_monkeys_pyramids.positions import NO_CHANCE, legal_texts, placed, written

seeds = st.integers(0, 2**32 - 1)


def after(state, move):
    following = state.copy()
    GAME.play(following, GAME.pending(state)[0], move, NO_CHANCE, 0)
    return following


def legal(state):
    return GAME.legal(state, GAME.pending(state)[0])


def turned(text):
    """A move, or one side of a position, seen from the other side of the board."""
    turn = {name: NAMES[63 - i] for i, name in enumerate(NAMES)}
    for name, other in turn.items():
        text = text.replace(name, other.upper())
    return text.lower()


@given(positions())
def test_both_generators_know_the_same_moves_and_what_they_lead_to(state):
    theirs = naive.moves(naive.naive_of(state))
    assert legal_texts(state) == sorted(theirs)
    for move in legal(state):
        following = after(state, move)
        if following.phase == "moving":
            assert naive.naive_of(following) == theirs[notation(move)]


@given(positions(), seeds)
def test_i1_i2_i4_hold_in_random_play(state, seed):
    rng = Random(seed)
    for _ in range(40):
        if state.phase == "over":
            break
        moves = legal(state)
        before, state = state, after(state, rng.choice(moves))
        check_i1(state)
        invariants(state, before)


def check_i1(state):
    for seat, launches in enumerate(state.launches):
        men = state.men[seat]
        assert (men & LIGHT).bit_count() + (men & state.piloted).bit_count() == MONKEYS - launches
        assert (men & ~LIGHT).bit_count() == SHIPS - launches


@given(positions())
def test_i3_turning_the_board_and_swapping_the_players(state):
    south, north = written(state)
    options = msgspec.structs.asdict(state.options)
    other = placed(turned(north), turned(south), turn=1 - state.turn, **options)
    assert sorted(turned(text) for text in legal_texts(state)) == legal_texts(other)
    for move in legal(state):
        south, north = written(after(state, move))
        opposite = after(other, parse(turned(notation(move))))
        assert placed(turned(north), turned(south)).men == opposite.men
        assert placed(turned(north), turned(south)).piloted == opposite.piloted


@given(positions())
def test_i3_only_the_cages_of_the_jumped_monkey_are_named(state):
    for move in legal(state):
        if isinstance(move, mv.Jump) and move.cage:
            over = (ord(move.from_[0]) + ord(move.to[0])) // 2, (int(move.from_[1]) + int(move.to[1])) // 2
            owner = naive.naive_of(state).board[f"{chr(over[0])}{over[1]}"].side
            assert move.cage in naive.CAGES[owner]


@given(positions(), seeds)
def test_i5_the_notation_leads_to_the_same_position(state, seed):
    rng = Random(seed)
    start, texts = state, []
    for _ in range(20):
        if state.phase == "over":
            break
        move = rng.choice(legal(state))
        texts.append(notation(move))
        state = after(state, move)
    again = placed(*written(start), turn=start.turn, launches=start.launches, **msgspec.structs.asdict(start.options))
    for text in texts:
        again = after(again, parse(text))
    assert again == state
    assert placed(*written(state)).men == state.men


@given(positions())
def test_moves_go_through_text_and_json_and_back(state):
    for move in legal(state):
        assert canonical(mv.Text(notation(move))) == move
        assert move_from(GAME, {"type": "text", "text": notation(move)}) == move
        sent = msgspec.json.encode(move)
        assert move_from(GAME, msgspec.json.decode(sent)) == move
        assert msgspec.json.encode(msgspec.json.decode(sent)) == sent
        if isinstance(move, mv.Jump):
            monkey = naive.naive_of(state).board[move.from_].kind == "monkey"
            assert ("cage" in msgspec.json.decode(sent)) == monkey


def some_move(state, rng):
    """Mostly between squares that matter."""
    squares = [*naive.naive_of(state).board, rng.choice(NAMES)]
    start, cages = rng.choice(squares), naive.CAGES[0] + naive.CAGES[1]
    near = [
        square
        for step in naive.SLANTING + naive.STRAIGHT
        for times in (1, 2)
        if (square := naive.shifted(start, step, times)) is not None
    ]
    end = rng.choice([*near, rng.choice(NAMES)])
    cage = rng.choice([None, msgspec.UNSET, rng.choice(cages), rng.choice(NAMES)])
    return rng.choice(
        [
            mv.Step(start, end),
            mv.Jump(start, end, cage),
            mv.Jump(start, end, cage),
            mv.Board(start, end),
            mv.Leave(start, end),
            mv.Launch(start),
            mv.Pass(),
        ]
    )


@given(positions(), seeds)
def test_the_reasons_for_refusals_and_the_list_of_moves_agree(state, seed):
    rng = Random(seed)
    [decision] = GAME.pending(state)
    moves = legal(state)
    for move in [*moves, *(some_move(state, rng) for _ in range(60))]:
        wrong = obstacle(state, decision, move)
        assert (wrong is None) == (move in moves), (move, wrong)
        if wrong is not None:
            told = GAME.explain(state, decision, move)
            assert (told.detail, told.rule) == (wrong.detail, wrong.rule)
            assert told.detail[0].isupper()
            assert told.detail[:2].lower() not in NAMES
            assert told.detail.endswith(".")
            assert "{" not in told.detail


@given(positions())
def test_labels_and_stories_tell_moves_apart(state):
    [decision] = GAME.pending(state)
    moves = legal(state)
    assert len({GAME.label(state, decision, move) for move in moves}) == len(moves)
    stories = {tell(GAME, GAME.play(state.copy(), decision, move, NO_CHANCE, 0)[0], None) for move in moves}
    assert len(stories) == len(moves)


@pytest.mark.parametrize("seat", [0, 1])
def test_there_are_56_placements(seat):
    assert len(set(PLACEMENTS[seat])) == 56
    assert all(canonical(place) == place for place in PLACEMENTS[seat])
