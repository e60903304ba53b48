"""Positions written as in the rules, and matches that go on from them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.chance import Chance
from domain.command import Play
from domain.event import Event
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS as GAME
from domain.games.space_monkeys_pyramids.board import DARK, LIGHT, SEATS, SHIPS, SOUTH, bits, each, name_of
from domain.games.space_monkeys_pyramids.moves import Text, notation
from domain.games.space_monkeys_pyramids.options import Options
from domain.games.space_monkeys_pyramids.state import State, position
from domain.match import decide
from domain.refusal import IllegalMove
from domain.table import Match, Seat
from domain.table_events import SeatOffer

STANDARD_SHIPS = ("a7 c7 e7 g7", "b2 d2 f2 h2")


class NoChance:
    def below(self, n: int, label: str, i: int = 0) -> int:
        raise AssertionError(f"{label} is drawn")


NO_CHANCE = NoChance()


def placed(*sides: str, turn: int = SOUTH, launches: tuple[int, int] | None = None, **options: Any) -> State:
    """A position in play, by side ``monkeys on foot / ships``; without ships the standard ones, ``*`` for piloted."""
    men, piloted, ships = [], 0, []
    for side, standard in zip(sides, STANDARD_SHIPS, strict=True):
        foot, _, fleet = side.partition("/")
        names = (fleet or standard).split()
        men.append(bits([*foot.split(), *(name.rstrip("*") for name in names)]))
        piloted |= bits(name.rstrip("*") for name in names if name.endswith("*"))
        ships.append(len(names))
    state = State(
        options=GAME.resolve(Options(**options), 2),
        phase="moving",
        first=turn,
        men=(men[0], men[1]),
        piloted=piloted,
        launches=launches or (SHIPS - ships[0], SHIPS - ships[1]),
    )
    if state.options.repetition:
        state.positions = {position(state): 1}
        state.occurrences = 1
    return state


def written(state: State) -> tuple[str, str]:
    """The inverse of ``placed``: by side its monkeys on foot and its ships."""
    return tuple(
        " ".join(name_of(square) for square in each(state.men[seat] & LIGHT))
        + " / "
        + " ".join(name_of(square) + ("*" if square & state.piloted else "") for square in each(state.men[seat] & DARK))
        for seat in SEATS
    )


def legal_texts(state: State, square: str = "") -> list[str]:
    """All legal moves, or those of the piece on one square, sorted."""
    [decision] = GAME.pending(state)
    texts = [notation(move) for move in GAME.legal(state, decision)]
    assert len(set(texts)) == len(texts)
    return sorted(text for text in texts if text.startswith(square))


def match_in(state: State) -> Match[State]:
    seats = [Seat(SeatOffer("open"), player=player) for player in ("south", "north")]
    return Match(id="m", game=GAME.key, status="running", seats=seats, state=state)


def played(state: State, *texts: str, chance: Chance = NO_CHANCE) -> tuple[State, list[Event]]:
    """What follows the moves ``texts`` of both players, through the commands of a match."""
    match = match_in(state)
    log = []
    for text in texts:
        assert match.status == "running"
        [decision] = GAME.pending(match.state)
        events, match = decide(GAME, match, Play(decision.seat, decision.id, Text(text)), chance, 0)
        log += events
    return match.state, log


def refused(state: State, move: Any, error: type[Exception] = IllegalMove) -> Any:
    """The refusal of ``move``, as a text, a struct or a JSON object, by the seat that is to move."""
    match = match_in(state)
    before = msgspec.msgpack.encode(match)
    decision = GAME.pending(state)[0]
    with pytest.raises(error) as caught:
        decide(
            GAME, match, Play(decision.seat, decision.id, Text(move) if isinstance(move, str) else move), NO_CHANCE, 0
        )
    assert msgspec.msgpack.encode(match) == before
    return caught.value
