"""How a plan is found that shows every situation in which something could leak."""

from __future__ import annotations

from random import Random

import structlog.testing

from events import keys
from tests.api.two_worlds.planning import Plan, Planner, Stuck
from tests.api.two_worlds.situations import SITUATIONS
from tests.api.two_worlds.staging import GAME, SEATS, VIEWER, stage
from tests.api.two_worlds.twofold import Course
from tests.api.two_worlds.worlds import TwoWorlds, replayed

ATTEMPTS = 200


def find_plan(urls: tuple[str, str], *, seated: bool, steps: int, seed: int = 0) -> Plan:
    """A plan of at least so many ``steps``, the same for the same ``seed``; ``urls``: of two stores, which are emptied.

    ``seated``: whether ``VIEWER`` watches; otherwise it is made for whoever sits at no table.
    """
    with structlog.testing.capture_logs():
        worlds = TwoWorlds(GAME, urls)
        matches = stage(worlds).matches
    store = worlds.first.store
    full = [(replayed(store, GAME, match), store.client.get(keys.secret(match))) for match in matches]
    viewers = [seats.index(VIEWER) if seated else None for seats in SEATS]
    for attempt in range(ATTEMPTS):
        rng = Random(f"{seed}/{attempt}")
        courses = [Course(GAME, *known, viewer, rng) for known, viewer in zip(full, viewers, strict=True)]
        planner = Planner(courses, worlds.clock.now, rng)
        try:
            planner.begin()
            planner.go_on(steps)
            planner.resign(0, SEATS[0].index(VIEWER if seated else "Cy"))
        except Stuck:
            continue
        plan = planner.plan()
        if plan.situations.keys() == SITUATIONS.keys():
            return plan
    raise AssertionError("there is no plan that shows everything")
