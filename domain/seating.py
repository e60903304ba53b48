"""The table before the match: opening it, taking and leaving seats, starting and closing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.command import CancelTable, ExpireTable, OpenTable, StartMatch, TakeSeat, VacateSeat
from domain.deciding import Deciding, require_owed, require_seat, require_status
from domain.forking import take_over
from domain.game import Game, Inputs
from domain.refusal import (
    AlreadySeated,
    NotYourSeat,
    OptionsRefused,
    SeatEmpty,
    SeatsEmpty,
    SeatUnavailable,
    WrongInvite,
)
from domain.table import Match
from domain.table_events import MatchStarted, SeatReleased, SeatTaken, SeatVacated, TableCancelled, TableOpened

UNSTARTED_TABLE_MS = 24 * 60 * 60 * 1000
"""An unstarted table closes after this time."""


def _require_offers(game: Game[Any], command: OpenTable) -> None:
    """``OptionsRefused`` for a table that could never be filled, or never be played."""
    kinds = {kind.key for kind in game.catalogue.decisions}
    if not kinds.issuperset(command.clock):
        raise OptionsRefused(f"A clock names an unknown kind of decision; known are {', '.join(sorted(kinds))}.")
    if not 0 <= command.bot_delay_ms.min <= command.bot_delay_ms.max:
        raise OptionsRefused("The least delay of a bot is longer than the longest.")
    kept_for = [offer.player for offer in command.seats if offer.kind == "reserved"]
    if None in kept_for or len(set(kept_for)) < len(kept_for):
        raise OptionsRefused("A reserved seat is kept for one player, and a player has one seat.")
    for offer, invite in zip(command.seats, command.invites, strict=True):
        if (offer.kind == "invited") != (invite is not None):
            raise OptionsRefused("An invited seat has a code, and no other seat has.")
        if offer.kind == "bot" and offer.bot not in game.bots:
            raise OptionsRefused(f"There is no such bot; known are {', '.join(sorted(game.bots))}.")


def _require_host(match: Match[Any], player: str) -> None:
    if match.host != player:
        raise NotYourSeat("Only the host of the table may do this.")


def _start(deciding: Deciding, command: OpenTable | TakeSeat | StartMatch) -> None:
    game, match = deciding.game, deciding.match
    options = msgspec.convert(match.options, game.Options)
    bots = tuple(i for i, seat in enumerate(match.seats) if seat.offer.kind == "bot")
    preferences = [seat.preferences for seat in match.seats]
    known = command.records
    records = tuple(known.get(seat.player or "", (0, 0)) for seat in match.seats) if known else ()
    deciding.record(MatchStarted(bots, records))
    if deciding.keyed is not None:
        deciding.chance = deciding.keyed(match)
    if match.origin is None:
        deciding.played(game.setup(match.state, options, Inputs(bots, records), deciding.chance, deciding.now))
    else:
        assert command.history is not msgspec.UNSET, "the server knows the other match"
        take_over(deciding, command.history)
        # What others had preferred there is not for those who sit here now.
        preferences = [{} if wish is None else wish for wish in preferences]
    for number, preference in enumerate(preferences):
        if preference is not None and match.status == "running":
            wish = msgspec.convert(preference, game.Preferences)
            deciding.played(game.prefer(match.state, number, wish, deciding.chance, deciding.now))


def _start_when_full(deciding: Deciding, command: OpenTable | TakeSeat) -> None:
    match = deciding.match
    if match.start == "full" and all(seat.filled for seat in match.seats):
        _start(deciding, command)


def _open_table(deciding: Deciding, command: OpenTable) -> None:
    game, seats = deciding.game, command.seats
    if len(seats) not in game.seats:
        raise OptionsRefused(
            f"{game.catalogue.title} is played by {game.seats[0]} to {game.seats[-1]} seats, not {len(seats)}."
        )
    _require_offers(game, command)
    options = game.resolve(msgspec.convert(command.options, game.Options), len(seats))
    deciding.record(
        TableOpened(
            match=command.match,
            game=command.game,
            rules_version=game.rules_version,
            options=msgspec.to_builtins(options),
            seats=seats,
            invites=command.invites,
            host=command.host,
            visibility=command.visibility,
            start=command.start,
            clock=command.clock,
            bot_delay_ms=command.bot_delay_ms,
            expires_at=deciding.now + UNSTARTED_TABLE_MS,
            commitment=command.commitment,
            origin=None if command.origin is msgspec.UNSET else command.origin,
        )
    )
    for number, offer in enumerate(seats):
        if offer.kind == "reserved" and offer.player == command.host:
            deciding.record(SeatTaken(number, command.host, command.entropy))
            break
    _start_when_full(deciding, command)


def _may_take(match: Match[Any], number: int, command: TakeSeat) -> bool:
    seat = match.seats[number]
    if seat.filled:
        return False
    if seat.offer.kind == "reserved":
        return seat.offer.player == command.player
    if seat.offer.kind == "invited":
        return command.invite is not None and seat.invite == command.invite
    return match.visibility != "private" or command.player == match.host


def _take_seat(deciding: Deciding, command: TakeSeat) -> None:
    match = deciding.match
    require_status(match, "open")
    if any(seat.player == command.player for seat in match.seats):
        raise AlreadySeated("You already sit at this table.")
    if command.seat is not None:
        require_seat(len(match.seats), command.seat)
    # A code opens its own seat, so it is tried before seats that are open to all.
    numbers = range(len(match.seats)) if command.seat is None else (command.seat,)
    allowed = [number for number in numbers if _may_take(match, number, command)]
    if not allowed:
        if command.invite is not None and not any(match.seats[number].invite == command.invite for number in numbers):
            raise WrongInvite("This code opens no such seat.")
        raise SeatUnavailable("This seat is taken, or kept for somebody else." if command.seat is not None
                              else "There is no seat left that you may take.")  # fmt: skip
    allowed.sort(key=lambda number: (match.seats[number].offer.kind == "open", number))
    deciding.record(SeatTaken(allowed[0], command.player, command.entropy))
    _start_when_full(deciding, command)


def _vacate_seat(deciding: Deciding, command: VacateSeat) -> None:
    match = deciding.match
    require_status(match, "open")
    require_seat(len(match.seats), command.seat)
    seat = match.seats[command.seat]
    holder = seat.player or seat.offer.player
    if holder is None:
        raise SeatEmpty("Nobody sits there.")
    own = holder == command.player
    if not own:
        _require_host(match, command.player)
    if seat.player is None:
        deciding.record(SeatReleased(command.seat, "declined" if own else "withdrawn"))
    else:
        deciding.record(SeatVacated(command.seat, "left" if own else "kicked"))


def _start_match(deciding: Deciding, command: StartMatch) -> None:
    match = deciding.match
    require_status(match, "open")
    _require_host(match, command.player)
    empty = [number for number, seat in enumerate(match.seats) if not seat.filled]
    if empty:
        raise SeatsEmpty("Not every seat is taken yet.", empty_seats=empty)
    _start(deciding, command)


def _cancel_table(deciding: Deciding, command: CancelTable) -> None:
    require_status(deciding.match, "open")
    _require_host(deciding.match, command.player)
    deciding.record(TableCancelled("host"))


def _expire_table(deciding: Deciding, command: ExpireTable) -> None:
    require_status(deciding.match, "open")
    require_owed(deciding, command)
    deciding.record(TableCancelled("expired"))


DECIDE: dict[type[Any], Callable[[Deciding, Any], None]] = {
    OpenTable: _open_table,
    TakeSeat: _take_seat,
    VacateSeat: _vacate_seat,
    StartMatch: _start_match,
    CancelTable: _cancel_table,
    ExpireTable: _expire_table,
}
