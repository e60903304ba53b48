"""What happened, and what each viewer sees of it (10.1, 10.2)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.event import EVERYONE, NOBODY, Event
from domain.games.space_monkeys.options import AutoPass, Options

Card: TypeAlias = str | None
"""The key of a kind, or ``None`` where the viewer does not know it."""

Question: TypeAlias = Literal["turn", "depth", "gift", "cut", "order", "fetch"]
ChosenBy: TypeAlias = Literal["random", "host", "vote"]
Cause: TypeAlias = Literal["asteroid", "heist", "resigned"]


class GamePrepared(Event, frozen=True, tag="game_prepared"):
    """The resolved options of the match, with what each seat starts with."""

    audience = EVERYONE
    public = ("options", "crystals", "auto_pass")
    secret = {}
    options: Options
    crystals: int
    auto_pass: AutoPass


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """``cards`` in the order in which they were dealt."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]


class PileLaid(Event, frozen=True, tag="pile_laid"):
    """All cards that were discarded or set aside are the new draw pile, bottom first."""

    audience = EVERYONE
    public = ()
    secret = {"cards": NOBODY}
    cards: tuple[Card, ...]


class VoteOpened(Event, frozen=True, tag="vote_opened"):
    """The seats in ``voters`` are asked who begins, until ``deadline``."""

    audience = EVERYONE
    public = ("voters", "deadline")
    secret = {}
    voters: tuple[int, ...]
    deadline: int


class Voted(Event, frozen=True, tag="voted"):
    audience = ("seat",)
    public = ("seat", "choice")
    secret = {}
    seat: int
    choice: int


class FirstPlayerChosen(Event, frozen=True, tag="first_player_chosen"):
    audience = EVERYONE
    public = ("seat", "by")
    secret = {}
    seat: int
    by: ChosenBy


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """``owed`` counts this turn. The seat is asked what to do in it."""

    audience = EVERYONE
    public = ("seat", "owed", "under_fire")
    secret = {}
    seat: int
    owed: int
    under_fire: bool


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
    action: str
    cards: tuple[str, ...]
    targets: tuple[int, ...] = ()
    mode: str | None = None


class WindowOpened(Event, frozen=True, tag="window_opened"):
    """All seats in the game may answer the topmost card of the chain."""

    audience = EVERYONE
    public = ("deadline", "closes_not_before")
    secret = {}
    deadline: int
    closes_not_before: int


class Passed(Event, frozen=True, tag="passed"):
    audience = ("seat",)
    public = ("seat",)
    secret = {}
    seat: int


class ForceFieldPlayed(Event, frozen=True, tag="force_field_played"):
    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """``effective``: the action takes effect now."""

    audience = EVERYONE
    public = ("effective",)
    secret = {}
    effective: bool


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """An action card went into the hand of ``seat``."""

    audience = EVERYONE
    public = ("seat", "bottom")
    secret = {"card": ("seat",)}
    seat: int
    bottom: bool
    card: Card


class AsteroidDrawn(Event, frozen=True, tag="asteroid_drawn"):
    """``crystals``: what the drawer still has."""

    audience = EVERYONE
    public = ("seat", "bottom", "crystals")
    secret = {}
    seat: int
    bottom: bool
    crystals: int


class AsteroidReturned(Event, frozen=True, tag="asteroid_returned"):
    """``depth``: how many cards lie above it."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"depth": ("seat",)}
    seat: int
    depth: int | None


class BlackHoleDrawn(Event, frozen=True, tag="black_hole_drawn"):
    audience = EVERYONE
    public = ("seat", "bottom")
    secret = {}
    seat: int
    bottom: bool


class CardGiven(Event, frozen=True, tag="card_given"):
    audience = EVERYONE
    public = ("seat", "to")
    secret = {"card": ("seat", "to")}
    seat: int
    to: int
    card: Card


class PileSeen(Event, frozen=True, tag="pile_seen"):
    """``cards``: the top ones of the draw pile, top first."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]


class PileReordered(Event, frozen=True, tag="pile_reordered"):
    """``cards`` are the top ones of the draw pile now, top first, changed or not (R-16)."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]


class PileCut(Event, frozen=True, tag="pile_cut"):
    """The top ``k`` cards went beneath the rest."""

    audience = EVERYONE
    public = ("seat", "k")
    secret = {}
    seat: int
    k: int


class DiscardsSeen(Event, frozen=True, tag="discards_seen"):
    """``cards``: those beneath the Orbital Trash, top first. ``choice``: one of them can be taken (6.7.6)."""

    audience = EVERYONE
    public = ("seat", "choice")
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]
    choice: bool


class DiscardTaken(Event, frozen=True, tag="discard_taken"):
    """``position`` 0 lay directly beneath the Orbital Trash."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"position": ("seat",), "card": ("seat",)}
    seat: int
    position: int | None
    card: Card


class CardsStolen(Event, frozen=True, tag="cards_stolen"):
    audience = EVERYONE
    public = ("seat", "victim")
    secret = {"cards": ("seat", "victim")}
    seat: int
    victim: int
    cards: tuple[Card, ...]


class CrystalTaken(Event, frozen=True, tag="crystal_taken"):
    """``victim_crystals``, ``crystals``: what victim and taker have now. ``kept``: the crystal went to the taker."""

    audience = EVERYONE
    public = ("seat", "victim", "victim_crystals", "crystals", "kept")
    secret = {}
    seat: int
    victim: int
    victim_crystals: int
    crystals: int
    kept: bool


class Eliminated(Event, frozen=True, tag="eliminated"):
    """``cards``: the hand in the order in which it was laid down. ``removed``: out of the game, not discarded (R-7)."""

    audience = EVERYONE
    public = ("seat", "cause", "cards", "removed")
    secret = {}
    seat: int
    cause: Cause
    cards: tuple[str, ...]
    removed: bool


class AutoPassSet(Event, frozen=True, tag="auto_pass_set"):
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
    GamePrepared, HandDealt, PileLaid, VoteOpened, Voted, FirstPlayerChosen, TurnBegan, Asked, ActionPlayed,
    WindowOpened, Passed, ForceFieldPlayed, WindowClosed, CardDrawn, AsteroidDrawn, AsteroidReturned, BlackHoleDrawn,
    CardGiven, PileSeen, PileReordered, PileCut, DiscardsSeen, DiscardTaken, CardsStolen, CrystalTaken, Eliminated,
    AutoPassSet, GameWon,
)  # fmt: skip
