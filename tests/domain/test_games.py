"""What every game has to hold, whatever its rules: played at random through the life of a match.

A registered game takes part by being registered; ``tests/domain/<folder>/`` adds what only the game can know.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

import domain.games
from domain.command import Expire, GameWake, Resign
from domain.deciding import pending
from domain.event import Event, seen_by
from domain.game import Game
from domain.refusal import Refusal
from domain.table import Match, fold
from domain.table_events import TABLE_EVENTS
from tests.domain.arbitrary import facets, facets_of
from tests.domain.course import CALM, RESTLESS, Temper, acceptable_options, started, step
from tests.domain.effort import examples
from tests.domain.inspection import check_told, inspect_moment, refused
from tests.domain.world import EVERY_GAME, GAMES, World, about, encode, folder_of, pack

every_game = pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME.keys())
seeds = st.integers(0, 2**32 - 1)


def covering(game: Game[Any]) -> list[tuple[int, Any]]:
    """Numbers of seats with options, which together have every number and every value of every option."""
    rng = Random(game.key)
    seats_left, left = set(game.seats), facets(game.Options)
    found = []
    for seats in cycle(game.seats):
        if not seats_left and not left:
            return found
        options = acceptable_options(game, seats, rng)
        if seats in seats_left or left & facets_of(options):
            found.append((seats, options))
            seats_left.discard(seats)
            left -= facets_of(options)
    raise AssertionError("a game without seats")


CASES = [
    pytest.param(game, seats, options, id=f"{game.key}-{number}-{seats}")
    for game in EVERY_GAME.values()
    for number, (seats, options) in enumerate(covering(game))
]


def test_every_folder_of_a_game_is_registered():
    folders = {path.name for path in Path(domain.games.__path__[0]).iterdir() if any(path.glob("*.py"))}
    assert folders == {folder_of(game) for game in GAMES.values()}
    assert all(key == game.key for key, game in GAMES.items())


@every_game
def test_the_generic_suite_knows_the_game(game):
    assert callable(about(game, "invariants").invariants)
    assert callable(about(game, "invariants").finished)
    for name in ("agrees", "twin", "public_part", "turned_up", "watched"):
        assert callable(getattr(about(game, "knowledge"), name))


@every_game
def test_a_game_says_what_a_frontend_needs(game):
    assert game.seats.step == 1
    assert len(game.seats) >= 1
    for text in (game.catalogue.title, game.catalogue.summary, game.catalogue.rules):
        assert text.strip()
    for bot in game.bots.values():
        assert (bot.__doc__ or "").strip().endswith(".")
    for listed in (game.catalogue.pieces, game.catalogue.decisions):
        assert len({entry.key for entry in listed}) == len(listed) > 0
    for cls in (game.Options, game.Preferences):
        cls()
        for field in inspect.type_info(cls).fields:
            assert isinstance(field.type, inspect.Metadata), f"{cls.__name__}.{field.name} has no description"
            assert field.type.extra_json_schema["description"].strip()


@every_game
def test_names_in_the_log_and_the_api_are_unique(game):
    tags = [kind.__struct_config__.tag for kind in TABLE_EVENTS + game.events]
    assert len(set(tags)) == len(tags)
    assert all(issubclass(kind, Event) for kind in game.events)
    moves = [kind.__struct_config__.tag for kind in game.moves]
    assert len(set(moves)) == len(moves)
    assert {kind.__struct_config__.tag_field for kind in TABLE_EVENTS + game.events + game.moves} == {"type"}
    assert all(kind.__struct_config__.frozen for kind in TABLE_EVENTS + game.events + game.moves)
    assert len({other.api_prefix for other in EVERY_GAME.values()}) == len(EVERY_GAME)


def play_and_inspect(game: Game[Any], seats: int, options: Any, seed: int, temper: Temper) -> World:
    rng = Random(seed)
    world = started(game, seats, options, rng, temper)
    while world.truth.status == "running":
        inspect_moment(world, rng)
        step(world, rng, temper)
    check_end(world, rng)
    return world


def check_end(world: World, rng: Random) -> None:
    game, truth = world.game, world.truth
    seats = range(len(truth.seats))
    assert truth.status == "finished"
    assert truth.ranks is not None
    assert [truth.ranks[seat] for seat in seats] == [
        1 + sum(r < truth.ranks[seat] for r in truth.ranks) for seat in seats
    ]
    if truth.end_reason == "played":
        assert truth.ranks == game.outcome(truth.state)
        log = [event for commit in world.commits for event in commit.events if type(event) in game.events]
        about(game, "invariants").finished(truth.state, log)
    refused(world, Resign(rng.choice(seats)), Refusal)
    refused(world, Expire("0-1"), Refusal)
    refused(world, GameWake(), Refusal)
    inspect_moment(world, rng)
    check_told(world)
    check_replay(world, rng)


def check_replay(world: World, rng: Random) -> None:
    """Each viewer's log, through JSON, with a snapshot taken anywhere, gives what was folded as it happened."""
    for viewer, projection in {**world.projections, "server": world.truth}.items():
        replayed: Match[Any] = Match()
        snapshot = rng.randrange(len(world.commits))
        for number, commit in enumerate(world.commits):
            seen = commit.events
            if viewer != "server":
                seen = [shown for event in commit.events if (shown := seen_by(event, viewer)) is not None]
            if seen:
                fold(world.game, replayed, [world.codec.event.decode(encode(event)) for event in seen], commit.at)
            if number == snapshot:
                replayed = world.codec.match.decode(pack(replayed))
        assert pack(replayed) == pack(projection)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
@examples(2)
@given(seed=seeds)
def test_random_play_holds_everything(game, seats, options, seed):
    play_and_inspect(game, seats, options, seed, RESTLESS)
    play_and_inspect(game, seats, options, seed, CALM)


@pytest.mark.soak
@every_game
@examples(150)
@given(random=st.randoms(use_true_random=False), seed=seeds, calm=st.booleans())
def test_random_play_of_any_options(game, random, seed, calm):
    seats = random.choice(list(game.seats))
    options = acceptable_options(game, seats, random)
    play_and_inspect(game, seats, options, seed, CALM if calm else RESTLESS)


@every_game
def test_random_play_meets_every_event_move_and_kind_of_decision(game):
    """Otherwise the other tests show nothing about what they never meet.

    ``RARE`` is what random play does not meet: there the game has tests of its own.
    """
    rare = getattr(about(game, "invariants"), "RARE", set())
    left: set[Any] = {*game.events, *game.moves, *(kind.key for kind in game.catalogue.decisions)} - rare
    for seed, seats in zip(range(40), cycle(game.seats), strict=False):
        if not left:
            return
        rng = Random(seed)
        temper = RESTLESS._replace(resigns=0.05 if seed % 4 == 0 else 0)
        world = started(game, seats, acceptable_options(game, seats, rng), rng, temper)
        while world.truth.status == "running":
            left -= {decision.kind for decision in pending(game, world.truth)}
            step(world, rng, temper)
        for commit in world.commits:
            left -= {type(event) for event in commit.events}
            left.discard(type(getattr(commit.command, "move", None)))
    assert not left
