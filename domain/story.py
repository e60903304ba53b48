"""The story of a match: each event as one English line for one viewer.

A line is written for nobody in particular: ``{seat:2}`` stands for a seat, and in ``[draws|draw]`` the second word is
taken where the last seat before it is the viewer's. Telling it turns the viewer's own seat into "you"; the names of the
other seats are filled in when somebody reads the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from domain import table_events as tb
from domain.event import Event, Viewer
from domain.game import Game

Line: TypeAlias = Callable[[Any], str | None]
"""An event, possibly redacted → its line; ``None`` where there is nothing to tell."""

_MARK = re.compile(r"\{seat:(\d+)\}('s)?|\[([^|\]]*)\|([^|\]]*)\]")
_PLACE = re.compile(r"\{seat:(\d+)\}")


def silent(event: Event) -> None:
    """The line of an event that is not worth one, such as a mere question."""


def seat(number: int) -> str:
    """The place of a seat's name in a text."""
    return f"{{seat:{number}}}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """``items`` as a list in words; the empty text for none."""
    *others, final = list(items) or [""]
    return f"{', '.join(others)} {last} {final}" if others else final


def seats(numbers: Iterable[int], last: str = "and") -> str:
    """The places of several names."""
    return listed(map(seat, numbers), last)


def counted(count: int, one: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"1 {one}" if count == 1 else f"{count} {one}s"


def addressed(line: str, viewer: Viewer) -> str:
    """``line`` as it is told to ``viewer``; ``None`` is nobody at the table."""
    own, last = str(viewer), ""

    def told(mark: re.Match[str]) -> str:
        nonlocal last
        number, possessive, others, mine = mark.groups()
        if number is None:
            return mine if last == own else others
        last = number
        if number != own:
            return mark[0]
        return "your" if possessive else "you"

    text = _MARK.sub(told, line)
    return text[:1].upper() + text[1:]


def tell(game: Game[Any], event: Event, viewer: Viewer) -> str | None:
    """``event``, as somebody has seen it, in a line for ``viewer``; ``None`` where there is nothing to tell."""
    line = (TABLE_STORY.get(type(event)) or game.story[type(event)])(event)
    return None if line is None else addressed(line, viewer)


def story(game: Game[Any], events: Iterable[Event], viewer: Viewer) -> list[str]:
    """The lines for ``viewer`` of what it has seen of ``events``, with ``{seat:n}`` for the names of other seats."""
    return [line for event in events if (line := tell(game, event, viewer)) is not None]


def named(line: str, names: Sequence[str | None]) -> str:
    """``line`` with the names of the seats, filled in all at once, so that nothing in a name is taken for a place."""

    def name(place: re.Match[str]) -> str:
        # A log from elsewhere may name seats that its table does not have.
        known = names[int(place[1])] if len(place[1]) < 3 and int(place[1]) < len(names) else None
        return known or f"Seat {place[1]}"

    return _PLACE.sub(name, line)


_CANCELLED = {
    "host": "The host closes the table.",
    "expired": "The table closes, because the match has not been started in time.",
}
_VACATED = {"left": "is free again", "kicked": "is free again, by the will of the host"}
_RELEASED = {
    "declined": "is open, because the player for whom it was kept declines",
    "withdrawn": "is kept for nobody any more, by the will of the host",
}
_OFFERS = {
    "withdrawn": lambda event: f"{seat(event.seat)} [withdraws|withdraw] the offer of a draw.",
    "declined": lambda event: f"{seat(event.seat)}'s offer of a draw is declined.",
    "moved": lambda event: f"{seat(event.seat)}'s offer of a draw has lapsed.",
}
_FORKING = {
    True: "[allows|allow] forks of this match while it is played",
    False: "no longer [allows|allow] forks of this match while it is played",
}
_REQUESTS = {
    "withdrawn": lambda event: f"{seat(event.seat)} no longer [asks|ask] to take back a move.",
    "declined": lambda event: f"{seat(event.seat)}'s wish to take back a move is declined.",
    "moved": lambda event: f"{seat(event.seat)}'s wish to take back a move has lapsed.",
}


def _ended(event: tb.MatchEnded) -> str:
    ranks = event.ranks
    first = [number for number, rank in enumerate(ranks) if rank == 1]
    if event.reason in tb.DRAWS:
        return f"The match ends in a draw{', as agreed' if event.reason == 'agreed' else ''}."
    others = sorted((rank, number) for number, rank in enumerate(ranks) if rank != 1)
    after = f", before {listed(f'{seat(number)} ({rank}.)' for rank, number in others)}" if len(ranks) > 2 else ""
    shared = "share the victory" if len(first) > 1 else "[wins|win]"
    return f"The match ends: {seats(first)} {shared}{after}."


TABLE_STORY: Mapping[type[Event], Line] = {
    tb.TableOpened: lambda event: f"A table with {counted(len(event.seats), 'seat')} is opened.",
    tb.SeatTaken: lambda event: f"{seat(event.seat)} [takes|take] seat {event.seat}.",
    # By then the place of the name stands for whoever sits there next.
    tb.SeatVacated: lambda event: f"Seat {event.seat} {_VACATED[event.reason]}.",
    tb.SeatReleased: lambda event: f"Seat {event.seat} {_RELEASED[event.reason]}.",
    tb.TableCancelled: lambda event: _CANCELLED[event.reason],
    tb.MatchStarted: lambda event: "The match begins.",
    tb.PreferencesSet: lambda event: f"{seat(event.seat)} [sets|set] preferences.",
    tb.Resigned: lambda event: f"{seat(event.seat)} [resigns|resign].",
    tb.TimedOut: lambda event: f"{seat(event.seat)} [runs|run] out of time.",
    tb.ForkingAllowed: lambda event: f"{seat(event.seat)} {_FORKING[event.allowed]}.",
    tb.DrawOffered: lambda event: f"{seat(event.seat)} [offers|offer] a draw.",
    tb.DrawOfferClosed: lambda event: _OFFERS[event.reason](event),
    tb.TakeBackAsked: lambda event: f"{seat(event.seat)} [asks|ask] to take back a move.",
    tb.TakeBackAllowed: lambda event: f"{seat(event.seat)} [allows|allow] it.",
    tb.TakeBackClosed: lambda event: _REQUESTS[event.reason](event),
    tb.MoveTakenBack: lambda event: f"{seat(event.seat)} [takes|take] back a move.",
    tb.ViewReturned: silent,
    tb.MatchEnded: _ended,
    tb.SecretRevealed: lambda event: "The secret behind all chance is told, so that anybody can check the match.",
}
