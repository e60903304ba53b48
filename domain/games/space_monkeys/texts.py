"""The game in words: labels of moves, the story told by events, and the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.event import Event
from domain.game import Catalogue, Decision, DecisionKind, Piece
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.cards import KINDS
from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.legal import offered
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.state import State
from domain.story import Line, counted, listed, seat, seats, silent


def _name(card: Card) -> str:
    # A log may show kinds that this release does not have.
    return "an unknown card" if card is None else KINDS[card].name if card in KINDS else card


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(map(_name, cards))


def _designs(cards: Iterable[str]) -> str:
    """A set in short: ``A + A + Monkey Mash``."""
    return " + ".join(_name(card).removeprefix("Space Raid ").removeprefix("Crystal Heist ") for card in cards)


def _cards(count: int) -> str:
    return counted(count, "card")


_RAIDS = {
    "pair": "Take a card from {targets}",
    "two-from-one": "Take two cards from {targets}",
    "one-each": "Take a card each from {targets}",
}

_ACTIONS = {
    "plasma": "[fires|fire] the Plasma Cannon at {targets}",
    "leap": "[plays|play] Cosmic Leap",
    "gaze": "[plays|play] Galactic Gaze",
    "gaze_pair": "[plays|play] two Galactic Gaze together",
    "split": "[plays|play] Quantum Split",
    "under": "[plays|play] Underthrust Maneuver",
    "trash": "[plays|play] Orbital Trash",
    "raid": "[plays|play] Space Raid {designs} against {targets}",
    "heist": "[plays|play] Crystal Heist {designs} against {targets}",
    "single": "[plays|play] a single {cards}, without effect",
}


def _depth(state: State, depth: int) -> str:
    if depth == 0:
        return "Put the Asteroid back on top"
    if depth == len(state.draw):
        return "Put the Asteroid back at the bottom"
    return f"Put the Asteroid back under {_cards(depth)}"


def _answered(state: State) -> str:
    if state.chain:
        return f"{seat(state.chain[-1])}'s Force Field"
    assert state.action is not None
    return f"{seat(state.action.seat)}'s {_name(state.action.cards[0])}"


_LABELS: dict[type[Move], Callable[[State, Any], str]] = {
    mv.Vote: lambda state, move: f"Vote for {seat(move.seat)}",
    mv.Draw: lambda state, move: "Draw from the top",
    mv.Plasma: lambda state, move: f"Fire the Plasma Cannon at {seat(move.victim)}",
    mv.Leap: lambda state, move: "Leap away: end the turn without drawing",
    mv.Gaze: lambda state, move: "Gaze at the top cards",
    mv.GazePair: lambda state, move: "Gaze at the top cards and put them in order (two cards)",
    mv.Split: lambda state, move: "Split the draw pile",
    mv.Under: lambda state, move: "Draw from the bottom with an Underthrust Maneuver",
    mv.Trash: lambda state, move: "Search the discard pile with Orbital Trash",
    mv.Raid: lambda state, move: (
        _RAIDS[move.mode].format(targets=seats(move.targets)) + f" (Space Raid {_designs(move.cards)})"
    ),
    mv.Heist: lambda state, move: (
        f"{'Destroy' if len(move.cards) == 2 else 'Steal'} a crystal of {seat(move.victim)}"
        f" (Crystal Heist {_designs(move.cards)})"
    ),
    mv.Single: lambda state, move: f"Play one {_name(move.card)} without effect",
    mv.Pass: lambda state, move: "Pass",
    mv.ForceField: lambda state, move: f"Cancel {_answered(state)} with a Force Field",
    mv.PutBack: lambda state, move: _depth(state, move.depth),
    mv.Give: lambda state, move: f"Give {_name(move.card)} to {seat(move.to)}",
    mv.Cut: lambda state, move: f"Move the top {_cards(move.k)} beneath the rest",
    mv.Order: lambda state, move: f"Put back, top first: {_names(move.cards)}",
    mv.Fetch: lambda state, move: (
        f"Take {_name(offered(state)[move.position])}, {('the first', 'the second', 'the third')[move.position]} card"
    ),
}


def label(state: State, decision: Decision, move: Move) -> str:
    """The text of a button for ``move``, unlike that of every other legal move."""
    return _LABELS[type(move)](state, move)


def _played(event: ev.ActionPlayed) -> str:
    told = _ACTIONS.get(event.action, "[plays|play] {cards}").format(
        targets="[themself|yourself]" if event.targets == (event.seat,) else seats(event.targets),
        designs=_designs(event.cards),
        cards=_names(event.cards),
    )
    return f"{seat(event.seat)} {told}."


def _some(cards: tuple[Card, ...]) -> str:
    """Which cards, or how many where the viewer does not know them."""
    if any(cards):
        return listed(map(_name, cards))
    return {0: "nothing", 1: "a card"}.get(len(cards), _cards(len(cards)))


def _known(cards: tuple[Card, ...]) -> str:
    """Which cards, behind a colon, where the viewer knows them."""
    return f": {listed(map(_name, cards))}" if any(cards) else ""


_CAUSES = {
    "asteroid": "[has|have] no crystal left and [is|are] out of the game",
    "heist": "[has|have] no crystal left and [is|are] out of the game",
    "resigned": "[leaves|leave] the game",
}

_PILE_ENDS = {False: "from the top", True: "from the bottom"}
_STARTS = {"random": "by lot", "host": "as the host has set", "vote": "by vote"}


def _crystals(count: int) -> str:
    return counted(count, "crystal")


def _turn(event: ev.TurnBegan) -> str:
    owes = f", {event.owed} turns owed" if event.owed > 1 else ""
    return f"{seat(event.seat)}'s turn begins{owes}{', under fire' if event.under_fire else ''}."


def _drawn(event: ev.CardDrawn) -> str:
    which = "" if event.card is None else f" {_name(event.card)}"
    return f"{seat(event.seat)} [draws|draw]{which} {_PILE_ENDS[event.bottom]}."


def _asteroid(event: ev.AsteroidDrawn) -> str:
    left = f"[has|have] {_crystals(event.crystals)} left"
    return f"{seat(event.seat)} [draws|draw] an Asteroid {_PILE_ENDS[event.bottom]} and {left}."


def _returned(event: ev.AsteroidReturned) -> str:
    deep = {None: "", 0: ", on top"}.get(event.depth, f", under {_cards(event.depth or 0)}")
    return f"{seat(event.seat)} [puts|put] the Asteroid back into the draw pile{deep}."


def _gazed(event: ev.PileSeen) -> str:
    top = "the top card" if len(event.cards) == 1 else f"the top {_cards(len(event.cards))}"
    return f"{seat(event.seat)} [looks|look] at {top} of the draw pile{_known(event.cards)}."


def _ordered(event: ev.PileReordered) -> str:
    how = f", top first{_known(event.cards)}" if any(event.cards) else " in any order"
    return f"{seat(event.seat)} [puts|put] {_cards(len(event.cards))} back{how}."


def _searched(event: ev.DiscardsSeen) -> str:
    how = f"{_known(event.cards)}{'' if event.choice else '; none can be taken'}"
    return f"{seat(event.seat)} [looks|look] at {_cards(len(event.cards))} beneath the Orbital Trash{how}."


def _taken(event: ev.CrystalTaken) -> str:
    deed = "[takes|take] a crystal from" if event.kept else "[destroys|destroy] a crystal of"
    left = f"who [has|have] {_crystals(event.victim_crystals)} left"
    return f"{seat(event.seat)} {deed} {seat(event.victim)}, {left}."


def _out(event: ev.Eliminated) -> str:
    where = "out of the game" if event.removed else "discarded"
    return f"{seat(event.seat)} {_CAUSES[event.cause]}{f'; {where}: {_names(event.cards)}' if event.cards else ''}."


STORY: Mapping[type[Event], Line] = {
    ev.GamePrepared: lambda e: f"The {e.options.deck} deck is shuffled; everybody has {_crystals(e.crystals)}.",
    ev.HandDealt: lambda e: f"{seat(e.seat)} [is|are] dealt {_cards(len(e.cards))}{_known(e.cards)}.",
    ev.PileLaid: lambda e: f"A draw pile of {_cards(len(e.cards))} is laid down.",
    ev.HandDealtAnew: lambda e: f"{seat(e.seat)} [is|are] dealt {_cards(len(e.cards))} anew{_known(e.cards)}.",
    ev.PilesDealtAnew: lambda e: "The piles are dealt anew.",
    ev.VoteOpened: lambda e: "A vote decides who begins.",
    ev.Voted: lambda e: f"{seat(e.seat)} [votes|vote] for {seat(e.choice)}.",
    ev.FirstPlayerChosen: lambda e: f"{seat(e.seat)} [begins|begin], {_STARTS[e.by]}.",
    ev.TurnBegan: _turn,
    ev.Asked: silent,
    ev.ActionPlayed: _played,
    ev.WindowOpened: silent,
    ev.Passed: lambda e: f"{seat(e.seat)} [passes|pass].",
    ev.ForceFieldPlayed: lambda e: f"{seat(e.seat)} [plays|play] a Force Field.",
    ev.WindowClosed: lambda e: None if e.effective else "The action has no effect.",
    ev.CardDrawn: _drawn,
    ev.AsteroidDrawn: _asteroid,
    ev.AsteroidReturned: _returned,
    ev.BlackHoleDrawn: lambda e: f"{seat(e.seat)} [draws|draw] a Black Hole {_PILE_ENDS[e.bottom]}.",
    ev.CardGiven: lambda e: f"{seat(e.seat)} [gives|give] {_some((e.card,))} to {seat(e.to)}.",
    ev.PileSeen: _gazed,
    ev.PileReordered: _ordered,
    ev.PileCut: lambda e: f"{seat(e.seat)} [moves|move] the top {_cards(e.k)} beneath the rest.",
    ev.DiscardsSeen: _searched,
    ev.DiscardTaken: lambda e: f"{seat(e.seat)} [takes|take] {_some((e.card,))} from the discard pile.",
    ev.CardsStolen: lambda e: f"{seat(e.seat)} [takes|take] {_some(e.cards)} from {seat(e.victim)}.",
    ev.CrystalTaken: _taken,
    ev.Eliminated: _out,
    ev.AutoPassSet: lambda e: f"{seat(e.seat)} [sets|set] automatic passing to {e.auto_pass.replace('_', ' ')}.",
    ev.GameWon: lambda e: f"{seat(e.seat)} [is|are] the last one in the game and [wins|win].",
}


RULES = """\
Each player starts with **3 crystals** and 7 cards. The last player who owns a crystal wins.

