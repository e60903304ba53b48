"""What the server itself owes a match, and when: computed from the truth, as exact as the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.chance import Chance
from domain.command import Command, Expire, ExpireTable, GameWake
from domain.game import Decision, Game
from domain.table import Match

BOT_DELAY = "bot-delay/"
"""How the labels of draws begin that say how long a bot waits; its decision follows."""


class Due(NamedTuple):
    """Something that the server owes the match at ``at``.

    ``bot``: the decision that a bot answers; otherwise ``command``.
    """

    at: int
    command: Command | None
    bot: Decision | None = None


def obligations(game: Game[Any], match: Match[Any], chance: Chance) -> Iterator[Due]:
    """All that the server owes the match, now or later, in no order."""
    if match.status == "open":
        yield Due(match.expires_at, ExpireTable())
    if match.status != "running":
        return
    for decision in game.pending(match.state):
        # What nobody waits for ends with what made it possible: a choice that may still be changed, an open answer.
        if not decision.required:
            continue
        seat = match.seats[decision.seat]
        if seat.left:
            yield Due(decision.since, Expire(decision.id))
            continue
        if seat.offer.kind == "bot":
            yield Due(decision.since + _bot_delay(match, decision, chance), None, decision)
        if decision.kind in match.clock:
            yield Due(decision.since + match.clock[decision.kind], Expire(decision.id))
    window = game.wake(match.state)
    if window is not None:
        yield Due(window, GameWake())


def _bot_delay(match: Match[Any], decision: Decision, chance: Chance) -> int:
    table = match.bot_delay_ms
    least, most = decision.bot_delay or (table.min, table.max)
    return least + chance.below(most - least + 1, f"{BOT_DELAY}{decision.id}")


def _order(due: Due) -> tuple[int, bool]:
    """A window is over at its end, before anything else that is due then."""
    return due.at, not isinstance(due.command, GameWake)


def next_due(game: Game[Any], match: Match[Any], chance: Chance) -> Due | None:
    """The first thing that the server owes the match, from the truth; its time is the match's wake.

    The time is never earlier than the last commit's: a seat that leaves is late with what it was asked before.
    """
    due = min(obligations(game, match, chance), key=_order, default=None)
    return None if due is None else due._replace(at=max(due.at, match.at))


def out_of_time(game: Game[Any], match: Match[Any], decision: Decision) -> list[int]:
    """The seats whose clock ends when that of ``decision`` does, which is among the pending; ascending."""
    ends = _clock_end(match, decision)
    asked = [other for other in game.pending(match.state) if other.required and not match.seats[other.seat].left]
    return sorted({other.seat for other in asked if _clock_end(match, other) == ends})


def _clock_end(match: Match[Any], decision: Decision) -> int | None:
    limit = match.clock.get(decision.kind)
    return None if limit is None else decision.since + limit


def deadline(match: Match[Any], decision: Decision) -> int | None:
    """When ``decision`` ends by itself: by a rule of the game or by the table's clock, whichever is first."""
    ends = [at for at in (decision.deadline, _clock_end(match, decision)) if at is not None]
    return min(ends, default=None)
