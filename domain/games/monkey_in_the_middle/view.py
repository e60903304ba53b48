"""A projection as the object that frontends get: what section 6 grants, and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.event import Viewer
from domain.games.monkey_in_the_middle.options import Options, deck_of
from domain.games.monkey_in_the_middle.scoring import Score
from domain.games.monkey_in_the_middle.state import Phase, State

Cards = tuple[str, ...]


class ScoreView(msgspec.Struct, frozen=True):
    """What a seat has left after coconuts have destroyed bananas and bananas have freed monkeys."""

    monkeys: Annotated[int, Meta(description="Monkeys left in the middle.")]
    bananas: Annotated[int, Meta(description="Bananas left.")]
    coconuts: Annotated[int, Meta(description="Coconuts left.")]
    points: Annotated[int, Meta(description="Bananas left less coconuts left, which decides among equal monkeys.")]


class PlayerView(msgspec.Struct, frozen=True):
    """A seat, as everybody sees it."""

    seat: Annotated[int, Meta(description="Counted clockwise from 0; the left neighbour is the next seat.")]
    left: Annotated[bool, Meta(description="Whether the player has left, so that the server plays on for this seat.")]
    hand_size: Annotated[int, Meta(description="How many cards are in the hand.")]
    deck_size: Annotated[int, Meta(description="How many cards are in the draw deck.")]
    chosen: Annotated[bool, Meta(description="Whether a card is laid down for this round.")]
    must_play_fruit: Annotated[
        bool, Meta(description="Whether Monkey Business obliges this seat to play fruit if it holds any.")
    ]
    pile: Annotated[Cards, Meta(description="The play pile, top last.")]
    middle: Annotated[Cards, Meta(description="Own monkeys caught in the middle.")]
    bananas: Annotated[int, Meta(description="Bananas taken.")]
    coconuts: Annotated[int, Meta(description="Coconuts taken.")]
    unseen: Annotated[dict[str, int], Meta(description="How many cards of each kind this seat has not yet shown.")]
    score: Annotated[ScoreView | None, Meta(description="What counts in the end; null while the match runs.")]
    rank: Annotated[int | None, Meta(description="Final rank, 1 for a winner; null while the match runs.")]


class FreeForAllView(msgspec.Struct, frozen=True):
    """A banana that may be claimed."""

    owner: Annotated[int, Meta(description="Who played it.")]
    deadline: Annotated[int, Meta(description="When nobody can claim it any more, in ms of store time.")]
    claimed: Annotated[
        bool | None,
        Meta(description="Whether the viewer has claimed it (true) or declined (false); null before an answer."),
    ]


class CoconutView(msgspec.Struct, frozen=True):
    """A coconut whose owner chooses who gets it."""

    owner: Annotated[int, Meta(description="Who played it.")]
    recipients: Annotated[tuple[int, ...], Meta(description="Who may get it.")]
    to: Annotated[int | None, Meta(description="Whom the viewer has chosen for the own one; else null.")]


class View(msgspec.Struct, frozen=True):
    """A match of Monkey in the Middle as one viewer knows it."""

    phase: Annotated[Phase, Meta(description="What the table waits for.")]
    options: Annotated[Options, Meta(description="The rules of this table, all defaults filled in.")]
    round: Annotated[int, Meta(description="The current round, from 1; 0 before the first.")]
    rounds: Annotated[int, Meta(description="How many rounds the match lasts.")]
    deadline: Annotated[
        int | None, Meta(description="When the round is revealed by itself, in ms of store time; null for never.")
    ]
    players: Annotated[tuple[PlayerView, ...], Meta(description="All seats, from 0.")]
    hand: Annotated[Cards | None, Meta(description="The viewer's own hand, sorted by kind; null for the public.")]
    choice: Annotated[str | None, Meta(description="The card that the viewer has laid down; null for none.")]
    revealed: Annotated[Cards, Meta(description="The cards that were revealed last, by seat; none before that.")]
    free_for_alls: Annotated[tuple[FreeForAllView, ...], Meta(description="The bananas in dispute.")]
    contested_coconuts: Annotated[
        tuple[CoconutView, ...], Meta(description="The coconuts whose owners are choosing who gets them.")
    ]


def _score(score: Score) -> ScoreView:
    return ScoreView(score.monkeys, score.bananas, score.coconuts, score.points)


def _player(state: State, seat: int, deck: Counter[str]) -> PlayerView:
    shown = Counter(cards[seat] for cards in state.reveals)
    return PlayerView(
        seat=seat,
        left=seat in state.left,
        hand_size=len(state.hands[seat]),
        deck_size=len(state.decks[seat]),
        chosen=state.chosen[seat],
        must_play_fruit=seat in state.bound,
        pile=tuple(state.piles[seat]),
        middle=tuple(state.middles[seat]),
        bananas=state.bananas[seat],
        coconuts=state.coconuts[seat],
        unseen={card: count - shown[card] for card, count in deck.items()},
        score=_score(state.scores[seat]) if state.scores else None,
        rank=None if state.ranks is None else state.ranks[seat],
    )


def _answer(viewer: Viewer, claims: tuple[int, ...], declines: tuple[int, ...]) -> bool | None:
    if viewer in claims:
        return True
    return False if viewer in declines else None


def view(state: State, viewer: Viewer) -> View:
    """``state``, a projection for ``viewer`` or the truth, as the API shows it."""
    cards = Counter(deck_of(state.options)) if state.phase != "setup" else Counter[str]()
    return View(
        phase=state.phase,
        options=state.options,
        round=state.round,
        rounds=cards.total(),
        deadline=state.deadline,
        players=tuple(_player(state, seat, cards) for seat in range(state.seats)),
        hand=None if viewer is None else tuple(card for card in state.hands[viewer] if card is not None),
        choice=None if viewer is None else state.choices[viewer],
        revealed=state.reveals[-1] if state.reveals else (),
        free_for_alls=tuple(
            FreeForAllView(owner, dispute.deadline, _answer(viewer, dispute.claims, dispute.declines))
            for owner, dispute in sorted(state.free_for_alls.items())
        ),
        contested_coconuts=tuple(
            CoconutView(owner, recipients, state.gifts.get(owner) if owner == viewer else None)
            for owner, recipients in sorted(state.recipients.items())
        ),
    )
