"""Players that see only their seat's projection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NoReturn

from domain.game import Bot, Decision
from domain.games.space_monkeys_pyramids.board import SHIPYARDS, bits
from domain.games.space_monkeys_pyramids.evaluation import LAUNCHED, moves_to_launch, worth
from domain.games.space_monkeys_pyramids.legal import PLACEMENTS, legal_moves
from domain.games.space_monkeys_pyramids.moves import BoardMove, Launch, Move, Place
from domain.games.space_monkeys_pyramids.rules import pending, play
from domain.games.space_monkeys_pyramids.state import State

NODES = 1_000
"""How many positions the bot ``alpha-beta`` looks at for a move."""

_WIN = 100 * LAUNCHED
_DRAW = 0.0
_DEEPEST = 30


class _NoChance:
    """Nothing is left to chance once the monkeys are placed."""

    def below(self, n: int, label: str, i: int = 0) -> NoReturn:
        raise AssertionError(f"a move draws {label}/{i} below {n}")


class _OutOfNodes(Exception):
    pass


def _advantage(state: State, seat: int) -> float:
    own, other, piloted = state.men[seat], state.men[1 - seat], state.piloted
    return worth(own, own & piloted) - worth(other, other & piloted)


def _after(state: State, decision: Decision, move: Move) -> State:
    child = state.copy()
    play(child, decision, move, _NoChance(), state.since)
    return child


class Search:
    """An alpha-beta search that is deepened until it has visited ``nodes`` positions.

    Values are those of the side to move. The moves that were best in a position, or were so good elsewhere that the
    rest needed no look, are tried first.
    """

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._best: dict[tuple[int, ...], BoardMove] = {}
        self._cuts: dict[BoardMove, int] = {}

    def choose(self, state: State, moves: Sequence[BoardMove]) -> BoardMove:
        """The best of ``moves``, all legal; of equal ones the first."""
        (decision,) = pending(state)
        best = moves[0]
        try:
            for depth in range(_DEEPEST):
                top = -2 * _WIN
                for move in sorted(moves, key=lambda move: move is not best):
                    value = -self._value(self._visit(state, decision, move), depth, -2 * _WIN, -top)
                    if value > top:
                        top, best = value, move
        except _OutOfNodes:
            pass
        return best

    def _visit(self, state: State, decision: Decision, move: BoardMove) -> State:
        if not self._nodes:
            raise _OutOfNodes
        self._nodes -= 1
        return _after(state, decision, move)

    def _ordered(self, state: State, key: tuple[int, ...]) -> list[BoardMove]:
        best, cuts = self._best.get(key), self._cuts
        moves = legal_moves(state)
        moves.sort(key=lambda move: (move is not best, type(move) is not Launch, -cuts.get(move, 0)))
        return moves

    def _value(self, state: State, depth: int, alpha: float, beta: float) -> float:
        if state.phase == "over":
            # A loss is the worse the sooner it comes.
            return _DRAW if state.winner is None else -_WIN - depth
        if state.occurrences > 1:
            return _DRAW
        (decision,) = pending(state)
        if depth == 0:
            return _advantage(state, decision.seat)
        key = (*state.men, state.piloted, decision.seat)
        top = -2 * _WIN
        for move in self._ordered(state, key):
            value = -self._value(self._visit(state, decision, move), depth - 1, -beta, -alpha)
            if value > top:
                top = value
                self._best[key] = move
                alpha = max(alpha, value)
                if alpha >= beta:
                    self._cuts[move] = self._cuts.get(move, 0) + depth * depth
                    break
        return top


def _placing(seat: int, rng: Random) -> Place:
    """One of the placements that are nearest to launches."""
    worths = {move: worth(SHIPYARDS[seat] | bits(move.squares), 0) for move in PLACEMENTS[seat]}
    best = max(worths.values())
    return rng.choice([move for move, each_worth in worths.items() if each_worth == best])


def _bot(choose: Callable[[State, Decision, list[BoardMove], Random], Move], about: str) -> Bot:
    """A bot that places its monkeys like all others and chooses moves with ``choose``, from a list in random order.

    ``about``: how it plays, for people.
    """

    def bot(projection: Any, decision: Decision, rng: Random) -> Move:
        if decision.kind == "place":
            return _placing(decision.seat, rng)
        moves = legal_moves(projection)
        if len(moves) == 1:
            return moves[0]
        rng.shuffle(moves)
        return choose(projection, decision, moves, rng)

    bot.__doc__ = about
    return bot


def alpha_beta(nodes: int) -> Bot:
    """A bot that visits ``nodes`` positions for each move."""
    return _bot(
        lambda state, decision, moves, rng: Search(nodes).choose(state, moves),
        f"Looks ahead: the best move that it finds in {nodes:,} positions.",
    )


def _greedy(state: State, decision: Decision, moves: list[BoardMove], rng: Random) -> Move:
    """Launches if it can; otherwise brings the ship that is nearest to its launch nearer to it, then all others."""

    def cost(move: BoardMove) -> tuple[int, ...]:
        child = _after(state, decision, move)
        men = child.men[decision.seat]
        needed = moves_to_launch(men, men & child.piloted)
        return (0,) if isinstance(move, Launch) else (1, min(needed), sum(needed))

    return min(moves, key=cost)


BOTS = {
    "alpha-beta": alpha_beta(NODES),
    "easy": alpha_beta(50),
    "sharp": alpha_beta(3_000),
    "greedy": _bot(_greedy, "Looks one move ahead: launches if it can, else brings a ship nearer to its launch."),
}
