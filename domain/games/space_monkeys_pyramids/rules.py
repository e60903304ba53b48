"""How a game is prepared, who may decide what, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.chance import Chance, chosen, shuffled
from domain.event import Event
from domain.game import Decision, Inputs, Recording
from domain.games.space_monkeys_pyramids.board import (
    BITS,
    CAGES,
    MONKEYS,
    NORTH,
    SEATS,
    SHIPS,
    SOUTH,
    between,
    name_of,
    names_of,
)
from domain.games.space_monkeys_pyramids.events import (
    Boarded,
    DrawnBy,
    FirstPlayerChosen,
    GameDrawn,
    GamePrepared,
    GameWon,
    Jumped,
    Launched,
    Passed,
    Placed,
    PlacedAnew,
    Revealed,
    ShipLeft,
    Stepped,
)
from domain.games.space_monkeys_pyramids.legal import PASS, PLACEMENTS, legal_moves
from domain.games.space_monkeys_pyramids.moves import (
    Board,
    BoardMove,
    Jump,
    Launch,
    Leave,
    Move,
    Pass,
    Place,
    Step,
    notation,
)
from domain.games.space_monkeys_pyramids.options import Options, Preferences
from domain.games.space_monkeys_pyramids.state import State, apply

_NAMED_SEATS = {"south": SOUTH, "north": NORTH}


def start(seats: int) -> State:
    return State()


def setup(state: State, options: Options, inputs: Inputs, chance: Chance, now: int) -> list[Event]:
    """Everything before the first decision. ``inputs.records``: played and won by seat, for ``youngest`` (R-1)."""
    recording = Recording(state, apply, chance, now)
    recording.record(GamePrepared(options, inputs.records))
    if options.setup in ("first_first", "second_first"):
        recording.record(first_player(options, inputs.records, chance))
    if options.setup == "random":
        for seat in SEATS:
            cages = shuffled(names_of(CAGES[seat]), chance, f"placement/{seat}")[:MONKEYS]
            recording.record(Revealed(seat, tuple(sorted(cages, key=BITS.__getitem__))))
        recording.record(first_player(options, inputs.records, chance))
    return recording.events


def _won_too_many(records: tuple[tuple[int, int], ...], seat: int) -> bool:
    played, won = records[seat] if seat < len(records) else (0, 0)
    return 3 * won > 2 * played


def first_player(options: Options, records: tuple[tuple[int, int], ...], chance: Chance) -> FirstPlayerChosen:
    """Who makes the first move (R-1). ``records``: games played and won by seat, empty for none."""
    named = _NAMED_SEATS.get(options.first_player)
    if named is not None:
        return FirstPlayerChosen(named, "option")
    younger = _NAMED_SEATS.get(options.younger_seat or "")
    if younger is None:
        return FirstPlayerChosen(chosen(SEATS, chance, "first-player"), "random")
    if _won_too_many(records, younger):
        return FirstPlayerChosen(1 - younger, "two_thirds")
    return FirstPlayerChosen(younger, "youngest")


def _placing_seats(state: State) -> Sequence[int]:
    """The seats that are asked to place their monkeys now (R-2)."""
    missing = [seat for seat in SEATS if state.placements[seat] is None]
    if state.first is None:
        return missing
    begins = state.first if state.options.setup == "first_first" else 1 - state.first
    return [begins] if begins in missing else missing


def pending(state: State) -> Sequence[Decision]:
    """A seat's placement is its decision 0, its moves are numbered from 1; no number comes again."""
    if state.phase == "moving":
        seat = state.turn
        assert seat is not None
        return (Decision(seat, state.plies // 2 + 1 + state.taken_back, "move", True, state.since),)
    if state.phase == "placing":
        return [Decision(seat, 0, "place", True, state.since) for seat in _placing_seats(state)]
    return ()


def legal(state: State, decision: Decision) -> Sequence[Move]:
    return PLACEMENTS[decision.seat] if decision.kind == "place" else legal_moves(state)


def play(state: State, decision: Decision, move: Move, chance: Chance, now: int) -> list[Event]:
    recording = Recording(state, apply, chance, now)
    if isinstance(move, Place):
        _place(recording, decision.seat, move)
    else:
        _move(recording, decision.seat, move)  # type: ignore[arg-type]
    return recording.events


def _place(recording: Recording[State], seat: int, move: Place) -> None:
    state = recording.state
    recording.record(Placed(seat, move.squares))
    if state.first is not None:
        recording.record(Revealed(seat, move.squares))
    elif None not in state.placements:
        for each_seat, squares in enumerate(state.placements):
            recording.record(Revealed(each_seat, squares))  # type: ignore[arg-type]
        recording.record(first_player(state.options, state.records, recording.chance))


def _jumped(state: State, seat: int, text: str, move: Jump) -> Jumped:
    over = between(BITS[move.from_], BITS[move.to])
    owner = NORTH if over & state.men[NORTH] else SOUTH
    return Jumped(seat, text, move.from_, move.to, name_of(over), owner, move.cage or None)


_HAPPENED: dict[type[Any], Callable[[State, int, str, Any], Event]] = {
    Step: lambda state, seat, text, move: Stepped(seat, text, move.from_, move.to),
    Jump: _jumped,
    Board: lambda state, seat, text, move: Boarded(seat, text, move.from_, move.to),
    Leave: lambda state, seat, text, move: ShipLeft(seat, text, move.from_, move.to),
    Launch: lambda state, seat, text, move: Launched(seat, text, move.at, state.launches[seat] + 1),
    Pass: lambda state, seat, text, move: Passed(seat, text),
}


def _move(recording: Recording[State], seat: int, move: BoardMove) -> None:
    state = recording.state
    recording.record(_HAPPENED[type(move)](state, seat, notation(move), move))
    if state.launches[seat] == SHIPS:
        recording.record(GameWon(seat, "launches"))
        return
    drawn = _drawn_by(state)
    if drawn is not None:
        recording.record(GameDrawn(drawn))
    elif state.options.no_move == "lose" and legal_moves(state)[0] is PASS:
        recording.record(GameWon(seat, "no_move"))


def _drawn_by(state: State) -> DrawnBy | None:
    """Why the game is drawn after the last ply, if it is (R-9, R-10)."""
    options = state.options
    if options.repetition and state.occurrences >= options.repetition:
        return "repetition"
    if options.no_launch_limit and state.quiet >= options.no_launch_limit:
        return "no_launch"
    return "passes" if state.passes == 2 else None


def wake(state: State) -> int | None:
    return None


def on_wake(state: State, chance: Chance, now: int) -> list[Event]:
    return []


def fallback(state: State, decision: Decision, chance: Chance) -> Move:
    """Any legal move. A player who is out of time loses instead (R-11)."""
    return chosen(legal(state, decision), chance, f"fallback/{decision.id}")


def leave(state: State, seat: int, chance: Chance, now: int) -> list[Event]:
    """To resign, or to run out of time, is to lose (R-11)."""
    recording = Recording(state, apply, chance, now)
    recording.record(GameWon(1 - seat, "forfeit"))
    return recording.events


def prefer(state: State, seat: int, preferences: Preferences, chance: Chance, now: int) -> list[Event]:
    return []


def outcome(state: State) -> tuple[int, ...] | None:
    if state.phase != "over":
        return None
    return tuple(1 if state.winner in (None, seat) else 2 for seat in SEATS)


def deal_anew(state: State, chance: Chance, now: int) -> list[Event]:
    """A placement that is not known is any that the rules allow (2.2)."""
    recording = Recording(state, apply, chance, now)
    for seat, squares in enumerate(state.placements):
        if squares is not None and None in squares:
            recording.record(PlacedAnew(seat, chosen(PLACEMENTS[seat], chance, f"anew/{seat}").squares))
    return recording.events
