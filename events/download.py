"""A log as it is carried away: as a file that can be checked and shown without this server, or in short notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.game import Game, game_by_rules
from domain.table import OVER
from domain.table_events import SecretRevealed
from domain.transcript import write_log
from events import keys
from events.entries import entry_of_commit, entry_of_viewer
from events.errors import MatchNotFound, StoreUnavailable
from events.export import Header, write_export
from events.queries import MatchRead, read_match
from events.readable import Of, ReadableLog, Whose, readable
from events.store import Store

_AT_A_TIME = 50
"""Entries. No more of them are in memory at a time, however long the log is."""


class Download(NamedTuple):
    """``pieces``: of the file, read from the store when they are asked for; ``StoreFailure`` ends it before its end."""

    match_id: str
    of: Of
    pieces: Iterator[bytes]


def download_log(
    store: Store, games: Mapping[str, Game[Any]], match_id: str, player_id: str | None, whose: Whose | None
) -> Download:
    """The log as JSON Lines; without ``whose`` the whole one where the match is over, and otherwise the caller's own.

    Raises ``MatchNotFound``, ``WrongPhase``, ``EntryNotFound`` for no seat, ``StoreFailure``.
    """
    match = read_match(store, match_id, player_id)
    usual: Whose = "open" if match.status in OVER else "own"
    log = readable(match, match_id, usual if whose is None else whose)
    newest = store.call("xlen", log.stream)
    secret = _untold_secret(store, games, match, log, match_id)
    header = Header(match_id, match.table.game, log.of, tuple(match.table.names), secret)
    return Download(match_id, log.of, write_export(header, _stored(store, log, newest)))


def download_notation(
    store: Store, games: Mapping[str, Game[Any]], match_id: str, player_id: str | None, whose: Whose
) -> Download:
    """The log as text, a line for each entry; raises what ``download_log`` raises."""
    match = read_match(store, match_id, player_id)
    game = game_by_rules(games, match.table.game, match.rules_version)
    if game is None:
        raise MatchNotFound
    log = readable(match, match_id, whose)
    decode = _decoder(log)
    stored = _stored(store, log, store.call("xlen", log.stream))
    lines = write_log(game, (decode(game, entry) for entry in stored))
    return Download(match_id, log.of, (line.encode() + b"\n" for line in lines))


def _decoder(log: ReadableLog) -> Callable[[Game[Any], bytes], Any]:
    return entry_of_commit if log.of == "open" else entry_of_viewer


def _stored(store: Store, log: ReadableLog, newest: int) -> Iterator[bytes]:
    """Each entry up to ``newest``; ``StoreUnavailable`` where one is gone meanwhile, so that no file looks whole."""
    for first in range(1, newest + 1, _AT_A_TIME):
        last = min(newest, first + _AT_A_TIME - 1)
        found = store.call("xrange", log.stream, f"{first}-0", f"{last}-0")
        if len(found) != last - first + 1:
            raise StoreUnavailable("The log has become shorter.")
        for _, fields in found:
            yield fields[b"j"]


def _untold_secret(
    store: Store, games: Mapping[str, Game[Any]], match: MatchRead, log: ReadableLog, match_id: str
) -> str | None:
    """In hexadecimal, where a release that did not tell it in the log saw the match end."""
    game = game_by_rules(games, match.table.game, match.rules_version)
    if log.of != "open" or game is None:
        return None
    [(_, fields)] = store.call("xrevrange", log.stream, "+", "-", 1)
    told = any(isinstance(event, SecretRevealed) for event in entry_of_commit(game, fields[b"j"]).events)
    secret: bytes | None = None if told else store.call("get", keys.secret(match_id))
    return None if secret is None else secret.hex()
