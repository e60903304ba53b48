"""The only way to write: load, do what is due, decide, append; again where others were faster or the store silent."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import structlog

from domain.chance import SECRET_BYTES, commitment
from domain.command import OpenTable, TakeSeat
from domain.event import Viewer
from domain.game import Game, game_by_rules
from domain.games import GAMES
from domain.refusal import AlreadySo, DecisionNotPending, IllegalMove, OptionsRefused, Refusal
from domain.table import OVER
from domain.table_events import BotDelay, Origin, SeatOffer, StartWhen, Visibility
from events import keys, players
from events.asking import Asked, Build, ask, explain, require_space, used_otherwise
from events.attempts import seatings
from events.codec import Loaded
from events.commit_writes import write_wake
from events.creation import Limit, admit, release
from events.errors import (
    UNPASSING_S,
    Busy,
    LimitReached,
    MatchNotFound,
    SecretLost,
    StoreFailure,
    StoreUnavailable,
    UnknownGame,
)
from events.forking import find_origin, require_table
from events.loading import Found, Held, Loader
from events.opening import begin_table, invitation, invitation_codes
from events.projections import nothing, place, view_json
from events.readable import Whose
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
from events.seat_table import SeatTable, decode_seat_table
from events.settings import Settings
from events.store import Store, Writes
from events.work import Conflict, Done, Work

T = TypeVar("T")

GIVE_UP_S = 10.0
"""How long a command is tried again while the store does not answer."""

USUAL_BOT_DELAY = BotDelay(800, 2_500)

_LONGEST_PAUSE_S = 0.05
_DUE_AT_ONCE = 64

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
        self._loader = Loader(store, games, self._settings.cached_matches)

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
        origin: Origin | None = None,
        rules_version: int | None = None,
    ) -> Opened:
        """A new table of the player ``host``, who sits at it where a seat is reserved for the host.

        ``clock``: kind of decision → limit in ms. ``entropy``: the host's own, in hexadecimal. The same request with
        the same ``idempotency_key`` gives the same match and the same codes for 24 hours. ``origin``: from where the
        match goes on, if from another one, by the ``rules_version`` of that one.
        Raises ``UnknownGame``, ``OptionsRefused``, ``msgspec.ValidationError`` for malformed options,
        ``IdempotencyKeyReused``, ``TooMany``, ``StoreFailure``.
        """
        if game not in self._games:
            raise UnknownGame("There is no such game.")
        self._require_players({seat.player for seat in seats if seat.player is not None} - {host})
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
            origin=msgspec.UNSET if origin is None else origin,
        )
        rules = self._games[game]
        if rules_version is not None:
            rules = game_by_rules(self._games, game, rules_version) or rules
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

        def attempt() -> Accepted:
            now = self._store.load(creation.id, 0).now
            found = Found(rules, Held(nothing(), b"", ()), now, secret, b"", None)
            work = Work(self._store, creation.id, found, now)
            request = Asked(creation.id, host, command, natural_id(command) or "", host)
            return self._finish(request, work, work.do(command, host, request.id))

        try:
            return Opened(self._try(attempt), codes)
        except (Refusal, msgspec.ValidationError):
            creation.withdraw(self._store)
            raise

    def fork(
        self, host: str, match_id: str, *, whose: Whose, at: int, seats: Sequence[SeatOffer], **table: Any
    ) -> Opened:
        """A table at which another match goes on, from after the entry ``at`` of the log of ``whose``.

        What that log hides is dealt anew; ``table``: as for ``open_table``. Raises what that, ``find_origin`` and
        ``require_table`` raise.
        """
        forked = find_origin(self._store, self._games, match_id, host, whose=whose, at=at)
        visibility = table.get("visibility", "public")
        require_table(forked, seats, visibility, host, live=self._is_live(match_id))
        match = forked.match
        return self.open_table(
            host, game=match.game, seats=seats, options=match.options, origin=forked.origin,
            rules_version=match.rules_version, **table,
        )  # fmt: skip

    def _is_live(self, match_id: str) -> bool:
        status = self._store.call("hget", keys.head(match_id), "status")
        return status is not None and status.decode() not in OVER

    def act(self, match_id: str, player_id: str, build: Build, command_id: str | None = None) -> Accepted:
        """Do for a player what ``build`` makes of the player's seat.

        ``command_id``: an Idempotency-Key, for commands that could be done twice; a move is known by its decision, and
        starting, cancelling and resigning can be done only once. A move may be the JSON object of a move.
        Raises ``MatchNotFound``, any ``Refusal`` of the domain, ``msgspec.ValidationError`` for a malformed move or
        preference, ``IdempotencyKeyReused``, ``TooMany``, ``StoreFailure``. ``DecisionNotPending`` and ``IllegalMove``
        carry the facts ``pending``, as in the view, ``names``, by seat, and ``game``.
        """
        name = keyed_id(player_id, command_id) if command_id else None
        received = 0

        def attempt() -> Accepted:
            nonlocal name, received
            found = self._loader.load(match_id)
            match = found.held.loaded.truth
            received = max(received or found.now, match.at)
            work = Work(self._store, match_id, found, received)
            try:
                command, by = ask(found.game, match, player_id, build)
                known_as = natural_id(command)
                if known_as is None:
                    known_as = name = name or "once-" + keys.code(self._random_bytes(10), 16)
                asked = Asked(match_id, player_id, command, known_as, by)
                return self._finish(asked, work, self._done(asked, work))
            except (DecisionNotPending, IllegalMove) as refusal:
                raise self._explained(refusal, match_id, player_id) from None
            finally:
                self._loader.hold(match_id, work.held)

        return self._try(attempt)

    def settle(self, match_id: str) -> Settled:
        """Do what the server owes the match by now; ``SecretLost`` where it cannot, ``StoreFailure``.

        A match that does not exist is owed nothing.
        """

        def attempt() -> Settled:
            found = self._loader.load(match_id)
            work = Work(self._store, match_id, found, max(found.now, found.held.loaded.truth.at))
            try:
                done = work.settle(_DUE_AT_ONCE)
            finally:
                self._loader.hold(match_id, work.held)
            if not done and work.wake != found.wake:
                self._set_wake(match_id, work)
            return Settled(work.wake, work.now)

        try:
            return self._try(attempt)
        except MatchNotFound:
            now = self._store.now()
            if keys.is_match_id(match_id) and self._store.load(match_id, 0).version == 0:
                self._forget_wake(match_id)
            return Settled(None, now)
        except SecretLost:
            # Until an operator brings the secret back and rebuilds, waking for the match would be in vain.
            self._forget_wake(match_id)
            raise

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

    def _done(self, asked: Asked, work: Work) -> Done:
        """Do what is due and then the command, unless it was done before; any ``Refusal``."""
        if isinstance(asked.command, TakeSeat):
            sitting = self._sitting(asked, work.held.loaded)
            if sitting is not None:
                return sitting
            self._require_room(asked.player_id)
        require_space(asked.command, work.held.loaded, asked.by)
        limits = self._limits(asked)
        admit(self._store, asked.id, limits)
        try:
            work.settle()
            return work.do(asked.command, asked.by, asked.id)
        except Refusal as refusal:
            earlier = self._earlier(asked)
            if earlier is None and isinstance(refusal, AlreadySo):
                loaded = work.held.loaded
                viewer = viewer_of(loaded.truth, asked.by)
                earlier = StoredReceipt(digest_of(asked.command), loaded.entries[place(loaded, viewer)])
            if earlier is None or (natural_id(asked.command) and earlier.digest != digest_of(asked.command)):
                if earlier is None:
                    release(self._store, asked.id, limits)
                raise
            return Done(earlier, repeated=True)

    def _limits(self, asked: Asked) -> list[Limit]:
        """What such a command counts for, once it is done."""
        if not isinstance(asked.command, TakeSeat):
            return []
        return seatings(asked.player_id, asked.match_id, self._settings.seatings_per_player_and_table)

    def _sitting(self, asked: Asked, loaded: Loaded[Any]) -> Done | None:
        """What a player is told who sits already where the command asks to sit."""
        seat = seat_of(loaded.truth, asked.player_id)
        if seat is None or not isinstance(asked.command, TakeSeat) or asked.command.seat not in {None, seat}:
            return None
        receipt = self._earlier(asked) or StoredReceipt(digest_of(asked.command), loaded.entries[seat])
        return Done(receipt, repeated=True)

    def _earlier(self, asked: Asked) -> StoredReceipt | None:
        """The receipt of the command that was done under this id before, whatever command it was."""
        stored = self._store.call("hget", keys.receipts(asked.match_id), asked.id)
        return None if stored is None else decode_receipt(stored)

    def _finish(self, asked: Asked, work: Work, done: Done) -> Accepted:
        """What the author is told of a command that is done, by this request or by an earlier one."""
        if done.repeated:
            if done.receipt.digest != digest_of(asked.command):
                raise used_otherwise(asked.command)
            found = self._loader.load(asked.match_id)
            return self._accepted(asked, found.held.loaded, found.table, found.now, done)
        self._loader.hold(asked.match_id, work.held)
        if work.wake is not None and work.wake <= work.now:
            self._ring_for(asked.match_id)
        return self._accepted(asked, work.held.loaded, work.table, work.now, done)

    def _accepted(self, asked: Asked, loaded: Loaded[Any], table: bytes, now: int, done: Done) -> Accepted:
        viewer = viewer_of(loaded.truth, asked.by)
        return Accepted(
            match=asked.match_id,
            viewer=viewer,
            receipt=receipt_for(asked.command, done.receipt.entry),
            repeated=done.repeated,
            table=decode_seat_table(table),
            view=done.view or view_json(self._game_of(loaded), loaded, place(loaded, viewer)),
            now=now,
        )

    def _game_of(self, loaded: Loaded[Any]) -> Game[Any]:
        game = game_by_rules(self._games, loaded.truth.game, loaded.truth.rules_version)
        assert game is not None, "it was loaded by its game"
        return game

    def _explained(self, refusal: Refusal, match_id: str, player_id: str) -> Refusal:
        """``refusal`` with what is pending for the player by now."""
        found = self._loader.load(match_id)
        explain(refusal, found.game, found.held.loaded, seat_of(found.held.loaded.truth, player_id))
        refusal.facts["names"] = decode_seat_table(found.table).names
        return refusal

    def _require_players(self, wanted: set[str]) -> None:
        """A seat that is kept for nobody could never be taken."""
        if len(players.names(self._store, wanted)) < len(wanted):
            raise OptionsRefused("A seat is reserved for a player who does not exist.")

    def _require_room(self, player_id: str) -> None:
        lists = [keys.player_matches(player_id, status) for status in ("open", "running")]
        if sum(self._store.pipeline([("zcard", name) for name in lists])) >= self._settings.running_matches_per_player:
            raise LimitReached("You sit in too many unfinished matches; finish or leave one first.", UNPASSING_S)

    def _ring_for(self, match_id: str) -> None:
        try:
            self._ring(match_id)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with the bell, the command is done
            _log.warning("handler.not_rung", match=match_id, error=type(error).__name__)

    def _set_wake(self, match_id: str, work: Work) -> None:
        writes = Writes()
        write_wake(writes, match_id, work.wake)
        self._store.append(match_id, work.held.loaded.version, None, writes)

    def _forget_wake(self, match_id: str) -> None:
        self._store.call("zrem", keys.wake(keys.shard(match_id)), match_id)
