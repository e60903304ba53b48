"""What all operations stand on: the store, the handler and the rest, made once a process."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from api.game_schemas import GameSchemas
from api.metrics import Metrics
from api.waiting import Waiting
from domain.game import Game
from events import players
from events.errors import StoreFailure
from events.follower import follow
from events.handler import Handler
from events.keys import shard
from events.pulse import Pulse
from events.settings import Settings
from events.store import Store

_log = structlog.get_logger(__name__)

TOKEN_SECONDS = 1.0
"""How long a process believes what the store said of a token; a revoked one may work for so long."""
_TOKENS = 10_000


class Tokens:
    """Whose token it is, asked of the store at most once in ``TOKEN_SECONDS``."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[bytes, tuple[float, str]] = {}

    def player(self, token: str) -> str | None:
        """The id of the player, ``None`` for an unknown or revoked token; ``StoreFailure``."""
        # Kept by digest, so that no memory dump of ours is a list of tokens.
        digest = hashlib.sha256(token.encode()).digest()
        now = self._clock()
        known = self._known.get(digest)
        if known is not None and known[0] > now:
            return known[1]
        identity = players.identify(self._store, token)
        if identity is None:
            self._known.pop(digest, None)
            return None
        if len(self._known) >= _TOKENS:
            self._known.clear()
        self._known[digest] = (now + TOKEN_SECONDS, identity.player_id)
        return identity.player_id

    def forget(self) -> None:
        """Believe nothing any more: a token was revoked here, and this process at least shall know at once."""
        self._known.clear()


def new_request_id() -> str:
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """``rings_waiting``: how many jobs no worker has taken yet. ``random_bytes``: where ids come from."""

    store: Store
    handler: Handler
    settings: Settings
    games: Mapping[str, Game[Any]]
    schemas: GameSchemas
    tokens: Tokens
    metrics: Metrics
    waiting: Waiting
    checking: Waiting
    pulse: Pulse
    rings_waiting: Callable[[], int]
    random_bytes: Callable[[int], bytes]

    def table_changed(self, match_id: str) -> None:
        """Bring lobby and lists up to date at once; the sweeper does it where this fails."""
        try:
            follow(self.store, shard(match_id))
        except StoreFailure as error:
            _log.warning("lists.not_followed", error=type(error).__name__)
