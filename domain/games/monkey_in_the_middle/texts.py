"""The game in words: labels of moves, the story told by events, and the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.event import Event
from domain.game import Catalogue, Decision, DecisionKind, Piece
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.cards import KINDS, Card
from domain.games.monkey_in_the_middle.moves import Move
from domain.games.monkey_in_the_middle.options import PRESETS, Options, deck_of, resolve
from domain.games.monkey_in_the_middle.scoring import Score
from domain.games.monkey_in_the_middle.state import State


def _seat(seat: int) -> str:
    return f"{{seat:{seat}}}"


def _name(card: Card) -> str:
    return "card" if card is None else KINDS[card].name.lower()


def _names(cards: Iterable[Card]) -> str:
    return ", ".join("unknown" if card is None else _name(card) for card in cards)


def _listed(seats: Iterable[int]) -> str:
    *others, last = map(_seat, seats)
    return f"{', '.join(others)} and {last}" if others else last


def _card(state: State, decision: Decision, move: mv.Choose) -> str:
    laid_down = state.choices[decision.seat] if state.chosen[decision.seat] else None
    if laid_down is None:
        return f"Play the {_name(move.card)}"
    if laid_down == move.card:
        return f"Keep to the {_name(move.card)}"
    return f"Play the {_name(move.card)} instead of the {_name(laid_down)}"


_LABELS: dict[type[Move], Callable[[State, Decision, Any], str]] = {
    mv.Choose: _card,
    mv.Claim: lambda state, decision, move: f"Grab for {_seat(move.owner)}'s banana",
    mv.Decline: lambda state, decision, move: f"Leave {_seat(move.owner)}'s banana alone",
    mv.Give: lambda state, decision, move: f"Give the coconut to {_seat(move.to)}",
    mv.Ready: lambda state, decision, move: "Ready for the next card",
}


def label(state: State, decision: Decision, move: Move) -> str:
    """The text of a button for ``move``, unlike that of every other legal move."""
    return _LABELS[type(move)](state, decision, move)


def _dealt(event: ev.DeckDealt) -> str:
    if not event.hand:
        return f"{_seat(event.seat)} shuffles a deck of {len(event.deck)} cards."
    known = f": {_names(event.hand)}" if any(event.hand) else ""
    return f"{_seat(event.seat)} is dealt {len(event.hand)} cards{known}."


def _round(event: ev.RoundBegan) -> str:
    duty = f" {_listed(event.bound)} must play a banana or a coconut if there is one." if event.bound else ""
    return f"Round {event.round} begins.{duty}"


def _chosen(event: ev.CardChosen) -> str:
    which = "a card" if event.card is None else f"a card, the {_name(event.card)}"
    return f"{_seat(event.seat)} lays down {which}."


def _taken(fruit: str) -> Callable[[Any], str]:
    def told(event: ev.BananaTaken | ev.CoconutTaken) -> str:
        if event.owner == event.taker:
            return f"{_seat(event.owner)} keeps the own {fruit}."
        return f"{_seat(event.taker)} gets the {fruit} of {_seat(event.owner)}."

    return told


def _opened(event: ev.FreeForAllOpened) -> str:
    how = "the first to claim it gets it" if event.race else "it goes by lot among those who try"
    return f"The banana of {_seat(event.owner)} is free for all: {how}."


def _decided(event: ev.FreeForAllDecided) -> str:
    if not event.claimants:
        return f"Nobody claims the banana of {_seat(event.owner)}, who keeps it."
    lot = f", by lot among {_listed(event.claimants)}" if len(event.claimants) > 1 else ""
    return f"{_seat(event.taker)} grabs the banana of {_seat(event.owner)}{lot}."


def _counted(count: int, one: str, many: str) -> str:
    return f"1 {one}" if count == 1 else f"{count} {many}"


def _result(seat: int, score: Score, rank: int) -> str:
    caught = _counted(score.monkeys, "monkey", "monkeys")
    return f"{_seat(seat)} is ranked {rank} with {caught} in the middle and {_counted(score.points, 'point', 'points')}"


def _scored(event: ev.GameScored) -> str:
    seats = sorted(range(len(event.ranks)), key=lambda seat: (event.ranks[seat], seat))
    return f"{'; '.join(_result(seat, event.scores[seat], event.ranks[seat]) for seat in seats)}."


_STORY: dict[type[Event], Callable[[Any], str | None]] = {
    ev.GamePrepared: lambda e: f"Everybody has a deck of {len(deck_of(e.options))} cards.",
    ev.DeckDealt: _dealt,
    ev.RoundBegan: _round,
    ev.CardChosen: _chosen,
    ev.CardChanged: lambda e: f"{_seat(e.seat)} changes to the {_name(e.card)}.",
    ev.SeatReady: lambda e: f"{_seat(e.seat)} is ready.",
    ev.CardsRevealed: lambda e: f"{'; '.join(f'{_seat(i)}: {_name(card)}' for i, card in enumerate(e.cards))}.",
    ev.MonkeyCaught: lambda e: f"{_seat(e.seat)}'s monkey is caught in the middle.",
    ev.BananaTaken: _taken("banana"),
    ev.FreeForAllOpened: _opened,
    ev.BananaClaimed: lambda e: f"{_seat(e.seat)} grabs for the banana of {_seat(e.owner)}.",
    ev.BananaDeclined: lambda e: f"{_seat(e.seat)} leaves the banana of {_seat(e.owner)} alone.",
    ev.FreeForAllDecided: _decided,
    ev.CoconutTaken: _taken("coconut"),
    ev.CoconutContested: lambda e: f"{_seat(e.owner)} chooses who gets the coconut: {_listed(e.recipients)}.",
    ev.RecipientChosen: lambda e: f"{_seat(e.owner)} wants to give the coconut to {_seat(e.to)}.",
    ev.CardDrawn: lambda e: f"{_seat(e.seat)} draws a {_name(e.card)}.",
    ev.SeatLeft: lambda e: f"{_seat(e.seat)} leaves; the server plays on for this seat.",
    ev.GameScored: _scored,
}


def tell(event: Event) -> str | None:
    """``event``, as a viewer sees it, in one sentence."""
    return _STORY[type(event)](event)


RULES = """\
All players choose **one card of their hand in secret**; the cards are revealed together. Whoever has chosen may change
the card until the last player has chosen. Everybody draws back up to 5 cards while the own deck lasts; the game ends
when all cards are played.

