"""Random positions in play, crowded ones among them."""

from __future__ import annotations

from hypothesis import strategies as st

from domain.games.space_monkeys_pyramids.board import DARK, LIGHT, MONKEYS, SHIPS, names_of
from domain.games.space_monkeys_pyramids.state import State
from tests.domain.space_monkeys_pyramids.positions import placed

RULES = [
    {"jump_own": jump_own, "cage_full": cage_full} for jump_own in (False, True) for cage_full in ("stay", "forbid")
]


@st.composite
def positions(draw) -> State:
    """Few squares make many neighbours, so that jumps, boardings and blocked ways are common."""
    crowd = draw(st.sampled_from((12, 20, 32)))
    launches = draw(st.tuples(st.integers(0, SHIPS - 1), st.integers(0, SHIPS - 1)))
    monkeys = iter(draw(st.permutations(names_of(LIGHT)[:crowd])))
    ships = iter(draw(st.permutations(names_of(DARK)[:crowd])))
    sides = []
    for launched in launches:
        pilots = draw(st.integers(0, SHIPS - launched))
        foot = [next(monkeys) for _ in range(MONKEYS - launched - pilots)]
        fleet = [next(ships) + ("*" if i < pilots else "") for i in range(SHIPS - launched)]
        sides.append(f"{' '.join(foot)} / {' '.join(fleet)}")
    return placed(*sides, turn=draw(st.integers(0, 1)), **draw(st.sampled_from(RULES)))
