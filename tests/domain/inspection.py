"""What holds of a match at any moment, whatever the game: lists of moves, refusals, texts, views."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from domain.command import Command, Play
from domain.deciding import pending
from domain.event import seen_by
from domain.game import Decision, move_from
from domain.match import decide
from domain.refusal import DecisionNotPending, IllegalMove, NotYourSeat, Refusal
from domain.story import tell
from domain.view import MatchView, match_view
from tests.domain.arbitrary import arbitrary, arbitrary_struct
from tests.domain.world import World, encode, pack

_SEAT = re.compile(r"\{seat:([0-9])\}")

TRIES = 3
"""How many listed and how many unlisted moves are tried for a decision."""


def check_text(text: str, seats: int) -> None:
    """A text for people: no placeholder but seats at the table."""
    assert text.strip() == text != ""
    assert all(int(number) < seats for number in _SEAT.findall(text)), text
    assert not set("{}\n") & set(_SEAT.sub("", text)), text


def inspect_moment(world: World, rng: Random) -> None:
    world.check_knowledge()
    decisions = [d for d in pending(world.game, world.truth) if not world.truth.seats[d.seat].left]
    if decisions:
        decision = rng.choice(decisions)
        check_list(world, decision, rng)
        check_strangers(world, decision, rng)
    check_view(world, rng)


def check_list(world: World, decision: Decision, rng: Random) -> None:
    """What is listed is accepted, what is not is refused; both for the moves of one decision."""
    game, truth, known = world.game, world.truth, world.projections[decision.seat].state
    moves = list(game.legal(truth.state, decision))
    assert moves
    assert len(set(moves)) == len(moves)
    labels = [game.label(known, decision, move) for move in moves]
    assert labels == [game.label(truth.state, decision, move) for move in moves]
    assert len(set(labels)) == len(labels)
    for label in labels:
        check_text(label, len(truth.seats))
    for move in rng.sample(moves, min(TRIES, len(moves))):
        world.codec.check_move(move)
        assert move_from(game, msgspec.json.decode(encode(move))) == move
        events, _ = decide(game, truth, Play(decision.seat, decision.id, move), world.chance, truth.at)
        assert any(seen_by(event, decision.seat) for event in events)
    for move in unlisted(world, moves, rng):
        world.codec.check_move(move)
        refusal = refused(world, Play(decision.seat, decision.id, move), IllegalMove)
        check_text(refusal.detail, len(truth.seats))
        assert refusal.rule
        explained = game.explain(known, decision, move)
        told = (explained.detail, explained.rule, explained.facts)
        assert told == (refusal.detail, refusal.rule, refusal.facts), "a refusal tells what the seat does not know"


def unlisted(world: World, moves: list[Any], rng: Random) -> Iterator[Any]:
    """Well-formed moves that are not among ``moves``: near ones, those of other decisions, and any."""
    game, truth = world.game, world.truth
    found = [arbitrary_struct(kind, rng) for kind in rng.sample(game.moves, min(TRIES, len(game.moves)))]
    for move in rng.sample(moves, min(TRIES, len(moves))):
        described = inspect.type_info(type(move))
        assert isinstance(described, inspect.StructType)
        if described.fields:
            field = rng.choice(described.fields)
            found.append(msgspec.structs.replace(move, **{field.name: arbitrary(field.type, rng)}))
    others = [other for decision in pending(game, truth) for other in game.legal(truth.state, decision)]
    found += rng.sample(others, min(TRIES, len(others)))
    for move in found:
        try:
            meant = move_from(game, move)
        except IllegalMove:
            continue
        if meant not in moves:
            yield meant


def check_strangers(world: World, decision: Decision, rng: Random) -> None:
    """Other seats cannot answer, and nobody can answer what is not asked."""
    move = next(iter(world.game.legal(world.truth.state, decision)))
    others = [seat for seat in range(len(world.truth.seats)) if seat != decision.seat]
    for number in (decision.number - 1, decision.number, decision.number + 1):
        refused(world, Play(rng.choice(others), f"{decision.seat}-{number}", move), NotYourSeat)
    asked = {other.id for other in pending(world.game, world.truth)}
    for number in (decision.number - 1, decision.number + 1):
        if f"{decision.seat}-{number}" not in asked:
            refused(world, Play(decision.seat, f"{decision.seat}-{number}", move), DecisionNotPending)
    refused(world, Play(decision.seat, decision.id, {"type": "no such move"}), msgspec.ValidationError)


def refused(world: World, command: Command, error: type[Exception]) -> Any:
    """The refusal of ``command``, which changes nothing."""
    before = pack(world.truth)
    with pytest.raises(error) as caught:
        decide(world.game, world.truth, command, world.chance, world.truth.at)
    assert pack(world.truth) == before
    if isinstance(caught.value, Refusal):
        assert msgspec.json.decode(encode(caught.value.facts)) == caught.value.facts
    return caught.value


def check_view(world: World, rng: Random) -> None:
    """One viewer's view: it goes through JSON and back, and shows the seat all that it may do."""
    viewer = rng.choice(list(world.projections))
    projection = world.projections[viewer]
    view = match_view(world.game, projection, viewer, world.entries[viewer])
    shown = encode(view)
    assert encode(msgspec.json.decode(shown, type=MatchView)) == shown
    own = [d for d in pending(world.game, world.truth) if d.seat == viewer and not projection.seats[d.seat].left]
    assert [asked.decision for asked in view.pending] == [decision.id for decision in own]
    if projection.state is not None:
        world.codec.check_view(view.state)


def check_told(world: World) -> None:
    """Every event can be told, to whoever sees anything of it."""
    seats = len(world.truth.seats)
    for commit in world.commits:
        for event in commit.events:
            if type(event) in world.game.events:
                for viewer in world.projections:
                    seen = seen_by(event, viewer)
                    text = None if seen is None else tell(world.game, seen, viewer)
                    if text is not None:
                        check_text(text, seats)
