"""What every game is: a frozen value that holds functions over the game's own state, moves and events.

A state is a mutable struct with a cheap ``copy()``; the same class holds the truth and, with ``None`` for what is
unknown, the projection of one viewer. Times are milliseconds of store time. Names of seats appear in texts as
``{seat:2}`` and are filled in when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec

from domain.chance import Chance
from domain.event import Event, Viewer
from domain.notation import Notation
from domain.refusal import IllegalMove


class State(Protocol):
    """The part of a game's state that everything else relies on."""

    def copy(self) -> Any:
        """An independent copy: recording events on it leaves the original as it is."""
        ...


S = TypeVar("S", bound=State)


class Decision(msgspec.Struct, frozen=True):
    """Something that one seat may answer now.

    ``number`` counts the decisions of this seat alone, so that it tells nothing about others.
    ``required``: the table waits for it. ``since``: when it was asked. ``deadline``: when a rule of the game ends it,
    or ``None``; a table's clock is added by the match. ``bot_delay``: how long a bot waits before it answers, in ms,
    both ends included, where a rule says so; ``None`` for what the table has set.
    """

    seat: int
    number: int
    kind: str
    required: bool
    since: int
    deadline: int | None = None
    bot_delay: tuple[int, int] | None = None

    @property
    def id(self) -> str:
        return f"{self.seat}-{self.number}"


