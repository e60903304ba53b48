"""What stands beside a hidden field in a viewer's log: a salted commitment, which tells nothing before the end."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.chance import framed
from domain.event import Event
from domain.table import Match
from events.errors import SecretLost
from events.randomness import is_promised

_encode = msgspec.json.Encoder().encode


def seal(match_id: str, secret: bytes, version: int, place: int, *, field: str, value: Any) -> str:
    """The commitment to the ``value`` of a ``field`` of the event at ``place``, from 0, in the commit ``version``.

    Whoever knows ``secret`` can open it; to anybody else it is a random number that is the same for the same place.
    """
    salt = hmac.digest(
        secret, framed(b"monkeys/salt/1", b"%d" % version, b"%d" % place, field.encode()), "sha256"
    )  # fmt: skip
    return hashlib.sha256(framed(b"monkeys/seal/1", match_id.encode(), salt, _encode(value))).hexdigest()


class Seals:
    """The seals of one commit of ``match``, each made once for all viewers."""

    __slots__ = ("_events", "_made", "_match", "_secret", "_version")

    def __init__(self, match: Match[Any], secret: bytes | None, version: int, events: Sequence[Event]) -> None:
        self._match = match
        self._secret = secret
        self._version = version
        self._events = events
        self._made: dict[tuple[int, str], str] = {}

    def of(self, place: int, field: str) -> str:
        """The seal of a field of the event at ``place``; ``SecretLost`` where there is no secret to make it with."""
        made = self._made.get((place, field))
        if made is None:
            if not self._made and not is_promised(self._secret, self._match):
                raise SecretLost("The secret of this match is lost.")
            assert self._secret is not None
            value = getattr(self._events[place], field)
            made = seal(self._match.id, self._secret, self._version, place, field=field, value=value)
            self._made[place, field] = made
        return made
