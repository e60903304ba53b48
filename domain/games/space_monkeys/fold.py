"""How each event changes a state: one fold for the truth and for every projection.

For each ``None`` in a redacted event it is decided here whether it means *nothing new* or *forget* (10.4-10.6).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, cast

import msgspec

from domain.event import Event
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.state import Action, State


def gain(hand: list[Card], card: Card) -> None:
    """Put ``card`` into a sorted hand."""
    if card is None:
        hand.append(None)
    else:
        known = hand.index(None) if hand and hand[-1] is None else len(hand)
        hand.insert(bisect_left(cast("list[str]", hand), card, 0, known), card)


def lose(hand: list[Card], card: Card) -> None:
    """Take ``card`` out of a hand: a known one if it is listed, else one of the unknown.

    Where the viewer does not see which card left, each kind known to be in the hand becomes one fewer (10.6).
    """
    if card is None:
        size = len(hand) - 1
        kept = [kind for i, kind in enumerate(hand) if kind is not None and i and kind == hand[i - 1]]
        hand[:] = kept + [None] * (size - len(kept))
    elif card in hand:
        hand.remove(card)
    else:
        hand.pop()


def _prepare(state: State, event: ev.GamePrepared, at: int) -> None:
    seats = len(state.players)
    state.options = event.options
    state.crystals = [event.crystals] * seats
    state.auto_pass = [event.auto_pass] * seats


def _deal(state: State, event: ev.HandDealt, at: int) -> None:
    state.hands[event.seat] = sorted(event.cards, key=lambda card: card or "")


def _lay_pile(state: State, event: ev.PileLaid, at: int) -> None:
    state.draw = list(event.cards)
    state.discard = []


def _deal_hand_anew(state: State, event: ev.HandDealtAnew, at: int) -> None:
    state.hands[event.seat] = [*sorted(event.cards)]


def _deal_piles_anew(state: State, event: ev.PilesDealtAnew, at: int) -> None:
    state.draw = list(event.draw)
    state.discard = list(event.discard)


def _open_vote(state: State, event: ev.VoteOpened, at: int) -> None:
    state.phase = "vote"
    state.voters = list(event.voters)
    state.deadline = event.deadline
    state.since = at
    for seat in event.voters:
        state.numbers[seat] += 1


def _vote(state: State, event: ev.Voted, at: int) -> None:
    state.votes[event.seat] = event.choice


def _choose_first(state: State, event: ev.FirstPlayerChosen, at: int) -> None:
    state.cur = event.seat
    state.voters = []
    state.votes = [None] * len(state.votes)


def _begin_turn(state: State, event: ev.TurnBegan, at: int) -> None:
    state.cur = event.seat
    state.owed = event.owed
    state.under_fire = event.under_fire
    state.trash_taken = False
    _ask_turn(state, event.seat, at)


def _ask(state: State, event: ev.Asked, at: int) -> None:
    if event.question == "turn":
        _ask_turn(state, event.seat, at)
    else:
        state.phase = event.question
        state.numbers[event.seat] += 1
        state.since = at


def _ask_turn(state: State, seat: int, at: int) -> None:
    state.phase = "turn"
    state.numbers[seat] += 1
    state.since = at
    state.action = None
    state.chain = []
    state.receivers = []
    state.offered = 0


def _play(state: State, event: ev.ActionPlayed, at: int) -> None:
    hand = state.hands[event.seat]
    for card in event.cards:
        lose(hand, card)
    state.discard += event.cards
    state.plays += 1
    state.action = Action(event.seat, event.action, event.cards, event.targets, event.mode, len(state.discard) - 1)


def _open_window(state: State, event: ev.WindowOpened, at: int) -> None:
    state.phase = "window"
    state.since = at
    state.deadline = event.deadline
    state.not_before = event.closes_not_before
    state.passed = [False] * len(state.passed)
    numbers = state.numbers
    for seat in state.players:
        numbers[seat] += 1


def _pass(state: State, event: ev.Passed, at: int) -> None:
    state.passed[event.seat] = True


def _play_field(state: State, event: ev.ForceFieldPlayed, at: int) -> None:
    lose(state.hands[event.seat], "field")
    state.discard.append("field")
    state.chain.append(event.seat)


def _close_window(state: State, event: ev.WindowClosed, at: int) -> None:
    state.phase = "effect"
    state.passed = [False] * len(state.passed)


def _draw(state: State, event: ev.CardDrawn, at: int) -> None:
    known = state.draw.pop(0 if event.bottom else -1)
    gain(state.hands[event.seat], known if event.card is None else event.card)


def _draw_asteroid(state: State, event: ev.AsteroidDrawn, at: int) -> None:
    state.draw.pop(0 if event.bottom else -1)
    state.crystals[event.seat] = event.crystals
    state.transit = True


def _return_asteroid(state: State, event: ev.AsteroidReturned, at: int) -> None:
    state.transit = False
    if event.depth is None:
        state.draw = [None] * (len(state.draw) + 1)
    else:
        state.draw.insert(len(state.draw) - event.depth, "asteroid")


def _draw_black_hole(state: State, event: ev.BlackHoleDrawn, at: int) -> None:
    state.draw.pop(0 if event.bottom else -1)
    state.hazards[event.seat].append("blackhole")
    players = state.players
    i = players.index(event.seat)
    state.receivers = players[i + 1 :] + players[:i]


def _give(state: State, event: ev.CardGiven, at: int) -> None:
    lose(state.hands[event.seat], event.card)
    gain(state.hands[event.to], event.card)
    state.receivers.remove(event.to)


def _see_pile(state: State, event: ev.PileSeen, at: int) -> None:
    for depth, card in enumerate(event.cards, 1):
        if card is not None:
            state.draw[-depth] = card


def _reorder_pile(state: State, event: ev.PileReordered, at: int) -> None:
    state.draw[-len(event.cards) :] = event.cards[::-1]


def _cut(state: State, event: ev.PileCut, at: int) -> None:
    state.draw = state.draw[-event.k :] + state.draw[: -event.k]


def _see_discards(state: State, event: ev.DiscardsSeen, at: int) -> None:
    state.offered = len(event.cards)
    top = _top_offered(state)
    for position, card in enumerate(event.cards):
        if card is not None:
            state.discard[top - position] = card


def _take_discard(state: State, event: ev.DiscardTaken, at: int) -> None:
    top = _top_offered(state)
    if event.position is None:
        state.discard[top + 1 - state.offered : top + 1] = [None] * (state.offered - 1)
    else:
        del state.discard[top - event.position]
        state.trash_taken = state.trash_taken or event.card == "trash"
    gain(state.hands[event.seat], event.card)


def _top_offered(state: State) -> int:
    assert state.action is not None
    return state.action.at - 1


def _steal(state: State, event: ev.CardsStolen, at: int) -> None:
    for card in event.cards:
        lose(state.hands[event.victim], card)
        gain(state.hands[event.seat], card)


def _take_crystal(state: State, event: ev.CrystalTaken, at: int) -> None:
    state.crystals[event.victim] = event.victim_crystals
    state.crystals[event.seat] = event.crystals


def _eliminate(state: State, event: ev.Eliminated, at: int) -> None:
    seat = event.seat
    state.crystals[seat] = 0
    state.players.remove(seat)
    state.out.append(seat)
    state.hands[seat] = []
    if event.removed:
        state.removed += event.cards
    else:
        state.discard += event.cards
    if event.cause == "asteroid":
        state.transit = False
        state.hazards[seat].append("asteroid")
    if seat in state.receivers:
        state.receivers.remove(seat)
    if seat in state.voters:
        state.voters.remove(seat)
    action = state.action
    if action is not None and seat in action.targets:
        left = tuple(target for target in action.targets if target != seat)
        state.action = msgspec.structs.replace(action, targets=left)


def _set_auto_pass(state: State, event: ev.AutoPassSet, at: int) -> None:
    state.auto_pass[event.seat] = event.auto_pass


def _win(state: State, event: ev.GameWon, at: int) -> None:
    state.phase = "over"
    state.ranks = event.ranks
    state.action = None
    state.chain = []


_FOLD: dict[type[Event], Callable[[State, Any, int], None]] = {
    ev.GamePrepared: _prepare,
    ev.HandDealt: _deal,
    ev.PileLaid: _lay_pile,
    ev.HandDealtAnew: _deal_hand_anew,
    ev.PilesDealtAnew: _deal_piles_anew,
    ev.VoteOpened: _open_vote,
    ev.Voted: _vote,
    ev.FirstPlayerChosen: _choose_first,
    ev.TurnBegan: _begin_turn,
    ev.Asked: _ask,
    ev.ActionPlayed: _play,
    ev.WindowOpened: _open_window,
    ev.Passed: _pass,
    ev.ForceFieldPlayed: _play_field,
    ev.WindowClosed: _close_window,
    ev.CardDrawn: _draw,
    ev.AsteroidDrawn: _draw_asteroid,
    ev.AsteroidReturned: _return_asteroid,
    ev.BlackHoleDrawn: _draw_black_hole,
    ev.CardGiven: _give,
    ev.PileSeen: _see_pile,
    ev.PileReordered: _reorder_pile,
    ev.PileCut: _cut,
    ev.DiscardsSeen: _see_discards,
    ev.DiscardTaken: _take_discard,
    ev.CardsStolen: _steal,
    ev.CrystalTaken: _take_crystal,
    ev.Eliminated: _eliminate,
    ev.AutoPassSet: _set_auto_pass,
    ev.GameWon: _win,
}


def apply(state: State, event: Event, at: int) -> None:
    """Record ``event``, which happened at ``at`` (ms), on ``state``."""
    _FOLD[type(event)](state, event, at)
