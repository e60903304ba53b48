"""What stands beside a hidden field in a viewer's log: a salted commitment, which tells nothing before the end."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from domain.chance import framed
from domain.table import Match
from events.errors import SecretLost
from events.randomness import is_promised
from events.written import Written


def seal(match_id: str, secret: bytes, version: int, place: int, *, field: str, value: bytes) -> str:
    """The commitment to a ``field`` of the event at ``place``, from 0, in the commit ``version``; its value is JSON.

    Whoever knows ``secret`` can open it; to anybody else it is a random number that is the same for the same place.
    """
    salt = hmac.digest(
        secret, framed(b"monkeys/salt/1", b"%d" % version, b"%d" % place, field.encode()), "sha256"
    )  # fmt: skip
    return hashlib.sha256(framed(b"monkeys/seal/1", match_id.encode(), salt, value)).hexdigest()


class Seals:
    """The seals of one commit of ``match``, each made once for all viewers."""

    __slots__ = ("_made", "_match", "_secret", "_version", "_written")

    def __init__(self, match: Match[Any], secret: bytes | None, version: int, written: Written) -> None:
        self._match = match
        self._secret = secret
        self._version = version
        self._written = written
        self._made: dict[tuple[int, str], str] = {}

    def of(self, place: int, field: str) -> str:
        """The seal of a field of the event at ``place``; ``SecretLost`` where there is no secret to make it with."""
        made = self._made.get((place, field))
        if made is None:
            if not self._made and not is_promised(self._secret, self._match):
                raise SecretLost("The secret of this match is lost.")
            assert self._secret is not None
            value = self._written.value(place, field)
            made = seal(self._match.id, self._secret, self._version, place, field=field, value=value)
            self._made[place, field] = made
        return made
