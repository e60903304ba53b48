"""What a player may try only so often: codes of invitation, and sitting down at one table."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from domain.refusal import Refusal, WrongInvite
from events import keys
from events.creation import Limit, admit, release
from events.errors import MatchNotFound
from events.store import Store

_HOUR_MS = 60 * 60 * 1000
_DAY_MS = 24 * _HOUR_MS


@contextmanager
def trying_code(store: Store, player_id: str, at_most: int) -> Iterator[None]:
    """Within this, a player shows a code of invitation; ``TooMany`` once ``at_most`` of an hour were wrong.

    An attempt counts before it is made, so that many at once are no way around, and no longer once the code was not
    wrong. All tables count together: a limit for each would tell which of them exist.
    """
    attempt = secrets.token_hex(8)
    detail = f"You have shown {at_most} wrong codes of invitation within an hour."
    limits = [Limit(keys.wrong_codes(player_id), _HOUR_MS, at_most, detail)]
    admit(store, attempt, limits)
    try:
        yield
    except (WrongInvite, MatchNotFound):
        raise
    except Refusal:
        release(store, attempt, limits)
        raise
    release(store, attempt, limits)


def seatings(player_id: str, match_id: str, at_most: int) -> list[Limit]:
    """How often a player may sit down at one table: as long as a table waits, each time fills logs of all seats."""
    detail = f"You have sat down at this table {at_most} times within a day."
    return [Limit(keys.seatings(player_id, match_id), _DAY_MS, at_most, detail)]
