"""Matches whose every move is written down, for endings that random moves do not reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.command import DrawOffer, Play, Resign, TakeBack
from domain.deciding import pending
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from events.randomness import MatchChance
from tests.domain.course import CALM, started
from tests.domain.forked import forked
from tests.domain.world import World

TO_A_PASS = msgspec.json.decode(Path(__file__).with_name("played_to_a_pass.json").read_bytes())

E1 = {"south": ["b1", "d1", "f1", "h1", "c2"], "north": ["a8", "c8", "b7", "d7", "f7"]}


def _answer(world: World, seat: int, move: Any) -> None:
    [decision] = [each for each in pending(GAME, world.truth) if each.seat == seat]
    world.commit(Play(seat, decision.id, move), world.truth.at + 1_000)


def scripted(placement: dict[str, Any], moves: Sequence[str], **options: Any) -> World:
    """A match from ``placement`` in which South begins and every move but a pass is sent as text."""
    world = started(GAME, 2, GAME.Options(**{"first_player": "south", **options}), Random(7), CALM)
    for seat, side in enumerate(("south", "north")):
        _answer(world, seat, {"type": "place", "squares": placement[side]})
    for text in moves:
        move = {"type": "pass"} if text == "--" else {"type": "text", "text": text}
        _answer(world, world.truth.state.turn, move)
    return world


def _offer(world: World, seat: int, action: Any) -> None:
    world.commit(DrawOffer(seat, action), world.truth.at + 1_000)


def agreed() -> World:
    """Offers that are withdrawn, declined, overtaken by a move, and agreed to."""
    world = scripted(E1, [])
    for seat, action in ((0, "offer"), (0, "withdraw"), (1, "offer"), (0, "decline"), (1, "offer")):
        _offer(world, seat, action)
    _answer(world, 0, {"type": "step", "from": "c2", "to": "d3"})
    _offer(world, 0, "offer")
    _offer(world, 1, "offer")
    return world


def taken_back() -> World:
    """Moves that are taken back with the answer to them and without, after wishes that come to nothing."""
    world = scripted(E1, ["c2-d3", "f7-e6"])
    for seat, action in ((0, "ask"), (0, "withdraw"), (1, "ask"), (0, "decline"), (0, "ask")):
        _take_back(world, seat, action)
    _answer(world, 0, {"type": "text", "text": "d3-e4"})
    for seat, action in ((1, "ask"), (0, "allow")):
        _take_back(world, seat, action)
    _answer(world, 1, {"type": "text", "text": "f7-g6"})
    for seat, action in ((1, "ask"), (0, "allow"), (0, "ask"), (1, "allow")):
        _take_back(world, seat, action)
    world.commit(Resign(0), world.truth.at + 1_000)
    return world


def _take_back(world: World, seat: int, action: Any) -> None:
    world.commit(TakeBack(seat, action), world.truth.at + 1_000)


def of_equal_age() -> World:
    """The first player is drawn; both walk there and back until the position has occurred three times."""
    world = started(GAME, 2, GAME.Options(first_player="youngest", younger_seat="equal"), Random(8), CALM)
    for seat, side in enumerate(("south", "north")):
        _answer(world, seat, {"type": "place", "squares": E1[side]})
    walks = [cycle(("c2-d3", "d3-c2")), cycle(("f7-e6", "e6-f7"))]
    while world.truth.status == "running":
        seat = world.truth.state.turn
        _answer(world, seat, {"type": "text", "text": next(walks[seat])})
    return world


def placed_anew() -> World:
    """North goes on from where South alone has placed, in secret."""
    world = started(GAME, 2, GAME.Options(first_player="south"), Random(9), CALM)
    _answer(world, 0, {"type": "place", "squares": E1["south"]})
    fork = forked(world, 1, 9, keyed=MatchChance)
    _answer(fork, 1, {"type": "place", "squares": E1["north"]})
    fork.commit(Resign(0), fork.truth.at + 1_000)
    return fork


def worlds() -> Iterator[World]:
    yield scripted(TO_A_PASS, TO_A_PASS["moves"])
    yield agreed()
    yield of_equal_age()
    yield taken_back()
    yield placed_anew()
