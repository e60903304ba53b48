"""What ``test_removals`` asks of the code in a process of its own, where parts of it are missing."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from domain.games import GAMES
from events.handler import Handler
from events.showing import show
from events.store import connect
from tests.events.playing import Clock, play_at_random, view_of

STRIDE = 7
"""Of so many steps one is looked at."""

DESCRIBED = ("options", "composition")
"""What a view says of the game as the code knows it, besides the match."""


def shown(file: bytes) -> dict[str, list[dict[str, Any]]]:
    """A log for every viewer."""
    return {str(of): _steps(file, of) for of in ("open", 0, 1, 2, "public")}


def _steps(file: bytes, of: Any) -> list[dict[str, Any]]:
    steps = show(io.BytesIO(file), of=of, by_rules=False).steps[::STRIDE]
    views = [show(io.BytesIO(file), of=of, entry=step.entry, by_rules=False).view for step in steps]
    return [
        {"story": step.story, "view": _played(json.loads(view or b"{}"))}
        for step, view in zip(steps, views, strict=True)
    ]


def _played(view: dict[str, Any]) -> dict[str, Any]:
    state = view["state"] or {}
    # Legal moves follow from the rules, which are others without the card.
    view["pending"] = [decision["decision"] for decision in view["pending"]]
    return {**view, "state": {name: value for name, value in state.items() if name not in DESCRIBED}}


def go_on(url: str, match_id: str, now: str, *players: str) -> dict[str, Any]:
    clock = Clock(int(now))
    store = connect(url, clock=clock)
    handler = Handler(store, lambda match: None)
    assert not GAMES["space-monkeys"].bots
    state = handler._loader.load(match_id).held.loaded.truth.state
    left = sum(cards.count("trash") for cards in (*state.hands, state.draw))
    play_at_random(handler, store, match_id, list(players), Random(7), clock=clock)
    return {"status": view_of(store, match_id, None)["status"], "left": left}


if __name__ == "__main__":
    task, *arguments = sys.argv[1:]
    found = shown(Path(arguments[0]).read_bytes()) if task == "show" else go_on(*arguments)
    json.dump(found, sys.stdout)
