"""Things that a request creates once, however often it is sent, and the limits on how many there may be."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from events import keys
from events.errors import IdempotencyKeyReused, TokenRevoked, TooMany
from events.store import Script, Store

KEPT_MS = 24 * 60 * 60 * 1000
"""How long an Idempotency-Key stands for its request."""

_RESERVE = Script("reserve.lua")
_ADMIT = Script("admit.lua")
_REVOKE = Script("revoke.lua")

_canonical = msgspec.json.Encoder(order="sorted").encode


class Limit(NamedTuple):
    """At most ``at_most`` members of the sorted set ``key``, each of which counts for ``lifetime_ms``.

    ``refusal``: of what is too much, with the text ``detail``.
    """

    key: str
    lifetime_ms: int
    at_most: int
    detail: str
    refusal: type[TooMany] = TooMany


class Creation:
    """``id``: of what is created. ``reservation``: the key in the store that makes a repeat find it, if any."""

    __slots__ = ("_key", "_limits", "id", "reservation")

    def __init__(self, new_id: str, key: bytes, reservation: str | None, limits: Sequence[Limit]) -> None:
        self.id = new_id
        self.reservation = reservation
        self._key = key
        self._limits = limits

    def derive(self, label: str) -> bytes:
        """32 bytes that only the same request under the same Idempotency-Key gets again; they are stored nowhere."""
        return hmac.digest(self._key, label.encode(), "sha256")

    def withdraw(self, store: Store) -> None:
        """Nothing came of it: it counts for no limit, and its Idempotency-Key stands for nothing."""
        release(store, self.id, self._limits)
        if self.reservation is not None:
            store.call("delete", self.reservation)


def begin(
    store: Store,
    request: Sequence[Any],
    idempotency_key: str | None,
    *,
    new_id: Callable[[], str],
    random_bytes: Callable[[int], bytes],
    limits: Sequence[Limit] = (),
) -> Creation:
    """What ``request`` creates. ``request``: who asks for what, as JSON values, its first two items the kind and owner.

    Raises ``TooMany`` with nothing written, ``IdempotencyKeyReused``, ``TokenRevoked``.
    """
    if idempotency_key is None:
        new = new_id()
        admit(store, new, limits)
        return Creation(new, random_bytes(32), None, limits)
    name = keys.reservation(hashlib.sha256(_canonical([*request[:2], idempotency_key])).hexdigest())
    digest = hashlib.sha256(_canonical(request)).digest()
    found = store.call("hmget", name, "request", "id", "salt", "revoked")
    if found[0] is None:
        new = new_id()
        admit(store, new, limits)
        found = store.run(_RESERVE, [name], [digest, new, random_bytes(32), KEPT_MS])
    if found[0] != digest:
        raise IdempotencyKeyReused
    if found[3] is not None:
        raise TokenRevoked
    return Creation(found[1].decode(), hmac.digest(found[2], idempotency_key.encode(), "sha256"), name, limits)


def revoke(store: Store, reservation: str) -> None:
    """Make the Idempotency-Key of ``reservation`` create nothing more."""
    store.run(_REVOKE, [reservation], [])


def admit(store: Store, member: str, limits: Sequence[Limit]) -> None:
    """Let ``member`` count for all ``limits``, once however often this is asked; ``TooMany`` with nothing written."""
    if not limits:
        return
    numbers = [number for limit in limits for number in (limit.lifetime_ms, limit.at_most)]
    full, wait_ms = store.run(_ADMIT, [limit.key for limit in limits], [store.now(), member, *numbers])
    if full:
        limit = limits[full - 1]
        raise limit.refusal(limit.detail, -(-wait_ms // 1000))


def release(store: Store, member: str, limits: Sequence[Limit]) -> None:
    """``member`` counts for none of ``limits`` any more."""
    store.pipeline([("zrem", limit.key, member) for limit in limits])
