"""Who may answer a response window and for whom it waits (7.7, R-22), and the vote on who begins (R-3)."""

from __future__ import annotations

from domain.game import Decision
from domain.games.space_monkeys.state import State


def _covered(state: State, seat: int) -> bool:
    """Whether the server passes for ``seat``, by its own preference or because it cannot hold a Force Field."""
    auto_pass = state.auto_pass[seat]
    if auto_pass == "always":
        return True
    if auto_pass == "unless_involved" and not _involved(state, seat):
        return True
    return bool(state.options.fast_pass) and not _may_hold_field(state, seat)


def _involved(state: State, seat: int) -> bool:
    action = state.action
    assert action is not None
    return seat == action.seat or seat in action.targets or seat == _topmost(state)


def _topmost(state: State) -> int:
    """Who played the topmost card of the chain."""
    assert state.action is not None
    return state.chain[-1] if state.chain else state.action.seat


def _may_hold_field(state: State, seat: int) -> bool:
    """Whether ``seat``, whose hand is not empty, holds a Force Field as far as this state can tell."""
    hand = state.hands[seat]
    return "field" in hand or hand[-1] is None


def waited_for(state: State) -> bool:
    """Whether the open window waits for anybody."""
    topmost, everybody = _topmost(state), not state.options.fast_pass
    hands, passed, auto_pass = state.hands, state.passed, state.auto_pass
    for seat in state.players:
        if passed[seat] or not hands[seat] or seat == topmost:
            continue
        if (everybody and auto_pass[seat] == "none") or not _covered(state, seat):
            return True
    return False


def _window(state: State) -> list[Decision]:
    """Those who may still answer.

    Not waited for: the player of the topmost card, and whoever the server passes for; these may answer all the same
    while they hold a Force Field. In a projection the passes of others are unknown, so that they look undecided.
    """
    topmost, everybody = _topmost(state), not state.options.fast_pass
    hands, passed, auto_pass, numbers = state.hands, state.passed, state.auto_pass, state.numbers
    since, deadline = state.since, state.deadline
    found = []
    for seat in state.players:
        if passed[seat] or not hands[seat]:
            continue
        if (everybody and auto_pass[seat] == "none") or not _covered(state, seat):
            found.append(Decision(seat, numbers[seat], "window", seat != topmost, since, deadline))
        elif _may_hold_field(state, seat):
            found.append(Decision(seat, numbers[seat], "window", False, since, deadline))
    return found


def _vote(state: State) -> list[Decision]:
    return [
        Decision(seat, state.numbers[seat], "vote", True, state.since, state.deadline)
        for seat in state.voters
        if state.votes[seat] is None
    ]


def pending(state: State) -> list[Decision]:
    """Who may decide what, now. The decisions of a seat are the same from the truth and from its own projection."""
    phase = state.phase
    if phase == "window":
        return _window(state)
    if phase == "vote":
        return _vote(state)
    if phase in ("setup", "effect", "over"):
        return []
    return [Decision(state.cur, state.numbers[state.cur], phase, True, state.since)]


def wake(state: State) -> int | None:
    """When the open window or the vote ends by itself, in ms; computed from the truth."""
    if state.phase == "window":
        return state.deadline if waited_for(state) else state.not_before
    return state.deadline if state.phase == "vote" else None
