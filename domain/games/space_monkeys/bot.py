"""Bots: they see the projection of their seat and choose one of its legal moves.

``sensible`` gives each legal move a worth and takes the best, equal ones at random. A worth is counted in cards: an
action card fresh from the pile is about one, a crystal about ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from domain.game import Decision
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.cards import KINDS, composition
from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.legal import LOOK, legal, offered
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.state import Action, State

CRYSTAL = 10.0
LAST_CRYSTAL = 30.0
BLACK_HOLE = 1.5
FIELD_COST = 3.0
"""A Force Field is played for more than this."""

_VALUES: dict[Card, float] = {
    "field": 5.0,
    "heist-mash": 5.0,
    "plasma": 3.5,
    "leap": 3.5,
    "heist-a": 3.0,
    "heist-b": 3.0,
    "raid-mash": 2.5,
    "under": 2.2,
    "split": 2.0,
    "gaze": 2.0,
    "trash": 1.5,
    "raid-a": 1.0,
    "raid-b": 1.0,
    "raid-c": 1.0,
}
_ESCAPES = {"leap", "plasma", "under", "split"}
"""What gets a player past a known Asteroid on top."""

_CARD_COST = 1.2
"""What a card that ends a turn without a draw is kept for."""

_WASTE = -100.0
"""A card that would do nothing is kept even before a certain loss."""


def random_move(projection: State, decision: Decision, rng: Random) -> Move:
    """Any legal move, all with equal chances."""
    return rng.choice(legal(projection, decision))


def sensible_move(projection: State, decision: Decision, rng: Random) -> Move:
    """The legal move with the greatest worth."""
    moves = legal(projection, decision)
    if len(moves) == 1:
        return moves[0]
    weigh = _WORTHS[decision.kind]
    worths = [weigh(projection, decision.seat, move) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _value(state: State, seat: int, card: Card) -> float:
    """What ``card`` is worth in the hand of ``seat``: more where it makes a set."""
    kind = None if card is None else KINDS.get(card)
    if kind is None or kind.family is None or kind.wild:
        return _VALUES[card]
    alike = state.hands[seat].count(card)
    return _VALUES[card] + (1.5 if alike else 0.0)


def _left_in_pile(state: State, hazard: str) -> int:
    """Hazards are in the draw pile unless they lie face up or wait to be put back."""
    deck = state.options.deck
    assert deck != "auto"
    face_up = sum(cards.count(hazard) for cards in state.hazards)
    return composition(deck)[hazard] - face_up - (state.transit and hazard == "asteroid")


def _danger(state: State, seat: int, depth: int) -> float:
    """What drawing the card at ``depth`` is expected to cost ``seat``, from what the state knows."""
    asteroid = LAST_CRYSTAL if state.crystals[seat] == 1 else CRYSTAL
    card = state.draw[-1 - depth]
    if card is not None:
        return {"asteroid": asteroid, "blackhole": BLACK_HOLE}.get(card, 0.0)
    known = Counter(state.draw)
    unknown = known[None]
    asteroids = _left_in_pile(state, "asteroid") - known["asteroid"]
    holes = _left_in_pile(state, "blackhole") - known["blackhole"]
    return (asteroids * asteroid + holes * BLACK_HOLE) / unknown


def _drawn(state: State, seat: int, depth: int) -> float:
    """What drawing the card at ``depth`` is worth to ``seat``."""
    return 1.0 - _danger(state, seat, depth)


def _drawer(state: State, depth: int) -> int:
    """Who draws the card at ``depth`` if everybody just draws from now on, ``cur`` first."""
    ahead = depth - state.owed
    if ahead < 0:
        return state.cur
    here = state.players.index(state.cur) if state.cur in state.players else 0
    return state.players[(here + 1 + ahead) % len(state.players)]


def _plasma(state: State, seat: int, move: mv.Plasma) -> float:
    """The victim draws twice; whoever is under fire gets rid of all turns that are owed."""
    victim = move.victim
    if victim == seat:
        return -CRYSTAL
    draws = min(2, len(state.draw))
    hurt = 0.5 * sum(_danger(state, victim, depth) for depth in range(draws))
    relief = 0.5 * (state.owed - 1) * _danger(state, seat, 0)
    return hurt + relief - _CARD_COST + 0.1 * state.crystals[victim]


def _gaze(state: State, seat: int, move: mv.Gaze) -> float:
    """Worth it only for somebody who can do something about a bad card."""
    if state.draw[-1] is not None or not _ESCAPES.intersection(state.hands[seat]):
        return _WASTE
    return 0.9 * _danger(state, seat, 0) - 0.5


def _gaze_pair(state: State, seat: int, move: mv.GazePair) -> float:
    if state.draw[-1] is not None and _danger(state, seat, 0) < CRYSTAL:
        return _WASTE
    return 0.8 * _danger(state, seat, 0) - 1.5


def _split(state: State, seat: int, move: mv.Split) -> float:
    if len(state.draw) < 2:
        return _WASTE
    return max(_drawn(state, seat, depth) for depth in range(1, len(state.draw))) - 0.8


def _trash(state: State, seat: int, move: mv.Trash) -> float:
    """The discards beneath are known from the log, but for those that were taken out of sight."""
    beneath = [_value(state, seat, card) for card in state.discard[-LOOK:] if card not in (None, "trash")]
    return max(beneath) - _VALUES["trash"] if beneath else _WASTE


def _raid(state: State, seat: int, move: mv.Raid) -> float:
    cards = sum(min(2 if move.mode == "two-from-one" else 1, len(state.hands[target])) for target in move.targets)
    mashes = 0.5 * move.cards.count("raid-mash")
    return 1.0 + 1.5 * cards - 0.6 * (len(move.cards) - 2) - mashes


def _heist(state: State, seat: int, move: mv.Heist) -> float:
    """Best where it eliminates, else against whoever has most."""
    crystals = state.crystals[move.victim]
    taken = CRYSTAL if len(move.cards) == 3 else 0.6 * CRYSTAL
    mashes = 0.5 * move.cards.count("heist-mash")
    return taken - mashes + (CRYSTAL if crystals == 1 else 0.1 * crystals)


_TURN: dict[type[Move], Callable[[State, int, Any], float]] = {
    mv.Draw: lambda state, seat, move: _drawn(state, seat, 0),
    mv.Plasma: _plasma,
    mv.Leap: lambda state, seat, move: -_CARD_COST,
    mv.Gaze: _gaze,
    mv.GazePair: _gaze_pair,
    mv.Split: _split,
    mv.Under: lambda state, seat, move: _drawn(state, seat, len(state.draw) - 1) - 0.9,
    mv.Trash: _trash,
    mv.Raid: _raid,
    mv.Heist: _heist,
    mv.Single: lambda state, seat, move: _WASTE,
}


def _turn(state: State, seat: int, move: Move) -> float:
    return _TURN[type(move)](state, seat, move)


def _own_stake(state: State, action: Action) -> float:
    if action.name == "heist":
        return CRYSTAL
    if action.name in _ESCAPES:
        return _danger(state, action.seat, 0)
    return 1.0


def _stake(state: State, seat: int) -> float:
    """What it is worth to ``seat`` that the action in play takes effect; negative where it harms."""
    action = state.action
    assert action is not None
    if action.seat == seat:
        return _own_stake(state, action)
    if seat in action.targets:
        if action.name == "heist":
            return -LAST_CRYSTAL if state.crystals[seat] == 1 else -CRYSTAL
        return -FIELD_COST - 1.0 if action.name == "plasma" else -FIELD_COST + 1.0
    if state.draw and state.draw[-1] == "asteroid" and action.name in _ESCAPES | {"gaze_pair"}:
        return -0.6 * CRYSTAL
    return 0.0


def _window(state: State, seat: int, move: Move) -> float:
    """A Force Field turns the outcome round."""
    if isinstance(move, mv.Pass):
        return 0.0
    effective = len(state.chain) % 2 == 0
    return (-1.0 if effective else 1.0) * _stake(state, seat) - FIELD_COST


def _depth(state: State, seat: int, move: mv.PutBack) -> float:
    """Where the next opponent draws it, after the turns that are still owed; the turn in progress is over."""
    return -abs(move.depth - (state.owed - 1))


def _cut(state: State, seat: int, move: mv.Cut) -> float:
    return _drawn(state, seat, move.k)


def _order(state: State, seat: int, move: mv.Order) -> float:
    """Good cards for the own draws, bad ones for the next opponents."""
    worth = 0.0
    for depth, card in enumerate(move.cards):
        loss = {"asteroid": CRYSTAL, "blackhole": BLACK_HOLE}.get(card)
        gain = -loss if loss is not None else 0.3 * _value(state, seat, card)
        worth += gain if _drawer(state, depth) == seat else -0.5 * gain
    return worth


_WORTHS: dict[str, Callable[[State, int, Any], float]] = {
    "vote": lambda state, seat, move: 0.0,
    "turn": _turn,
    "window": _window,
    "depth": _depth,
    "gift": lambda state, seat, move: -_value(state, seat, move.card),
    "cut": _cut,
    "order": _order,
    "fetch": lambda state, seat, move: _value(state, seat, offered(state)[move.position]),
}
