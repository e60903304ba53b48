"""Bots: they see the projection of their seat and choose one of its legal moves."""

from __future__ import annotations

from random import Random

from domain.game import Decision
from domain.games.space_monkeys.legal import legal
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.state import State


def random_move(projection: State, decision: Decision, rng: Random) -> Move:
    """Any legal move, all with equal chances."""
    return rng.choice(legal(projection, decision))
