"""The state of a match and how each event changes it: one class and one fold for the truth and for every projection.

In a projection unknown cards are ``None``. Decks have their top at the end. A hand is sorted by key; a viewer knows
all of it or nothing.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

from domain.event import Event
from domain.game import Decision
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle.cards import Card
from domain.games.monkey_in_the_middle.options import Options
from domain.games.monkey_in_the_middle.scoring import Score

Phase: TypeAlias = Literal["setup", "card", "ready", "free_for_all", "coconut", "over"]

RACE_BOT_DELAY = (800, 2_500)
"""How long a bot waits before it answers in a race (R-8), in ms."""


class FreeForAll(msgspec.Struct, frozen=True):
    """A banana in dispute. ``asked``: seat → number of its decision.

    ``claims``, ``declines``: the seats that have answered, as far as the viewer knows. ``ends``: when it is decided if
    nobody answers any more; a claim in a race brings it forward in the truth alone.
    """

    deadline: int
    ends: int
    asked: dict[int, int]
    claims: tuple[int, ...] = ()
    declines: tuple[int, ...] = ()


class State(msgspec.Struct):
    """Lists are indexed by seat.

    ``round`` counts from 1. ``open``: the decisions that may be answered, by seat and number. ``numbers``: decisions
    asked so far. ``chosen``: who has laid down a card; ``choices``: which one. ``reveals``: the cards of each round so
    far, by seat. ``piles``, ``middles``, ``bananas``, ``coconuts``: the areas of 1.3; a fruit lies on its owner's pile
    until taken. ``caught``: whose monkeys were caught in this round. ``bound``: who must play fruit (7.1).
    ``free_for_alls``: by owner. ``recipients``: owner of a contested coconut → who may get it; ``gifts``: owner → who
    shall. ``deadline``: when the round is revealed by itself. ``left``: seats played on by the server (R-17).
    """

    options: Options
    bots: tuple[int, ...]
    phase: Phase
    round: int
    open: dict[tuple[int, int], Decision]
    numbers: list[int]
    hands: list[list[Card]]
    decks: list[list[Card]]
    chosen: list[bool]
    choices: list[Card]
    reveals: list[tuple[str, ...]]
    piles: list[list[str]]
    middles: list[list[str]]
    bananas: list[int]
    coconuts: list[int]
    caught: list[int]
    bound: tuple[int, ...]
    free_for_alls: dict[int, FreeForAll]
    recipients: dict[int, tuple[int, ...]]
    gifts: dict[int, int]
    deadline: int | None
    left: list[int]
    scores: tuple[Score, ...]
    ranks: tuple[int, ...] | None

    @property
    def seats(self) -> int:
        return len(self.hands)

    def copy(self) -> State:
        return State(
            self.options,
            self.bots,
            self.phase,
            self.round,
            self.open.copy(),
            self.numbers[:],
            [hand[:] for hand in self.hands],
            [deck[:] for deck in self.decks],
            self.chosen[:],
            self.choices[:],
            self.reveals[:],
            [pile[:] for pile in self.piles],
            [middle[:] for middle in self.middles],
            self.bananas[:],
            self.coconuts[:],
            self.caught[:],
            self.bound,
            self.free_for_alls.copy(),
            self.recipients.copy(),
            self.gifts.copy(),
            self.deadline,
            self.left[:],
            self.scores,
            self.ranks,
        )


def start(seats: int) -> State:
    """The state before anything is dealt, the same for every viewer."""
    return State(
        options=Options(),
        bots=(),
        phase="setup",
        round=0,
        open={},
        numbers=[0] * seats,
        hands=[[] for _ in range(seats)],
        decks=[[] for _ in range(seats)],
        chosen=[False] * seats,
        choices=[None] * seats,
        reveals=[],
        piles=[[] for _ in range(seats)],
        middles=[[] for _ in range(seats)],
        bananas=[0] * seats,
        coconuts=[0] * seats,
        caught=[],
        bound=(),
        free_for_alls={},
        recipients={},
        gifts={},
        deadline=None,
        left=[],
        scores=(),
        ranks=None,
    )


def _next_number(state: State, seat: int) -> int:
    state.numbers[seat] = number = state.numbers[seat] + 1
    return number


def _close(state: State, seat: int) -> None:
    """The decision that ``seat`` was asked last is answered."""
    del state.open[seat, state.numbers[seat]]


def _ask_again(state: State, seat: int, at: int) -> None:
    """The choice of ``seat`` is answered, and may still be changed while nobody waits for it."""
    number = state.numbers[seat]
    del state.open[seat, number]
    state.numbers[seat] = number = number + 1
    state.open[seat, number] = Decision(seat, number, "card", False, at)


def _prepare(state: State, event: ev.GamePrepared, at: int) -> None:
    state.options = event.options
    state.bots = event.bots


def _deal(state: State, event: ev.DeckDealt, at: int) -> None:
    state.hands[event.seat] = sorted(event.hand, key=lambda card: card or "")
    state.decks[event.seat] = list(event.deck)


def _deal_cards_anew(state: State, event: ev.CardsDealtAnew, at: int) -> None:
    state.hands[event.seat] = list(event.hand)
    state.choices[event.seat] = event.choice


def _deal_deck_anew(state: State, event: ev.DeckDealtAnew, at: int) -> None:
    state.decks[event.seat] = list(event.deck)


def _time_race_anew(state: State, event: ev.RaceTimedAnew, at: int) -> None:
    dispute = state.free_for_alls[event.owner]
    state.free_for_alls[event.owner] = msgspec.structs.replace(dispute, ends=event.decided_at)


def _begin_round(state: State, event: ev.RoundBegan, at: int) -> None:
    state.phase = event.question
    state.round = event.round
    state.bound = event.bound
    state.deadline = event.deadline
    state.caught = []
    numbers = state.numbers = [number + 1 for number in state.numbers]
    kind, deadline = event.question, event.deadline
    state.open = {(seat, n): Decision(seat, n, kind, True, at, deadline) for seat, n in enumerate(numbers)}


def _choose(state: State, event: ev.CardChosen, at: int) -> None:
    seat, card = event.seat, event.card
    if card is None:
        state.hands[seat].pop()
    else:
        state.hands[seat].remove(card)
    state.chosen[seat] = True
    state.choices[seat] = card
    if event.changeable:
        _ask_again(state, seat, at)
    else:
        _close(state, seat)


def _change(state: State, event: ev.CardChanged, at: int) -> None:
    seat = event.seat
    hand = state.hands[seat]
    insort(hand, state.choices[seat])  # type: ignore[type-var]
    hand.remove(event.card)
    state.choices[seat] = event.card
    _ask_again(state, seat, at)


def _get_ready(state: State, event: ev.SeatReady, at: int) -> None:
    _close(state, event.seat)


def _reveal(state: State, event: ev.CardsRevealed, at: int) -> None:
    state.reveals.append(event.cards)
    seats = len(event.cards)
    for seat in range(seats):
        state.piles[seat].append(event.cards[seat])
    if False in state.chosen:
        for deck, chosen in zip(state.decks, state.chosen, strict=True):
            if not chosen:
                deck.pop()
    state.chosen = [False] * seats
    state.choices = [None] * seats
    state.open = {}
    state.deadline = None


def _catch(state: State, event: ev.MonkeyCaught, at: int) -> None:
    state.middles[event.seat].append(state.piles[event.seat].pop())
    state.caught.append(event.seat)


def _take_banana(state: State, event: ev.BananaTaken, at: int) -> None:
    state.piles[event.owner].pop()
    state.bananas[event.taker] += 1


def _open_free_for_all(state: State, event: ev.FreeForAllOpened, at: int) -> None:
    state.phase = "free_for_all"
    delay = RACE_BOT_DELAY if event.race else None
    asked = {seat: _next_number(state, seat) for seat in range(state.seats) if seat != event.owner}
    for seat, number in asked.items():
        state.open[seat, number] = Decision(seat, number, "claim", True, at, event.deadline, delay)
    state.free_for_alls[event.owner] = FreeForAll(event.deadline, event.deadline, asked)


def _claim(state: State, event: ev.BananaClaimed, at: int) -> None:
    dispute = state.free_for_alls[event.owner]
    state.free_for_alls[event.owner] = msgspec.structs.replace(
        dispute,
        claims=(*dispute.claims, event.seat),
        ends=dispute.ends if event.decided_at is None else event.decided_at,
    )
    del state.open[event.seat, dispute.asked[event.seat]]


def _decline(state: State, event: ev.BananaDeclined, at: int) -> None:
    dispute = state.free_for_alls[event.owner]
    state.free_for_alls[event.owner] = msgspec.structs.replace(dispute, declines=(*dispute.declines, event.seat))
    del state.open[event.seat, dispute.asked[event.seat]]


def _decide_free_for_all(state: State, event: ev.FreeForAllDecided, at: int) -> None:
    dispute = state.free_for_alls.get(event.owner)
    if dispute is not None:
        for asked in dispute.asked.items():
            state.open.pop(asked, None)
        del state.free_for_alls[event.owner]
    state.piles[event.owner].pop()
    state.bananas[event.taker] += 1


def _take_coconut(state: State, event: ev.CoconutTaken, at: int) -> None:
    owner = event.owner
    state.piles[owner].pop()
    state.coconuts[event.taker] += 1
    if owner in state.recipients:
        del state.recipients[owner]
        state.gifts.pop(owner, None)
        state.open.pop((owner, state.numbers[owner]), None)


def _contest_coconut(state: State, event: ev.CoconutContested, at: int) -> None:
    state.phase = "coconut"
    owner = event.owner
    state.recipients[owner] = event.recipients
    number = _next_number(state, owner)
    state.open[owner, number] = Decision(owner, number, "coconut", True, at)


def _choose_recipient(state: State, event: ev.RecipientChosen, at: int) -> None:
    state.gifts[event.owner] = event.to
    _close(state, event.owner)


def _draw(state: State, event: ev.CardDrawn, at: int) -> None:
    state.decks[event.seat].pop()
    if event.card is None:
        state.hands[event.seat].append(None)
    else:
        insort(state.hands[event.seat], event.card)  # type: ignore[type-var]


def _leave(state: State, event: ev.SeatLeft, at: int) -> None:
    """Whoever is played on by the server does not change a choice."""
    state.left.append(event.seat)
    for asked, decision in list(state.open.items()):
        if decision.seat == event.seat and not decision.required:
            del state.open[asked]


def _score(state: State, event: ev.GameScored, at: int) -> None:
    state.phase = "over"
    state.open = {}
    state.free_for_alls = {}
    state.recipients = {}
    state.gifts = {}
    state.deadline = None
    state.bound = ()
    state.scores = event.scores
    state.ranks = event.ranks


_FOLD: dict[type[Event], Callable[[State, Any, int], None]] = {
    ev.GamePrepared: _prepare,
    ev.DeckDealt: _deal,
    ev.CardsDealtAnew: _deal_cards_anew,
    ev.DeckDealtAnew: _deal_deck_anew,
    ev.RaceTimedAnew: _time_race_anew,
    ev.RoundBegan: _begin_round,
    ev.CardChosen: _choose,
    ev.CardChanged: _change,
    ev.SeatReady: _get_ready,
    ev.CardsRevealed: _reveal,
    ev.MonkeyCaught: _catch,
    ev.BananaTaken: _take_banana,
    ev.FreeForAllOpened: _open_free_for_all,
    ev.BananaClaimed: _claim,
    ev.BananaDeclined: _decline,
    ev.FreeForAllDecided: _decide_free_for_all,
    ev.CoconutTaken: _take_coconut,
    ev.CoconutContested: _contest_coconut,
    ev.RecipientChosen: _choose_recipient,
    ev.CardDrawn: _draw,
    ev.SeatLeft: _leave,
    ev.GameScored: _score,
}


def apply(state: State, event: Event, at: int) -> None:
    """Record ``event``, which happened at ``at`` (ms), on ``state``."""
    _FOLD[type(event)](state, event, at)
