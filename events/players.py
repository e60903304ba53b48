"""Players and their tokens. A token is shown once and stored only as its SHA-256."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from domain.refusal import Refusal
from events import keys
from events.creation import Creation, Limit, begin, revoke
from events.errors import UNPASSING_S, LimitReached
from events.store import Store

TOKEN_PREFIX = "mk_"
_TOKEN = re.compile(TOKEN_PREFIX + "[a-z2-7]{40}")

CREATION_WINDOW_MS = 60 * 60 * 1000

LEAST_KEY_LENGTH = 16
"""An Idempotency-Key that creates a player gives that player's token to whoever sends it again."""


class WeakIdempotencyKey(Refusal):
    """Too short to be nobody else's."""

    code = "invalid-request"


class Player(msgspec.Struct, frozen=True):
    """``created_at``: store time in ms."""

    id: str
    name: str
    guest: bool
    created_at: int


class Token(msgspec.Struct, frozen=True):
    """One token of a player, as it is listed: never the token itself."""

    id: str
    label: str
    created_at: int


class _StoredToken(msgspec.Struct, frozen=True):
    digest: str
    label: str
    created_at: int
    reservation: str | None


class Identity(NamedTuple):
    """Whom a token stands for, and which of that player's tokens it is."""

    player_id: str
    token_id: str


class _Shown:
    """Keeps a token out of what is printed or logged."""

    __slots__ = ("token",)

    def __init__(self, token: str) -> None:
        self.token = token


class NewPlayer(_Shown):
    """``token``: shown this once, or again to the same request under the same Idempotency-Key."""

    __slots__ = ("player",)

    def __init__(self, player: Player, token: str) -> None:
        super().__init__(token)
        self.player = player


class NewToken(_Shown):
    """``listed``: as it will appear in the list."""

    __slots__ = ("listed",)

    def __init__(self, listed: Token, token: str) -> None:
        super().__init__(token)
        self.listed = listed


_encode = msgspec.json.Encoder().encode
_decode_token = msgspec.json.Decoder(_StoredToken).decode


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _token(creation: Creation) -> str:
    return TOKEN_PREFIX + keys.code(creation.derive("token"), 40)


def create_player(
    store: Store,
    name: str | None,
    *,
    guest: bool,
    address: str,
    per_hour: int,
    idempotency_key: str | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> NewPlayer:
    """A new player with a first token. ``name``: ``None`` for one that the server makes up.

    ``address``: of the client, which may create ``per_hour`` players. Raises ``TooMany``, ``IdempotencyKeyReused``,
    ``TokenRevoked``, ``WeakIdempotencyKey``, ``StoreFailure``.
    """
    if idempotency_key is not None and len(idempotency_key) < LEAST_KEY_LENGTH:
        raise WeakIdempotencyKey(
            f"An Idempotency-Key that creates a player has at least {LEAST_KEY_LENGTH} characters."
        )
    creation = begin(
        store,
        ("player", "", name, guest),
        idempotency_key,
        new_id=lambda: "p_" + keys.code(random_bytes(10), 16),
        random_bytes=random_bytes,
        limits=[
            Limit(
                keys.created(hashlib.sha256(address.encode()).hexdigest()[:32]),
                CREATION_WINDOW_MS,
                per_hour,
                f"From this address {per_hour} players were created within an hour.",
            )
        ],
    )
    token = _token(creation)
    # The record comes last: it tells a repeat that all is done, so that a token revoked since then stays revoked.
    player = find_player(store, creation.id)
    if player is None:
        player = Player(creation.id, name or f"Guest {creation.id[-4:]}", guest, store.now())
        first = Token("t_" + keys.code(creation.derive("token id"), 8), "", player.created_at)
        _store_token(store, player.id, token, first, creation)
        record = {"name": player.name, "guest": int(guest), "created_at": player.created_at}
        store.call("hset", keys.player(player.id), mapping=record)
    return NewPlayer(player, token)


def _store_token(store: Store, player_id: str, token: str, listed: Token, creation: Creation) -> None:
    stored = _StoredToken(_digest(token), listed.label, listed.created_at, creation.reservation)
    store.call("hsetnx", keys.tokens(player_id), listed.id, _encode(stored))
    store.call("set", keys.token(stored.digest), f"{player_id} {listed.id}")


def find_player(store: Store, player_id: str) -> Player | None:
    name, guest, created_at = store.call("hmget", keys.player(player_id), "name", "guest", "created_at")
    if name is None:
        return None
    return Player(player_id, name.decode(), guest == b"1", int(created_at))


def names(store: Store, player_ids: Iterable[str]) -> dict[str, str]:
    """Player → name, of those that exist."""
    wanted = sorted(set(player_ids))
    found = store.pipeline([("hget", keys.player(player_id), "name") for player_id in wanted])
    return {player_id: name.decode() for player_id, name in zip(wanted, found, strict=True) if name is not None}


def identify(store: Store, token: str) -> Identity | None:
    """Whose token this is; ``None`` for an unknown or revoked one."""
    if _TOKEN.fullmatch(token) is None:
        return None
    found = store.call("get", keys.token(_digest(token)))
    return None if found is None else Identity(*found.decode().split(" "))


def create_token(
    store: Store,
    player_id: str,
    *,
    label: str,
    at_most: int,
    idempotency_key: str | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> NewToken:
    """Another token for a player, who may have ``at_most``; ``TooMany``, ``IdempotencyKeyReused``, ``TokenRevoked``."""
    creation = begin(
        store,
        ("token", player_id, label),
        idempotency_key,
        new_id=lambda: "t_" + keys.code(random_bytes(5), 8),
        random_bytes=random_bytes,
    )
    held = list_tokens(store, player_id)
    listed = next((token for token in held if token.id == creation.id), None)
    if listed is None and len(held) >= at_most:
        raise LimitReached(f"A player has at most {at_most} tokens; revoke one first.", UNPASSING_S)
    listed = listed or Token(creation.id, label, store.now())
    token = _token(creation)
    _store_token(store, player_id, token, listed, creation)
    return NewToken(listed, token)


def list_tokens(store: Store, player_id: str) -> list[Token]:
    """The player's valid tokens, oldest first."""
    found = [(key, _decode_token(stored)) for key, stored in store.call("hgetall", keys.tokens(player_id)).items()]
    tokens = [Token(token_id.decode(), token.label, token.created_at) for token_id, token in found]
    return sorted(tokens, key=lambda token: (token.created_at, token.id))


def revoke_token(store: Store, player_id: str, token_id: str) -> bool:
    """Make a token worthless; whether there was one. Its Idempotency-Key makes no other."""
    stored = store.call("hget", keys.tokens(player_id), token_id)
    if stored is None:
        return False
    token = _decode_token(stored)
    if token.reservation is not None:
        revoke(store, token.reservation)
    store.call("delete", keys.token(token.digest))
    store.call("hdel", keys.tokens(player_id), token_id)
    return True


def records(store: Store, game: str, player_ids: Sequence[str]) -> list[tuple[int, int]]:
    """How many matches of ``game`` each player has finished, and how many of these won."""
    counts = store.pipeline(
        [("scard", name(player_id, game)) for player_id in player_ids for name in (keys.played, keys.won)]
    )
    return list(zip(counts[::2], counts[1::2], strict=True))
