"""Why a move is refused, with the number of the rule, from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.game import Decision
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.cards import KINDS
from domain.games.monkey_in_the_middle.legal import disputed
from domain.games.monkey_in_the_middle.moves import Move
from domain.games.monkey_in_the_middle.state import State
from domain.refusal import IllegalMove

Reason: TypeAlias = tuple[str, str]
"""What is wrong, and the number of the rule."""


def _choose(state: State, decision: Decision, move: mv.Choose) -> Reason:
    seat = decision.seat
    if move.card not in state.hands[seat] and state.choices[seat] != move.card:
        return (f"your hand holds no {KINDS[move.card].name}", "3.1")
    return ("your monkey was caught, so a banana or a coconut has to be played while you hold one", "7.1")


def _answer_claim(state: State, decision: Decision, move: mv.Claim | mv.Decline) -> Reason:
    if move.owner == decision.seat:
        return ("nobody claims the own banana", "4.4.4")
    if move.owner not in state.free_for_alls:
        return ("that banana is not in dispute", "4.4.4")
    return (f"this decision is about the banana of {{seat:{disputed(state, decision)}}}", "4.4.3")


def _give(state: State, decision: Decision, move: mv.Give) -> Reason:
    if move.to == decision.seat:
        return ("the own coconut goes to somebody else", "4.3")
    if state.options.coconut_pick == "pointers":
        return ("the coconut goes to one of the two who point at it", "R-7")
    return ("the coconut goes to an opponent at this table", "R-7")


_REASONS: dict[str, dict[type[Move], Callable[[State, Decision, Any], Reason]]] = {
    "card": {mv.Choose: _choose},
    "ready": {},
    "claim": {mv.Claim: _answer_claim, mv.Decline: _answer_claim},
    "coconut": {mv.Give: _give},
}

_ELSEWHERE: dict[str, Reason] = {
    "card": ("a card has to be chosen", "3.1"),
    "ready": ("nobody chooses cards at this table; say that you are ready for the next round", "7.2.3"),
    "claim": ("the cards of this round are revealed; claim the banana or decline", "4.4.1"),
    "coconut": ("the cards of this round are revealed; choose who gets the coconut", "4.3"),
}
"""Decision kind → why a move of another kind does not answer it."""


def explain(state: State, decision: Decision, move: Move) -> IllegalMove:
    """The refusal of ``move``, which is not in ``legal``; ``state`` may be the truth or the seat's projection."""
    reason = _REASONS[decision.kind].get(type(move))
    detail, rule = _ELSEWHERE[decision.kind] if reason is None else reason(state, decision, move)
    return IllegalMove(f"{detail[0].upper()}{detail[1:]}.", rule=rule)
