"""How many positions there are after some plies, counted one by one through the game that the server plays."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.state import State
from tests.domain.space_monkeys_pyramids.positions import NO_CHANCE, placed


class Counted(NamedTuple):
    """A position as ``placed`` reads it; ``counts``: of the positions after 1, 2, 3 and 4 plies."""

    name: str
    south: str
    north: str
    turn: int
    counts: tuple[int, ...]

    def state(self) -> State:
        return placed(self.south, self.north, turn=self.turn)


COUNTED = tuple(Counted(**entry) for entry in msgspec.json.decode(Path(__file__).with_name("perft.json").read_bytes()))


def perft(state: State, plies: int) -> int:
    if plies == 0:
        return 1
    nodes = 0
    for decision in GAME.pending(state):
        for move in GAME.legal(state, decision):
            after = state.copy()
            GAME.play(after, decision, move, NO_CHANCE, 0)
            nodes += perft(after, plies - 1)
    return nodes
