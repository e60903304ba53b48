"""One attempt at a match: as it was loaded, moved on by what is appended to it, until somebody else is faster."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import structlog

from domain.chance import Chance
from domain.command import Command, Expire, OpenTable, Play, StartMatch, TakeBack, TakeSeat
from domain.deciding import find_pending
from domain.due import Due, next_due
from domain.event import Event, Viewer
from domain.game import Decision
from domain.match import decide
from domain.table import OVER, Match
from domain.table_events import SecretRevealed
from events import commit_writes as write
from events import players
from events.codec import Author, Loaded, Origin, digest, encode_commit
from events.errors import StoreFailure
from events.forking import read_history
from events.loading import Found, Held
from events.projections import Shown, advance, place, seats_changed, shown
from events.randomness import MatchChance, is_promised
from events.receipts import (
    SERVER,
    StoredReceipt,
    decode_receipt,
    digest_of,
    encode_receipt,
    keeps_receipt,
    viewer_of,
)
from events.returns import read_returns, returned_to
from events.sealing import Seals
from events.seat_table import encode_seat_table, players_of
from events.store import Store, Writes
from events.viewer_logs import heads_after, log_lines
from events.written import write_events

OUTAGE_MS = 2_000
"""What is late by more is done as of now: after an outage nobody shall lose the time in which to answer it."""

_log = structlog.get_logger(__name__)


class Conflict(Exception):
    """The match is no longer what it was when it was loaded; nothing was written."""


class Done(NamedTuple):
    """``view``: the author's after the commit, where there was one that the author saw."""

    receipt: StoredReceipt
    repeated: bool
    view: bytes | None = None


