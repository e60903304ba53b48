"""Who may answer a response window and for whom it waits (7.7, R-22), and the vote on who begins (R-3)."""

from __future__ import annotations

from domain.game import Decision
from domain.games.space_monkeys.state import State


def _covered(state: State, seat: int, topmost: int) -> bool:
    """Whether the server passes for ``seat``, by its own preference or because it cannot hold a Force Field."""
    auto_pass = state.auto_pass[seat]
    if auto_pass == "always":
        return True
    action = state.action
    if auto_pass == "unless_involved" and action is not None and seat not in (topmost, action.seat, *action.targets):
        return True
    return bool(state.options.fast_pass) and not _may_hold_field(state, seat)


def _may_hold_field(state: State, seat: int) -> bool:
    hand = state.hands[seat]
    return "field" in hand or hand[-1] is None


def window_seats(state: State) -> list[tuple[int, bool]]:
    """The seats that may still answer the open window, each with whether it is waited for.

    Not waited for: the player of the topmost card, and whoever the server passes for; these may answer all the same
    while they hold a Force Field. In a projection the passes of others are unknown, so that they look undecided.
    """
    action = state.action
    assert action is not None
    topmost = state.chain[-1] if state.chain else action.seat
    found = []
    for seat in state.players:
        if state.passed[seat] or not state.hands[seat]:
            continue
        if not _covered(state, seat, topmost):
            found.append((seat, seat != topmost))
        elif _may_hold_field(state, seat):
            found.append((seat, False))
    return found


def waited_for(state: State) -> bool:
    return any(required for _, required in window_seats(state))


def pending(state: State) -> list[Decision]:
    """Who may decide what, now. The decisions of a seat are the same from the truth and from its own projection."""
    phase = state.phase
    if phase == "window":
        return [
            Decision(seat, state.numbers[seat], "window", required, state.since, state.deadline)
            for seat, required in window_seats(state)
        ]
    if phase == "vote":
        return [
            Decision(seat, state.numbers[seat], "vote", True, state.since, state.deadline)
            for seat in state.voters
            if state.votes[seat] is None
        ]
    if phase in ("setup", "over", "effect"):
        return []
    return [Decision(state.cur, state.numbers[state.cur], phase, True, state.since)]


def wake(state: State) -> int | None:
    """When the open window or the vote ends by itself, in ms; computed from the truth."""
    if state.phase == "window":
        return state.deadline if waited_for(state) else state.not_before
    return state.deadline if state.phase == "vote" else None
