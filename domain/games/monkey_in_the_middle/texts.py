"""The game in words: labels of moves, the story told by events, and the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from domain.story import Line, counted, listed, seat, seats, silent


def _name(card: Card) -> str:
    # A log may show kinds that this release does not have.
    return "unknown card" if card is None else KINDS[card].name.lower() if card in KINDS else card


def _card(state: State, decision: Decision, move: mv.Choose) -> str:
    laid_down = state.choices[decision.seat] if state.chosen[decision.seat] else None
    if laid_down is None:
        return f"Play the {_name(move.card)}"
    if laid_down == move.card:
        return f"Keep to the {_name(move.card)}"
    return f"Play the {_name(move.card)} instead of the {_name(laid_down)}"


_LABELS: dict[type[Move], Callable[[State, Decision, Any], str]] = {
    mv.Choose: _card,
    mv.Claim: lambda state, decision, move: f"Grab for {seat(move.owner)}'s banana",
    mv.Decline: lambda state, decision, move: f"Leave {seat(move.owner)}'s banana alone",
    mv.Give: lambda state, decision, move: f"Give the coconut to {seat(move.to)}",
    mv.Ready: lambda state, decision, move: "Ready for the next card",
}


def label(state: State, decision: Decision, move: Move) -> str:
    """The text of a button for ``move``, unlike that of every other legal move."""
    return _LABELS[type(move)](state, decision, move)


def _dealt(event: ev.DeckDealt) -> str:
    who = seat(event.seat)
    if not event.hand:
        return f"{who} [shuffles|shuffle] a deck of {counted(len(event.deck), 'card')}."
    known = f": {listed(map(_name, event.hand))}" if any(event.hand) else ""
    return f"{who} [is|are] dealt {counted(len(event.hand), 'card')}{known}."


def _round(event: ev.RoundBegan) -> str:
    duty = f"; {seats(event.bound)} must play a banana or a coconut if there is one" if event.bound else ""
    return f"Round {event.round} begins{duty}."


def _card_of(verb: str, event: ev.CardChosen | ev.CardDrawn) -> str:
    return f"{seat(event.seat)} {verb} a {'card' if event.card is None else _name(event.card)}."


def _revealed(event: ev.CardsRevealed) -> str:
    cards = listed(f"{seat(owner)}'s {_name(card)}" for owner, card in enumerate(event.cards))
    return f"All cards are revealed: {cards}."


def _taken(fruit: str) -> Line:
    def told(event: ev.BananaTaken | ev.CoconutTaken) -> str:
        if event.owner == event.taker:
            return f"{seat(event.owner)} [keeps their|keep your] own {fruit}."
        return f"{seat(event.taker)} [gets|get] {seat(event.owner)}'s {fruit}."

    return told


def _opened(event: ev.FreeForAllOpened) -> str:
    how = "the first to claim it gets it" if event.race else "it goes by lot among those who try"
    return f"{seat(event.owner)}'s banana is free for all: {how}."


def _decided(event: ev.FreeForAllDecided) -> str:
    owner = seat(event.owner)
    if not event.claimants:
        return f"Nobody claims {owner}'s banana; {owner} [keeps|keep] it."
    lot = f", by lot among {seats(event.claimants)}" if len(event.claimants) > 1 else ""
    return f"{seat(event.taker)} [grabs|grab] {owner}'s banana{lot}."


def _result(number: int, score: Score, rank: int) -> str:
    caught, points = counted(score.monkeys, "monkey"), counted(score.points, "point")
    return f"{seat(number)} [is|are] ranked {rank} with {caught} in the middle and {points}"


def _scored(event: ev.GameScored) -> str:
    results = enumerate(zip(event.scores, event.ranks, strict=False))
    ranked = sorted(results, key=lambda result: (result[1][1], result[0]))
    return f"{'; '.join(_result(number, score, rank) for number, (score, rank) in ranked)}."


def _coconut(event: ev.CoconutContested) -> str:
    return f"{seat(event.owner)} [chooses|choose] who gets the coconut: {seats(event.recipients, 'or')}."


def _dealt_anew(event: ev.CardsDealtAnew) -> str:
    laid = "" if event.choice is None else f", and [has|have] laid down the {_name(event.choice)}"
    return f"{seat(event.seat)} [is|are] dealt anew: {listed(map(_name, event.hand)) or 'nothing'}{laid}."


STORY: Mapping[type[Event], Line] = {
    ev.GamePrepared: lambda e: f"Everybody has a deck of {len(deck_of(e.options))} cards.",
    ev.DeckDealt: _dealt,
    ev.CardsDealtAnew: _dealt_anew,
    ev.DeckDealtAnew: lambda e: f"The deck of {seat(e.seat)} is shuffled anew.",
    ev.RaceTimedAnew: silent,
    ev.RoundBegan: _round,
    ev.CardChosen: lambda e: _card_of("[lays|lay] down", e),
    ev.CardChanged: lambda e: f"{seat(e.seat)} [changes|change] to the {_name(e.card)}.",
    ev.SeatReady: lambda e: f"{seat(e.seat)} [is|are] ready.",
    ev.CardsRevealed: _revealed,
    ev.MonkeyCaught: lambda e: f"{seat(e.seat)}'s monkey is caught in the middle.",
    ev.BananaTaken: _taken("banana"),
    ev.FreeForAllOpened: _opened,
    ev.BananaClaimed: lambda e: f"{seat(e.seat)} [grabs|grab] for {seat(e.owner)}'s banana.",
    ev.BananaDeclined: lambda e: f"{seat(e.seat)} [leaves|leave] {seat(e.owner)}'s banana alone.",
    ev.FreeForAllDecided: _decided,
    ev.CoconutTaken: _taken("coconut"),
    ev.CoconutContested: _coconut,
    ev.RecipientChosen: lambda e: f"{seat(e.owner)} [chooses|choose] to give the coconut to {seat(e.to)}.",
    ev.CardDrawn: lambda e: _card_of("[draws|draw]", e),
    ev.SeatLeft: lambda e: f"{seat(e.seat)} [leaves|leave]; the server plays on for this seat.",
    ev.GameScored: _scored,
}


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
