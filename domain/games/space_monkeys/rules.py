"""How a match is played: set-up, moves, windows that close, preferences, and seats that leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.chance import Chance, chosen, shuffled
from domain.event import Event
from domain.game import Decision, Inputs, Recording
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.cards import ACTIONS, CRYSTALS, HAND, HAZARDS, cards_of
from domain.games.space_monkeys.effects import (
    EFFECTS,
    Record,
    draw,
    eliminate,
    finish_turn,
    gifts_due,
    go_on,
    next_gift,
    pass_on,
)
from domain.games.space_monkeys.fold import apply
from domain.games.space_monkeys.legal import DRAW, PASS, legal, offered, seen_pile
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.options import TIMES, Options, Preferences
from domain.games.space_monkeys.state import State
from domain.games.space_monkeys.windows import pending, waited_for


def setup(state: State, options: Options, inputs: Inputs, chance: Chance, now: int) -> list[Event]:
    """Section 3: deal, lay the draw pile, and choose who begins (R-3). ``options`` are resolved."""
    rec = Recording(state, apply, chance, now)
    seats = len(state.players)
    deck = options.deck
    assert deck != "auto"
    times = TIMES[options.pace]
    rec.record(ev.GamePrepared(options, CRYSTALS, times.auto_pass))
    actions = shuffled(cards_of(deck, ACTIONS), chance, "deal")
    for seat in range(seats):
        rec.record(ev.HandDealt(seat, tuple(actions[seat : HAND * seats : seats])))
    pile = actions[HAND * seats :] + cards_of(deck, HAZARDS)
    rec.record(ev.PileLaid(tuple(shuffled(pile, chance, "pile"))))
    voters = tuple(seat for seat in range(seats) if seat not in inputs.bots)
    if options.first_player == "host":
        assert options.first_seat is not None
        _begin(rec, options.first_seat, "host")
    elif options.first_player == "vote" and voters:
        rec.record(ev.VoteOpened(voters, now + times.vote))
    else:
        _begin(rec, chosen(state.players, chance, "first"), "random")
    return rec.events


def _begin(rec: Record, seat: int, by: ev.ChosenBy) -> None:
    rec.record(ev.FirstPlayerChosen(seat, by))
    rec.record(ev.TurnBegan(seat, 1, False))


def _close_vote(rec: Record) -> None:
    """R-3: most votes, ties at random; without any vote everybody is tied."""
    state = rec.state
    counts = [state.votes.count(seat) for seat in state.players]
    favoured = [seat for seat, count in zip(state.players, counts, strict=True) if count == max(counts)]
    _begin(rec, chosen(favoured, rec.chance, "first"), "vote")


def _open_window(rec: Record) -> None:
    options = rec.state.options
    assert options.response_ms is not None
    assert options.min_window_ms is not None
    rec.record(ev.WindowOpened(rec.now + options.response_ms, rec.now + options.min_window_ms))
    settle(rec)


def settle(rec: Record) -> None:
    """Close the window or the vote if it is over (7.7.4)."""
    state = rec.state
    if state.phase == "vote":
        if rec.now >= state.deadline or not pending(state):
            _close_vote(rec)
    elif state.phase == "window" and (
        rec.now >= state.deadline or (rec.now >= state.not_before and not waited_for(state))
    ):
        effective = len(state.chain) % 2 == 0
        rec.record(ev.WindowClosed(effective))
        if effective:
            assert state.action is not None
            EFFECTS[state.action.name](rec, state.action)
        else:
            go_on(rec)


def on_wake(state: State, chance: Chance, now: int) -> list[Event]:
    """Closes what is due by ``now``; nothing where nothing is."""
    rec = Recording(state, apply, chance, now)
    settle(rec)
    return rec.events


def _play_vote(rec: Record, seat: int, move: mv.Vote) -> None:
    rec.record(ev.Voted(seat, move.seat))
    settle(rec)


def _play_draw(rec: Record, seat: int, move: mv.Draw) -> None:
    draw(rec, bottom=False)


def _action(name: str, *cards: str) -> Callable[[Record, int, Any], None]:
    """How an action without targets is played, from its name and its cards."""

    def played(rec: Record, seat: int, move: Move) -> None:
        rec.record(ev.ActionPlayed(seat, name, cards))
        _open_window(rec)

    return played


def _play_plasma(rec: Record, seat: int, move: mv.Plasma) -> None:
    rec.record(ev.ActionPlayed(seat, "plasma", ("plasma",), (move.victim,)))
    _open_window(rec)


def _play_raid(rec: Record, seat: int, move: mv.Raid) -> None:
    rec.record(ev.ActionPlayed(seat, "raid", move.cards, move.targets, move.mode))
    _open_window(rec)


def _play_heist(rec: Record, seat: int, move: mv.Heist) -> None:
    rec.record(ev.ActionPlayed(seat, "heist", move.cards, (move.victim,)))
    _open_window(rec)


def _play_single(rec: Record, seat: int, move: mv.Single) -> None:
    rec.record(ev.ActionPlayed(seat, "single", (move.card,)))
    go_on(rec)


def _play_pass(rec: Record, seat: int, move: mv.Pass) -> None:
    rec.record(ev.Passed(seat))
    settle(rec)


def _play_force_field(rec: Record, seat: int, move: mv.ForceField) -> None:
    rec.record(ev.ForceFieldPlayed(seat))
    _open_window(rec)


def _put_back(rec: Record, seat: int, move: mv.PutBack) -> None:
    rec.record(ev.AsteroidReturned(seat, move.depth))


def _give(rec: Record, seat: int, move: mv.Give) -> None:
    rec.record(ev.CardGiven(seat, move.to, move.card))


def _cut(rec: Record, seat: int, move: mv.Cut) -> None:
    rec.record(ev.PileCut(seat, move.k))


def _reorder(rec: Record, seat: int, move: mv.Order) -> None:
    rec.record(ev.PileReordered(seat, move.cards))


def _fetch(rec: Record, seat: int, move: mv.Fetch) -> None:
    rec.record(ev.DiscardTaken(seat, move.position, offered(rec.state)[move.position]))


_PLAYS: dict[type[Move], Callable[[Record, int, Any], None]] = {
    mv.Vote: _play_vote,
    mv.Draw: _play_draw,
    mv.Plasma: _play_plasma,
    mv.Leap: _action("leap", "leap"),
    mv.Gaze: _action("gaze", "gaze"),
    mv.GazePair: _action("gaze_pair", "gaze", "gaze"),
    mv.Split: _action("split", "split"),
    mv.Under: _action("under", "under"),
    mv.Trash: _action("trash", "trash"),
    mv.Raid: _play_raid,
    mv.Heist: _play_heist,
    mv.Single: _play_single,
    mv.Pass: _play_pass,
    mv.ForceField: _play_force_field,
}

_ANSWERS: dict[type[Move], tuple[Callable[[Record, int, Any], None], Callable[[Record], None]]] = {
    mv.PutBack: (_put_back, finish_turn),
    mv.Give: (_give, next_gift),
    mv.Cut: (_cut, go_on),
    mv.Order: (_reorder, go_on),
    mv.Fetch: (_fetch, go_on),
}
"""What an effect asked for: how the answer is recorded, and how the turn goes on after it."""


def play(state: State, decision: Decision, move: Move, chance: Chance, now: int) -> list[Event]:
    """Play ``move``, one of ``legal``, as the answer of its seat to ``decision``."""
    rec = Recording(state, apply, chance, now)
    kind = type(move)
    played = _PLAYS.get(kind)
    if played is not None:
        played(rec, decision.seat, move)
    else:
        answer, then = _ANSWERS[kind]
        answer(rec, decision.seat, move)
        then(rec)
    return rec.events


def fallback(state: State, decision: Decision, chance: Chance) -> Move:
    """What an absent seat does (R-33)."""
    label = f"fallback/{decision.id}"
    match decision.kind:
        case "turn":
            return DRAW
        case "window":
            return PASS
        case "order":
            return mv.Order(seen_pile(state))  # type: ignore[arg-type]
        case "fetch":
            return legal(state, decision)[0]
        case "gift":
            return mv.Give(chosen(state.hands[decision.seat], chance, label), state.receivers[0])  # type: ignore[arg-type]
        case _:
            return chosen(legal(state, decision), chance, label)


def prefer(state: State, seat: int, preferences: Preferences, chance: Chance, now: int) -> list[Event]:
    """A seat sets when the server passes for it (R-22), which may close the open window; nothing where it is out."""
    rec = Recording(state, apply, chance, now)
    auto_pass = preferences.auto_pass or TIMES[state.options.pace].auto_pass
    if seat in state.players:
        rec.record(ev.AutoPassSet(seat, auto_pass))
        settle(rec)
    return rec.events


def leave(state: State, seat: int, chance: Chance, now: int) -> list[Event]:
    """A seat resigns or is removed (R-34), in any phase; nothing where it is not in the game."""
    rec = Recording(state, apply, chance, now)
    if seat not in state.players or state.phase == "over":
        return rec.events
    phase, acts = state.phase, state.cur == seat and state.phase != "vote"
    action = state.action
    if phase == "window" and action is not None and (acts or action.targets == (seat,)):
        rec.record(ev.WindowClosed(False))
    elif acts:
        _answer_what_is_asked(rec)
    if not eliminate(rec, seat, "resigned"):
        return rec.events
    if acts:
        pass_on(rec)
    elif state.phase == "effect":
        go_on(rec)
    elif state.phase == "gift" and not gifts_due(state):
        finish_turn(rec)
    else:
        settle(rec)
    return rec.events


def _answer_what_is_asked(rec: Record) -> None:
    """Decisions other than the turn are made for the seat that leaves, before it is eliminated."""
    state = rec.state
    if state.phase not in ("depth", "gift", "cut", "order", "fetch"):
        return
    while True:
        [decision] = pending(state)
        move = fallback(state, decision, rec.chance)
        answer, _ = _ANSWERS[type(move)]
        answer(rec, decision.seat, move)
        if state.phase != "gift" or not gifts_due(state):
            return
        rec.record(ev.Asked(decision.seat, "gift"))
