"""The game in words: labels of moves, the story told by events, and the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def _name(card: Card) -> str:
    return "a card" if card is None else KINDS[card].name


def _names(cards: Iterable[Card]) -> str:
    return ", ".join("unknown" if card is None else KINDS[card].name for card in cards)


def _designs(cards: Iterable[str]) -> str:
    """A set in short: ``A + A + Monkey Mash``."""
    return " + ".join(KINDS[card].name.split(" ", 2)[2] for card in cards)


def _seat(seat: int) -> str:
    return f"{{seat:{seat}}}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


_RAIDS = {
    "pair": "Take a card from {targets}",
    "two-from-one": "Take two cards from {targets}",
    "one-each": "Take a card each from {targets}",
}

_ACTIONS = {
    "plasma": "fires the Plasma Cannon at {targets}",
    "leap": "plays Cosmic Leap",
    "gaze": "plays Galactic Gaze",
    "gaze_pair": "plays two Galactic Gaze together",
    "split": "plays Quantum Split",
    "under": "plays Underthrust Maneuver",
    "trash": "plays Orbital Trash",
    "raid": "plays Space Raid {designs} against {targets}",
    "heist": "plays Crystal Heist {designs} against {targets}",
    "single": "plays a single {cards}, without effect",
}


def _depth(state: State, depth: int) -> str:
    if depth == 0:
        return "Put the Asteroid back on top"
    if depth == len(state.draw):
        return "Put the Asteroid back at the bottom"
    return f"Put the Asteroid back under {_cards(depth)}"


def _answered(state: State) -> str:
    if state.chain:
        return f"{_seat(state.chain[-1])}'s Force Field"
    assert state.action is not None
    return f"{_seat(state.action.seat)}'s {KINDS[state.action.cards[0]].name}"


_LABELS: dict[type[Move], Callable[[State, Any], str]] = {
    mv.Vote: lambda state, move: f"Vote for {_seat(move.seat)}",
    mv.Draw: lambda state, move: "Draw from the top",
    mv.Plasma: lambda state, move: f"Fire the Plasma Cannon at {_seat(move.victim)}",
    mv.Leap: lambda state, move: "Leap away: end the turn without drawing",
    mv.Gaze: lambda state, move: "Gaze at the top cards",
    mv.GazePair: lambda state, move: "Gaze at the top cards and put them in order (two cards)",
    mv.Split: lambda state, move: "Split the draw pile",
    mv.Under: lambda state, move: "Draw from the bottom with an Underthrust Maneuver",
    mv.Trash: lambda state, move: "Search the discard pile with Orbital Trash",
    mv.Raid: lambda state, move: (
        _RAIDS[move.mode].format(targets=" and ".join(map(_seat, move.targets)))
        + f" (Space Raid {_designs(move.cards)})"
    ),
    mv.Heist: lambda state, move: (
        f"{'Destroy' if len(move.cards) == 2 else 'Steal'} a crystal of {_seat(move.victim)}"
        f" (Crystal Heist {_designs(move.cards)})"
    ),
    mv.Single: lambda state, move: f"Play one {_name(move.card)} without effect",
    mv.Pass: lambda state, move: "Pass",
    mv.ForceField: lambda state, move: f"Cancel {_answered(state)} with a Force Field",
    mv.PutBack: lambda state, move: _depth(state, move.depth),
    mv.Give: lambda state, move: f"Give {_name(move.card)} to {_seat(move.to)}",
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
    return f"{_seat(event.seat)} " + _ACTIONS[event.action].format(
        targets=" and ".join(map(_seat, event.targets)),
        designs=_designs(event.cards) if event.action in ("raid", "heist") else "",
        cards=_names(event.cards),
    )


def _seen(cards: tuple[Card, ...]) -> str:
    """How many cards, and which where the viewer knows them."""
    return _cards(len(cards)) + (f": {_names(cards)}" if any(cards) else "")


_CAUSES = {
    "asteroid": "has no crystal left and is out of the game",
    "heist": "has no crystal left and is out of the game",
    "resigned": "leaves the game",
}

_PILE_ENDS = {False: "from the top", True: "from the bottom"}
_STARTS = {"random": "by lot", "host": "as the host has set", "vote": "by vote"}


def _crystals(count: int) -> str:
    return "1 crystal" if count == 1 else f"{count} crystals"


def _turn(event: ev.TurnBegan) -> str:
    owes = f", {event.owed} turns owed" if event.owed > 1 else ""
    return f"{_seat(event.seat)}'s turn begins{owes}{', under fire' if event.under_fire else ''}."


def _taken(event: ev.CrystalTaken) -> str:
    deed = (
        f"takes a crystal from {_seat(event.victim)}" if event.kept else f"destroys a crystal of {_seat(event.victim)}"
    )
    return f"{_seat(event.seat)} {deed}, who has {_crystals(event.victim_crystals)} left."


def _out(event: ev.Eliminated) -> str:
    where = "leave the game" if event.removed else "go to the discard pile"
    cards = f"; {_names(event.cards)} {where}" if event.cards else ""
    return f"{_seat(event.seat)} {_CAUSES[event.cause]}{cards}."


def _under(depth: int | None) -> str:
    return "" if depth is None else f", under {_cards(depth)}"


_STORY: dict[type[Event], Callable[[Any], str | None]] = {
    ev.GamePrepared: lambda e: f"The {e.options.deck} deck is shuffled; everybody has {_crystals(e.crystals)}.",
    ev.HandDealt: lambda e: f"{_seat(e.seat)} is dealt {_seen(e.cards)}.",
    ev.PileLaid: lambda e: f"{_cards(len(e.cards)).capitalize()} are laid down as the draw pile.",
    ev.VoteOpened: lambda e: "A vote decides who begins.",
    ev.Voted: lambda e: f"{_seat(e.seat)} votes for {_seat(e.choice)}.",
    ev.FirstPlayerChosen: lambda e: f"{_seat(e.seat)} begins, {_STARTS[e.by]}.",
    ev.TurnBegan: _turn,
    ev.Asked: lambda e: None,
    ev.ActionPlayed: lambda e: f"{_played(e)}.",
    ev.WindowOpened: lambda e: None,
    ev.Passed: lambda e: f"{_seat(e.seat)} passes.",
    ev.ForceFieldPlayed: lambda e: f"{_seat(e.seat)} plays a Force Field.",
    ev.WindowClosed: lambda e: None if e.effective else "The action has no effect.",
    ev.CardDrawn: lambda e: f"{_seat(e.seat)} draws {_name(e.card)} {_PILE_ENDS[e.bottom]}.",
    ev.AsteroidDrawn: lambda e: (
        f"{_seat(e.seat)} draws an Asteroid {_PILE_ENDS[e.bottom]} and has {_crystals(e.crystals)} left."
    ),
    ev.AsteroidReturned: lambda e: f"{_seat(e.seat)} puts the Asteroid back into the draw pile{_under(e.depth)}.",
    ev.BlackHoleDrawn: lambda e: f"{_seat(e.seat)} draws a Black Hole {_PILE_ENDS[e.bottom]}.",
    ev.CardGiven: lambda e: f"{_seat(e.seat)} gives {_name(e.card)} to {_seat(e.to)}.",
    ev.PileSeen: lambda e: f"{_seat(e.seat)} looks at the top of the draw pile, {_seen(e.cards)}.",
    ev.PileReordered: lambda e: f"{_seat(e.seat)} puts back {_seen(e.cards)}, in any order.",
    ev.PileCut: lambda e: f"{_seat(e.seat)} moves the top {_cards(e.k)} beneath the rest.",
    ev.DiscardsSeen: lambda e: (
        f"{_seat(e.seat)} looks beneath the Orbital Trash, {_seen(e.cards)}{'' if e.choice else ', and can take none'}."
    ),
    ev.DiscardTaken: lambda e: f"{_seat(e.seat)} takes {_name(e.card)} from the discard pile.",
    ev.CardsStolen: lambda e: f"{_seat(e.seat)} takes {_seen(e.cards)} from {_seat(e.victim)}.",
    ev.CrystalTaken: _taken,
    ev.Eliminated: _out,
    ev.AutoPassSet: lambda e: f"{_seat(e.seat)} sets automatic passing to {e.auto_pass.replace('_', ' ')}.",
    ev.GameWon: lambda e: f"{_seat(e.seat)} wins.",
}


def tell(event: Event) -> str | None:
    """``event``, as a viewer sees it, in one sentence; ``None`` for a mere question."""
    return _STORY[type(event)](event)


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
