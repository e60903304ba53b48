"""Bots: they see the projection of their seat and choose one of its legal moves. They differ in nothing but weights."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from domain.game import Bot, Decision
from domain.games.monkey_in_the_middle.expectation import (
    NEAR,
    Odds,
    Worths,
    expected,
    greedily,
    mixed,
    odds,
    uniform,
    unseen,
)
from domain.games.monkey_in_the_middle.legal import CHOOSE, CLAIM, DECLINE, GIVE, READY, disputed, playable
from domain.games.monkey_in_the_middle.moves import Move
from domain.games.monkey_in_the_middle.options import deck_of
from domain.games.monkey_in_the_middle.rules import standing
from domain.games.monkey_in_the_middle.scoring import ranking
from domain.games.monkey_in_the_middle.state import State

OWN_RESULT = Worths(banana=1.0, coconut=1.0, monkey=2.0, spite=0.0)
"""What counts in the end for the own seat: a coconut costs a banana, and a monkey is freed by two."""


class Persona(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot plays.

    ``about``: in one line, for people. ``foresight``: how far it trusts that others take their best card; without it
    they choose uniformly from what they have not yet shown. ``patience``: how much of what a card is usually worth it
    asks for before it lets go of it. ``caprice``: how far its moods carry it from what it has worked out. ``grabs``:
    the chance that it claims a banana. ``grudge``: the chance that its coconut goes to whoever is ahead, else to
    anybody.
    """

    about: str
    worths: Worths = OWN_RESULT
    foresight: float = 0.0
    patience: float = 0.0
    caprice: float = 0.0
    grabs: float = 1.0
    grudge: float = 0.0


PERSONAS: Mapping[str, Persona] = {
    "sly": Persona(
        about="Expects others to play their best card, and gives to whoever is ahead.", foresight=1.0, grudge=1.0
    ),
    "greedy": Persona(about="Takes what this round is likely to bring, as if others chose at random."),
    "patient": Persona(about="Keeps a card until it is worth more than it usually is.", patience=1.0, grudge=0.5),
    "rascal": Persona(
        about="Would rather harm others than help itself.",
        worths=Worths(banana=0.5, coconut=0.5, monkey=2.0, spite=4.0),
        grudge=1.0,
    ),
    "timid": Persona(
        about="Fears for its monkeys above all, and claims a banana only half of the time.",
        worths=Worths(banana=0.3, coconut=0.5, monkey=6.0, spite=0.0),
        foresight=0.25,
        patience=1.0,
        grabs=0.5,
    ),
    "dreamer": Persona(about="Follows its moods, and misses some bananas.", caprice=0.5, grabs=0.7),
}


def _chances(state: State, seat: int, foresight: float) -> list[Odds]:
    """What every seat may do in this round, guessed as ``foresight`` says."""
    unshown = [unseen(state, other) for other in range(state.seats)]
    guesses = [uniform(left) for left in unshown]
    blind = [odds(guess) for guess in guesses]
    if not foresight:
        return blind
    return [
        blind[other]
        if other == seat
        else odds(mixed(guesses[other], greedily(state, other, blind, unshown[other], OWN_RESULT), foresight))
        for other in range(state.seats)
    ]


def _choose(persona: Persona, state: State, decision: Decision, rng: Random) -> Move:
    seat, worths = decision.seat, persona.worths
    worth = expected(seat, _chances(state, seat, persona.foresight), worths)
    if persona.patience:
        at_first = odds(uniform({card: deck_of(state.options).count(card) for card in worth}))
        usual = expected(seat, [at_first] * state.seats, worths)
        worth = {card: now - persona.patience * usual[card] for card, now in worth.items()}
    if persona.caprice:
        worth = {card: now + rng.gauss(0, persona.caprice) for card, now in worth.items()}
    cards = [card for card in playable(state, seat) if card is not None]
    best = max(worth[card] for card in cards)
    return CHOOSE[rng.choice([card for card in cards if worth[card] > best - NEAR])]


def _claim(persona: Persona, state: State, decision: Decision, rng: Random) -> Move:
    owner = disputed(state, decision)
    return CLAIM[owner] if rng.random() < persona.grabs else DECLINE[owner]


def _give(persona: Persona, state: State, decision: Decision, rng: Random) -> Move:
    recipients = state.recipients[decision.seat]
    if rng.random() < persona.grudge:
        ranks = ranking(standing(state), ())
        ahead = min(ranks[seat] for seat in recipients)
        recipients = tuple(seat for seat in recipients if ranks[seat] == ahead)
    return GIVE[rng.choice(recipients)]


_ANSWERS = {
    "card": _choose,
    "ready": lambda persona, state, decision, rng: READY,
    "claim": _claim,
    "coconut": _give,
}


def _bot(persona: Persona) -> Bot:
    def answer(projection: State, decision: Decision, rng: Random) -> Move:
        return _ANSWERS[decision.kind](persona, projection, decision, rng)

    answer.__doc__ = persona.about
    return answer


BOTS: Mapping[str, Bot] = {name: _bot(persona) for name, persona in PERSONAS.items()}
