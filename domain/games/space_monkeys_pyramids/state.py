"""The state of a game, as the truth or as one viewer knows it, and how events advance it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

from domain.event import Event
from domain.games.space_monkeys_pyramids.board import BITS, DARK, LIGHT, SHIPYARDS, bits
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
    WonBy,
)
from domain.games.space_monkeys_pyramids.options import Options

Squares: TypeAlias = tuple[str | None, ...]


class Position(msgspec.Struct, frozen=True):
    """What a ply changes, as it was before one; see ``State``. ``others``: before the last ply of the other seat, of
    which nothing older is kept.
    """

    men: tuple[int, int]
    piloted: int
    launches: tuple[int, int]
    plies: int
    quiet: int
    passes: int
    last: str | None
    positions: dict[str, int]
    occurrences: int
    others: Position | None


class State(msgspec.Struct):
    """A game, with ``None`` where the viewer does not know.

    ``men``: by seat the squares of its monkeys on foot (light) and of its ships (dark). ``piloted``: those of piloted
    ships. ``placements``: by seat, ``None`` before it has placed. ``first``: the seat that makes the first ply.
    ``quiet``: plies since the last launch. ``passes``: how many of the last plies were passes. ``positions``: how often
    each has occurred since the last launch, before which none can come again; empty where repetition does not matter.
    ``occurrences``: how often the position on the board has, this time included. ``before``: by seat, the position
    before its last ply, to which it may return once. ``taken_back``: how many plies were, in all; decisions count them.
    Nothing in ``positions`` is ever changed, since states share it.
    """

    options: Options = Options()
    records: tuple[tuple[int, int], ...] = ()
    phase: Literal["prepared", "placing", "moving", "over"] = "prepared"
    placements: tuple[Squares | None, Squares | None] = (None, None)
    first: int | None = None
    men: tuple[int, int] = SHIPYARDS
    piloted: int = 0
    launches: tuple[int, int] = (0, 0)
    plies: int = 0
    quiet: int = 0
    passes: int = 0
    last: str | None = None
    positions: dict[str, int] = {}
    occurrences: int = 0
    before: tuple[Position | None, Position | None] = (None, None)
    taken_back: int = 0
    since: int = 0
    winner: int | None = None
    ended_by: WonBy | DrawnBy | None = None

    def copy(self) -> State:
        return msgspec.structs.replace(self)

    @property
    def turn(self) -> int | None:
        """The seat that is to move; ``None`` before and after the moves."""
        return None if self.first is None or self.phase != "moving" else self.first ^ (self.plies & 1)


def position(state: State) -> str:
    """What has to be the same for a repetition (6.2), as one exact text; launches follow from it."""
    south, north = state.men
    return "%x" % (((south << 64 | north) << 64 | state.piloted) << 1 | (state.plies & 1))


def _count_position(state: State) -> None:
    if state.options.repetition:
        key = position(state)
        state.occurrences = state.positions.get(key, 0) + 1
        state.positions = {**state.positions, key: state.occurrences}


def _begin_moves(state: State) -> None:
    if state.first is not None and all(men & LIGHT for men in state.men):
        state.phase = "moving"
        _count_position(state)


def _game_prepared(state: State, event: GamePrepared, at: int) -> None:
    state.options = event.options
    state.records = event.records
    state.phase = "placing"
    state.since = at


def _first_player_chosen(state: State, event: FirstPlayerChosen, at: int) -> None:
    state.first = event.seat
    state.since = at
    _begin_moves(state)


def _with_own(pair: tuple[Any, Any], seat: int, own: Any) -> tuple[Any, Any]:
    return (pair[0], own) if seat else (own, pair[1])


def _placed(state: State, event: Placed | PlacedAnew, at: int) -> None:
    state.placements = _with_own(state.placements, event.seat, event.squares)


def _revealed(state: State, event: Revealed, at: int) -> None:
    seat = event.seat
    state.placements = _with_own(state.placements, seat, event.squares)
    south, north = state.men
    monkeys = bits(event.squares)
    state.men = (south, north | monkeys) if seat else (south | monkeys, north)
    state.since = at
    _begin_moves(state)


def _ply(state: State, seat: int, text: str, at: int) -> None:
    others = state.before[1 - seat]
    if others is not None and others.others is not None:
        others = msgspec.structs.replace(others, others=None)
    before = Position(
        state.men, state.piloted, state.launches, state.plies, state.quiet, state.passes, state.last, state.positions,
        state.occurrences, others,
    )  # fmt: skip
    state.before = _with_own(state.before, seat, before)
    state.plies += 1
    state.quiet += 1
    state.passes = 0
    state.last = text
    state.since = at


def _stepped(state: State, event: Stepped, at: int) -> None:
    _ply(state, event.seat, event.text, at)
    start = BITS[event.from_]
    path = start | BITS[event.to]
    south, north = state.men
    state.men = (south, north ^ path) if event.seat else (south ^ path, north)
    if start & DARK:
        state.piloted ^= path
    _count_position(state)


def _jumped(state: State, event: Jumped, at: int) -> None:
    _ply(state, event.seat, event.text, at)
    start = BITS[event.from_]
    path = start | BITS[event.to]
    south, north = state.men
    south, north = (south, north ^ path) if event.seat else (south ^ path, north)
    if start & DARK:
        state.piloted ^= path
    elif event.cage:
        # Lifted first: the cage may be the square that the monkey was jumped on (4.2.2).
        over, cage = BITS[event.over], BITS[event.cage]
        south, north = (south, north ^ over | cage) if event.owner else (south ^ over | cage, north)
    state.men = (south, north)
    _count_position(state)


def _boarded(state: State, event: Boarded, at: int) -> None:
    _ply(state, event.seat, event.text, at)
    monkey = BITS[event.from_]
    south, north = state.men
    state.men = (south, north ^ monkey) if event.seat else (south ^ monkey, north)
    state.piloted |= BITS[event.to]
    _count_position(state)


def _ship_left(state: State, event: ShipLeft, at: int) -> None:
    _ply(state, event.seat, event.text, at)
    monkey = BITS[event.to]
    south, north = state.men
    state.men = (south, north | monkey) if event.seat else (south | monkey, north)
    state.piloted ^= BITS[event.from_]
    _count_position(state)


def _launched(state: State, event: Launched, at: int) -> None:
    _ply(state, event.seat, event.text, at)
    ship = BITS[event.at]
    south, north = state.men
    state.men = (south, north ^ ship) if event.seat else (south ^ ship, north)
    state.piloted ^= ship
    south_launches, north_launches = state.launches
    state.launches = (south_launches, event.launches) if event.seat else (event.launches, north_launches)
    state.quiet = 0
    state.positions = {}
    _count_position(state)


def _passed(state: State, event: Passed, at: int) -> None:
    passes = state.passes
    _ply(state, event.seat, event.text, at)
    state.passes = passes + 1
    _count_position(state)


def _game_won(state: State, event: GameWon, at: int) -> None:
    state.phase = "over"
    state.winner = event.seat
    state.ended_by = event.by


def _game_drawn(state: State, event: GameDrawn, at: int) -> None:
    state.phase = "over"
    state.ended_by = event.by


_APPLY: dict[type[Event], Callable[[State, Any, int], None]] = {
    GamePrepared: _game_prepared,
    FirstPlayerChosen: _first_player_chosen,
    Placed: _placed,
    PlacedAnew: _placed,
    Revealed: _revealed,
    Stepped: _stepped,
    Jumped: _jumped,
    Boarded: _boarded,
    ShipLeft: _ship_left,
    Launched: _launched,
    Passed: _passed,
    GameWon: _game_won,
    GameDrawn: _game_drawn,
}


def apply(state: State, event: Event, at: int) -> None:
    """Advance ``state`` by one event, full or redacted, that happened at ``at`` (ms)."""
    _APPLY[type(event)](state, event, at)


_CHANGED = tuple(name for name in Position.__struct_fields__ if name != "others")


def can_take_back(state: State, seat: int) -> bool:
    """Whether ``seat`` has made a ply to which it has not returned yet: all since the placement is open to both."""
    return state.phase == "moving" and state.before[seat] is not None


def take_back(state: State, seat: int, at: int) -> None:
    """Return to the position before the last ply of ``seat``, at ``at`` (ms)."""
    position = state.before[seat]
    assert position is not None, "it can be taken back"
    state.taken_back += state.plies - position.plies
    for name in _CHANGED:
        setattr(state, name, getattr(position, name))
    state.before = _with_own((position.others, position.others), seat, None)
    state.since = at
