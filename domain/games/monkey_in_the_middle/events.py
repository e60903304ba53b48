"""What happened, with what each viewer sees of it (6.1, 6.2)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.event import EVERYONE, NOBODY, Event
from domain.games.monkey_in_the_middle import cards
from domain.games.monkey_in_the_middle.options import Options
from domain.games.monkey_in_the_middle.scoring import Score

Card: TypeAlias = Annotated[cards.Card, Meta(description="The kind of card; null where the viewer does not know it.")]
Owner: TypeAlias = Annotated[int, Meta(description="The seat that played it.")]
Taker: TypeAlias = Annotated[int, Meta(description="The seat that gets it.")]
RoundQuestion: TypeAlias = Literal["card", "ready"]


class GamePrepared(Event, frozen=True, tag="game_prepared"):
    """The resolved options of the match, and the seats of bots."""

    audience = EVERYONE
    public = ("options", "bots")
    secret = {}
    options: Options
    bots: tuple[int, ...]


class DeckDealt(Event, frozen=True, tag="deck_dealt"):
    """A seat's deck was shuffled, and its hand dealt from it."""

    audience = EVERYONE
    public = ("seat",)
    secret = {"hand": ("seat",), "deck": NOBODY}
    seat: int
    hand: Annotated[
        tuple[Card, ...],
        Meta(description="The hand as it was dealt, null for cards that are hidden."),
    ]
    deck: Annotated[tuple[Card, ...], Meta(description="What is left to be drawn, the top card last.")]


class CardsDealtAnew(Event, frozen=True, tag="cards_dealt_anew"):
    """Where a match goes on from what somebody knew, a seat of which not all was known has these cards.

    ``choice``: the card that it has laid down.
    """

    audience = ("seat",)
    public = ("seat", "hand", "choice")
    secret = {}
    seat: int
    hand: Annotated[tuple[str, ...], Meta(description="The hand.")]
    choice: Annotated[str | None, Meta(description="The card that it has laid down; null for none.")]


class DeckDealtAnew(Event, frozen=True, tag="deck_dealt_anew"):
    """Where a match goes on from what somebody knew, a seat draws these cards from now on. Nobody is told."""

    audience = NOBODY
    public = ("seat",)
    secret = {"deck": NOBODY}
    seat: int
    deck: Annotated[tuple[str, ...], Meta(description="What is left to be drawn, the top card last.")]


