"""Which moves answer each kind of decision: exact, complete, no two that mean the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from domain.game import Decision
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.cards import FAMILIES, KINDS
from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.state import State

LOOK = 3
"""How many cards Galactic Gaze and Orbital Trash show."""

DRAW, PASS, FORCE_FIELD, GAZE_PAIR = mv.Draw(), mv.Pass(), mv.ForceField(), mv.GazePair()
_ALONE: dict[Card, Move] = {
    "leap": mv.Leap(),
    "gaze": mv.Gaze(),
    "split": mv.Split(),
    "under": mv.Under(),
    "trash": mv.Trash(),
}
_SINGLE: dict[Card, Move] = {card: mv.Single(card) for cards in FAMILIES.values() for card in cards}  # type: ignore[arg-type]
_PLASMA = tuple(mv.Plasma(seat) for seat in range(7))
_FAMILY: dict[Card, str] = {key: kind.family for key, kind in KINDS.items() if kind.family}


@lru_cache(maxsize=4096)
def sets_in(family: str, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The different sets of two or three (6.8.2) among ``cards`` of one family, each in its fixed order (R-40)."""
    *designs, mash = FAMILIES[family]
    mashes = cards.count(mash)
    found = []
    for size in (2, 3):
        for design in designs:
            alike = cards.count(design)
            found += [
                (design,) * n + (mash,) * (size - n) for n in range(size, 0, -1) if n <= alike and size - n <= mashes
            ]
        if mashes >= size:
            found.append((mash,) * size)
    return tuple(found)


@lru_cache(maxsize=8192)
def _raids(cards: tuple[str, ...], targets: tuple[int, ...]) -> tuple[Move, ...]:
    found: list[Move] = []
    for chosen in sets_in("raid", cards):
        mode: mv.RaidMode = "pair" if len(chosen) == 2 else "two-from-one"
        found += [mv.Raid(chosen, mode, (target,)) for target in targets]  # type: ignore[arg-type]
        if len(chosen) == 3:
            found += [mv.Raid(chosen, "one-each", pair) for pair in combinations(targets, 2)]  # type: ignore[arg-type]
    return tuple(found)


@lru_cache(maxsize=8192)
def _heists(cards: tuple[str, ...], victims: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(mv.Heist(chosen, victim) for chosen in sets_in("heist", cards) for victim in victims)  # type: ignore[arg-type]


def opponents(state: State, seat: int) -> list[int]:
    return [other for other in state.players if other != seat]


def raidable(state: State, seat: int) -> list[int]:
    """The opponents who hold a card (R-29)."""
    return [other for other in state.players if other != seat and state.hands[other]]


def _turn(state: State, seat: int) -> list[Move]:
    moves: list[Move] = [DRAW]
    options = state.options
    raid: list[str] = []
    heist: list[str] = []
    before: Card = None
    for card in state.hands[seat]:
        family = _FAMILY.get(card)
        if family is not None:
            (raid if family == "raid" else heist).append(card)  # type: ignore[arg-type]
            if card != before and options.single_set_card == "noop":
                moves.append(_SINGLE[card])
        elif card == before:
            if card == "gaze" and moves[-1] is not GAZE_PAIR:
                moves.append(GAZE_PAIR)
        elif card == "plasma":
            moves += [_PLASMA[s] for s in state.players if s != seat or options.plasma_self_target]
        elif card in _ALONE:
            moves.append(_ALONE[card])
        before = card
    if len(raid) > 1:
        moves += _raids(tuple(raid), tuple(raidable(state, seat)))
    if len(heist) > 1:
        moves += _heists(tuple(heist), tuple(opponents(state, seat)))
    return moves


def _vote(state: State, seat: int) -> list[Move]:
    return [mv.Vote(other) for other in opponents(state, seat)]


def _window(state: State, seat: int) -> list[Move]:
    return [PASS, FORCE_FIELD] if "field" in state.hands[seat] else [PASS]


def _depth(state: State, seat: int) -> list[Move]:
    return [mv.PutBack(depth) for depth in range(len(state.draw) + 1)]


def _gift(state: State, seat: int) -> list[Move]:
    receivers = sorted(state.receivers)
    return [mv.Give(card, to) for card in sorted(set(state.hands[seat])) for to in receivers]  # type: ignore[type-var, arg-type]


def _cut(state: State, seat: int) -> list[Move]:
    return [mv.Cut(k) for k in range(1, len(state.draw))]


def seen_pile(state: State) -> tuple[Card, ...]:
    """The top cards that Galactic Gaze shows, top first (6.3)."""
    return tuple(state.draw[: -LOOK - 1 : -1])


def _order(state: State, seat: int) -> list[Move]:
    return [mv.Order(cards) for cards in dict.fromkeys(permutations(seen_pile(state)))]  # type: ignore[arg-type]


def offered(state: State) -> tuple[Card, ...]:
    """The discards directly beneath the Orbital Trash in play, top first (6.7.1, 6.7.2)."""
    assert state.action is not None
    at = state.action.at
    return tuple(state.discard[max(0, at - LOOK) : at][::-1])


def takeable(cards: Sequence[Card], *, trash_taken: bool) -> list[int]:
    """Positions among the offered ``cards`` that may be taken, of equal choices the uppermost (6.7.5, 6.7.6)."""
    return [
        i for i, card in enumerate(cards) if not (i and card == cards[i - 1]) and not (trash_taken and card == "trash")
    ]


def _fetch(state: State, seat: int) -> list[Move]:
    return [mv.Fetch(position) for position in takeable(offered(state), trash_taken=state.trash_taken)]


_ANSWERS: dict[str, Callable[[State, int], list[Move]]] = {
    "vote": _vote,
    "turn": _turn,
    "window": _window,
    "depth": _depth,
    "gift": _gift,
    "cut": _cut,
    "order": _order,
    "fetch": _fetch,
}


def legal(state: State, decision: Decision) -> list[Move]:
    """All answers to ``decision``, the same from the truth and from the projection of its seat."""
    return _ANSWERS[decision.kind](state, decision.seat)
