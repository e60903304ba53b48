"""What happened, and what each viewer sees of it (10.1, 10.2)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.event import EVERYONE, NOBODY, Event
from domain.games.space_monkeys.options import AutoPass, Options

Card: TypeAlias = str | None
"""The key of a kind, or ``None`` where the viewer does not know it."""

OneCard: TypeAlias = Annotated[Card, Meta(description="The kind of the card; null where the viewer does not know it.")]
Cards: TypeAlias = Annotated[
    tuple[Card, ...], Meta(description="The kinds of the cards; null for each that the viewer does not know.")
]
OpenCards: TypeAlias = Annotated[tuple[str, ...], Meta(description="The kinds of the cards, which everybody sees.")]
FromBottom: TypeAlias = Annotated[bool, Meta(description="Whether it came from the bottom of the draw pile.")]
Victim: TypeAlias = Annotated[int, Meta(description="The seat that loses it.")]

Question: TypeAlias = Literal["turn", "depth", "gift", "cut", "order", "fetch"]
ChosenBy: TypeAlias = Literal["random", "host", "vote"]
Cause: TypeAlias = Literal["asteroid", "heist", "resigned"]


class GamePrepared(Event, frozen=True, tag="game_prepared"):
    """The resolved options of the match, with what each seat starts with."""

    audience = EVERYONE
    public = ("options", "crystals", "auto_pass")
    secret = {}
    options: Options
    crystals: Annotated[int, Meta(description="What each seat begins with.")]
    auto_pass: AutoPass


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """``cards`` in the order in which they were dealt."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: Cards


class PileLaid(Event, frozen=True, tag="pile_laid"):
    """All cards that were discarded or set aside are the new draw pile, bottom first."""

    audience = EVERYONE
    public = ()
    secret = {"cards": NOBODY}
    cards: Cards


class HandDealtAnew(Event, frozen=True, tag="hand_dealt_anew"):
    """Where a match goes on from what somebody knew, a seat of which not all was known has these cards."""

    audience = ("seat",)
    public = ("seat", "cards")
    secret = {}
    seat: int
    cards: OpenCards


class PilesDealtAnew(Event, frozen=True, tag="piles_dealt_anew"):
    """Where a match goes on from what somebody knew, the piles lie like this, bottom first. Nobody is told."""

    audience = NOBODY
    public = ()
    secret = {"draw": NOBODY, "discard": NOBODY}
    draw: OpenCards
    discard: OpenCards


class VoteOpened(Event, frozen=True, tag="vote_opened"):
    """The seats in ``voters`` are asked who begins, until ``deadline``."""

    audience = EVERYONE
    public = ("voters", "deadline")
    secret = {}
    times = ("deadline",)
    voters: Annotated[tuple[int, ...], Meta(description="The seats that are asked.")]
    deadline: Annotated[int, Meta(description="When it ends without further votes, in ms of store time.")]


class Voted(Event, frozen=True, tag="voted"):
    """A seat has voted, in secret."""

    audience = ("seat",)
    public = ("seat", "choice")
    secret = {}
    seat: int
    choice: Annotated[int, Meta(description="The seat that shall begin.")]


class FirstPlayerChosen(Event, frozen=True, tag="first_player_chosen"):
    """It is settled who begins."""

    audience = EVERYONE
    public = ("seat", "by")
    secret = {}
    seat: int
    by: Annotated[ChosenBy, Meta(description="How the seat was chosen.")]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """``owed`` counts this turn. The seat is asked what to do in it."""

    audience = EVERYONE
    public = ("seat", "owed", "under_fire")
    secret = {}
    seat: int
    owed: Annotated[int, Meta(description="Turns that the seat has to take, this one included.")]
    under_fire: Annotated[bool, Meta(description="Whether they come from a Plasma Cannon.")]


class Asked(Event, frozen=True, tag="asked"):
    """The seat is asked to go on with its turn, or for what an effect needs."""

    audience = EVERYONE
    public = ("seat", "question")
    secret = {}
    seat: int
    question: Question


class ActionPlayed(Event, frozen=True, tag="action_played"):
    """``cards`` go to the discard pile, the last on top. ``action``: the tag of the move."""

    audience = EVERYONE
    public = ("seat", "action", "cards", "targets", "mode")
    secret = {}
    seat: int
    action: Annotated[str, Meta(description="The type of the move.")]
    cards: OpenCards
    targets: Annotated[tuple[int, ...], Meta(description="The seats that the action is aimed at.")] = ()
    mode: Annotated[str | None, Meta(description="The mode of a Space Raid.")] = None


class WindowOpened(Event, frozen=True, tag="window_opened"):
    """All seats in the game may answer the topmost card of the chain."""

    audience = EVERYONE
    public = ("deadline", "closes_not_before")
    secret = {}
    times = ("deadline", "closes_not_before")
    deadline: Annotated[int, Meta(description="When it closes without further answers, in ms of store time.")]
    closes_not_before: Annotated[int, Meta(description="Until when it stays open at least, in ms of store time.")]


class Passed(Event, frozen=True, tag="passed"):
    """A seat lets the response window close."""

    audience = ("seat",)
    public = ("seat",)
    secret = {}
    seat: int


