"""The life of a match: every command as a value, what it leads to, and what the server itself owes the match."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Union

import msgspec

from domain.chance import Chance
from domain.command import (
    CancelTable,
    Command,
    DrawOffer,
    Expire,
    ExpireTable,
    GameWake,
    OpenTable,
    Play,
    Prefer,
    Resign,
    StartMatch,
    TakeSeat,
    VacateSeat,
)
from domain.due import obligations
from domain.event import Event
from domain.game import Decision, Game, Inputs
from domain.refusal import DecisionNotPending, NotYourSeat, OptionsRefused, SeatUnavailable, WrongPhase
from domain.table import (
    DrawOfferClosed,
    DrawOffered,
    Match,
    MatchEnded,
    MatchStarted,
    PreferencesSet,
    Resigned,
    SeatTaken,
    SeatVacated,
    TableCancelled,
    TableOpened,
    TimedOut,
    fold,
)

UNSTARTED_TABLE_MS = 24 * 60 * 60 * 1000
"""An unstarted table closes after this time."""


class _Deciding:
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
                self.record(MatchEnded(ranks, "played"))


def pending(game: Game[Any], match: Match[Any]) -> list[Decision]:
    """Who may decide what, now: empty unless the match runs."""
    return list(game.pending(match.state)) if match.status == "running" else []


def find_pending(game: Game[Any], match: Match[Any], decision_id: str) -> Decision:
    """The pending decision with this id; ``DecisionNotPending`` where there is none."""
    for decision in pending(game, match):
        if decision.id == decision_id:
            return decision
    raise DecisionNotPending("This decision is no longer pending.")


def _require(match: Match[Any], *allowed: str) -> None:
    if match.status not in allowed:
        needed = " or ".join(allowed)
        raise WrongPhase(f"The match is {match.status}; this needs it to be {needed}.", status=match.status)


def _require_playing(match: Match[Any], seat: int) -> None:
    if match.seats[seat].left:
        raise WrongPhase("This seat has resigned.")


def _in_game(events: list[Event]) -> list[Event]:
    """What a game does for a seat; it does nothing for one that is out."""
    if not events:
        raise WrongPhase("This seat is out of the game.")
    return events


def _require_host(match: Match[Any], player: str) -> None:
    if match.host != player:
        raise NotYourSeat("Only the host of the table may do this.")


def _require_owed(deciding: _Deciding, command: Command) -> None:
    """The server does nothing of its own before its time."""
    owed = obligations(deciding.game, deciding.match, deciding.chance)
    if not any(due.command == command and due.at <= deciding.now for due in owed):
        raise WrongPhase("The time for this has not come.")


def _start(deciding: _Deciding, records: tuple[tuple[int, int], ...]) -> None:
    game, match = deciding.game, deciding.match
    options = msgspec.convert(match.options, game.Options)
    bots = tuple(i for i, seat in enumerate(match.seats) if seat.offer.kind == "bot")
    preferences = [seat.preferences for seat in match.seats]
    deciding.record(MatchStarted(bots, records))
    if deciding.keyed is not None:
        deciding.chance = deciding.keyed(match)
    deciding.played(game.setup(match.state, options, Inputs(bots, records), deciding.chance, deciding.now))
    for number, preference in enumerate(preferences):
        if preference is not None and match.status == "running":
            wish = msgspec.convert(preference, game.Preferences)
            deciding.played(game.prefer(match.state, number, wish, deciding.chance, deciding.now))


def _start_when_full(deciding: _Deciding) -> None:
    match = deciding.match
    if match.start == "full" and all(seat.filled for seat in match.seats):
        _start(deciding, ())


def _require_offers(game: Game[Any], command: OpenTable) -> None:
    """A table that could never be filled, or never be played, is not opened."""
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


def _open_table(deciding: _Deciding, command: OpenTable) -> None:
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
        )
    )
    for number, offer in enumerate(seats):
        if offer.kind == "reserved" and offer.player == command.host:
            deciding.record(SeatTaken(number, command.host, command.entropy))
            break
    _start_when_full(deciding)


def _may_take(match: Match[Any], number: int, command: TakeSeat) -> bool:
    seat = match.seats[number]
    if seat.filled:
        return False
    if seat.offer.kind == "reserved":
        return seat.offer.player == command.player
    if seat.offer.kind == "invited":
        return command.invite is not None and seat.invite == command.invite
    return match.visibility != "private" or command.player == match.host


def _take_seat(deciding: _Deciding, command: TakeSeat) -> None:
    match = deciding.match
    _require(match, "open")
    if any(seat.player == command.player for seat in match.seats):
        raise SeatUnavailable("You already sit at this table.")
    if command.seat is not None and not 0 <= command.seat < len(match.seats):
        raise SeatUnavailable(f"This table has {len(match.seats)} seats, counted from 0.")
    # A code opens its own seat, so it is tried before seats that are open to all.
    numbers = range(len(match.seats)) if command.seat is None else (command.seat,)
    allowed = [number for number in numbers if _may_take(match, number, command)]
    if not allowed:
        raise SeatUnavailable("This seat is taken, or kept for somebody else." if command.seat is not None
                              else "There is no seat left that you may take.")  # fmt: skip
    allowed.sort(key=lambda number: (match.seats[number].offer.kind == "open", number))
    deciding.record(SeatTaken(allowed[0], command.player, command.entropy))
    _start_when_full(deciding)


def _vacate_seat(deciding: _Deciding, command: VacateSeat) -> None:
    match = deciding.match
    _require(match, "open")
    player = match.seats[command.seat].player if 0 <= command.seat < len(match.seats) else None
    if player is None:
        raise SeatUnavailable("Nobody sits there.")
    if player != command.player:
        _require_host(match, command.player)
    deciding.record(SeatVacated(command.seat, "left" if player == command.player else "kicked"))


def _start_match(deciding: _Deciding, command: StartMatch) -> None:
    match = deciding.match
    _require(match, "open")
    _require_host(match, command.player)
    empty = [number for number, seat in enumerate(match.seats) if not seat.filled]
    if empty:
        raise WrongPhase("Not every seat is taken yet.", empty_seats=empty)
    _start(deciding, command.records)


def _cancel_table(deciding: _Deciding, command: CancelTable) -> None:
    _require(deciding.match, "open")
    _require_host(deciding.match, command.player)
    deciding.record(TableCancelled("host"))


def _expire_table(deciding: _Deciding, command: ExpireTable) -> None:
    _require(deciding.match, "open")
    _require_owed(deciding, command)
    deciding.record(TableCancelled("expired"))


def _prefer(deciding: _Deciding, command: Prefer) -> None:
    game, match = deciding.game, deciding.match
    _require(match, "open", "running")
    _require_playing(match, command.seat)
    wish = msgspec.convert(command.preferences, game.Preferences)
    if match.status == "open":
        deciding.record(PreferencesSet(command.seat, msgspec.to_builtins(wish)))
    else:
        deciding.played(_in_game(game.prefer(match.state, command.seat, wish, deciding.chance, deciding.now)))


@cache
def _holder(moves: tuple[type[msgspec.Struct], ...]) -> Any:
    return msgspec.defstruct("AnyMove", [("move", Union[moves])])  # noqa: UP007


def move_from(game: Game[Any], move: Any) -> Any:
    """A move struct of ``game``, as ``legal`` lists it, from any struct or JSON object that means it.

    Raises ``msgspec.ValidationError`` for what is no move, ``IllegalMove`` for a move in words that cannot be read.
    """
    if not isinstance(move, game.moves):
        # msgspec prepares a union anew at every conversion, and a struct that holds it only once.
        move = msgspec.convert({"move": move}, _holder(game.moves)).move
    return game.canonical(move)


def require_own(match: Match[Any], command: Play) -> None:
    """``NotYourSeat`` for a decision of another seat, pending or not: whether it is may be a secret."""
    owner, _, _ = command.decision.partition("-")
    if owner != str(command.seat) and owner in map(str, range(len(match.seats))):
        raise NotYourSeat("This decision belongs to another seat.")


def _play(deciding: _Deciding, command: Play) -> None:
    game, match = deciding.game, deciding.match
    require_own(match, command)
    decision = find_pending(game, match, command.decision)
    _require_playing(match, command.seat)
    move = move_from(game, command.move)
    if move not in game.legal(match.state, decision):
        raise game.explain(match.state, decision, move)
    _answer(deciding, decision, move)


def _answer(deciding: _Deciding, decision: Decision, move: Any) -> None:
    """Whoever moves lets the offers of the others pass."""
    for seat in [seat for seat in deciding.match.draw_offers if seat != decision.seat]:
        deciding.record(DrawOfferClosed(seat, "moved"))
    deciding.played(deciding.game.play(deciding.match.state, decision, move, deciding.chance, deciding.now))


def _expire(deciding: _Deciding, command: Expire) -> None:
    game, match = deciding.game, deciding.match
    decision = find_pending(game, match, command.decision)
    _require_owed(deciding, command)
    if game.loses_on_time and not match.seats[decision.seat].left:
        _leave(deciding, TimedOut(decision.seat))
    else:
        _answer(deciding, decision, game.fallback(match.state, decision, deciding.chance))


def _game_wake(deciding: _Deciding, command: GameWake) -> None:
    _require(deciding.match, "running")
    _require_owed(deciding, command)
    deciding.played(deciding.game.on_wake(deciding.match.state, deciding.chance, deciding.now))


def _resign(deciding: _Deciding, command: Resign) -> None:
    match = deciding.match
    _require(match, "running")
    _require_playing(match, command.seat)
    _leave(deciding, Resigned(command.seat))


def _leave(deciding: _Deciding, event: Resigned | TimedOut) -> None:
    match, seat = deciding.match, event.seat
    deciding.record(event)
    for offer in list(match.draw_offers):
        deciding.record(DrawOfferClosed(offer, "withdrawn" if offer == seat else "moved"))
    deciding.played(_in_game(deciding.game.leave(match.state, seat, deciding.chance, deciding.now)))


def _draw_offer(deciding: _Deciding, command: DrawOffer) -> None:
    match, seat = deciding.match, command.seat
    _require(match, "running")
    _require_playing(match, seat)
    if not deciding.game.allows_draw_offers:
        raise WrongPhase(f"{deciding.game.catalogue.title} cannot end in a draw.")
    if command.action == "offer":
        if seat in match.draw_offers:
            raise WrongPhase("Your offer already stands.")
        deciding.record(DrawOffered(seat))
        stayed = [other for other, place in enumerate(match.seats) if not place.left]
        if set(stayed) <= set(match.draw_offers):
            last = len(stayed) + 1
            ranks = tuple(last if place.left else 1 for place in match.seats)
            deciding.record(MatchEnded(ranks, "agreed"))
        return
    closed = [other for other in match.draw_offers if (other == seat) == (command.action == "withdraw")]
    if not closed:
        raise WrongPhase("There is no such offer.")
    for other in closed:
        deciding.record(DrawOfferClosed(other, "withdrawn" if command.action == "withdraw" else "declined"))


_DECIDE: dict[type[Any], Callable[[_Deciding, Any], None]] = {
    OpenTable: _open_table,
    TakeSeat: _take_seat,
    VacateSeat: _vacate_seat,
    StartMatch: _start_match,
    CancelTable: _cancel_table,
    ExpireTable: _expire_table,
    Prefer: _prefer,
    Play: _play,
    Expire: _expire,
    GameWake: _game_wake,
    Resign: _resign,
    DrawOffer: _draw_offer,
}


def decide(
    game: Game[Any],
    match: Match[Any],
    command: Command,
    chance: Chance,
    now: int,
    *,
    keyed: Callable[[Match[Any]], Chance] | None = None,
) -> tuple[list[Event], Match[Any]]:
    """What ``command`` leads to at ``now``: the events, and a copy of ``match`` advanced by them.

    ``match`` itself is left as it is; a ``Refusal`` is raised before anything counts. ``match`` is ``Match()`` for
    ``OpenTable``. ``keyed``: the chance of a match that starts now, whose key depends on what each seat has added;
    without it ``chance`` serves the start, too.
    """
    deciding = _Deciding(game, match.copy(), chance, now, keyed)
    _DECIDE[type(command)](deciding, command)
    return deciding.events, deciding.match
