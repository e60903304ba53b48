"""What happens while a match runs: moves, preferences, the server's own acts, and seats that leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.command import AllowForking, Expire, GameWake, Play, Prefer, Resign
from domain.deciding import Deciding, find_pending, in_game, require_owed, require_playing, require_status
from domain.due import out_of_time
from domain.game import Decision, move_from
from domain.refusal import AlreadySo, NotYourSeat
from domain.table import Match
from domain.table_events import DrawOfferClosed, ForkingAllowed, PreferencesSet, Resigned, TimedOut
from domain.taking_back import close_take_back


def _prefer(deciding: Deciding, command: Prefer) -> None:
    game, match = deciding.game, deciding.match
    require_status(match, "open", "running")
    require_playing(match, command.seat)
    wish = msgspec.convert(command.preferences, game.Preferences)
    if match.status == "open" or not game.Preferences.__struct_fields__:
        deciding.record(PreferencesSet(command.seat, msgspec.to_builtins(wish)))
    else:
        deciding.played(in_game(game.prefer(match.state, command.seat, wish, deciding.chance, deciding.now)))


def require_own(match: Match[Any], command: Play) -> None:
    """``NotYourSeat`` for a decision of another seat, pending or not: whether it is may be a secret."""
    owner, _, _ = command.decision.partition("-")
    if owner != str(command.seat) and owner in map(str, range(len(match.seats))):
        raise NotYourSeat("This decision belongs to another seat.")


def _play(deciding: Deciding, command: Play) -> None:
    game, match = deciding.game, deciding.match
    require_own(match, command)
    decision = find_pending(game, match, command.decision)
    require_playing(match, command.seat)
    move = move_from(game, command.move)
    if move not in game.legal(match.state, decision):
        raise game.explain(match.state, decision, move)
    _answer(deciding, decision, move)


def _answer(deciding: Deciding, decision: Decision, move: Any) -> None:
    """Whoever moves lets the offers of the others pass."""
    for seat in [seat for seat in deciding.match.draw_offers if seat != decision.seat]:
        deciding.record(DrawOfferClosed(seat, "moved"))
    close_take_back(deciding)
    deciding.played(deciding.game.play(deciding.match.state, decision, move, deciding.chance, deciding.now))


def _expire(deciding: Deciding, command: Expire) -> None:
    game, match = deciding.game, deciding.match
    decision = find_pending(game, match, command.decision)
    require_owed(deciding, command)
    if game.loses_on_time and not match.seats[decision.seat].left:
        late = out_of_time(game, match, decision)
        # No order of seats decides who has lost where the time of all ends at once (R-11 is silent).
        if game.allows_draw_offers and all(seat.left or number in late for number, seat in enumerate(match.seats)):
            deciding.draw("drawn", late)
        else:
            _leave(deciding, TimedOut(decision.seat))
    else:
        _answer(deciding, decision, game.fallback(match.state, decision, deciding.chance))


def _game_wake(deciding: Deciding, command: GameWake) -> None:
    require_status(deciding.match, "running")
    require_owed(deciding, command)
    deciding.played(deciding.game.on_wake(deciding.match.state, deciding.chance, deciding.now))


def _resign(deciding: Deciding, command: Resign) -> None:
    match = deciding.match
    require_status(match, "running")
    require_playing(match, command.seat)
    _leave(deciding, Resigned(command.seat))


def _leave(deciding: Deciding, event: Resigned | TimedOut) -> None:
    match, seat = deciding.match, event.seat
    deciding.record(event)
    for offer in list(match.draw_offers):
        deciding.record(DrawOfferClosed(offer, "withdrawn" if offer == seat else "moved"))
    close_take_back(deciding)
    deciding.played(in_game(deciding.game.leave(match.state, seat, deciding.chance, deciding.now)))


def _allow_forking(deciding: Deciding, command: AllowForking) -> None:
    match = deciding.match
    require_status(match, "open", "running")
    require_playing(match, command.seat)
    if match.seats[command.seat].forking == command.allowed:
        raise AlreadySo("It is so already.")
    deciding.record(ForkingAllowed(command.seat, command.allowed))


DECIDE: dict[type[Any], Callable[[Deciding, Any], None]] = {
    Prefer: _prefer,
    AllowForking: _allow_forking,
    Play: _play,
    Expire: _expire,
    GameWake: _game_wake,
    Resign: _resign,
}
