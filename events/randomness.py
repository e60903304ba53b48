"""The chance of a match: made from its secret, which lies outside the streams, and from what the start has fixed."""

from __future__ import annotations

from typing import Any, NoReturn, TypeGuard

import msgspec

from domain.chance import Chance, KeyedChance, commitment, match_key
from domain.table import Match
from events.errors import SecretLost

_canonical = msgspec.json.Encoder(order="deterministic").encode


class _Lost:
    """The chance of a match whose secret is gone: whatever needs none of it still works."""

    __slots__ = ()

    def below(self, n: int, label: str, i: int = 0) -> NoReturn:  # noqa: ARG002 - there is nothing to draw from
        raise SecretLost("The secret of this match is lost.")


def is_promised(secret: bytes | None, match: Match[Any]) -> TypeGuard[bytes]:
    """Whether ``secret`` is the one to which the match was committed when its table was opened."""
    return secret is not None and commitment(match.id, secret) == match.commitment


def chance_of(match: Match[Any], secret: bytes | None) -> Chance:
    """The draws of ``match`` once it has started; ``SecretLost`` on drawing unless ``secret`` is the one promised."""
    if not is_promised(secret, match):
        return _Lost()
    header = _canonical(
        [
            match.id,
            match.game,
            match.rules_version,
            match.options,
            match.commitment,
            [seat.entropy for seat in match.seats],
        ]
    )
    return KeyedChance(match_key(secret, header))
