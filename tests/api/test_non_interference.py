"""Two worlds that differ only in what a viewer was never granted answer that viewer, and a stranger, the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import structlog.testing

from api.resources import RESOURCES
from events.embedded import EmbeddedStore
from tests.api.two_worlds.leaks import LEAKS
from tests.api.two_worlds.performing import Performance
from tests.api.two_worlds.planning import Plan
from tests.api.two_worlds.rehearsing import find_plan
from tests.api.two_worlds.staging import GAME
from tests.api.two_worlds.worlds import Leak, steer
from tests.domain.space_monkeys.knowledge import VARIATIONS

STEPS = 30
VIEWERS = pytest.mark.parametrize("seated", [True, False], ids=["seat", "stranger"])
DECKS = pytest.mark.parametrize("deck", ["usual", *VARIATIONS])
STATUSES = {200, 201, 204, 302, 304, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 503}


@pytest.fixture(scope="session")
def urls(embedded_store: EmbeddedStore) -> tuple[str, str]:
    return embedded_store.url(2), embedded_store.url(3)


@pytest.fixture(scope="session")
def usual_plan(urls: tuple[str, str]) -> Callable[[], Plan]:
    """What is performed under all leaks, planned before there is one."""
    return cache(lambda: find_plan(urls, seated=True, steps=STEPS))


def perform(plan: Plan, urls: tuple[str, str], patch: pytest.MonkeyPatch, game: Any = GAME, **how: bool) -> Performance:
    steer(patch)
    with structlog.testing.capture_logs():
        performance = Performance(game, urls, plan, **how)
    performance.run()
    return performance


@VIEWERS
@DECKS
def test_two_worlds_answer_alike(deck, seated, urls, monkeypatch):
    if deck in VARIATIONS:
        VARIATIONS[deck](monkeypatch)
    plan = find_plan(urls, seated=seated, steps=STEPS)
    assert plan.situations["others hold other cards"] > 0.9 * len(plan.steps)
    assert plan.situations["there are more commits"] > 0.3 * len(plan.steps)
    performance = perform(plan, urls, monkeypatch, seated=seated, documents=seated and deck == "usual")
    assert not performance.astray
    asked = performance.worlds.asked
    operations = {(operation.method, operation.path) for resource in RESOURCES for operation in resource.operations}
    assert not operations - {(method, route) for method, route, _ in asked}
    assert not STATUSES - {status for _, _, status in asked}


@pytest.mark.parametrize("about", LEAKS)
def test_a_planted_leak_is_found(about, usual_plan, urls, monkeypatch):
    plan = usual_plan()
    game = replace(GAME, **(LEAKS[about](monkeypatch) or {}))
    with pytest.raises(Leak):
        perform(plan, urls, monkeypatch, game, seated=True)


@pytest.mark.soak
@VIEWERS
@DECKS
@pytest.mark.parametrize("seed", [1, 2])
def test_two_worlds_answer_alike_for_long(deck, seated, seed, urls, monkeypatch):
    if deck in VARIATIONS:
        VARIATIONS[deck](monkeypatch)
    plan = find_plan(urls, seated=seated, steps=60, seed=seed)
    assert not perform(plan, urls, monkeypatch, seated=seated, thorough=True).astray
