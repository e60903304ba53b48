"""The life of a match: every command as a value, what it leads to, and what the server itself owes the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain.chance import Chance
from domain.event import Event
from domain.game import Decision, Game, Inputs
from domain.refusal import DecisionNotPending, NotYourSeat, OptionsRefused, SeatUnavailable, WrongPhase
from domain.table import (
    BotDelay,
    DrawOfferClosed,
    DrawOffered,
    Match,
    MatchEnded,
    MatchStarted,
    PreferencesSet,
    Resigned,
    SeatOffer,
    SeatTaken,
    SeatVacated,
    StartWhen,
    TableCancelled,
    TableOpened,
    Visibility,
    fold,
)

UNSTARTED_TABLE_MS = 24 * 60 * 60 * 1000
"""An unstarted table closes after this time."""


class OpenTable(msgspec.Struct, frozen=True, tag="open_table"):
    """``options``: as given, checked and filled in by the game. ``invites``: per seat the SHA-256 of its code, or ``None``."""

    match: str
    game: str
    options: dict[str, Any]
    seats: tuple[SeatOffer, ...]
    invites: tuple[str | None, ...]
    host: str
    visibility: Visibility
    start: StartWhen
    clock: dict[str, int]
    bot_delay_ms: BotDelay
    commitment: str
    entropy: str | None = None


class TakeSeat(msgspec.Struct, frozen=True, tag="take_seat"):
    """``seat``: a number, or ``None`` for the first that this player may have. ``invite``: SHA-256 of the code shown."""

    player: str
    seat: int | None = None
    invite: str | None = None
    entropy: str | None = None


class VacateSeat(msgspec.Struct, frozen=True, tag="vacate_seat"):
    """A player leaves, or the host kicks, before the start."""

    player: str
    seat: int


class StartMatch(msgspec.Struct, frozen=True, tag="start_match"):
    player: str
    records: tuple[tuple[int, int], ...] = ()


class CancelTable(msgspec.Struct, frozen=True, tag="cancel_table"):
    player: str


class ExpireTable(msgspec.Struct, frozen=True, tag="expire_table"):
    pass


class Prefer(msgspec.Struct, frozen=True, tag="prefer"):
    seat: int
    preferences: dict[str, Any]


class Play(msgspec.Struct, frozen=True, tag="play"):
    """``move``: one of the game's move structs, or its JSON object."""

    seat: int
    decision: str
    move: Any


class Expire(msgspec.Struct, frozen=True, tag="expire"):
    """The server answers for a seat that is out of time or has left."""

    decision: str


class GameWake(msgspec.Struct, frozen=True, tag="game_wake"):
    """A time window of the game's own has come to its end."""


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    seat: int


class DrawOffer(msgspec.Struct, frozen=True, tag="draw_offer"):
    """``offer`` agrees where all others have offered; ``decline`` closes the others' offers."""

    seat: int
    action: Literal["offer", "withdraw", "decline"]


Command: TypeAlias = (
    OpenTable
    | TakeSeat
    | VacateSeat
    | StartMatch
    | CancelTable
    | ExpireTable
    | Prefer
    | Play
    | Expire
    | GameWake
    | Resign
    | DrawOffer
)


class _Deciding:
    """A copy of a match that is advanced by recording what a command leads to."""

    __slots__ = ("chance", "events", "game", "match", "now")

    def __init__(self, game: Game[Any], match: Match[Any], chance: Chance, now: int) -> None:
        self.game = game
        self.match = match
        self.chance = chance
        self.now = now
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
        raise WrongPhase(f"The match is {match.status}; this needs it to be {' or '.join(allowed)}.", status=match.status)


def _require_host(match: Match[Any], player: str) -> None:
    if match.host != player:
        raise NotYourSeat("Only the host of the table may do this.")


def _start(deciding: _Deciding, records: tuple[tuple[int, int], ...]) -> None:
    game, match = deciding.game, deciding.match
    options = msgspec.convert(match.options, game.Options)
    bots = tuple(i for i, seat in enumerate(match.seats) if seat.offer.kind == "bot")
    preferences = [seat.preferences for seat in match.seats]
    deciding.record(MatchStarted(bots, records))
    deciding.played(game.setup(match.state, options, Inputs(bots, records), deciding.chance, deciding.now))
    for number, preference in enumerate(preferences):
        if preference is not None and match.status == "running":
            wish = msgspec.convert(preference, game.Preferences)
            deciding.played(game.prefer(match.state, number, wish, deciding.chance, deciding.now))


def _start_when_full(deciding: _Deciding) -> None:
    match = deciding.match
    if match.start == "full" and all(seat.filled for seat in match.seats):
        _start(deciding, ())


def _open_table(deciding: _Deciding, command: OpenTable) -> None:
    game, seats = deciding.game, command.seats
    if len(seats) not in game.seats:
        raise OptionsRefused(
            f"{game.catalogue.title} is played by {game.seats[0]} to {game.seats[-1]} seats, not {len(seats)}."
        )
    kinds = {kind.key for kind in game.catalogue.decisions}
    for kind in command.clock:
        if kind not in kinds:
            raise OptionsRefused(f"A clock names an unknown kind of decision; known are {', '.join(sorted(kinds))}.")
    for offer in seats:
        if offer.kind == "bot" and offer.bot not in game.bots:
            raise OptionsRefused(f"There is no such bot; known are {', '.join(sorted(game.bots))}.")
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
    if command.seat is not None and command.seat >= len(match.seats):
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
    player = match.seats[command.seat].player if command.seat < len(match.seats) else None
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
    deciding.record(TableCancelled("expired"))