**Your turn.** Play as many cards as you like, one action at a time, then end the turn by drawing from the top of the
draw pile. Underthrust Maneuver (draw from the bottom), Cosmic Leap and Plasma Cannon (no draw) end the turn, too.

**Hazards.** A drawn *Asteroid* costs one crystal; put it back anywhere in the pile, in secret. Without a crystal left
you are out. A drawn *Black Hole* makes you give one card to each opponent. Nothing answers a hazard.

**Plasma Cannon.** The victim takes over with two turns. Fired while under fire, it hands on the turns still owed, too.

**Sets.** Two or three *Space Raid* or *Crystal Heist* cards of one design; *Monkey Mash* stands for any design of its
family. Raid: a pair takes a random card, three take two from one player or one each from two. Heist: a pair destroys
a crystal, three take it. A single card does nothing.

**Force Field.** After each action a window opens in which anybody may play a Force Field on it, or on the Force Field
before. An even number of Force Fields: the action happens. An odd number: it does not. All cards are spent.
"""

CATALOGUE = Catalogue(
    title="Space Monkeys",
    summary="A card game of asteroids, cannons and stolen crystals for 2 to 7 players.",
    rules=RULES,
    pieces=tuple(
        Piece(
            key=kind.key,
            name=kind.name,
            text=kind.text,
            counts={"crystal": kind.crystal, "plain": kind.plain, "full": kind.crystal + kind.plain},
        )
        for kind in KINDS.values()
    ),
    decisions=(
        DecisionKind("vote", "Who begins?", "No vote is given; a clock of the table gives a random one."),
        DecisionKind("turn", "Play a card, or draw to end the turn?", "A card is drawn from the top."),
        DecisionKind("window", "Play a Force Field on the topmost card, or pass?", "The seat passes."),
        DecisionKind("depth", "How deep does the Asteroid go back into the pile?", "A random depth."),
        DecisionKind("gift", "Which card does which opponent get?", "A random card for the next opponent clockwise."),
        DecisionKind("cut", "How many cards go from the top beneath the rest?", "A random number."),
        DecisionKind("order", "In which order do the cards go back, top first?", "They stay as they are."),
        DecisionKind("fetch", "Which of the discarded cards is taken?", "The uppermost that may be taken."),
    ),
)
