"""What happened, with what each viewer sees of it (10.1, 10.2). Cards of a tuple are named in the order of its field."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.event import EVERYONE, NOBODY, Event
from domain.games.space_monkeys.options import AutoPass, Options

Card: TypeAlias = str | None
"""The key of a kind, or ``None`` where the viewer does not know it."""

Question: TypeAlias = Literal["turn", "depth", "gift", "cut", "order", "fetch"]
Cause: TypeAlias = Literal["asteroid", "heist", "resigned"]


class GamePrepared(Event, tag="game_prepared"):
    """The resolved options of the match, with what each seat starts with."""

    audience = EVERYONE
    public = ("options", "crystals", "auto_pass")
    secret = {}
    options: Options
    crystals: int
    auto_pass: AutoPass


class HandDealt(Event, tag="hand_dealt"):
    """``cards`` in the order in which they were dealt."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]


class PileLaid(Event, tag="pile_laid"):
    """All cards that were discarded or set aside are the new draw pile, bottom first."""

    audience = EVERYONE
    public = ()
    secret = {"cards": NOBODY}
    cards: tuple[Card, ...]


class VoteOpened(Event, tag="vote_opened"):
    """The seats in ``voters`` are asked who begins, until ``deadline``."""

    audience = EVERYONE
    public = ("voters", "deadline")
    secret = {}
    voters: tuple[int, ...]
    deadline: int


class Voted(Event, tag="voted"):
    audience = ("seat",)
    public = ("seat", "choice")
    secret = {}
    seat: int
    choice: int


class FirstPlayerChosen(Event, tag="first_player_chosen"):
    audience = EVERYONE
    public = ("seat", "by")
    secret = {}
    seat: int
    by: Literal["random", "host", "vote"]


class TurnBegan(Event, tag="turn_began"):
    """``owed`` counts this turn. The seat is asked what to do in it."""

    audience = EVERYONE
    public = ("seat", "owed", "under_fire")
    secret = {}
    seat: int
    owed: int
    under_fire: bool


class Asked(Event, tag="asked"):
    """The seat is asked to go on with its turn, or for what an effect needs."""

    audience = EVERYONE
    public = ("seat", "question")
    secret = {}
    seat: int
    question: Question


class ActionPlayed(Event, tag="action_played"):
    """``cards`` go to the discard pile, the last on top. ``action``: the tag of the move."""

    audience = EVERYONE
    public = ("seat", "action", "cards", "targets", "mode")
    secret = {}
    seat: int
    action: str
    cards: tuple[str, ...]
    targets: tuple[int, ...] = ()
    mode: str | None = None


class WindowOpened(Event, tag="window_opened"):
    """All seats in the game may answer the topmost card of the chain."""

    audience = EVERYONE
    public = ("deadline", "closes_not_before")
    secret = {}
    deadline: int
    closes_not_before: int


class Passed(Event, tag="passed"):
    audience = ("seat",)
    public = ("seat",)
    secret = {}
    seat: int


class ForceFieldPlayed(Event, tag="force_field_played"):
    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class WindowClosed(Event, tag="window_closed"):
    """``effective``: the action takes effect now."""

    audience = EVERYONE
    public = ("effective",)
    secret = {}
    effective: bool


class CardDrawn(Event, tag="card_drawn"):
    """An action card went into the hand of ``seat``."""

    audience = EVERYONE
    public = ("seat", "bottom")
    secret = {"card": ("seat",)}
    seat: int
    bottom: bool
    card: Card


class AsteroidDrawn(Event, tag="asteroid_drawn"):
    """``crystals``: what the drawer still has."""

    audience = EVERYONE
    public = ("seat", "bottom", "crystals")
    secret = {}
    seat: int
    bottom: bool
    crystals: int


class AsteroidReturned(Event, tag="asteroid_returned"):
    """``depth``: how many cards lie above it."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"depth": ("seat",)}
    seat: int
    depth: int | None


class BlackHoleDrawn(Event, tag="black_hole_drawn"):
    audience = EVERYONE
    public = ("seat", "bottom")
    secret = {}
    seat: int
    bottom: bool


class CardGiven(Event, tag="card_given"):
    audience = EVERYONE
    public = ("seat", "to")
    secret = {"card": ("seat", "to")}
    seat: int
    to: int
    card: Card


class PileSeen(Event, tag="pile_seen"):
    """``cards``: the top ones of the draw pile, top first."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]


class PileReordered(Event, tag="pile_reordered"):
    """``cards`` are the top ones of the draw pile now, top first, changed or not (R-16)."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]


class PileCut(Event, tag="pile_cut"):
    """The top ``k`` cards went beneath the rest."""

    audience = EVERYONE
    public = ("seat", "k")
    secret = {}
    seat: int
    k: int


class DiscardsSeen(Event, tag="discards_seen"):
    """``cards``: those beneath the Orbital Trash, top first. ``choice``: one of them can be taken (6.7.6)."""

    audience = EVERYONE
    public = ("seat", "choice")
    secret = {"cards": ("seat",)}
    seat: int
    cards: tuple[Card, ...]
    choice: bool


class DiscardTaken(Event, tag="discard_taken"):
    """``position`` 0 lay directly beneath the Orbital Trash."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"position": ("seat",), "card": ("seat",)}
    seat: int
    position: int | None
    card: Card


class CardsStolen(Event, tag="cards_stolen"):
    audience = EVERYONE
    public = ("seat", "victim")
    secret = {"cards": ("seat", "victim")}
    seat: int
    victim: int
    cards: tuple[Card, ...]


class CrystalTaken(Event, tag="crystal_taken"):
    """``victim_crystals``, ``crystals``: what the victim and the taker have now. ``kept``: the crystal went to the taker."""

    audience = EVERYONE
    public = ("seat", "victim", "victim_crystals", "crystals", "kept")
    secret = {}
    seat: int
    victim: int
    victim_crystals: int
    crystals: int
    kept: bool


class Eliminated(Event, tag="eliminated"):
    """``cards``: the hand in the order in which it was laid down. ``removed``: out of the game, not discarded (R-7)."""

    audience = EVERYONE
    public = ("seat", "cause", "cards", "removed")
    secret = {}
    seat: int
    cause: Cause
    cards: tuple[str, ...]
    removed: bool


class AutoPassSet(Event, tag="auto_pass_set"):
    audience = ("seat",)
    public = ("seat", "auto_pass")
    secret = {}
    seat: int
    auto_pass: AutoPass


class GameWon(Event, tag="game_won"):
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
