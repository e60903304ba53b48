"""A projection as the object that frontends get: what 10.1 and 10.5 grant, and nothing else."""

from __future__ import annotations

from typing import Annotated, cast, get_args

import msgspec
from msgspec import Meta

from domain.event import Viewer
from domain.games.space_monkeys.cards import Deck, composition
from domain.games.space_monkeys.legal import offered, seen_pile
from domain.games.space_monkeys.options import AutoPass, Options
from domain.games.space_monkeys.state import Phase, State

Cards = tuple[str, ...]
Places = tuple[str | None, ...]


class PlayerView(msgspec.Struct, frozen=True):
    """A seat as the viewer knows it."""

    seat: Annotated[int, Meta(description="Counted clockwise from 0.")]
    in_game: Annotated[bool, Meta(description="Whether the player has not been eliminated.")]
    crystals: Annotated[int, Meta(description="The crystals that the player owns.")]
    hand_size: Annotated[int, Meta(description="How many cards are in the hand.")]
    known_hand: Annotated[Cards, Meta(description="The cards of this hand that the viewer knows, sorted by kind.")]
    hazards: Annotated[Cards, Meta(description="Hazards that lie face up before this seat.")]
    rank: Annotated[int | None, Meta(description="Final rank, 1 for the winner; null while the match runs.")]


class KnownPosition(msgspec.Struct, frozen=True):
    """A card of the draw pile that the viewer can remember."""

    position: Annotated[int, Meta(description="0 is the top of the draw pile.")]
    card: Annotated[str, Meta(description="The kind of card.")]


class DrawPileView(msgspec.Struct, frozen=True):
    """The draw pile as the viewer knows it."""

    size: Annotated[int, Meta(description="How many cards it has.")]
    known: Annotated[
        tuple[KnownPosition, ...], Meta(description="What the viewer can remember of the pile, the uppermost first.")
    ]


class ActionView(msgspec.Struct, frozen=True):
    """The action in play."""

    seat: Annotated[int, Meta(description="Who played it.")]
    action: Annotated[str, Meta(description="The type of the move.")]
    cards: Annotated[Cards, Meta(description="Its cards, the last one on top.")]
    targets: Annotated[tuple[int, ...], Meta(description="The targets that are still in the game.")]
    mode: Annotated[str | None, Meta(description="The mode of a Space Raid.")]


class WindowView(msgspec.Struct, frozen=True):
    """The open response window."""

    chain: Annotated[tuple[int, ...], Meta(description="Who played the Force Fields of the chain, the oldest first.")]
    deadline: Annotated[int, Meta(description="When it closes without further answers, in ms of store time.")]
    closes_not_before: Annotated[int, Meta(description="How long it stays open at least, in ms of store time.")]
    passed: Annotated[bool, Meta(description="Whether the viewer has passed.")]


class VoteView(msgspec.Struct, frozen=True):
    """The vote on who begins."""

    voters: Annotated[tuple[int, ...], Meta(description="The seats that are asked.")]
    choice: Annotated[int | None, Meta(description="The vote of the viewer.")]
    deadline: Annotated[int, Meta(description="When it ends without further votes, in ms of store time.")]


class View(msgspec.Struct, frozen=True):
    """A match of Space Monkeys as one viewer knows it. ``null`` in a list of cards is a card unknown to the viewer."""

    phase: Annotated[Phase, Meta(description="What the table waits for.")]
    options: Annotated[Options, Meta(description="The rules of this table, all defaults filled in.")]
    composition: Annotated[dict[str, int], Meta(description="How many cards of each kind the match began with.")]
    players: Annotated[tuple[PlayerView, ...], Meta(description="All seats, from 0.")]
    hand: Annotated[Cards | None, Meta(description="The viewer's own cards, sorted by kind; null for the public.")]
    auto_pass: Annotated[AutoPass | None, Meta(description="The viewer's own preference; null for the public.")]
    draw_pile: Annotated[DrawPileView, Meta(description="The face-down pile.")]
    discard_pile: Annotated[Places, Meta(description="The discard pile, top first.")]
    removed: Annotated[Cards, Meta(description="Cards that left the game with eliminated players.")]
    current_seat: Annotated[int | None, Meta(description="Whose turn it is; null before the first turn.")]
    owed: Annotated[int, Meta(description="Turns the current seat has to take, this one included.")]
    under_fire: Annotated[bool, Meta(description="Whether these turns come from a Plasma Cannon.")]
    asteroid_drawn: Annotated[bool, Meta(description="An Asteroid waits to be put back by the current seat.")]
    receivers: Annotated[
        tuple[int, ...], Meta(description="Who has not yet received a card of the Black Hole, clockwise.")
    ]
    action: Annotated[ActionView | None, Meta(description="The action in play; null between actions.")]
    window: Annotated[WindowView | None, Meta(description="The open response window; null where none is open.")]
    looking_at: Annotated[
        Places | None,
        Meta(description="The cards that the viewer has to put in order or to choose from, top first; else null."),
    ]
    vote: Annotated[VoteView | None, Meta(description="The vote on who begins; null when it is over.")]
    winner: Annotated[int | None, Meta(description="The seat that has won; null while the match runs.")]


_COMPOSITIONS: dict[str, dict[str, int]] = {deck: composition(deck) for deck in get_args(Deck)} | {"auto": {}}


def _player(state: State, seat: int) -> PlayerView:
    hand = state.hands[seat]
    # Positional, and no loop over the cards: this is made for every seat in every viewer's view of every commit.
    return PlayerView(
        seat,
        seat in state.players,
        state.crystals[seat],
        len(hand),
        cast("Cards", tuple(hand[: hand.index(None)] if None in hand else hand)),
        tuple(state.hazards[seat]),
        None if state.ranks is None else state.ranks[seat],
    )


_WAITS = {"order": seen_pile, "fetch": offered}


def view(state: State, viewer: Viewer) -> View:
    """``state``, a projection for ``viewer`` or the truth, as the API shows it."""
    action = state.action
    deck = state.options.deck
    waits = _WAITS.get(state.phase)
    players = tuple([_player(state, seat) for seat in range(len(state.hands))])
    return View(
        phase=state.phase,
        options=state.options,
        composition=_COMPOSITIONS[deck],
        players=players,
        hand=None if viewer is None else players[viewer].known_hand,
        auto_pass=None if viewer is None else state.auto_pass[viewer],
        draw_pile=DrawPileView(
            len(state.draw),
            tuple(KnownPosition(i, card) for i, card in enumerate(reversed(state.draw)) if card is not None),
        ),
        discard_pile=tuple(reversed(state.discard)),
        removed=tuple(state.removed),
        current_seat=None if state.phase in ("setup", "vote") else state.cur,
        owed=state.owed,
        under_fire=state.under_fire,
        asteroid_drawn=state.transit,
        receivers=tuple(state.receivers),
        action=None
        if action is None
        else ActionView(action.seat, action.name, action.cards, action.targets, action.mode),
        window=WindowView(
            tuple(state.chain), state.deadline, state.not_before, viewer is not None and state.passed[viewer]
        )
        if state.phase == "window"
        else None,
        looking_at=waits(state) if waits is not None and state.cur == viewer else None,
        vote=VoteView(tuple(state.voters), None if viewer is None else state.votes[viewer], state.deadline)
        if state.phase == "vote"
        else None,
        winner=None if state.ranks is None else state.ranks.index(1),
    )
