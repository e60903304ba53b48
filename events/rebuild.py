"""Everything that can be derived, dropped and derived again from the streams, the secrets and the players' records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.due import next_due
from domain.event import Viewer
from domain.game import Game, game_by_rules
from domain.games import GAMES
from domain.table import OVER, Match
from events import keys, players
from events.codec import Loaded, command_of, decode_commit, encode_snapshot, is_chained, opening_of, origin_of
from events.commit_writes import (
    snapshot_version,
    write_head,
    write_receipt,
    write_snapshot,
    write_table,
    write_wake,
)
from events.errors import Busy, SecretLost, UnknownGame
from events.follower import index_match
from events.projections import advance, nothing, place, view_json
from events.randomness import MatchChance, is_promised
from events.receipts import StoredReceipt, digest_of, encode_receipt, keeps_receipt, viewer_of
from events.sealing import Seals
from events.seat_table import encode_seat_table, players_of
from events.store import Store, Writes
from events.viewer_logs import Heads, LogLine, heads_after, log_lines
from events.written import written_in

_AT_A_TIME = 500
_TRIES = 20


class Rebuilt(NamedTuple):
    """``problems``: match → why it was left as it is, or cannot go on."""

    matches: int
    problems: dict[str, str]


class _Derived(NamedTuple):
    """``logs``: each entry with its viewer and number. ``snapshot``: the match as its snapshot has it."""

    game: Game[Any]
    loaded: Loaded[Any]
    logs: list[LogLine]
    receipts: dict[str, str]
    snapshot: bytes
    heads: Heads


def rebuild(store: Store, progress: Callable[[int, int], None], games: Mapping[str, Game[Any]] = GAMES) -> Rebuilt:
    """Drop and derive all projections; ``progress`` is told how many matches are done, and of how many.

    May run while matches are played. What was served before is the same afterwards, byte for byte.
    """
    matches = sorted({keys.match_of(name) for name in store.scan(keys.MATCH_PATTERN)})
    spanning = {name for pattern in keys.SPANNING_PATTERNS for name in store.scan(pattern)}
    store.pipeline([("delete", name) for name in sorted(spanning)])
    problems: dict[str, str] = {}
    progress(0, len(matches))
    for done, match_id in enumerate(matches, 1):
        problem = _rebuild_match(store, match_id, games)
        index_match(store, match_id)
        if problem is not None:
            problems[match_id] = problem
        progress(done, len(matches))
    return Rebuilt(len(matches), problems)


def _rebuild_match(store: Store, match_id: str, games: Mapping[str, Game[Any]]) -> str | None:
    """Why ``match_id`` was left as it is, or cannot go on."""
    for _ in range(_TRIES):
        version = int(store.call("hget", keys.head(match_id), "version") or 0)
        try:
            derived = _derive(store, match_id, games)
        except (msgspec.MsgspecError, UnknownGame, LookupError) as error:
            return f"its stream cannot be read ({type(error).__name__})"
        except SecretLost:
            # Without it the seals in the logs, which have been served, cannot be made again.
            return "its secret is lost"
        if derived is None:
            return None
        wake, problem = _wake_of(store, derived.game, derived.loaded.truth)
        if store.append(match_id, version, None, _writes(store, derived, wake)).outcome == "appended":
            return problem
    raise Busy("A match changes faster than it can be rebuilt.")


def _derive(store: Store, match_id: str, games: Mapping[str, Game[Any]]) -> _Derived | None:
    """What follows from the stream of ``match_id``; ``None`` where it has gone away meanwhile."""
    stream = keys.events(match_id)
    first, newest = store.pipeline([("xrange", stream, "-", "+", 1), ("xrevrange", stream, "+", "-", 1)])
    if not first:
        return None
    opening = opening_of(first[0][1][b"j"])
    game = game_by_rules(games, opening.game, opening.rules_version)
    if game is None:
        raise UnknownGame(f"{opening.game} by version {opening.rules_version} of its rules is not known here.")
    last = int(newest[0][0].partition(b"-")[0])
    loaded, snapshot = nothing(), b""
    logs: list[LogLine] = []
    heads: Heads = ()
    secret = store.call("get", keys.secret(match_id))
    receipts: dict[str, str] = {}
    for stored in _commits(store, match_id, last):
        commit = decode_commit(game, stored)
        loaded, seen = advance(game, loaded, commit.events, commit.at, owned=True)
        written = written_in(stored)
        seals = Seals(loaded.truth, secret, commit.version, written) if is_chained(commit) else None
        lines = log_lines(loaded.entries, seen, commit.at, heads, written=written, seals=seals)
        heads = heads_after(heads, lines)
        logs += lines
        origin = origin_of(commit)
        if keeps_receipt(loaded.truth, origin.by):
            entry = loaded.entries[place(loaded, viewer_of(loaded.truth, origin.by))]
            receipts[origin.id] = encode_receipt(StoredReceipt(digest_of(command_of(commit)), entry))
        if loaded.version == snapshot_version(last):
            snapshot = encode_snapshot(loaded)
    return _Derived(game, loaded, logs, receipts, snapshot, heads)


def _commits(store: Store, match_id: str, last: int) -> Iterator[bytes]:
    """The commits up to version ``last``, as they are stored."""
    for first in range(1, last + 1, _AT_A_TIME):
        end = min(last, first + _AT_A_TIME - 1)
        for _, fields in store.call("xrange", keys.events(match_id), f"{first}-0", f"{end}-0"):
            yield fields[b"j"]


def _wake_of(store: Store, game: Game[Any], match: Match[Any]) -> tuple[int | None, str | None]:
    """When the server has to act next, as far as that can be known; and what is wrong with the match."""
    secret = store.call("get", keys.secret(match.id))
    problem = None if is_promised(secret, match) else "its secret is lost"
    try:
        due = next_due(game, match, MatchChance(match, secret))
    except SecretLost:
        return None, problem
    return (None if due is None else due.at), problem


def _writes(store: Store, derived: _Derived, wake: int | None) -> Writes:
    loaded, match = derived.loaded, derived.loaded.truth
    writes = Writes()
    write_head(writes, loaded, derived.heads)
    viewers: list[Viewer] = [*range(len(match.seats)), None]
    dropped = [part(match.id) for part in (keys.receipts, keys.table, keys.snapshot, keys.views)]
    dropped += [keys.log(match.id, viewer) for viewer in viewers]
    dropped += [keys.checkpoints(match.id, log) for log in (*map(keys.viewer_name, viewers), "open")]
    for key in dropped:
        writes.add("DEL", key)
    for command_id, receipt in derived.receipts.items():
        write_receipt(writes, match.id, command_id, receipt)
    for line in derived.logs:
        writes.add("XADD", keys.log(match.id, line.viewer), f"{line.entry}-0", "j", line.stored)
    for index, viewer in enumerate(viewers):
        writes.add("HSET", keys.views(match.id), keys.viewer_name(viewer), view_json(derived.game, loaded, index))
    names = players.names(store, players_of(match))
    write_table(writes, match, match, encode_seat_table(match, names, loaded.revision))
    if match.status not in OVER:
        write_snapshot(writes, match.id, snapshot_version(loaded.version), derived.snapshot)
    write_wake(writes, match.id, wake)
    left_ms = store.call("pttl", keys.events(match.id))
    if left_ms > 0:
        for key in keys.of_match(match.id, len(match.seats)):
            writes.add("PEXPIRE", key, left_ms)
    return writes
