"""Every refusal names the rule that refuses, and changes nothing."""

import pytest

from domain.games.space_monkeys_pyramids import moves as mv
from domain.games.space_monkeys_pyramids.explain import _MONKEY_JUMP, _OBSTACLES, _SHIP_JUMP
from tests.domain.space_monkeys_pyramids.positions import placed, refused
from tests.domain.space_monkeys_pyramids.test_examples import E4, E8, E12

NORTH_SIDE = "b7 d7 f7 h7 a8"

CASES = [
    ("3.1", "a monkey of the other player", E4, "d5-e4", {}),
    ("3.1", "a ship of the other player", E4, "b2-a3", {}),
    ("3.1", "no piece", E4, "d4-e3", {}),
    ("4.1", "an empty ship steps", E4, "a7-b8", {}),
    ("4.1", "an empty ship jumps", ("b1 d1 f1 h1 c2 / c5 c7 e7 g7", "b7 d7 f7 h7 a8 / d4 b2 f2 h2"), "c5xe3", {}),
    ("4.1", "an orthogonal step", E4, "c4-c5", {}),
    ("4.1", "a step of two squares", E4, "c4-a6", {}),
    ("4.1", "a step that stays", E4, "c4-c4", {}),
    ("4.1", "a step over the edge of the board", E4, "h1-a2", {}),
    ("4.1", "a step onto an own monkey", ("b1 d1 f1 h1 c2", NORTH_SIDE), "c2-d1", {}),
    ("4.2.1", "a jump of one square", E4, "c4xd5@b7", {}),
    ("4.2.1", "a jump along a rank", E4, "c4xe4@b7", {}),
    ("4.2.1", "a jump over nothing", E4, "c4xa6@b7", {}),
    ("4.2.1", "a jump onto a piece", ("b1 d1 f1 h1 c4", "d5 e6 f7 h7 a8"), "c4xe6@b7", {}),
    ("4.3.1", "a ship jumps over nothing", E12, "a7xc5", {}),
    ("4.3.1", "a ship jumps along a file", E12, "a7xa5", {}),
    ("R-3", "a jump over an own monkey", ("b1 d1 f1 d5 c4", NORTH_SIDE), "c4xe6@h1", {}),
    ("6.1", "no cage though one is free", E4, "c4xe6", {}),
    ("4.2.2", "a foreign cage", E4, "c4xe6@e2", {}),
    ("4.2.2", "no cage at all", E4, "c4xe6@c6", {}),
    ("4.2.2", "an occupied cage", E4, "c4xe6@d7", {}),
    ("4.4", "an empty ship boards", E4, "a7^a6", {}),
    ("4.4", "a pilot boards", E12, "a7^b7", {}),
    ("4.4", "boarding from afar", E4, "c4^c7", {}),
    ("4.4", "boarding a square without a ship", E4, "c4^c5", {}),
    ("4.4", "boarding a ship of the other player", ("b1 d1 f1 h1 b3", NORTH_SIDE), "b3^b2", {}),
    ("R-5", "boarding a piloted ship", ("b1 d1 f1 a6 / a7* c7 e7 g7", NORTH_SIDE), "a6^a7", {}),
    ("4.5", "a monkey on foot leaves", E4, "c4vc5", {}),
    ("4.5", "leaving an empty ship", E4, "a7va6", {}),
    ("4.5", "leaving for a square far away", E12, "a7va5", {}),
    ("4.5", "leaving diagonally", E12, "a7vb6", {}),
    ("R-6", "leaving for an occupied square", E12, "a7va8", {}),
    ("4.6.1", "launching a monkey", E4, "c4!", {}),
    ("4.6.1", "launching an empty ship", E4, "a7!", {}),
    ("R-7", "launching without a crew", E12, "a7!", {}),
    ("3.2", "passing with a move", E4, "--", {}),
    ("6.1", "a cage though none is free", E8, "e4xg6@b1", {"turn": 1}),
    ("R-4", "a jump that the table forbids", E8, "e4xg6", {"turn": 1, "cage_full": "forbid"}),
]


@pytest.mark.parametrize(("rule", "sides", "text", "settings"), [
    pytest.param(rule, sides, text, settings, id=f"{rule}-{name}") for rule, name, sides, text, settings in CASES
])  # fmt: skip
def test_the_rule_that_refuses_is_named(rule, sides, text, settings):
    assert refused(placed(*sides, **settings), text).rule == rule


def test_every_obstacle_is_met_by_a_case():
    told = {refused(placed(*sides, **settings), text).detail for _, _, sides, text, settings in CASES}
    told.add(refused(placed(*E4), mv.Jump("c4", "e6")).detail)
    ship = placed("b1 d1 f1 h1 / c5* c7 e7 g7", "b7 d7 f7 h7 a8 / d4 b2 f2 h2")
    told.add(refused(ship, mv.Jump("c5", "e3", None)).detail)
    fixed = {sentence.split("{")[0][1:] for group in (*_OBSTACLES.values(), _MONKEY_JUMP, _SHIP_JUMP)
             for _, sentence, _ in group}  # fmt: skip
    assert not [start for start in fixed if not any(detail[1:].startswith(start) for detail in told)]
