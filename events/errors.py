"""Why the event store refused or failed. Every ``code`` is one that the API has an answer for."""

from __future__ import annotations

from typing import ClassVar

from domain.refusal import Refusal


class MatchNotFound(Refusal):
    """The match does not exist, or whoever asks may not know that it does."""

    code = "not-found"

    def __init__(self) -> None:
        super().__init__("There is no such match, or you may not see it.")


class EntryNotFound(Refusal):
    """The log has no such entry yet, or the table no such seat."""

    code = "not-found"


class UnknownGame(Refusal):
    """There is no game with this key."""

    code = "not-found"


UNPASSING_S = 60
"""How long to wait before trying again where only giving something up, perhaps elsewhere, makes room."""


class IdempotencyKeyReused(Refusal):
    """The Idempotency-Key stands for another request."""

    code = "idempotency-key-reused"

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was sent with another request before.")


class TokenRevoked(Refusal):
    """The token that the request has made was revoked, and its Idempotency-Key makes no other."""

    code = "token-revoked"

    def __init__(self) -> None:
        super().__init__("The token that this request has made was revoked since.")


class TooMany(Refusal):
    """A limit is reached. ``facts["retry_after"]``: whole seconds after which another attempt may succeed."""

    code = "too-many-requests"

    def __init__(self, detail: str, retry_after: int) -> None:
        super().__init__(detail, retry_after=retry_after)


class LimitReached(TooMany):
    """Whoever asks has as many of something as one may have, and has to give one up; most do not pass by themselves."""

    code = "limit-reached"


class NoMoreOfThat(Refusal):
    """The match has seen so much of what can be done without end that only moves are left."""

    code = "no-more-of-that"


class StoreFailure(Exception):
    """The store could not do it. ``detail``: one sentence for people; it holds no address, key or value."""

    code: ClassVar[str]

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Busy(StoreFailure):
    """Others changed the match again and again while the command was decided; nothing was written for it."""

    code = "busy"


class StoreFull(StoreFailure):
    """The store takes no more writes; nothing was written."""

    code = "store-full"


class StoreUnavailable(StoreFailure):
    """The store does not answer. A write may have happened; the same command again finds out and is not done twice."""

    code = "store-unavailable"


class SecretLost(StoreFailure):
    """The secret of a match is gone or is not the one it was opened with, and chance is needed."""

    code = "match-lost"
