"""To which entry of each log a match returns where a seat takes back its last move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from domain.command import Command, Expire, Play, TakeBack
from domain.event import Event
from domain.game import Game
from domain.table import Match
from domain.table_events import MoveTakenBack
from events import keys
from events.codec import command_of, decode_commit
from events.store import Store
from events.viewer_logs import seen_of

Entries: TypeAlias = tuple[int, ...]
"""By seat, the public last; empty where there is nothing to return to."""

_AT_A_TIME = 500


class Returns:
    """What was moved so far in a match, commit by commit, but for what was taken back."""

    def __init__(self) -> None:
        self._entries: list[int] = []
        self._moves: list[tuple[int, Entries]] = []

    def record(self, command: Command, events: Sequence[Event], seats: int) -> None:
        """One more commit of a table with so many ``seats``."""
        if not self._entries:
            self._entries = [0] * (seats + 1)
        seat = command.decision.partition("-")[0] if isinstance(command, Play | Expire) else ""
        if seat in map(str, range(seats)):
            self._moves.append((int(seat), tuple(self._entries)))
        for event in events:
            if isinstance(event, MoveTakenBack):
                del self._moves[self._last(event.seat) :]
        for place in seen_of(events, len(self._entries)):
            self._entries[place] += 1

    def before_last_move(self, seat: int) -> Entries:
        """The entries before the last move of ``seat`` that still stands."""
        place = self._last(seat)
        return self._moves[place][1] if place < len(self._moves) else ()

    def _last(self, seat: int) -> int:
        own = [place for place, (mover, _) in enumerate(self._moves) if mover == seat]
        return own[-1] if own else len(self._moves)


def asker_of(match: Match[Any], command: TakeBack) -> int | None:
    """Whose move ``command`` may take back; ``None`` where it takes none back."""
    if command.action == "ask":
        return command.seat
    return match.take_back.seat if command.action == "allow" and match.take_back is not None else None


def returned_to(game: Game[Any], match: Match[Any], command: TakeBack, returns: Returns) -> Entries:
    """What ``command`` has to say of the entries to which the match returns."""
    seat = asker_of(match, command)
    possible = seat is not None and match.status == "running" and game.can_take_back(match.state, seat)
    return returns.before_last_move(seat) if possible and seat is not None else ()


def read_returns(store: Store, game: Game[Any], match: Match[Any], version: int) -> Returns:
    """From the stream up to ``version``; ``StoreFailure``."""
    returns = Returns()
    for stored in _commits(store, match.id, version):
        commit = decode_commit(game, stored)
        returns.record(command_of(commit), commit.events, len(match.seats))
    return returns


def _commits(store: Store, match_id: str, version: int) -> Iterable[bytes]:
    for first in range(1, version + 1, _AT_A_TIME):
        last = min(version, first + _AT_A_TIME - 1)
        for _, fields in store.call("xrange", keys.events(match_id), f"{first}-0", f"{last}-0"):
            yield fields[b"j"]
