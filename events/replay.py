"""A match as it was: what somebody knew after any entry of a log, folded again from that log alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple, cast

import msgspec

from domain.game import Game, game_by_rules
from domain.story import story
from domain.table import Match, fold
from domain.transcript import Entry
from domain.view import match_view
from events import keys
from events.entries import entry_of_commit, entry_of_viewer
from events.errors import EntryNotFound, MatchNotFound, StoreFailure
from events.queries import read_match
from events.readable import Of, ReadableLog, Whose, readable
from events.seat_table import SeatTable
from events.store import Script, Store

CHECKPOINT_EVERY = 24
"""A step is folded from at most so many entries, once the steps before it were asked for."""

CHECKPOINTS_KEPT_S = 600
_AT_A_TIME = 500

_REPLAY = Script("replay.lua")
_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode


class Replayed(NamedTuple):
    """``entry``: after which this was known, of ``newest`` that there are.

    ``view``: JSON with ``{seat:n}`` for names, and so are the lines of ``story``, of that entry alone. ``now``: store
    time in ms.
    """

    of: Of
    table: SeatTable
    entry: int
    newest: int
    view: bytes
    story: list[str]
    now: int


def replay_at(
    store: Store,
    games: Mapping[str, Game[Any]],
    match_id: str,
    player_id: str | None,
    *,
    whose: Whose = "own",
    entry: int | None = None,
) -> Replayed:
    """What was known after ``entry`` of a log, by default after its newest.

    Raises ``MatchNotFound``, ``WrongPhase`` for another log than the caller's own before the end, ``EntryNotFound``
    for an entry or a seat that does not exist, ``StoreFailure``.
    """
    match = read_match(store, match_id, player_id)
    game = game_by_rules(games, match.table.game, match.rules_version)
    if game is None:
        raise MatchNotFound
    log = readable(match, match_id, whose)
    checkpoints = keys.checkpoints(match_id, str(log.of))
    names = [log.stream, checkpoints]
    newest, *found = store.run(_REPLAY, names, (entry or 0, CHECKPOINT_EVERY, _AT_A_TIME))
    if not found:
        raise EntryNotFound(f"This log has {newest} entries so far.")
    at, since, stored, tail = found
    form = _form_of(cast("Any", game.State))
    known = Match() if stored is None else form.read(stored)
    if known is None:
        known, since, tail = Match(), 0, []
    last, kept = Entry(0, 0, ()), {}
    for last in _entries(store, log, game, tail, since=since, at=at):
        fold(game, known, last.events, last.at)
        if last.number % CHECKPOINT_EVERY == 0 and last.number < at:
            kept[last.number] = form.mark + _pack(known)
    _keep(store, checkpoints, kept)
    view = _encode(match_view(game, known, log.viewer, at))
    return Replayed(log.of, match.table, at, newest, view, story(game, last.events, log.viewer), match.now)


class _Form(NamedTuple):
    """How a match is kept in a checkpoint. ``mark``: stands before it, another one for every form."""

    mark: bytes
    decode: Callable[[bytes], Match[Any]]

    def read(self, stored: bytes) -> Match[Any] | None:
        """``None`` for what a release with states of another form wrote."""
        return self.decode(stored[len(self.mark) :]) if stored.startswith(self.mark) else None


@cache
def _form_of(state: Any) -> _Form:
    described = repr(msgspec.inspect.type_info(Match[state]))
    return _Form(sha256(described.encode()).digest()[:8], msgspec.msgpack.Decoder(Match[state]).decode)


def _entries(
    store: Store, log: ReadableLog, game: Game[Any], found: Sequence[bytes], *, since: int, at: int
) -> Iterator[Entry]:
    """Those in ``found``, which follow number ``since``, and all that come after them, up to number ``at``."""
    decode = entry_of_commit if log.of == "open" else entry_of_viewer
    while since < at:
        if not found:
            page = store.call("xrange", log.stream, f"{since + 1}-0", f"{at}-0", _AT_A_TIME)
            found = [fields[b"j"] for _, fields in page]
        for stored in found:
            yield decode(game, stored)
        since, found = since + len(found), ()


def _keep(store: Store, key: str, checkpoints: Mapping[int, bytes]) -> None:
    """They only make the next step cheaper, so that a store which takes none is no matter."""
    if not checkpoints:
        return
    calls = [("hset", key, None, None, checkpoints), ("expire", key, CHECKPOINTS_KEPT_S)]
    with suppress(StoreFailure):
        store.pipeline(calls)