class Work:
    """``now``: the time of this attempt, in ms. ``table``: the seat table as JSON.

    ``wake``: when the server has to act next, in ms, once something was done or settled.
    """

    def __init__(self, store: Store, match_id: str, found: Found, now: int) -> None:
        self.held = found.held
        self.table = found.table
        self.now = now
        self.wake: int | None = None
        self._store = store
        self._match_id = match_id
        self._game = found.game
        self._secret = found.secret
        self._chance = self._chance_of(found.held.loaded.truth)

    def settle(self, at_most: int | None = None) -> int:
        """Do what the server owes the match by now, each as a commit of its own, oldest first; how many it did.

        Each happens when it was due, so that a slow worker changes when others see it, never what happens: not which
        claims are in time (R-8), nor how long a window is open. What is late by more than ``OUTAGE_MS`` happens now.

        ``wake`` is past afterwards only where ``at_most`` were done. Raises ``Conflict``, ``StoreFailure``.
        """
        done = 0
        while True:
            due = next_due(self._game, self.held.loaded.truth, self._chance)
            self.wake = None if due is None else due.at
            if due is None or due.at > self.now or done == at_most:
                return done
            self._do_due(due)
            done += 1

    def do(self, command: Command, by: Author, command_id: str, at: int | None = None) -> Done:
        """Decide ``command`` and append what it leads to; ``Conflict``, or a ``Refusal`` with nothing written.

        ``command_id``: the same command under the same id is done once, whoever appends it. ``at``: when it happens, in
        ms, if not now.
        """
        game, before = self._game, self.held.loaded
        now = self.now if at is None else at
        command = self._informed(command)
        events, truth = decide(game, before.truth, command, self._chance, now, keyed=self._chance_of)
        if isinstance(command, OpenTable | TakeSeat | StartMatch) and truth.status == "open":
            command = msgspec.structs.replace(command, history=msgspec.UNSET)
        if truth.status in OVER:
            events += self._revealed(truth)
        after, seen = advance(game, before, events, now, truth)
        chance = self._chance if truth.status == before.truth.status else self._chance_of(truth)
        due = next_due(game, truth, chance)
        wake = None if due is None else due.at
        author = viewer_of(truth, by)
        receipt = StoredReceipt(digest_of(command), after.entries[place(after, author)])
        prev = digest(self.held.commit) if before.version else None
        written = write_events(events)
        commit = encode_commit(after.version, now, prev, Origin(command_id, by), command, written=written)
        seals = Seals(truth, self._secret, after.version, written)
        lines = log_lines(after.entries, seen, now, self.held.heads, written=written, seals=seals)
        heads = heads_after(self.held.heads, lines)
        new = shown(game, after, lines)
        reseated = seats_changed(events)
        table = self._new_table(after) if reseated else self.table
        guard = command_id if keeps_receipt(truth, by) else None

        writes = Writes()
        write.write_commit(writes, after, commit, heads)
        if before.version == 0 and self._secret is not None:
            write.write_secret(writes, self._match_id, self._secret)
        if guard is not None:
            write.write_receipt(writes, self._match_id, guard, encode_receipt(receipt))
        write.write_shown(writes, self._match_id, new)
        if reseated:
            write.write_table(writes, before.truth, truth, table)
        write.renew_snapshot(writes, after)
        write.write_wake(writes, self._match_id, wake)
        write.write_feed(writes, before.truth, after, events)
        write.write_expiry(writes, truth)
        appended = self._store.append(self._match_id, before.version, guard, writes)
        if appended.outcome == "conflict":
            raise Conflict
        if appended.receipt is not None:
            return Done(decode_receipt(appended.receipt), repeated=True)
        self.held, self.table, self.wake, self._chance = Held(after, commit, heads), table, wake, chance
        return Done(receipt, repeated=False, view=_view_of(author, new))

    def _revealed(self, match: Match[Any]) -> list[Event]:
        """What closes a match that is over; nothing where the secret is lost."""
        if not is_promised(self._secret, match):
            return []
        return [SecretRevealed(self._secret.hex(), self.held.heads)]

    def _chance_of(self, match: Match[Any]) -> Chance:
        return MatchChance(match, self._secret)

    def _informed(self, command: Command) -> Command:
        """``command`` with what the server knows and the rules ask for."""
        if isinstance(command, TakeBack):
            loaded = self.held.loaded
            returns = read_returns(self._store, self._game, loaded.truth, loaded.version)
            entries = returned_to(self._game, loaded.truth, command, returns)
            return msgspec.structs.replace(command, entries=entries)
        return self._with_history(self._with_records(command))

    def _with_history(self, command: Command) -> Command:
        """``command`` with what the match begins with, where it may start one that goes on from another."""
        if not isinstance(command, OpenTable | TakeSeat | StartMatch):
            return command
        origin = command.origin if isinstance(command, OpenTable) else self.held.loaded.truth.origin
        if origin is None or origin is msgspec.UNSET:
            return command
        return msgspec.structs.replace(command, history=read_history(self._store, self._game, origin))

    def _with_records(self, command: Command) -> Command:
        """``command`` with the records of all who sit, where it may start a match of a game that asks for them."""
        if not self._game.uses_records or not isinstance(command, OpenTable | TakeSeat | StartMatch):
            return command
        author = command.host if isinstance(command, OpenTable) else command.player
        taken = {seat.player for seat in self.held.loaded.truth.seats if seat.player is not None}
        sitting = sorted({author} | taken)
        known = dict(zip(sitting, players.records(self._store, self._game.key, sitting), strict=True))
        return msgspec.structs.replace(command, records=known)

    def _new_table(self, loaded: Loaded[Any]) -> bytes:
        match = loaded.truth
        return encode_seat_table(match, players.names(self._store, players_of(match)), loaded.revision)

    def _do_due(self, due: Due) -> None:
        at = due.at if self.now - due.at <= OUTAGE_MS else self.now
        if due.bot is not None:
            self._answer_for_bot(due.bot, at)
        elif isinstance(due.command, Expire):
            self.do(due.command, SERVER, due.command.decision, at)
        elif due.command is not None:
            self.do(due.command, SERVER, f"due-{self.held.loaded.version}", at)

    def _answer_for_bot(self, decision: Decision, at: int) -> None:
        """A bot that fails or does not exist any more is an absent player: it must not stop the match."""
        seat = decision.seat
        bot = str(self.held.loaded.truth.seats[seat].offer.bot)
        try:
            self.do(Play(seat, decision.id, self._bot_move(bot, decision)), seat, decision.id, at)
        except (Conflict, StoreFailure):
            raise
        except Exception as error:  # noqa: BLE001 - a bot is no reason for a match to stand still
            _log.error("bot.failed", match=self._match_id, bot=bot, decision=decision.id, error=type(error).__name__)
            move = self._game.fallback(self.held.loaded.truth.state, decision, self._chance)
            self.do(Play(seat, decision.id, move), seat, decision.id, at)

    def _bot_move(self, bot: str, decision: Decision) -> Any:
        projection: Match[Any] = self.held.loaded.projections[decision.seat]
        known = find_pending(self._game, projection, decision.id)
        rng = Random(self._chance.below(2**63, f"bot/{decision.id}"))  # noqa: S311 - repeatable on purpose
        return self._game.bots[bot](projection.copy().state, known, rng)


def _view_of(viewer: Viewer, new: Sequence[Shown]) -> bytes | None:
    return next((item.view for item in new if item.line.viewer == viewer), None)
