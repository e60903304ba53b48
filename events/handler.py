"""The only way to write: load, do what is due, decide, append; again where others were faster or the store silent."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
import structlog

from domain.chance import SECRET_BYTES, commitment
from domain.command import Command, DrawOffer, OpenTable, Play, Prefer, Resign, TakeSeat, VacateSeat
from domain.event import Viewer
from domain.game import Game
from domain.games import GAMES
from domain.match import move_from
from domain.refusal import DecisionNotPending, IllegalMove, NotYourSeat, Refusal
from domain.table import BotDelay, Match, SeatOffer, StartWhen, Visibility
from domain.view import match_view
from events import keys
from events.cache import MatchCache
from events.codec import Author, Loaded, decode_commit, decode_snapshot
from events.commit_writes import write_wake
from events.errors import (
    Busy,
    IdempotencyKeyReused,
    MatchNotFound,
    SecretLost,
    StoreFailure,
    StoreUnavailable,
    TooMany,
    UnknownGame,
)
from events.opening import begin_table, invitation, invitation_codes
from events.projections import nothing, place, replay, view_json
from events.receipts import (
    Receipt,
    StoredReceipt,
    decode_receipt,
    digest_of,
    keyed_id,
    natural_id,
    receipt_for,
    seat_of,
    viewer_of,
)
from events.seat_table import SeatTable, admitted, decode_seat_table
from events.settings import Settings
from events.store import LoadedParts, Store, Writes
from events.work import Conflict, Done, Work

Build: TypeAlias = Callable[[int | None], Command]
"""Makes a command for the seat of the player who asks; ``None`` for somebody without a seat."""

T = TypeVar("T")

GIVE_UP_S = 10.0
"""How long a command is tried again while the store does not answer."""

USUAL_BOT_DELAY = BotDelay(800, 2_500)

_LONGEST_PAUSE_S = 0.05
_DUE_AT_ONCE = 64

_FULL_LOG = 2_000
"""Whoever has so many log entries may still play, but do no more of what can be done without end."""
_ENDLESS = (Prefer, DrawOffer, TakeSeat, VacateSeat)

_OF_A_SEAT = (Play, Prefer, Resign, DrawOffer)

_log = structlog.get_logger(__name__)


class Accepted(msgspec.Struct, frozen=True):
    """A command that is done. ``now``: store time of this answer in ms.

    ``viewer``: the author's seat, if any. ``repeated``: the command was done before. ``view``: what the author sees
    now, as JSON with ``{seat:n}`` for names.
    """

    match: str
    viewer: Viewer
    receipt: Receipt
    repeated: bool
    table: SeatTable
    view: bytes
    now: int


class Opened(NamedTuple):
    """``codes``: by seat, for whoever is invited to it; shown to the host alone."""

    accepted: Accepted
    codes: tuple[str | None, ...]


class Settled(NamedTuple):
    """``wake``: when the server has to act next, in ms, if ever; ``now``: store time in ms."""

    wake: int | None
    now: int

    @property
    def due(self) -> bool:
        """Whether the match is to be settled again at once."""
        return self.wake is not None and self.wake <= self.now


class _Found(NamedTuple):
    game: Game[Any]
    loaded: Loaded[Any]
    parts: LoadedParts


class _Asked(NamedTuple):
    """A command as one player asks for it."""

    match_id: str
    player_id: str
    command: Command
    id: str
    by: Author


class Handler:
    """``ring``: has a worker look at a match soon. ``random_bytes``: where ids, secrets and codes come from."""

    def __init__(
        self,
        store: Store,
        ring: Callable[[str], None],
        *,
        games: Mapping[str, Game[Any]] = GAMES,
        settings: Settings | None = None,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store = store
        self._ring = ring
        self._games = games
        self._settings = settings or Settings()
        self._random_bytes = random_bytes
        self._cache = MatchCache(self._settings.cached_matches)

    def open_table(
        self,
        host: str,
        *,
        game: str,
        seats: Sequence[SeatOffer],
        options: Mapping[str, Any] | None = None,
        visibility: Visibility = "public",
        start: StartWhen = "full",
        clock: Mapping[str, int] | None = None,
        bot_delay_ms: BotDelay = USUAL_BOT_DELAY,
        entropy: str | None = None,
        idempotency_key: str | None = None,
    ) -> Opened:
        """A new table of the player ``host``, who sits at it where a seat is reserved for the host.

        ``clock``: kind of decision → limit in ms. ``entropy``: the host's own, in hexadecimal. The same request with
        the same ``idempotency_key`` gives the same match and the same codes for 24 hours.
        Raises ``UnknownGame``, ``OptionsRefused``, ``msgspec.ValidationError`` for malformed options,
        ``IdempotencyKeyReused``, ``TooMany``, ``StoreFailure``.
        """
        if game not in self._games:
            raise UnknownGame("There is no such game.")
        asked = OpenTable(
            match="",
            game=game,
            options=dict(options or {}),
            seats=tuple(seats),
            invites=(),
            host=host,
            visibility=visibility,
            start=start,
            clock=dict(clock or {}),
            bot_delay_ms=bot_delay_ms,
            commitment="",
            entropy=entropy,
        )
        creation = begin_table(
            self._store, asked, idempotency_key, self._random_bytes,
            open_tables=self._settings.open_tables_per_player, per_hour=self._settings.tables_per_player_per_hour,
        )  # fmt: skip
        codes = invitation_codes(creation, asked.seats)
        secret = self._random_bytes(SECRET_BYTES)
        command = msgspec.structs.replace(
            asked,
            match=creation.id,
            invites=tuple(None if code is None else invitation(code) for code in codes),
            commitment=commitment(creation.id, secret),
        )
        request = _Asked(creation.id, host, command, natural_id(command) or "", host)

        def attempt() -> Accepted:
            now = self._store.load(creation.id, 0).now
            work = Work(self._store, self._games[game], creation.id, nothing(), secret=secret, table=None, now=now)
            return self._finish(request, work, work.do(command, host, request.id))

        try:
            return Opened(self._try(attempt), codes)
        except (Refusal, msgspec.ValidationError):
            creation.withdraw(self._store)
            raise

    def act(self, match_id: str, player_id: str, build: Build, command_id: str | None = None) -> Accepted:
        """Do for a player what ``build`` makes of the player's seat.

        ``command_id``: an Idempotency-Key, for commands that could be done twice; a move is known by its decision, and
        starting, cancelling and resigning can be done only once. A move may be the JSON object of a move.
        Raises ``MatchNotFound``, any ``Refusal`` of the domain, ``msgspec.ValidationError`` for a malformed move or
        preference, ``IdempotencyKeyReused``, ``TooMany``, ``StoreFailure``. ``DecisionNotPending`` and ``IllegalMove``
        carry the facts ``pending``, as in the view, ``names``, by seat, and ``game``.
        """
        named = keyed_id(player_id, command_id) if command_id else None
        once = "once-" + keys.code(self._random_bytes(10), 16) if named is None else named
        received = 0

        def attempt() -> Accepted:
            nonlocal received
            found = self._load(match_id)
            received = max(received or found.parts.now, found.loaded.truth.at)
            asked = self._asked(found, match_id, player_id, build, once)
            if isinstance(asked.command, TakeSeat):
                sitting = self._sitting(asked, found.loaded)
                if sitting is not None:
                    return self._accepted(asked, found.loaded, found.parts.table, found.parts.now, sitting)
                self._require_room(player_id)
            work = self._work(found, match_id, received)
            try:
                work.settle()
                done = work.do(asked.command, asked.by, asked.id)
            except Refusal as refusal:
                earlier = self._earlier(asked)
                if earlier is None:
                    raise self._explained(refusal, asked, work.loaded, work.table) from None
                done = Done(earlier, repeated=True)
            finally:
                self._cache.put(match_id, work.loaded)
            return self._finish(asked, work, done)

        return self._try(attempt)

    def settle(self, match_id: str) -> Settled:
        """Do what the server owes the match by now; ``SecretLost`` where it cannot, ``StoreFailure``.

        A match that does not exist is owed nothing.
        """

        def attempt() -> Settled:
            found = self._load(match_id)
            work = self._work(found, match_id, max(found.parts.now, found.loaded.truth.at))
            try:
                done = work.settle(_DUE_AT_ONCE)
            finally:
                self._cache.put(match_id, work.loaded)
            if not done and work.wake != found.parts.wake:
                self._set_wake(match_id, found.loaded.version, work.wake)
            return Settled(work.wake, work.now)

        try:
            return self._try(attempt)
        except (MatchNotFound, SecretLost) as lost:
            # Nothing can be done until an operator brings the match or its secret back and rebuilds.
            self._store.call("zrem", keys.wake(keys.shard(match_id)), match_id)
            if isinstance(lost, SecretLost):
                raise
            return Settled(None, self._store.now())

    def _try(self, attempt: Callable[[], T]) -> T:
        """What ``attempt`` returns, tried again while others are faster or the store is silent."""
        give_up = time.monotonic() + GIVE_UP_S
        for tries in range(1, self._settings.append_tries + 1):
            failure: StoreFailure
            try:
                return attempt()
            except Conflict:
                failure = Busy("Too many others changed the match at the same time.")
            except StoreUnavailable as error:
                failure = error
            if time.monotonic() >= give_up:
                break
            time.sleep(random.uniform(0, min(_LONGEST_PAUSE_S, 0.001 * 2**tries)))  # noqa: S311 - only spreads load
        raise failure

    def _load(self, match_id: str) -> _Found:
        if not keys.is_match_id(match_id):
            raise MatchNotFound
        cached = self._cache.get(match_id)
        parts = self._store.load(match_id, 0 if cached is None else cached.version)
        if parts.version == 0 or parts.game not in self._games:
            raise MatchNotFound
        game = self._games[parts.game]
        if cached is not None and cached.version == parts.version:
            return _Found(game, cached, parts)
        loaded = cached or nothing()
        if parts.snapshot is not None:
            try:
                loaded = decode_snapshot(game, parts.snapshot)
            except msgspec.MsgspecError:
                # Another release wrote it; the stream can always be read.
                parts = self._store.load(match_id, 0, whole_stream=True)
        if parts.tail:
            loaded = replay(game, loaded, [decode_commit(game, stored) for stored in parts.tail])
        self._cache.put(match_id, loaded)
        return _Found(game, loaded, parts)

    def _work(self, found: _Found, match_id: str, now: int) -> Work:
        parts = found.parts
        return Work(self._store, found.game, match_id, found.loaded, secret=parts.secret, table=parts.table, now=now)

    def _asked(self, found: _Found, match_id: str, player_id: str, build: Build, once: str) -> _Asked:
        """The command, if it may be asked for by this player at all, which hidden facts never decide."""
        match = found.loaded.truth
        seat = seat_of(match, player_id)
        command = build(seat)
        if match.visibility == "private" and not _may_know(match, player_id, command):
            raise MatchNotFound
        if isinstance(command, _OF_A_SEAT) and (seat is None or command.seat != seat):
            raise NotYourSeat("You do not sit at this table." if seat is None else "This is not your seat.")
        if isinstance(command, Play):
            owner = command.decision.partition("-")[0]
            if owner.isdecimal() and owner != str(seat):
                raise NotYourSeat("This decision belongs to another seat.")
            command = msgspec.structs.replace(command, move=move_from(found.game, command.move))
        if isinstance(command, _ENDLESS) and found.loaded.entries[place(found.loaded, seat)] >= _FULL_LOG:
            raise TooMany("This match has seen too much already.", 3600)
        by: Author = seat if isinstance(command, _OF_A_SEAT) and seat is not None else player_id
        return _Asked(match_id, player_id, command, natural_id(command) or once, by)

    def _sitting(self, asked: _Asked, loaded: Loaded[Any]) -> Done | None:
        """What a player is told who sits already where the command asks to sit."""
        seat = seat_of(loaded.truth, asked.player_id)
        if seat is None or not isinstance(asked.command, TakeSeat) or asked.command.seat not in {None, seat}:
            return None
        receipt = self._earlier(asked) or StoredReceipt(digest_of(asked.command), loaded.entries[seat])
        return Done(receipt, repeated=True)

    def _require_room(self, player_id: str) -> None:
        lists = [keys.player_matches(player_id, status) for status in ("open", "running")]
        if sum(self._store.pipeline([("zcard", name) for name in lists])) >= self._settings.running_matches_per_player:
            raise TooMany("You sit in too many unfinished matches.", 60)

    def _earlier(self, asked: _Asked) -> StoredReceipt | None:
        """The receipt of the command that was done under this id before, whatever command it was."""
        stored = self._store.call("hget", keys.receipts(asked.match_id), asked.id)
        return None if stored is None else decode_receipt(stored)

    def _finish(self, asked: _Asked, work: Work, done: Done) -> Accepted:
        """What the author is told of a command that is done, by this request or by an earlier one."""
        if done.repeated:
            found = self._load(asked.match_id)
            if done.receipt.digest != digest_of(asked.command):
                raise self._explained(_used_otherwise(asked), asked, found.loaded, found.parts.table)
            return self._accepted(asked, found.loaded, found.parts.table, found.parts.now, done)
        self._cache.put(asked.match_id, work.loaded)
        if work.wake is not None and work.wake <= work.now:
            self._ring_for(asked.match_id)
        return self._accepted(asked, work.loaded, work.table, work.now, done)

    def _accepted(self, asked: _Asked, loaded: Loaded[Any], table: bytes | None, now: int, done: Done) -> Accepted:
        viewer = viewer_of(loaded.truth, asked.by)
        return Accepted(
            match=asked.match_id,
            viewer=viewer,
            receipt=receipt_for(asked.command, done.receipt.entry),
            repeated=done.repeated,
            table=decode_seat_table(table or b""),
            view=done.view or view_json(self._games[loaded.truth.game], loaded, place(loaded, viewer)),
            now=now,
        )

    def _explained(self, refusal: Refusal, asked: _Asked, loaded: Loaded[Any], table: bytes | None) -> Refusal:
        """``refusal`` with what the player needs to go on, from the player's own projection."""
        match = loaded.truth
        if isinstance(asked.command, TakeSeat) and match.visibility == "private":
            return refusal if _may_know(match, asked.player_id, asked.command) else MatchNotFound()
        if isinstance(refusal, DecisionNotPending | IllegalMove):
            viewer = viewer_of(match, asked.by)
            index = place(loaded, viewer)
            view = match_view(self._games[match.game], loaded.projections[index], viewer, loaded.entries[index])
            refusal.facts["pending"] = msgspec.to_builtins(view.pending)
            refusal.facts["game"] = match.game
            refusal.facts["names"] = decode_seat_table(table or b"").names
        return refusal

    def _ring_for(self, match_id: str) -> None:
        try:
            self._ring(match_id)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with the bell, the command is done
            _log.warning("handler.not_rung", match=match_id, error=type(error).__name__)

    def _set_wake(self, match_id: str, version: int, wake: int | None) -> None:
        writes = Writes()
        write_wake(writes, match_id, wake)
        self._store.append(match_id, version, None, writes)


def _may_know(match: Match[Any], player_id: str, command: Command) -> bool:
    """Whether a private match may tell a player that it exists."""
    invite = command.invite if isinstance(command, TakeSeat) else None
    return player_id in admitted(match) or (invite is not None and any(seat.invite == invite for seat in match.seats))


def _used_otherwise(asked: _Asked) -> Refusal:
    if isinstance(asked.command, Play):
        return DecisionNotPending("This decision was answered with another move.")
    return IdempotencyKeyReused()