def _prefer(deciding: _Deciding, command: Prefer) -> None:
    game, match = deciding.game, deciding.match
    _require(match, "open", "running")
    if match.status == "open":
        deciding.record(PreferencesSet(command.seat, command.preferences))
    else:
        wish = msgspec.convert(command.preferences, game.Preferences)
        deciding.played(game.prefer(match.state, command.seat, wish, deciding.chance, deciding.now))


def move_from(game: Game[Any], move: Any) -> Any:
    """A move struct of ``game`` from itself or its JSON object; ``msgspec.ValidationError`` for anything else."""
    return move if isinstance(move, game.moves) else msgspec.convert(move, game.move_union)


def _play(deciding: _Deciding, command: Play) -> None:
    game, match = deciding.game, deciding.match
    decision = find_pending(game, match, command.decision)
    if decision.seat != command.seat:
        raise NotYourSeat("This decision belongs to another seat.")
    move = move_from(game, command.move)
    if move not in game.legal(match.state, decision):
        raise game.explain(match.state, decision, move)
    for seat in [seat for seat in match.draw_offers if seat != command.seat]:
        deciding.record(DrawOfferClosed(seat, "moved"))
    deciding.played(game.play(match.state, decision, move, deciding.chance, deciding.now))


def _expire(deciding: _Deciding, command: Expire) -> None:
    game, state = deciding.game, deciding.match.state
    decision = find_pending(game, deciding.match, command.decision)
    move = game.fallback(state, decision, deciding.chance)
    deciding.played(game.play(state, decision, move, deciding.chance, deciding.now))


def _game_wake(deciding: _Deciding, command: GameWake) -> None:
    _require(deciding.match, "running")
    deciding.played(deciding.game.on_wake(deciding.match.state, deciding.chance, deciding.now))


def _resign(deciding: _Deciding, command: Resign) -> None:
    match = deciding.match
    _require(match, "running")
    if match.seats[command.seat].left:
        raise WrongPhase("This seat has already resigned.")
    deciding.record(Resigned(command.seat))
    for seat in list(match.draw_offers):
        deciding.record(DrawOfferClosed(seat, "withdrawn" if seat == command.seat else "moved"))
    deciding.played(deciding.game.leave(match.state, command.seat, deciding.chance, deciding.now))


def _draw_offer(deciding: _Deciding, command: DrawOffer) -> None:
    match, seat = deciding.match, command.seat
    _require(match, "running")
    if not deciding.game.allows_draw_offers:
        raise WrongPhase(f"{deciding.game.catalogue.title} cannot end in a draw.")
    if command.action == "offer":
        if seat in match.draw_offers:
            raise WrongPhase("Your offer already stands.")
        deciding.record(DrawOffered(seat))
        if all(other in match.draw_offers or match.seats[other].left for other in range(len(match.seats))):
            deciding.record(MatchEnded((1,) * len(match.seats), "agreed"))
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
    game: Game[Any], match: Match[Any], command: Command, chance: Chance, now: int
) -> tuple[list[Event], Match[Any]]:
    """What ``command`` leads to at ``now``: the events, and a copy of ``match`` advanced by them.

    ``match`` itself is left as it is; a ``Refusal`` is raised before anything counts. ``match`` is ``Match()`` for
    ``OpenTable``.
    """
    deciding = _Deciding(game, match.copy(), chance, now)
    _DECIDE[type(command)](deciding, command)
    return deciding.events, deciding.match


class Due(NamedTuple):
    """Something that the server owes the match at ``at``. ``bot``: the decision that a bot answers, else ``command``."""

    at: int
    command: Command | None
    bot: Decision | None = None


def _obligations(game: Game[Any], match: Match[Any], chance: Chance) -> Iterator[Due]:
    if match.status == "open":
        yield Due(match.expires_at, ExpireTable())
    if match.status != "running":
        return
    for decision in game.pending(match.state):
        # What nobody waits for ends with what made it possible: a choice that may still be changed, an open answer.
        if not decision.required:
            continue
        seat = match.seats[decision.seat]
        if seat.left:
            yield Due(decision.since, Expire(decision.id))
        elif seat.offer.kind == "bot":
            yield Due(decision.since + _bot_delay(match, decision, chance), None, decision)
        elif decision.kind in match.clock:
            yield Due(decision.since + match.clock[decision.kind], Expire(decision.id))
    window = game.wake(match.state)
    if window is not None:
        yield Due(window, GameWake())


def _bot_delay(match: Match[Any], decision: Decision, chance: Chance) -> int:
    delay = match.bot_delay_ms
    return delay.min + chance.below(delay.max - delay.min + 1, f"bot-delay/{decision.id}")


def next_due(game: Game[Any], match: Match[Any], chance: Chance) -> Due | None:
    """The first thing that the server owes the match, from the truth; its time is the match's wake."""
    return min(_obligations(game, match, chance), key=lambda due: due.at, default=None)


def deadline(match: Match[Any], decision: Decision) -> int | None:
    """When ``decision`` ends by itself: by a rule of the game or by the table's clock, whichever is first."""
    limit = match.clock.get(decision.kind)
    ends = [at for at in (decision.deadline, None if limit is None else decision.since + limit) if at is not None]
    return min(ends, default=None)
