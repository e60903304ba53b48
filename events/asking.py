"""What a player asks for: whether it may be asked for at all, and what is told where it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.command import AllowForking, Command, DrawOffer, Play, Prefer, Resign, TakeBack, TakeSeat, VacateSeat
from domain.event import Viewer
from domain.game import Game, move_from
from domain.playing import require_own
from domain.refusal import DecisionNotPending, NotSeated, NotYourSeat, Refusal
from domain.table import Match
from domain.view import match_view
from events.codec import Author, Loaded
from events.errors import IdempotencyKeyReused, MatchNotFound, NoMoreOfThat
from events.projections import place
from events.receipts import seat_of, viewer_of
from events.seat_table import admitted

Build: TypeAlias = Callable[[int | None], Command]
"""Makes a command for the seat of the player who asks; ``None`` for somebody without a seat."""

FULL_LOG = 2_000
"""Whoever has so many log entries may still play, but do no more of what can be done without end."""

_ENDLESS = (Prefer, AllowForking, DrawOffer, TakeBack, TakeSeat, VacateSeat)
_OF_A_SEAT = (Play, Prefer, AllowForking, Resign, DrawOffer, TakeBack)


class Asked(NamedTuple):
    """A command as one player asks for it, under the ``id`` by which a repeat is known."""

    match_id: str
    player_id: str
    command: Command
    id: str
    by: Author


def ask(game: Game[Any], match: Match[Any], player_id: str, build: Build) -> tuple[Command, Author]:
    """The command of ``player_id``, and who gives it: the player's seat, or the player for what is done to a table.

    Raises ``MatchNotFound``, ``NotYourSeat``, and what ``move_from`` raises.
    """
    seat = seat_of(match, player_id)
    command = build(seat)
    if match.visibility == "private" and not _may_know(match, player_id, command):
        raise MatchNotFound
    if not isinstance(command, _OF_A_SEAT):
        return command, player_id
    if seat is None:
        raise NotSeated("You do not sit at this table.")
    if command.seat != seat:
        raise NotYourSeat("This is not your seat.")
    if isinstance(command, Play):
        # Before anything looks for a receipt of the decision, which would be somebody else's.
        require_own(match, command)
        command = msgspec.structs.replace(command, move=move_from(game, command.move))
    return command, seat


def require_space(command: Command, loaded: Loaded[Any], by: Author) -> None:
    """``NoMoreOfThat`` for what could be done without end, where enough of it was done."""
    if isinstance(command, _ENDLESS) and loaded.entries[place(loaded, viewer_of(loaded.truth, by))] >= FULL_LOG:
        raise NoMoreOfThat("This match has seen too much of that already.")


def explain(refusal: Refusal, game: Game[Any], loaded: Loaded[Any], viewer: Viewer) -> None:
    """Add to ``refusal`` what the viewer needs to go on, taken from the viewer's own projection."""
    index = place(loaded, viewer)
    view = match_view(game, loaded.projections[index], viewer, loaded.entries[index])
    refusal.facts["pending"] = msgspec.to_builtins(view.pending)
    refusal.facts["game"] = loaded.truth.game


def used_otherwise(command: Command) -> Refusal:
    """The refusal of a command whose id stands for another one."""
    if isinstance(command, Play):
        return DecisionNotPending("This decision was answered with another move.")
    return IdempotencyKeyReused()


def _may_know(match: Match[Any], player_id: str, command: Command) -> bool:
    """Whether a private match may tell a player that it exists."""
    invite = command.invite if isinstance(command, TakeSeat) else None
    return player_id in admitted(match) or (invite is not None and any(seat.invite == invite for seat in match.seats))