class ForceFieldPlayed(Event, frozen=True, tag="force_field_played"):
    """A Force Field was played on the topmost card of the chain."""

    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """``effective``: the action takes effect now."""

    audience = EVERYONE
    public = ("effective",)
    secret = {}
    effective: Annotated[bool, Meta(description="Whether the action takes effect.")]


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """An action card went into the hand of ``seat``."""

    audience = EVERYONE
    public = ("seat", "bottom")
    secret = {"card": ("seat",)}
    seat: int
    bottom: FromBottom
    card: OneCard


class AsteroidDrawn(Event, frozen=True, tag="asteroid_drawn"):
    """``crystals``: what the drawer still has."""

    audience = EVERYONE
    public = ("seat", "bottom", "crystals")
    secret = {}
    seat: int
    bottom: FromBottom
    crystals: Annotated[int, Meta(description="What the drawer still has.")]


class AsteroidReturned(Event, frozen=True, tag="asteroid_returned"):
    """``depth``: how many cards lie above it."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"depth": ("seat",)}
    seat: int
    depth: Annotated[int | None, Meta(description="How many cards lie above it, where the viewer knows it.")]


class BlackHoleDrawn(Event, frozen=True, tag="black_hole_drawn"):
    """A Black Hole was drawn; it stays before the drawer, who has to give cards away."""

    audience = EVERYONE
    public = ("seat", "bottom")
    secret = {}
    seat: int
    bottom: FromBottom


class CardGiven(Event, frozen=True, tag="card_given"):
    """A card was given away because of a Black Hole."""

    audience = EVERYONE
    public = ("seat", "to")
    secret = {"card": ("seat", "to")}
    seat: int
    to: Annotated[int, Meta(description="The seat that receives it.")]
    card: OneCard


class PileSeen(Event, frozen=True, tag="pile_seen"):
    """``cards``: the top ones of the draw pile, top first."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: Cards


class PileReordered(Event, frozen=True, tag="pile_reordered"):
    """``cards`` are the top ones of the draw pile now, top first, changed or not (R-16)."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: Cards


class PileCut(Event, frozen=True, tag="pile_cut"):
    """The top ``k`` cards went beneath the rest."""

    audience = EVERYONE
    public = ("seat", "k")
    secret = {}
    seat: int
    k: Annotated[int, Meta(description="How many cards went beneath the rest.")]


class DiscardsSeen(Event, frozen=True, tag="discards_seen"):
    """``cards``: those beneath the Orbital Trash, top first. ``choice``: one of them can be taken (6.7.6)."""

    audience = EVERYONE
    public = ("seat", "choice")
    secret = {"cards": ("seat",)}
    seat: int
    cards: Cards
    choice: Annotated[bool, Meta(description="Whether one of them can be taken.")]


class DiscardTaken(Event, frozen=True, tag="discard_taken"):
    """``position`` 0 lay directly beneath the Orbital Trash."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"position": ("seat",), "card": ("seat",)}
    seat: int
    position: Annotated[
        int | None,
        Meta(description="0 lay directly beneath the Orbital Trash; null where the viewer does not know it."),
    ]
    card: OneCard


class CardsStolen(Event, frozen=True, tag="cards_stolen"):
    """A Space Raid took cards from a hand."""

    audience = EVERYONE
    public = ("seat", "victim")
    secret = {"cards": ("seat", "victim")}
    seat: int
    victim: Victim
    cards: Cards


class CrystalTaken(Event, frozen=True, tag="crystal_taken"):
    """``victim_crystals``, ``crystals``: what victim and taker have now. ``kept``: the crystal went to the taker."""

    audience = EVERYONE
    public = ("seat", "victim", "victim_crystals", "crystals", "kept")
    secret = {}
    seat: int
    victim: Victim
    victim_crystals: Annotated[int, Meta(description="What the victim has now.")]
    crystals: Annotated[int, Meta(description="What the taker has now.")]
    kept: Annotated[bool, Meta(description="Whether the taker keeps the crystal.")]


class Eliminated(Event, frozen=True, tag="eliminated"):
    """``cards``: the hand in the order in which it was laid down. ``removed``: out of the game, not discarded (R-7)."""

    audience = EVERYONE
    public = ("seat", "cause", "cards", "removed")
    secret = {}
    seat: int
    cause: Annotated[Cause, Meta(description="What took the last crystal.")]
    cards: OpenCards
    removed: Annotated[bool, Meta(description="Whether the hand left the game instead of being discarded.")]


class AutoPassSet(Event, frozen=True, tag="auto_pass_set"):
    """A seat has set when the server passes for it."""

    audience = ("seat",)
    public = ("seat", "auto_pass")
    secret = {}
    seat: int
    auto_pass: AutoPass


class GameWon(Event, frozen=True, tag="game_won"):
    """``ranks``: by seat, the winner's is 1 (8.6)."""

    audience = EVERYONE
    public = ("seat", "ranks")
    secret = {}
    seat: int
    ranks: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    GamePrepared, HandDealt, PileLaid, HandDealtAnew, PilesDealtAnew, VoteOpened, Voted, FirstPlayerChosen,
    TurnBegan, Asked, ActionPlayed,
    WindowOpened, Passed, ForceFieldPlayed, WindowClosed, CardDrawn, AsteroidDrawn, AsteroidReturned, BlackHoleDrawn,
    CardGiven, PileSeen, PileReordered, PileCut, DiscardsSeen, DiscardTaken, CardsStolen, CrystalTaken, Eliminated,
    AutoPassSet, GameWon,
)  # fmt: skip