class RaceTimedAnew(Event, frozen=True, tag="race_timed_anew"):
    """Where a match goes on from what somebody knew, a race with a claim ends then. Nobody is told."""

    audience = NOBODY
    public = ("owner",)
    secret = {"decided_at": NOBODY}
    times = ("decided_at",)
    owner: Owner
    decided_at: Annotated[int, Meta(description="When it is decided at the latest, in ms of store time.")]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Every seat is asked for a card, or whether it is ready; at ``deadline`` the round goes on by itself."""

    audience = EVERYONE
    public = ("round", "question", "bound", "deadline")
    secret = {}
    times = ("deadline",)
    round: Annotated[int, Meta(description="Counted from 1.")]
    question: RoundQuestion
    bound: Annotated[
        tuple[int, ...], Meta(description="The seats that Monkey Business obliges to play fruit if they hold any.")
    ]
    deadline: int | None


class CardChosen(Event, frozen=True, tag="card_chosen"):
    """A seat has laid down a card."""

    audience = EVERYONE
    public = ("seat", "changeable")
    secret = {"card": ("seat",)}
    seat: int
    card: Card
    changeable: Annotated[bool, Meta(description="Whether the seat is asked at once if it wants another card.")]


class CardChanged(Event, frozen=True, tag="card_changed"):
    """A seat has taken its card back and laid down another one, which it may change again."""

    audience = ("seat",)
    public = ("seat", "card")
    secret = {}
    seat: int
    card: Annotated[str, Meta(description="The card that lies there now.")]


class SeatReady(Event, frozen=True, tag="seat_ready"):
    """A seat is ready for the next card."""

    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class CardsRevealed(Event, frozen=True, tag="cards_revealed"):
    """Every seat shows the card that it has chosen, or the top card of its deck where nobody chooses."""

    audience = EVERYONE
    public = ("cards",)
    secret = {}
    cards: Annotated[tuple[str, ...], Meta(description="The kinds of card, by seat.")]


class MonkeyCaught(Event, frozen=True, tag="monkey_caught"):
    """The monkey that the seat has just played went to its middle."""

    audience = EVERYONE
    public = ("seat",)
    secret = {}
    seat: int


class BananaTaken(Event, frozen=True, tag="banana_taken"):
    """A banana that nobody disputes went to its owner or to the only pointer."""

    audience = EVERYONE
    public = ("owner", "taker")
    secret = {}
    owner: Owner
    taker: Taker


class FreeForAllOpened(Event, frozen=True, tag="free_for_all_opened"):
    """Every opponent of the owner may claim the banana until the deadline."""

    audience = EVERYONE
    public = ("owner", "race", "deadline")
    secret = {}
    times = ("deadline",)
    owner: Owner
    race: Annotated[bool, Meta(description="Whether the first claim counts; else one of all claims is drawn.")]
    deadline: Annotated[int, Meta(description="When nobody can claim it any more, in ms of store time.")]


class BananaClaimed(Event, frozen=True, tag="banana_claimed"):
    """A seat has claimed a banana, in secret."""

    audience = ("seat",)
    public = ("seat", "owner")
    secret = {"decided_at": NOBODY}
    times = ("decided_at",)
    seat: int
    owner: Owner
    # Kept from the claimant, too: it betrays whether somebody has claimed before.
    decided_at: Annotated[
        int | None,
        Meta(description="When it is decided at the latest, in ms of store time; null while secret."),
    ]


class BananaDeclined(Event, frozen=True, tag="banana_declined"):
    """A seat has left a banana to others, in secret."""

    audience = ("seat",)
    public = ("seat", "owner")
    secret = {}
    seat: int
    owner: Owner


class FreeForAllDecided(Event, frozen=True, tag="free_for_all_decided"):
    """A banana in dispute went to one of its claimants, or to its owner where there are none (R-9)."""

    audience = EVERYONE
    public = ("owner", "claimants", "taker")
    secret = {}
    owner: Owner
    claimants: Annotated[
        tuple[int, ...], Meta(description="The seats that had equal chances to get it, in ascending order.")
    ]
    taker: Taker


class CoconutTaken(Event, frozen=True, tag="coconut_taken"):
    """A coconut went to its owner, to the only pointer, or to whom the owner has chosen."""

    audience = EVERYONE
    public = ("owner", "taker")
    secret = {}
    owner: Owner
    taker: Taker


class CoconutContested(Event, frozen=True, tag="coconut_contested"):
    """The owner of a coconut is asked who gets it."""

    audience = EVERYONE
    public = ("owner", "recipients")
    secret = {}
    owner: Owner
    recipients: Annotated[tuple[int, ...], Meta(description="The seats that may get it.")]


class RecipientChosen(Event, frozen=True, tag="recipient_chosen"):
    """The owner of a coconut has chosen who gets it, in secret until all have chosen."""

    audience = ("owner",)
    public = ("owner", "to")
    secret = {}
    owner: Owner
    to: Annotated[int, Meta(description="The seat that shall get it.")]


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A seat has drawn the top card of its deck."""

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
    """The match is over, after smoosh and rescue."""

    audience = EVERYONE
    public = ("scores", "ranks")
    secret = {}
    scores: Annotated[tuple[Score, ...], Meta(description="What each seat has left, by seat.")]
    ranks: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    GamePrepared, DeckDealt, CardsDealtAnew, DeckDealtAnew, RaceTimedAnew, RoundBegan, CardChosen, CardChanged,
    SeatReady, CardsRevealed, MonkeyCaught, BananaTaken, FreeForAllOpened, BananaClaimed, BananaDeclined,
    FreeForAllDecided, CoconutTaken, CoconutContested, RecipientChosen, CardDrawn, SeatLeft, GameScored,
)  # fmt: skip
