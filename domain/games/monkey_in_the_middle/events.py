"""What happened, with what each viewer sees of it (6.1, 6.2)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.event import EVERYONE, NOBODY, Event
from domain.games.monkey_in_the_middle.cards import Card
from domain.games.monkey_in_the_middle.options import Options
from domain.games.monkey_in_the_middle.scoring import Score

RoundQuestion: TypeAlias = Literal["card", "ready"]


class GamePrepared(Event, frozen=True, tag="game_prepared"):
    """The resolved options of the match, and the seats of bots."""

    audience = EVERYONE
    public = ("options", "bots")
    secret = {}
    options: Options
    bots: tuple[int, ...]


class DeckDealt(Event, frozen=True, tag="deck_dealt"):
    """``hand`` in the order in which it was dealt, ``deck`` with its top card last."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"hand": ("seat",), "deck": NOBODY}
    seat: int
    hand: tuple[Card, ...]
    deck: tuple[Card, ...]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Every seat is asked for a card, or whether it is ready; at ``deadline`` the round goes on by itself.

    ``bound``: the seats that Monkey Business obliges to play fruit if they hold any (7.1).
    """

    audience = EVERYONE
    public = ("round", "question", "bound", "deadline")
    secret = {}
    round: int
    question: RoundQuestion
    bound: tuple[int, ...]
    deadline: int | None


class CardChosen(Event, frozen=True, tag="card_chosen"):
    """``changeable``: the seat is asked at once whether it wants another card."""

    audience = EVERYONE
    public = ("seat", "changeable")
    secret = {"card": ("seat",)}
    seat: int
    card: Card
    changeable: bool


class CardChanged(Event, frozen=True, tag="card_changed"):
    """The chosen card went back to the hand and ``card`` was chosen. The seat may change again."""

    audience = ("seat",)
    public = ("seat", "card")
    secret = {}
    seat: int
    card: str


class SeatReady(Event, frozen=True, tag="seat_ready"):
    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class CardsRevealed(Event, frozen=True, tag="cards_revealed"):
    """``cards`` by seat: the chosen ones, or the top ones of the decks where nobody chooses."""

    audience = EVERYONE
    public = ("cards",)
    secret = {}
    cards: tuple[str, ...]


class MonkeyCaught(Event, frozen=True, tag="monkey_caught"):
    """The monkey that ``seat`` has just played went to the middle."""

    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class BananaTaken(Event, frozen=True, tag="banana_taken"):
    audience = EVERYONE
    public = ("owner", "taker")
    secret = {}
    owner: int
    taker: int


class FreeForAllOpened(Event, frozen=True, tag="free_for_all_opened"):
    """Every opponent of ``owner`` may claim the banana until ``deadline``. ``race``: the first claim counts (R-8)."""

    audience = EVERYONE
    public = ("owner", "race", "deadline")
    secret = {}
    owner: int
    race: bool
    deadline: int


class BananaClaimed(Event, frozen=True, tag="banana_claimed"):
    """``decided_at``: when it is decided, as far as claims go; kept from everybody, for it betrays earlier claims."""

    audience = ("seat",)
    public = ("seat", "owner")
    secret = {"decided_at": NOBODY}
    seat: int
    owner: int
    decided_at: int | None


class BananaDeclined(Event, frozen=True, tag="banana_declined"):
    audience = ("seat",)
    public = ("seat", "owner")
    secret = {}
    seat: int
    owner: int


class FreeForAllDecided(Event, frozen=True, tag="free_for_all_decided"):
    """``claimants``: the seats with equal chances, in ascending order; with none the owner is the taker (R-9)."""

    audience = EVERYONE
    public = ("owner", "claimants", "taker")
    secret = {}
    owner: int
    claimants: tuple[int, ...]
    taker: int


class CoconutTaken(Event, frozen=True, tag="coconut_taken"):
    audience = EVERYONE
    public = ("owner", "taker")
    secret = {}
    owner: int
    taker: int


class CoconutContested(Event, frozen=True, tag="coconut_contested"):
    """``owner`` is asked which of ``recipients`` gets the coconut."""

    audience = EVERYONE
    public = ("owner", "recipients")
    secret = {}
    owner: int
    recipients: tuple[int, ...]


class RecipientChosen(Event, frozen=True, tag="recipient_chosen"):
    audience = ("owner",)
    public = ("owner", "to")
    secret = {}
    owner: int
    to: int


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    audience = EVERYONE
    public = ("seat",)
    secret = {"card": ("seat",)}
    seat: int
    card: Card


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """The seat is played on by the server (R-17)."""

    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class GameScored(Event, frozen=True, tag="game_scored"):
    """``scores`` and ``ranks`` by seat, after smoosh and rescue."""

    audience = EVERYONE
    public = ("scores", "ranks")
    secret = {}
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    GamePrepared, DeckDealt, RoundBegan, CardChosen, CardChanged, SeatReady, CardsRevealed, MonkeyCaught,
    BananaTaken, FreeForAllOpened, BananaClaimed, BananaDeclined, FreeForAllDecided, CoconutTaken, CoconutContested,
    RecipientChosen, CardDrawn, SeatLeft, GameScored,
)  # fmt: skip
