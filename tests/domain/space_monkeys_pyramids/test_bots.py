"""The bots: they play what they were given to see, within their budget, and play well enough."""

from random import Random

import pytest

from domain.chance import KeyedChance
from domain.game import Inputs
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids import bots
from domain.games.space_monkeys_pyramids.board import NORTH
from domain.games.space_monkeys_pyramids.bots import BOTS, Search, alpha_beta
from domain.games.space_monkeys_pyramids.legal import legal_moves
from domain.games.space_monkeys_pyramids.moves import notation
from domain.games.space_monkeys_pyramids.options import Options
from domain.games.space_monkeys_pyramids.state import position
from tests.domain.space_monkeys_pyramids.perft import COUNTED
from tests.domain.space_monkeys_pyramids.positions import placed, played
from tests.domain.space_monkeys_pyramids.test_examples import E15, E16, E18

every_bot = pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS.keys())


def move_of(bot, state, seed=1):
    return bot(state.copy(), GAME.pending(state)[0], Random(seed))


@every_bot
@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: counted.name)
def test_a_bot_repeats_its_legal_move_and_leaves_the_projection_alone(bot, counted):
    state, before = counted.state(), counted.state()
    decision = GAME.pending(state)[0]
    move = bot(state, decision, Random(5))
    assert state == before
    assert move in GAME.legal(state, decision)
    assert move_of(bot, state, 5) == move


@every_bot
def test_a_bot_passes_where_it_must(bot):
    assert notation(move_of(bot, placed(*E15))) == "--"


@every_bot
@pytest.mark.parametrize(("sides", "text"), [(E16, "a7!"), (E18, "h8!")])
def test_a_bot_launches_where_it_can(bot, sides, text):
    assert notation(move_of(bot, placed(*sides))) == text


@every_bot
def test_a_bot_places_its_monkeys_without_knowing_where_the_others_are(bot):
    state = GAME.start(2)
    GAME.setup(state, Options(), Inputs(), KeyedChance(b"k"), 0)
    for decision in GAME.pending(state):
        places = {bot(state.copy(), decision, Random(seed)) for seed in range(20)}
        assert places <= set(GAME.legal(state, decision))
        assert len(places) > 1


@pytest.mark.parametrize("nodes", [1, 30, 400])
def test_a_search_visits_as_many_positions_as_it_may(nodes, monkeypatch):
    visited = []
    play = bots.play

    def counted(*arguments):
        visited.append(arguments)
        return play(*arguments)

    monkeypatch.setattr(bots, "play", counted)
    state = COUNTED[1].state()
    Search(nodes).choose(state, legal_moves(state))
    assert len(visited) == nodes


def test_a_search_takes_the_crew_of_a_ship_that_would_win():
    state = placed("d3 / a7*", "e4 / d4*")
    assert notation(move_of(alpha_beta(200), state)).startswith("d3xf5@")


def test_a_search_finds_a_draw_where_it_would_lose():
    """North wins with d4! unless South brings a position for the third time."""
    state = placed("h1 / a7*", "e4 / d4*")
    assert played(state, "a7-b6", "d4!")[0].winner == NORTH
    state.positions[position(played(state, "a7-b8")[0])] = 2
    assert notation(move_of(alpha_beta(400), state)) == "a7-b8"


def play_match(players, seed):
    chance, rng = KeyedChance(seed.to_bytes(32, "big")), Random(seed)
    state = GAME.start(2)
    GAME.setup(state, Options(), Inputs(), chance, 0)
    while pending := GAME.pending(state):
        decision = pending[0]
        GAME.play(state, decision, BOTS[players[decision.seat]](state.copy(), decision, rng), chance, 0)
    return state


def test_alpha_beta_beats_the_greedy_mover():
    for seed in range(2):
        players = ("easy", "greedy") if seed == 0 else ("greedy", "easy")
        assert play_match(players, seed).winner == players.index("easy")
