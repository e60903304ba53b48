"""A match that is being advanced by one command, and what commands require of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from domain.chance import Chance
from domain.command import Command
from domain.due import obligations
from domain.event import Event
from domain.game import Decision, Game
from domain.refusal import DecisionNotPending, NoSuchSeat, SeatOut, WrongPhase
from domain.table import Match, fold
from domain.table_events import MatchEnded, TimedOut


class Deciding:
    """A copy of a match that is advanced by recording what a command leads to."""

    __slots__ = ("chance", "events", "game", "keyed", "match", "now")

    def __init__(
        self, game: Game[Any], match: Match[Any], chance: Chance, now: int, keyed: Callable[[Match[Any]], Chance] | None
    ) -> None:
        self.game = game
        self.match = match
        self.chance = chance
        self.now = now
        self.keyed = keyed
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        fold(self.game, self.match, [event], self.now)
        self.events.append(event)

    def played(self, events: list[Event]) -> None:
        """Take over what the game has recorded on its own state, and end the match where the game is over."""
        self.match.at = self.now
        self.events.extend(events)
        if self.match.status == "running":
            ranks = self.game.outcome(self.match.state)
            if ranks is not None:
                # Where nobody can draw, all in the first rank have won together.
                drawn = self.game.allows_draw_offers and set(ranks) == {1}
                self.record(MatchEnded(ranks, "drawn" if drawn else "played"))

    def draw(self, reason: Literal["drawn", "agreed"], late: Iterable[int] = ()) -> None:
        """End the match without a winner; whoever has left before is last. ``late``: who is out of time now."""
        seats = self.match.seats
        last = 1 + sum(not seat.left for seat in seats)
        ranks = tuple(last if seat.left else 1 for seat in seats)
        for number in late:
            self.record(TimedOut(number))
        self.record(MatchEnded(ranks, reason))


def pending(game: Game[Any], match: Match[Any]) -> list[Decision]:
    """Who may decide what, now: empty unless the match runs."""
    return list(game.pending(match.state)) if match.status == "running" else []


def find_pending(game: Game[Any], match: Match[Any], decision_id: str) -> Decision:
    """The pending decision with this id; ``DecisionNotPending`` where there is none."""
    for decision in pending(game, match):
        if decision.id == decision_id:
            return decision
    raise DecisionNotPending("This decision is not pending.")


def require_status(match: Match[Any], *allowed: str) -> None:
    if match.status not in allowed:
        needed = " or ".join(allowed)
        raise WrongPhase(f"The match is {match.status}; this needs it to be {needed}.", status=match.status)


def require_seat(seats: int, number: int) -> None:
    """``NoSuchSeat`` for a number beyond a table of so many ``seats``."""
    if not 0 <= number < seats:
        raise NoSuchSeat(f"This table has {seats} seats, counted from 0.")


def require_playing(match: Match[Any], seat: int) -> None:
    if match.seats[seat].left:
        raise SeatOut("This seat has left the game.")


def in_game(events: list[Event]) -> list[Event]:
    """What a game does for a seat; it does nothing for one that is out."""
    if not events:
        raise SeatOut("This seat is out of the game.")
    return events


def require_owed(deciding: Deciding, command: Command) -> None:
    """The server does nothing of its own before its time."""
    owed = obligations(deciding.game, deciding.match, deciding.chance)
    if not any(due.command == command and due.at <= deciding.now for due in owed):
        raise WrongPhase("The time for this has not come.")
