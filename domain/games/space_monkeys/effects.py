"""What actions, draws and eliminations do, as events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from domain.chance import shuffled
from domain.game import Recording
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.events import Card
from domain.games.space_monkeys.legal import offered, seen_pile, takeable
from domain.games.space_monkeys.state import Action, State

Record: TypeAlias = Recording[State]


def following(state: State, seat: int) -> int:
    """The first seat clockwise after ``seat`` whose player is in the game."""
    return next((s for s in state.players if s > seat), state.players[0])


def finish_turn(rec: Record) -> None:
    """4.4: the player goes on with what is still owed, or the next one begins."""
    state = rec.state
    if state.owed > 1:
        rec.record(ev.TurnBegan(state.cur, state.owed - 1, state.under_fire))
    else:
        pass_on(rec)


def pass_on(rec: Record) -> None:
    rec.record(ev.TurnBegan(following(rec.state, rec.state.cur), 1, False))


def go_on(rec: Record) -> None:
    rec.record(ev.Asked(rec.state.cur, "turn"))


def draw(rec: Record, *, bottom: bool) -> None:
    """Section 5: ``cur`` draws, which ends the turn."""
    state, seat = rec.state, rec.state.cur
    if not state.draw:
        _reshuffle(rec)
    card = state.draw[0 if bottom else -1] if state.draw else None
    if card is None:
        finish_turn(rec)
    elif card == "asteroid":
        left = state.crystals[seat] - 1
        rec.record(ev.AsteroidDrawn(seat, bottom, left))
        if left:
            rec.record(ev.Asked(seat, "depth"))
        elif eliminate(rec, seat, "asteroid"):
            pass_on(rec)
    elif card == "blackhole":
        rec.record(ev.BlackHoleDrawn(seat, bottom))
        next_gift(rec)
    else:
        rec.record(ev.CardDrawn(seat, bottom, card))
        finish_turn(rec)


def _reshuffle(rec: Record) -> None:
    """5.6; never needed with a valid deck, where an Asteroid is always there to be drawn (9.1)."""
    state = rec.state
    label = f"reshuffle/{state.cur}-{state.numbers[state.cur]}"
    rec.record(ev.PileLaid(tuple(shuffled(state.discard, rec.chance, label))))


def next_gift(rec: Record) -> None:
    """5.3: one gift at a time, as long as there are cards and opponents without one."""
    state = rec.state
    if gifts_due(state):
        rec.record(ev.Asked(state.cur, "gift"))
    else:
        finish_turn(rec)


def gifts_due(state: State) -> bool:
    return bool(state.receivers and state.hands[state.cur])


def eliminate(rec: Record, seat: int, cause: ev.Cause) -> bool:
    """Section 8: the hand is laid open; returns whether the game goes on."""
    state = rec.state
    hand: list[Card] = shuffled(state.hands[seat], rec.chance, f"eliminated/{seat}")
    removed = state.options.eliminated_hand == "remove"
    rec.record(ev.Eliminated(seat, cause, tuple(hand), removed))  # type: ignore[arg-type]
    if len(state.players) > 1:
        return True
    places = [*state.players, *reversed(state.out)]
    rec.record(ev.GameWon(places[0], tuple(places.index(s) + 1 for s in range(len(places)))))
    return False


def _plasma(rec: Record, action: Action) -> None:
    state = rec.state
    handed_on = state.owed if state.options.plasma_stacking == "inclusive" else state.owed - 1
    rec.record(ev.TurnBegan(action.targets[0], (handed_on if state.under_fire else 0) + 2, True))


def _leap(rec: Record, action: Action) -> None:
    finish_turn(rec)


def _gaze(rec: Record, action: Action) -> None:
    _see_pile(rec)
    go_on(rec)


def _gaze_pair(rec: Record, action: Action) -> None:
    """Whether the order may be asked depends on nothing hidden: it always is (R-16)."""
    if _see_pile(rec):
        rec.record(ev.Asked(action.seat, "order"))
    else:
        go_on(rec)


def _see_pile(rec: Record) -> bool:
    cards = seen_pile(rec.state)
    rec.record(ev.PileSeen(rec.state.cur, cards))
    return bool(cards)


def _split(rec: Record, action: Action) -> None:
    if len(rec.state.draw) > 1:
        rec.record(ev.Asked(action.seat, "cut"))
    else:
        go_on(rec)


def _under(rec: Record, action: Action) -> None:
    draw(rec, bottom=True)


def _trash(rec: Record, action: Action) -> None:
    state = rec.state
    cards = offered(state)
    choice = bool(takeable(cards, trash_taken=state.trash_taken))
    rec.record(ev.DiscardsSeen(action.seat, cards, choice))
    if choice:
        rec.record(ev.Asked(action.seat, "fetch"))
    else:
        go_on(rec)


def _raid(rec: Record, action: Action) -> None:
    state = rec.state
    wanted = 2 if action.mode == "two-from-one" else 1
    drawn = 0
    for victim in action.targets:
        hand = list(state.hands[victim])
        taken: list[Card] = []
        for _ in range(min(wanted, len(hand))):
            taken.append(hand.pop(rec.chance.below(len(hand), f"raid/{state.plays}", drawn)))
            drawn += 1
        rec.record(ev.CardsStolen(action.seat, victim, tuple(taken)))
    go_on(rec)


def _heist(rec: Record, action: Action) -> None:
    state, seat, victim = rec.state, action.seat, action.targets[0]
    left = state.crystals[victim] - 1
    kept = len(action.cards) == 3
    rec.record(ev.CrystalTaken(seat, victim, left, state.crystals[seat] + kept, kept))
    if left or eliminate(rec, victim, "heist"):
        go_on(rec)


EFFECTS: dict[str, Callable[[Record, Action], None]] = {
    "plasma": _plasma,
    "leap": _leap,
    "gaze": _gaze,
    "gaze_pair": _gaze_pair,
    "split": _split,
    "under": _under,
    "trash": _trash,
    "raid": _raid,
    "heist": _heist,
}