class Inputs(msgspec.Struct, frozen=True):
    """What the table knows and a game may need at its start. ``records``: matches played and won, by seat."""

    bots: tuple[int, ...] = ()
    records: tuple[tuple[int, int], ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """One kind of card or piece, for people. ``counts``: how many there are, by deck or side."""

    key: str
    name: str
    text: str
    counts: dict[str, int]


class DecisionKind(msgspec.Struct, frozen=True):
    """One kind of decision, for people: what is asked, and what happens when time runs out."""

    key: str
    question: str
    at_deadline: str


class Catalogue(msgspec.Struct, frozen=True):
    """What a frontend that has never heard of the game needs. ``rules``: the rules in short, as Markdown."""

    title: str
    summary: str
    rules: str
    pieces: tuple[Piece, ...]
    decisions: tuple[DecisionKind, ...]


class Recording(Generic[S]):
    """A state that is advanced by recording events, with the chance and the time of one command."""

    __slots__ = ("_apply", "chance", "events", "now", "state")

    def __init__(self, state: S, apply: Callable[[S, Event, int], None], chance: Chance, now: int) -> None:
        self.state = state
        self.chance = chance
        self.now = now
        self.events: list[Event] = []
        self._apply = apply

    def record(self, event: Event) -> None:
        self._apply(self.state, event, self.now)
        self.events.append(event)


class Bot(Protocol):
    """Chooses a legal move from what its seat knows. ``rng`` repeats exactly for the same decision of a match.

    Its docstring says in one line how it plays, for the catalogue.
    """

    def __call__(self, projection: Any, decision: Decision, rng: Random) -> Any: ...


def _never(state: Any, seat: int) -> bool:
    return False


def _no_return(state: Any, seat: int, at: int) -> None:
    raise NotImplementedError("no move of this game can be taken back")


def _as_it_is(move: Any) -> Any:
    return move


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """A rule set.

    Types: ``Options`` and ``Preferences`` are structs whose every field has a default, a constraint and a description
    (``msgspec.Meta``); ``moves`` and ``events`` are the members of two tagged unions; ``View`` is what frontends see.
    """

    key: str
    rules_version: int
    seats: range
    catalogue: Catalogue
    allows_draw_offers: bool
    uses_records: bool = False
    """Whether ``Inputs.records`` matter to it."""
    api_prefix: str
    """Before the names of this game's moves and events in the API, such as ``SpaceMonkeys``."""

    Options: type[msgspec.Struct]
    Preferences: type[msgspec.Struct]
    State: type[S]
    View: type[msgspec.Struct]
    moves: tuple[type[msgspec.Struct], ...]
    events: tuple[type[Event], ...]

    resolve: Callable[[Any, int], Any]
    """``(options, number of seats)`` → the same options with every default filled in; ``OptionsRefused``."""
    start: Callable[[int], S]
    """``(number of seats)`` → the state before ``setup``, the same for every viewer."""
    setup: Callable[[S, Any, Inputs, Chance, int], list[Event]]
    """``(state, resolved options, inputs, chance, now)`` → events; advances ``state``."""
    pending: Callable[[S], Sequence[Decision]]
    """Who may decide what, now; empty when the game is over."""
    legal: Callable[[S, Decision], Iterable[Any]]
    """Exactly the moves that ``play`` accepts; the same from the truth and from the seat's projection."""
    play: Callable[[S, Decision, Any, Chance, int], list[Event]]
    """``(state, decision, move, chance, now)`` → events; advances ``state``. The move has to be one of ``legal`` and is
    not checked again."""
    explain: Callable[[S, Decision, Any], IllegalMove]
    """Why a move that is not in ``legal`` is refused, with the rule's number, as far as the seat itself knows."""
    apply: Callable[[S, Event, int], None]
    """``(state, event, at)``: never refuses, looks at no rule, knows no chance; works with redacted events."""
    wake: Callable[[S], int | None]
    """When a time window of the game's own ends; computed from the truth."""
    on_wake: Callable[[S, Chance, int], list[Event]]
    """What happens when that moment has come."""
    fallback: Callable[[S, Decision, Chance], Any]
    """The move of an absent seat, or of a bot that fails."""
    leave: Callable[[S, int, Chance, int], list[Event]]
    """``(state, seat, chance, now)``: a seat resigns or is removed, in any phase; no events where it is already out."""
    prefer: Callable[[S, int, Any, Chance, int], list[Event]]
    """``(state, seat, preferences, chance, now)``: a seat's own settings, secret to that seat. They are recorded even
    where they change nothing; no events where the seat is out."""
    outcome: Callable[[S], tuple[int, ...] | None]
    """The rank of each seat, from 1, shared ranks repeated; ``None`` while the game runs."""
    label: Callable[[S, Decision, Any], str]
    """One legal move as a short English button text."""
    story: Mapping[type[Event], Callable[[Any], str | None]]
    """For each of ``events`` what is told of one, possibly redacted: a line as in ``domain.story``, or ``None``."""
    notation: Notation
    """``events``, possibly redacted, as short lines of text and back."""
    view: Callable[[S, Viewer], Any]
    """A projection as the object with stable names that the API serves."""
    bots: Mapping[str, Bot]
    canonical: Callable[[Any], Any] = _as_it_is
    """A move as ``legal`` lists it, where it can be written in several ways; ``IllegalMove`` for what is no move."""
    can_take_back: Callable[[S, int], bool] = _never
    """``(state, seat)``: whether nothing random or secret has happened since before the last move of ``seat``. It goes
    by what everybody knows, since a refusal tells it."""
    take_back: Callable[[S, int, int], None] = _no_return
    """``(state, seat, at)``: make ``state`` again what it was before that move, but for the numbers of decisions, which
    are never used again, and with everything asked anew at ``at``. It folds, as ``apply`` does."""
    deal_anew: Callable[[S, Chance, int], list[Event]] | None = None
    """``(state, chance, now)``: give all that is unknown in ``state``, the projection of one viewer, a value that goes
    with what is known; nothing in a full state. ``None`` where a match goes on only from all that was there."""
    loses_on_time: bool = False
    """Whether a seat whose clock runs out leaves the game, instead of making its ``fallback`` move."""
    earlier: tuple[Game[Any], ...] = ()
    """The game by the rules of earlier versions. A match is played to its end, and replayed, by those it began with."""

    @property
    def allows_take_back(self) -> bool:
        """Whether there are moves that could ever be taken back."""
        return self.can_take_back is not _never

    @property
    def move_union(self) -> Any:
        """The tagged union of the game's moves, for decoding."""
        return Union[self.moves]  # noqa: UP007 - a union of a tuple


@cache
def _move_decoder(moves: tuple[type[msgspec.Struct], ...]) -> Callable[[bytes], Any]:
    """Made once: to convert to a union takes a hundred times as long, since ``msgspec`` keeps nothing of a union."""
    decode: Callable[[bytes], Any] = msgspec.json.Decoder(Union[moves]).decode  # noqa: UP007 - a union of a tuple
    return decode


def move_from(game: Game[Any], move: Any) -> Any:
    """A move struct of ``game``, as ``legal`` lists it, from any struct or JSON object that means it.

    Raises ``msgspec.ValidationError`` for what is no move, ``IllegalMove`` for a move in words that cannot be read.
    """
    if not isinstance(move, game.moves):
        move = _move_decoder(game.moves)(msgspec.json.encode(move))
    return game.canonical(move)


def game_by_rules(games: Mapping[str, Game[Any]], key: str, rules_version: int) -> Game[Any] | None:
    """The game ``key`` by the rules of that version; ``None`` where it is not known here."""
    game = games.get(key)
    versions = () if game is None else (game, *game.earlier)
    return next((version for version in versions if version.rules_version == rules_version), None)
