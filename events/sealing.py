"""What stands beside a hidden field in a viewer's log: a salted commitment, which tells nothing before the end."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.chance import framed
from domain.event import Event, Viewer, hidden_from
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

    __slots__ = ("_events", "_made", "_match", "_sealed", "_secret", "_version")

    def __init__(self, match: Match[Any], secret: bytes | None, version: int, events: Sequence[Event]) -> None:
        self._match = match
        self._secret = secret
        self._version = version
        self._events = events
        self._sealed = {place for place, event in enumerate(events) if type(event).secret}
        self._made: dict[tuple[int, str], str] = {}

    def beside(self, visible: Mapping[int, Event], viewer: Viewer) -> dict[str, str]:
        """``<position>.<field>`` → seal, for what is hidden from ``viewer`` in ``visible``, events by their place.

        ``SecretLost`` where there is something to seal and no secret.
        """
        if not self._sealed:
            return {}
        return {
            f"{position}.{field}": self._of(place, field)
            for position, place in enumerate(visible)
            if place in self._sealed
            for field in hidden_from(self._events[place], viewer)
        }

    def _of(self, place: int, field: str) -> str:
        made = self._made.get((place, field))
        if made is None:
            if not self._made and not is_promised(self._secret, self._match):
                raise SecretLost("The secret of this match is lost.")
            assert self._secret is not None
            value = getattr(self._events[place], field)
            made = seal(self._match.id, self._secret, self._version, place, field=field, value=value)
            self._made[place, field] = made
        return made
