"""A match goes on from any moment of another one: from all that was there, or from what one viewer knew of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.command import Prefer
from domain.deciding import pending
from domain.event import Event, shifted
from domain.forking import history_of
from domain.table_events import TABLE_EVENTS
from tests.domain.course import RESTLESS, started, step
from tests.domain.forked import DEALT_ANEW, forked, random_moment, seen_until_now
from tests.domain.world import EVERY_GAME, World


def asked(game, match, seat=None):
    """What may be answered, and how; who is waited for depends on preferences, which are not carried over."""
    return {
        (decision.id, decision.kind): list(game.legal(match.state, decision))
        for decision in pending(game, match)
        if seat in {None, decision.seat}
    }


def play_on(fork: World, rng: Random) -> None:
    while fork.truth.status == "running":
        step(fork, rng, RESTLESS)


@pytest.mark.parametrize("key", EVERY_GAME)
@given(seed=st.integers(0, 100_000))
def test_everybody_knows_again_what_was_known_where_all_goes_on(key, seed) -> None:
    world = random_moment(key, seed)
    if world is None:
        return
    fork = forked(world, "open", seed)
    assert asked(world.game, fork.truth) == asked(world.game, world.truth)
    for viewer, projection in fork.projections.items():
        if viewer is not None:
            assert asked(world.game, projection, viewer) == asked(world.game, world.projections[viewer], viewer)
    fork.check_knowledge()
    play_on(fork, Random(seed))


@pytest.mark.parametrize("key", DEALT_ANEW)
@given(seed=st.integers(0, 100_000))
def test_whoever_goes_on_from_its_own_knowledge_knows_what_it_knew(key, seed) -> None:
    world = random_moment(key, seed)
    if world is None:
        return
    rng = Random(seed)
    viewer = rng.choice([*range(len(world.truth.seats)), None])
    fork = forked(world, "public" if viewer is None else viewer, seed)
    if viewer is not None:
        assert asked(world.game, fork.truth, viewer) == asked(world.game, world.projections[viewer], viewer)
    fork.check_knowledge()
    play_on(fork, rng)


@pytest.mark.parametrize("key", DEALT_ANEW)
def test_what_is_dealt_depends_on_nothing_that_was_hidden(key) -> None:
    """The history is all that comes from the other match; here it is the same for two that differ in what is hidden."""
    world = next(found for seed in range(100) if (found := random_moment(key, seed)) is not None)
    *_, events = seen_until_now(world, 0)
    truth = seen_until_now(world, "open")[2]
    assert history_of(world.game, events, 1) != history_of(world.game, truth, 1)
    assert forked(world, 0, 5).truth == forked(world, 0, 5).truth


def test_hands_dealt_anew_differ_from_secret_to_secret() -> None:
    world = started(EVERY_GAME["space-monkeys"], 3, EVERY_GAME["space-monkeys"].Options(), Random(1), RESTLESS)
    dealt = Counter(tuple(forked(world, 0, seed).truth.state.hands[1]) for seed in range(40))
    assert len(dealt) == 40
    own = {tuple(forked(world, 0, seed).truth.state.hands[0]) for seed in range(5)}
    assert own == {tuple(world.truth.state.hands[0])}


def test_own_preferences_count_and_those_of_others_do_not() -> None:
    game = EVERY_GAME["space-monkeys"]
    world = started(game, 2, game.Options(), Random(1), RESTLESS._replace(prefers=0))
    for seat in (0, 1):
        world.commit(Prefer(seat, {"auto_pass": "always"}), world.truth.at)
    fork = forked(world, "open", 1, preferences={"auto_pass": "unless_involved"})
    assert fork.truth.state.auto_pass == ["unless_involved", "none"]


def _moments(kind: type[Event]):
    hints = msgspec.inspect.type_info(kind)
    return {
        field.name
        for field in hints.fields
        if ("deadline" in field.name or field.name.endswith(("_at", "_before"))) and "victim" not in field.name
    }


@pytest.mark.parametrize("key", EVERY_GAME)
def test_every_moment_in_an_event_is_declared(key) -> None:
    for kind in (*EVERY_GAME[key].events, *TABLE_EVENTS):
        assert set(kind.times) == _moments(kind), kind
        for name in kind.times:
            values = dict.fromkeys(kind.__struct_fields__) | {name: 5}
            assert getattr(shifted(kind(**values), 10), name) == 15