**Pointing.** Monkeys point at the left neighbour (the next seat), at the right neighbour, at both or at nobody.

**Monkeys.** A monkey at which *both* neighbours point is caught in the middle; it points all the same.

**Bananas.** Nobody points at the owner: the owner keeps it. One neighbour points: that one gets it. Both point: a
*free-for-all* for all opponents. In a race the first claim wins, and claims within the photo finish are drawn by lot;
in a lottery one of those who try is drawn. Nobody claims: the owner keeps it.

**Coconuts.** Nobody points: the owner keeps it. One neighbour points: that one gets it. Both point: the owner chooses
who gets it.

**Scoring.** Each coconut destroys one of your bananas. Then every two bananas free one of your caught monkeys.
**Fewest monkeys in the middle wins**; a tie goes to the most bananas left less coconuts left. Who is still tied shares
the victory.

**Monkey Business** (option). Whose monkey was caught must play a banana or a coconut next, with one in hand.

**Younger players** (options). Without bananas, without coconuts, or without hands: then everybody turns over the top
card of the deck.
"""

CATALOGUE = Catalogue(
    title="Monkey in the Middle",
    summary="All play a card at once, pointing at neighbours for bananas and caught monkeys, for 3 to 6 players.",
    rules=RULES,
    pieces=tuple(
        Piece(
            key=kind.key,
            name=kind.name,
            text=kind.text,
            counts={preset: deck_of(resolve(Options(preset=preset), 3)).count(kind.key) for preset in PRESETS},
        )
        for kind in KINDS.values()
    ),
    decisions=(
        DecisionKind(
            "card",
            "Which card do you lay down? It may be changed until the last player has chosen.",
            "A random card of those allowed is laid down.",
        ),
        DecisionKind("ready", "Are you ready to turn over the next card?", "The cards are turned over."),
        DecisionKind("claim", "Do you grab for this banana?", "The banana is left to others."),
        DecisionKind("coconut", "Who gets your coconut?", "A random one of those allowed gets it."),
    ),
)
