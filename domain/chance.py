"""The one interface through which all chance enters, and the source that production uses.

Every draw is a stateless, labelled function of the match's key: a draw that does not happen shifts no other one,
and whoever holds the key can repeat each draw alone. A label is used for one purpose once in a match.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

SECRET_BYTES = 32
_WORD = 2**64

T = TypeVar("T")


class Chance(Protocol):
    """All that rules may ask of chance."""

    def below(self, n: int, label: str, i: int = 0) -> int:
        """A uniform integer ``0 <= result < n``, the ``i``-th draw of ``label``."""
        ...


class KeyedChance:
    """The labelled draws of one match: ``HMAC-SHA256(key, label/i/ctr)``, first eight bytes, with rejection."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def below(self, n: int, label: str, i: int = 0) -> int:
        if n <= 0:
            raise ValueError("nothing to draw from")
        limit = _WORD - _WORD % n
        ctr = 0
        while True:
            digest = hmac.digest(self._key, f"{label}/{i}/{ctr}".encode(), "sha256")
            word = int.from_bytes(digest[:8], "big")
            if word < limit:
                return word % n
            ctr += 1


def framed(*parts: bytes) -> bytes:
    """Each part behind its length in four big-endian bytes, so that no two lists of parts give the same bytes."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def commitment(match_id: str, secret: bytes) -> str:
    """What is published of ``secret`` (32 bytes) when the table opens: a domain-separated SHA-256, in hexadecimal."""
    return hashlib.sha256(framed(b"monkeys/commitment/1", match_id.encode(), secret)).hexdigest()


def match_key(secret: bytes, header: bytes) -> bytes:
    """The key of all draws of a match, from its 32-byte ``secret`` and the canonical ``header`` fixed at the start."""
    return hmac.digest(secret, framed(b"monkeys/key/1", header), "sha256")


def shuffled(items: Sequence[T], chance: Chance, label: str) -> list[T]:
    """A uniform permutation by Durstenfeld's shuffle from the end; draw ``i`` decides the place ``i``."""
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = chance.below(i + 1, label, i)
        result[i], result[j] = result[j], result[i]
    return result


def chosen(items: Sequence[T], chance: Chance, label: str, i: int = 0) -> T:
    """One of ``items``, each with equal chances."""
    return items[chance.below(len(items), label, i)]
