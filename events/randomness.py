"""The chance of a match: made from its secret, which lies outside the streams, and from what the start has fixed."""

from __future__ import annotations

from typing import Any, TypeGuard

import msgspec

from domain.chance import KeyedChance, commitment, match_key
from domain.table import Match
from events.errors import SecretLost

_canonical = msgspec.json.Encoder(order="deterministic").encode


def is_promised(secret: bytes | None, match: Match[Any]) -> TypeGuard[bytes]:
    """Whether ``secret`` is the one to which the match was committed when its table was opened."""
    return secret is not None and commitment(match.id, secret) == match.commitment


class MatchChance:
    """The draws of ``match`` once it has started, whose key is made when the first one is needed.

    A draw raises ``SecretLost`` unless ``secret`` is the one promised; whatever needs no draw works without it.
    """

    __slots__ = ("_keyed", "_match", "_secret")

    def __init__(self, match: Match[Any], secret: bytes | None) -> None:
        self._match = match
        self._secret = secret
        self._keyed: KeyedChance | None = None

    def below(self, n: int, label: str, i: int = 0) -> int:
        if self._keyed is None:
            self._keyed = self._key()
        return self._keyed.below(n, label, i)

    def _key(self) -> KeyedChance:
        match, secret = self._match, self._secret
        if not is_promised(secret, match):
            raise SecretLost("The secret of this match is lost.")
        entropy = [seat.entropy for seat in match.seats]
        header = [match.id, match.game, match.rules_version, match.options, match.commitment, entropy]
        if match.origin is not None:
            header.append(match.origin)
        return KeyedChance(match_key(secret, _canonical(header)))
