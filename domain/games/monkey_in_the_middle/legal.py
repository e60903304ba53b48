"""Which moves answer each kind of decision: exact, complete, no two that mean the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from domain.game import Decision
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.cards import FRUIT, KINDS, Card
from domain.games.monkey_in_the_middle.moves import Move
from domain.games.monkey_in_the_middle.state import State

CHOOSE: dict[Card, mv.Choose] = {card: mv.Choose(card) for card in KINDS}  # type: ignore[arg-type]
CLAIM = tuple(mv.Claim(seat) for seat in range(6))
DECLINE = tuple(mv.Decline(seat) for seat in range(6))
GIVE = tuple(mv.Give(seat) for seat in range(6))
READY = mv.Ready()


def playable(state: State, seat: int) -> list[Card]:
    """The cards that ``seat`` may choose, sorted, alike ones repeated; the one that it has chosen is among them.

    After a caught monkey in Monkey Business these are the fruit, if there are any (7.1, R-14).
    """
    hand = state.hands[seat]
    if state.chosen[seat]:
        hand = sorted([*hand, state.choices[seat]], key=lambda card: card or "")
    if seat in state.bound:
        return [card for card in hand if card in FRUIT] or hand
    return hand


def disputed(state: State, decision: Decision) -> int:
    """The owner of the banana that a ``claim`` decision is about."""
    for owner, dispute in state.free_for_alls.items():
        if dispute.asked.get(decision.seat) == decision.number:
            return owner
    raise LookupError(decision.id)


# All hands of at most five cards fit.
@lru_cache(maxsize=1024)
def _choices(cards: tuple[Card, ...]) -> tuple[Move, ...]:
    return tuple(CHOOSE[card] for card in dict.fromkeys(cards))


def _card(state: State, decision: Decision) -> Sequence[Move]:
    return _choices(tuple(playable(state, decision.seat)))


def _ready(state: State, decision: Decision) -> Sequence[Move]:
    return (READY,)


def _claim(state: State, decision: Decision) -> Sequence[Move]:
    owner = disputed(state, decision)
    return CLAIM[owner], DECLINE[owner]


def _coconut(state: State, decision: Decision) -> Sequence[Move]:
    return [GIVE[to] for to in state.recipients[decision.seat]]


_ANSWERS: dict[str, Callable[[State, Decision], Sequence[Move]]] = {
    "card": _card,
    "ready": _ready,
    "claim": _claim,
    "coconut": _coconut,
}


def legal(state: State, decision: Decision) -> Sequence[Move]:
    """All answers to ``decision``, the same from the truth and from the projection of its seat."""
    return _ANSWERS[decision.kind](state, decision)
