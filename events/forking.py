"""What a match goes on from that is a fork: read from the stream of the other match, which is only ever added to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.command import History
from domain.event import Event, Viewer
from domain.forking import history_of
from domain.game import Game, game_by_rules
from domain.refusal import NotPossibleHere, OptionsRefused, WrongPhase
from domain.table import OVER, Match, fold
from domain.table_events import Origin, SeatOffer, Visibility
from events import keys
from events.codec import Commit, decode_commit
from events.errors import EntryNotFound, MatchNotFound
from events.queries import read_match
from events.readable import Whose, readable
from events.store import Store
from events.viewer_logs import seen_of

_AT_A_TIME = 500


class Forked(NamedTuple):
    """``match``: the other one as it was known there, whose rules and options go on."""

    game: Game[Any]
    origin: Origin
    match: Match[Any]


class _Past(NamedTuple):
    at: int
    events: tuple[Event, ...]


def find_origin(
    store: Store, games: Mapping[str, Game[Any]], match_id: str, player_id: str, *, whose: Whose, at: int
) -> Forked:
    """From where a player may go on.

    Raises ``MatchNotFound``; ``WrongPhase`` for another log than the player's own while the match is played, where not
    everybody allows forks, and for a position in which nobody plays; ``EntryNotFound``; ``NotPossibleHere`` where the
    game cannot be dealt anew; ``StoreFailure``.
    """
    read = read_match(store, match_id, player_id)
    game = game_by_rules(games, read.table.game, read.rules_version)
    if game is None:
        raise MatchNotFound
    log = readable(read, match_id, whose)
    if read.status not in OVER and read.viewer is None:
        raise WrongPhase("While a match is played, only who sits there may go on from it.", status=read.status)
    if log.of != "open" and game.deal_anew is None:
        raise NotPossibleHere(f"{game.catalogue.title} goes on from exactly what was there alone.")
    origin = Origin(match_id, log.of, at)
    known: Match[Any] = Match()
    for past in _past(store, game, origin):
        fold(game, known, past.events, past.at)
    if known.status != "running":
        raise WrongPhase("There the match is not being played; name a later or an earlier entry.", status=known.status)
    if read.status not in OVER:
        _require_agreement(store, game, match_id)
    return Forked(game, origin, known)


def _require_agreement(store: Store, game: Game[Any], match_id: str) -> None:
    """Agreement is public, and goes by what is so now."""
    now: Match[Any] = Match()
    for commit in _commits(store, game, match_id):
        fold(game, now, commit.events, commit.at)
    against = [
        number for number, seat in enumerate(now.seats) if not (seat.forking or seat.left or seat.offer.kind == "bot")
    ]
    if against:
        raise WrongPhase("Not every seat allows forks of this match while it is played.", status=now.status)


def require_table(
    forked: Forked, seats: Sequence[SeatOffer], visibility: Visibility, player_id: str, *, live: bool
) -> None:
    """``OptionsRefused`` for other seats than there were, or if somebody else could see what the player knows."""
    if forked.match.visibility == "private" and visibility != "private":
        raise OptionsRefused("A private match goes on at a private table alone.", option="visibility")
    if len(seats) != len(forked.match.seats):
        raise OptionsRefused(f"The match that goes on has {len(forked.match.seats)} seats.", option="seats")
    if not live:
        return
    # Whoever else played here, or could read the log when it is over, would learn what the player knows there.
    alone = all(
        seat.player == player_id if number == forked.origin.view else seat.kind == "bot"
        for number, seat in enumerate(seats)
    )
    if visibility != "private" or not alone:
        raise OptionsRefused(
            "While the other match is played, you go on alone: at a private table, with your own seat `reserved` for "
            "yourself and bots on all others.",
            option="seats",
        )


def read_history(store: Store, game: Game[Any], origin: Origin) -> History:
    """Everything up to ``origin``; ``EntryNotFound`` where the other match is gone, ``StoreFailure``."""
    past = list(_past(store, game, origin))
    return history_of(game, [event for each in past for event in each.events], past[-1].at)


def _past(store: Store, game: Game[Any], origin: Origin) -> Iterator[_Past]:
    """What the viewer saw, entry by entry; ``EntryNotFound`` where the log is shorter."""
    entries = 0
    for commit in _commits(store, game, origin.match):
        events = commit.events if origin.view == "open" else _seen(commit, origin.view)
        if events:
            entries += 1
            yield _Past(commit.at, events)
        if entries == origin.at:
            return
    raise EntryNotFound(f"This log has {entries} entries so far.")


def _seen(commit: Commit, view: str | int) -> tuple[Event, ...]:
    viewer: Viewer = view if isinstance(view, int) else None
    # As if the table ended with this viewer: nobody else changes what it sees.
    seen = seen_of(commit.events, 1 if viewer is None else viewer + 2).get(viewer or 0)
    return () if seen is None else seen.events


def _commits(store: Store, game: Game[Any], match_id: str) -> Iterator[Commit]:
    first = 1
    while True:
        page = store.call("xrange", keys.events(match_id), f"{first}-0", "+", _AT_A_TIME)
        for _, fields in page:
            yield decode_commit(game, fields[b"j"])
        if len(page) < _AT_A_TIME:
            return
        first += _AT_A_TIME
