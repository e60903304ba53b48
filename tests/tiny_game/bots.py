"""Players that see only their seat's projection."""

from __future__ import annotations

from random import Random

from domain.game import Decision
from tests.tiny_game.moves import Throw
from tests.tiny_game.rules import BEATS, legal
from tests.tiny_game.state import State


def copycat(projection: State, decision: Decision, rng: Random) -> Throw:
    """Throws, where it may, what beats a throw of another seat in the last round."""
    seen = [throw for seat, throw in enumerate(projection.last) if seat != decision.seat]
    allowed = list(legal(projection, decision))
    return rng.choice([move for move in allowed if BEATS[move.throw] in seen] or allowed)
