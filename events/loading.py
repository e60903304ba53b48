"""Matches as the write side holds them: in memory between commands, brought up to date from the store in one trip."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from domain.game import Game, game_by_rules
from events import keys
from events.codec import Loaded, decode_commit, decode_snapshot
from events.errors import MatchNotFound
from events.projections import advance, nothing, replay
from events.store import LoadedParts, Store
from events.viewer_logs import Heads, heads_after, log_lines, parse_heads
from events.written import written_in


class Held(NamedTuple):
    """A match that nobody changes, so that threads may share it. ``commit``: the last one, as it is stored.

    ``heads``: of the viewers' logs after it.
    """

    loaded: Loaded[Any]
    commit: bytes
    heads: Heads


class Found(NamedTuple):
    """A match as one moment saw it; the rest is as in ``LoadedParts``."""

    game: Game[Any]
    held: Held
    now: int
    secret: bytes | None
    table: bytes
    wake: int | None

    def __repr__(self) -> str:
        return f"Found({self.held.loaded.truth.id}, version {self.held.loaded.version})"


class Loader:
    """``at_most``: how many matches are held, the least recently used forgotten first."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]], at_most: int) -> None:
        self._store = store
        self._games = games
        self._at_most = at_most
        self._matches: OrderedDict[str, Held] = OrderedDict()
        self._lock = Lock()

    def load(self, match_id: str) -> Found:
        """The match as it is now; ``MatchNotFound``, also where its game, by its rules, is not known here."""
        if not keys.is_match_id(match_id):
            raise MatchNotFound
        held = self._held(match_id)
        parts = self._store.load(match_id, 0 if held is None else held.loaded.version)
        if held is not None and parts.base != held.commit:
            # The store has lost what it had acknowledged, and may have gone on from there.
            self._forget(match_id)
            held, parts = None, self._store.load(match_id, 0)
        game = game_by_rules(self._games, parts.game, parts.rules)
        if parts.version == 0 or game is None:
            raise MatchNotFound
        if held is None or parts.tail:
            held, parts = self._folded(game, match_id, held, parts)
            self.hold(match_id, held)
        return Found(game, held, parts.now, parts.secret, parts.table or b"", parts.wake)

    def hold(self, match_id: str, held: Held) -> None:
        """Keep the match for the next command."""
        with self._lock:
            known = self._matches.get(match_id)
            if known is None or known.loaded.version < held.loaded.version:
                self._matches[match_id] = held
            self._matches.move_to_end(match_id)
            while len(self._matches) > self._at_most:
                self._matches.popitem(last=False)

    def _held(self, match_id: str) -> Held | None:
        with self._lock:
            return self._matches.get(match_id)

    def _forget(self, match_id: str) -> None:
        with self._lock:
            self._matches.pop(match_id, None)

    def _folded(
        self, game: Game[Any], match_id: str, held: Held | None, parts: LoadedParts
    ) -> tuple[Held, LoadedParts]:
        """The match after everything in ``parts``, and the parts that it was made from in the end."""
        loaded = nothing() if held is None else held.loaded
        if parts.snapshot is not None:
            try:
                loaded = decode_snapshot(game, parts.snapshot)
            except msgspec.MsgspecError:
                # Another release wrote it; the stream can always be read.
                loaded = nothing()
                parts = self._store.load(match_id, 0, whole_stream=True)
        loaded = replay(game, loaded, [decode_commit(game, stored) for stored in parts.tail])
        heads = self._first_heads(game, match_id, loaded.version) if parts.heads is None else parse_heads(parts.heads)
        return Held(loaded, parts.tail[-1] if parts.tail else parts.base or b"", heads), parts

    def _first_heads(self, game: Game[Any], match_id: str, version: int) -> Heads:
        """The heads of logs that the first release wrote, which kept none."""
        commits = self._store.load(match_id, 0, whole_stream=True).tail[:version]
        loaded = nothing()
        heads: Heads = ()
        for stored in commits:
            commit = decode_commit(game, stored)
            loaded, seen = advance(game, loaded, commit.events, commit.at, owned=True)
            lines = log_lines(loaded.entries, seen, commit.at, heads, written=written_in(stored), seals=None)
            heads = heads_after(heads, lines)
        return heads
