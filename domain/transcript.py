"""A whole log as text, one line for each entry, and back: ``docs/notation.md``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain import table_events as tb
from domain.event import Event
from domain.game import Game
from domain.notation import WORD, Atom, Form, Notation, Unreadable, always, several, unknown


class Entry(NamedTuple):
    """What one viewer saw of a commit, or all of it. ``number``: the entry's in that log. ``at``: store time in ms."""

    number: int
    at: int
    events: tuple[Event, ...]


def _write_offer(offer: tb.SeatOffer) -> str:
    who = offer.bot if offer.kind == "bot" else offer.player
    return offer.kind if who is None else f"{offer.kind}:{who}"


def _read_offer(text: str) -> dict[str, str]:
    kind, _, who = text.partition(":")
    return {"kind": kind} | ({"bot" if kind == "bot" else "player": who} if who else {})


def _write_origin(origin: tb.Origin | None) -> str:
    return "" if origin is None else f"{origin.match}:{origin.view}:{origin.at}"


def _read_origin(text: str) -> dict[str, Any]:
    match, view, at = text.split(":")
    return {"match": match, "view": int(view) if view.isdigit() else view, "at": int(at)}


_ATOMS: Mapping[str, Atom] = {
    "offers": several(Atom(f"[a-z]+(?::{WORD.pattern})?", _write_offer, _read_offer)),
    "invites": several(unknown(WORD)),
    "words": several(WORD),
    "origin": Atom(f"{WORD.pattern}:(?:open|public|[0-9]+):[0-9]+", _write_origin, _read_origin),
    "delay": Atom(
        r"[0-9]{1,9}\.\.[0-9]{1,9}",
        lambda delay: f"{delay.min}..{delay.max}",
        lambda text: dict(zip(("min", "max"), map(int, text.split("..")), strict=True)),
    ),
}

_OPENED = (
    "open {match:word} {game:word} v{rules_version:number} {visibility:word} host {host:word} seats {seats:offers} "
    "options {options:settings} clock {clock:settings} bots {bot_delay_ms:delay} start {start:word} "
    "expires {expires_at:time} commitment {commitment:word}"
)

_FORKED = _OPENED + " origin {origin}"

_FORMS = (
    Form(tb.TableOpened, _OPENED, lambda written: {"invites": (None,) * len(written["seats"]), "origin": None}),
    Form(tb.TableOpened, _OPENED + " invites {invites}", always(origin=None)),
    Form(tb.TableOpened, _FORKED, lambda written: {"invites": (None,) * len(written["seats"])}),
    Form(tb.TableOpened, _FORKED + " invites {invites}"),
    Form(tb.SeatTaken, "{seat} sits {player:word}", always(entropy=None)),
    Form(tb.SeatTaken, "{seat} sits {player:word} entropy {entropy:word}"),
    Form(tb.SeatVacated, "{seat} free, {reason:word}"),
    Form(tb.SeatReleased, "{seat} released, {reason:word}"),
    Form(tb.TableCancelled, "cancel, {reason:word}"),
    Form(tb.MatchStarted, "start bots {bots:seats}", always(records=())),
    Form(tb.MatchStarted, "start bots {bots:seats} records {records}"),
    Form(tb.PreferencesSet, "{seat} prefers {preferences:settings}"),
    Form(tb.Resigned, "{seat} resigns"),
    Form(tb.TimedOut, "{seat} out of time"),
    Form(tb.ForkingAllowed, "{seat} allows forks", always(allowed=True)),
    Form(tb.ForkingAllowed, "{seat} forbids forks", always(allowed=False)),
    Form(tb.DrawOffered, "{seat} offers draw"),
    Form(tb.DrawOfferClosed, "{seat} draw offer {reason:word}"),
    Form(tb.TakeBackAsked, "{seat} asks back"),
    Form(tb.TakeBackAllowed, "{seat} allows back"),
    Form(tb.TakeBackClosed, "{seat} back {reason:word}"),
    Form(tb.MoveTakenBack, "{seat} takes back, to {entry:number}"),
    Form(tb.ViewReturned, "{seat} sees {entry:number}"),
    Form(tb.MatchEnded, "end, {reason:word}, ranks {ranks:numbers}"),
    Form(tb.SecretRevealed, "reveal {revealed:word} heads {heads:words}"),
)

TABLE = Notation(tb.TABLE_EVENTS, _FORMS, _ATOMS)
"""The notation of the events that every match has."""

_LINE = re.compile(r"([0-9]{1,9})\. ([+-][0-9]{1,18}) (.+)")


def write_event(game: Game[Any], event: Event, at: int = 0) -> str:
    """``event``, possibly redacted, of a commit made at ``at``."""
    return (TABLE if isinstance(event, tb.TABLE_EVENTS) else game.notation).write(event, at)


def read_event(game: Game[Any], text: str, at: int = 0) -> Event:
    """The event that ``write_event`` has written; ``Unreadable``."""
    try:
        return TABLE.read(text, at)
    except Unreadable:
        return game.notation.read(text, at)


def write_log(game: Game[Any], entries: Iterable[Entry]) -> Iterator[str]:
    """A log, full or of one viewer, line by line, without ends of lines."""
    before = 0
    for number, at, events in entries:
        yield f"{number}. {at - before:+d} " + "; ".join(write_event(game, event, at) for event in events)
        before = at


def read_log(game: Game[Any], lines: Iterable[str]) -> Iterator[Entry]:
    """The entries that ``write_log`` has written; ``Unreadable``, with the number of the line, for other texts."""
    before = 0
    for count, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise Unreadable(f"Line {count} is not an entry, such as 7. +250 A resigns: {line[:80]!a}.")
        at = before + int(found[2])
        try:
            events = tuple(read_event(game, text, at) for text in found[3].split("; "))
        except Unreadable as error:
            raise Unreadable(f"Line {count}: {error}") from error
        yield Entry(int(found[1]), at, events)
        before = at
