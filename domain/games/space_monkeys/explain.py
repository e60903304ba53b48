"""Why a move is refused, with the number of the rule, from what its seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from domain.game import Decision
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.cards import KINDS
from domain.games.space_monkeys.legal import offered, seen_pile, sets_in
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.state import State
from domain.refusal import IllegalMove

Reason: TypeAlias = tuple[str, str] | None
"""What is wrong, and the number of the rule; ``None`` where nothing is."""


def _lacks(state: State, seat: int, cards: Sequence[str], rule: str = "6") -> Reason:
    held = Counter(state.hands[seat])
    for card, wanted in Counter(cards).items():
        if held[card] < wanted:
            return (f"the hand holds {held[card]} {KINDS[card].name}, the move needs {wanted}", rule)
    return None


def _no_target(state: State, seat: int, target: int, ruling: str = "R-12") -> Reason:
    if target == seat:
        return ("only other players can be named", ruling)
    if target >= len(state.hands):
        return (f"there is no seat {target} at this table", "8.3")
    return None if target in state.players else (f"{{seat:{target}}} is not in the game", "8.3")


def _wrong_set(state: State, seat: int, cards: tuple[str, ...], family: str) -> Reason:
    if cards not in sets_in(family, tuple(sorted(cards))):
        return ("the cards are no set of one design, or the Monkey Mash does not lie on top", "6.8.2")
    return _lacks(state, seat, cards)


def _vote(state: State, seat: int, move: mv.Vote) -> Reason:
    return _no_target(state, seat, move.seat, "R-3")


def _card(card: str, rule: str = "6") -> Callable[[State, int, Any], Reason]:
    return lambda state, seat, move: _lacks(state, seat, (card,), rule)


def _plasma(state: State, seat: int, move: mv.Plasma) -> Reason:
    wrong = _no_target(state, seat, move.victim)
    if move.victim == seat and state.options.plasma_self_target:
        wrong = None
    return _lacks(state, seat, ("plasma",)) or wrong


def _gaze_pair(state: State, seat: int, move: mv.GazePair) -> Reason:
    return _lacks(state, seat, ("gaze", "gaze"))


def _raid(state: State, seat: int, move: mv.Raid) -> Reason:
    wrong = _wrong_set(state, seat, move.cards, "raid")
    if wrong:
        return wrong
    if (len(move.cards) == 2) != (move.mode == "pair"):
        return ("a pair takes one card; three cards take two from one player or one each from two", "6.9")
    if len(move.targets) != (2 if move.mode == "one-each" else 1):
        return ("this mode names another number of players", "6.9.3" if move.mode == "one-each" else "6.9.2")
    if move.targets != tuple(sorted(set(move.targets))):
        return ("two different players are named in ascending order of seats", "6.9.3")
    for target in move.targets:
        wrong = _no_target(state, seat, target)
        if wrong:
            return wrong
        if not state.hands[target]:
            return (f"{{seat:{target}}} has no cards", "R-29")
    return None


def _heist(state: State, seat: int, move: mv.Heist) -> Reason:
    return _wrong_set(state, seat, move.cards, "heist") or _no_target(state, seat, move.victim)


def _single(state: State, seat: int, move: mv.Single) -> Reason:
    if state.options.single_set_card == "forbid":
        return ("a single Space Raid or Crystal Heist card may not be played at this table", "R-28")
    return _lacks(state, seat, (move.card,))


def _put_back(state: State, seat: int, move: mv.PutBack) -> Reason:
    return (f"the depth goes from 0 to {len(state.draw)}", "5.2.1") if move.depth > len(state.draw) else None


def _give(state: State, seat: int, move: mv.Give) -> Reason:
    if move.to not in state.receivers:
        return ("each opponent gets at most one card", "5.3")
    return _lacks(state, seat, (move.card,))


def _cut(state: State, seat: int, move: mv.Cut) -> Reason:
    most = len(state.draw) - 1
    return None if move.k <= most else (f"the cut takes 1 to {most} cards", "6.4")


def _order(state: State, seat: int, move: mv.Order) -> Reason:
    if Counter(move.cards) != Counter(seen_pile(state)):
        return ("the same cards that were seen are put back", "6.3.2")
    return None


def _fetch(state: State, seat: int, move: mv.Fetch) -> Reason:
    cards = offered(state)
    if move.position >= len(cards):
        return (f"{len(cards)} cards are offered", "6.7.1")
    if cards[move.position] == "trash" and state.trash_taken:
        return ("an Orbital Trash was taken back in this turn already", "6.7.6")
    return ("the same card lies directly above; take that one", "6.7.5")


_REASONS: dict[str, dict[type[Move], Callable[[State, int, Any], Reason]]] = {
    "vote": {mv.Vote: _vote},
    "turn": {
        mv.Draw: lambda state, seat, move: None,
        mv.Plasma: _plasma,
        mv.Leap: _card("leap"),
        mv.Gaze: _card("gaze"),
        mv.GazePair: _gaze_pair,
        mv.Split: _card("split"),
        mv.Under: _card("under"),
        mv.Trash: _card("trash"),
        mv.Raid: _raid,
        mv.Heist: _heist,
        mv.Single: _single,
    },
    "window": {mv.Pass: lambda state, seat, move: None, mv.ForceField: _card("field", "7.3")},
    "depth": {mv.PutBack: _put_back},
    "gift": {mv.Give: _give},
    "cut": {mv.Cut: _cut},
    "order": {mv.Order: _order},
    "fetch": {mv.Fetch: _fetch},
}

_ELSEWHERE = {
    "vote": ("the vote on who begins comes first", "R-3"),
    "turn": ("this answers no turn; a Force Field is played only while a response window is open", "7.4"),
    "window": ("while a response window is open one can only pass or play a Force Field", "7.7"),
    "depth": ("the Asteroid has to be put back first", "5.4"),
    "gift": ("the gifts of the Black Hole come first", "5.4"),
    "cut": ("the cut has to be chosen first", "6.4"),
    "order": ("the cards that were seen have to be put back first", "6.3.2"),
    "fetch": ("a card has to be taken first", "6.7.5"),
}
"""Decision kind → why a move of another kind does not answer it."""


def explain(state: State, decision: Decision, move: Move) -> IllegalMove:
    """The refusal of ``move``, which is not in ``legal``; ``state`` may be the truth or the seat's projection."""
    reason = _REASONS[decision.kind].get(type(move))
    found = _ELSEWHERE[decision.kind] if reason is None else reason(state, decision.seat, move)
    detail, rule = found or ("the move is not possible now", "4.2")
    return IllegalMove(f"{detail[0].upper()}{detail[1:]}.", rule=rule)
