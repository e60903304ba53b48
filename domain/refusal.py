"""Why something was refused: typed, with the rule that refuses it, before anything was recorded."""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal(Exception):
    """Something was asked for that cannot be done; nothing has changed.

    ``detail``: one sentence for people, without secrets. ``rule``: the number in the game's rules, where one decides.
    ``facts``: what a client needs to go on, as JSON values.
    """

    code: ClassVar[str]

    def __init__(self, detail: str, *, rule: str | None = None, **facts: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rule = rule
        self.facts = facts


class IllegalMove(Refusal):
    """The move is well formed and answers a pending decision, but the rules do not allow it now."""

    code = "illegal-move"


class DecisionNotPending(Refusal):
    """The decision was answered, has expired or never existed."""

    code = "decision-not-pending"


class NotYourSeat(Refusal):
    """The decision or the seat belongs to somebody else, or only the host may do this."""

    code = "not-yours"


class NotSeated(NotYourSeat):
    """Whoever asks sits nowhere at the table."""

    code = "not-seated"


class OptionsRefused(Refusal):
    """The game's options do not go with each other or with the number of seats."""

    code = "options-refused"


class SeatUnavailable(Refusal):
    """The seat is taken, reserved for somebody else or a bot's."""

    code = "seat-unavailable"


class AlreadySeated(SeatUnavailable):
    """The player sits at the table, on another seat."""

    code = "already-seated"


class NoSuchSeat(SeatUnavailable):
    """The table has not so many seats."""

    code = "no-such-seat"


class SeatEmpty(SeatUnavailable):
    """Nobody sits on the seat."""

    code = "seat-empty"


class WrongInvite(SeatUnavailable):
    """The code does not open the seat."""

    code = "wrong-invite"


class WrongPhase(Refusal):
    """The match is not in a phase in which this can be done."""

    code = "wrong-phase"


class SeatsEmpty(WrongPhase):
    """The match cannot start before every seat is taken. ``facts["empty_seats"]``: their numbers."""

    code = "seats-empty"


class SeatOut(WrongPhase):
    """The seat plays no longer."""

    code = "seat-out"


class NotPossibleHere(WrongPhase):
    """The game knows nothing of the kind."""

    code = "not-possible-here"


class NothingToTakeBack(WrongPhase):
    """The seat has made no move since which nothing random or secret has happened."""

    code = "nothing-to-take-back"


class AlreadySo(WrongPhase):
    """Nothing is left to do: the match is already as it would be afterwards."""
