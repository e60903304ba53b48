"""Tables full of people, and the way to a response window."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tests.running.service import Player, Service

T = TypeVar("T")

ACTIONS = ("plasma", "gaze", "leap", "split", "under", "trash", "raid", "heist")
FIELD = {"type": "force_field"}
PASS = {"type": "pass"}


def seated(service: Service, count: int, name: str, seed: int = 0, **options: Any) -> tuple[list[Player], str]:
    """A match that has just begun, with its players by seat."""
    players = [Player(service, f"{name} {seat}", random.Random(f"{name}/{seed}/{seat}")) for seat in range(count)]
    chosen = {"min_window_ms": 0, "response_ms": 600_000, "fast_pass": False, **options}
    match = players[0].open([{"kind": "open"}] * count, options=chosen)
    for seat, player in enumerate(players):
        response = player.ask("POST", f"/v1/matches/{match}/seats", {"seat": seat})
        assert response.is_success, response.text
    return players, match


def seated_until(
    found: Callable[[list[Player], str], T | None], service: Service, count: int, name: str, **options: Any
) -> tuple[list[Player], str, T]:
    """A match that was played on until ``found`` has come, which the cards may not bring in every match."""
    for seed in range(20):
        players, match = seated(service, count, f"{name} {seed}", seed, **options)
        if (what := found(players, match)) is not None:
            return players, match, what
    raise AssertionError(f"{found.__name__} never comes")


def pending_of(player: Player, match: str) -> dict[str, Any] | None:
    """The first decision that this player may answer."""
    return next(iter(player.look(match)["pending"]), None)


def required_of(players: list[Player], match: str) -> tuple[Player, dict[str, Any]] | None:
    """Somebody for whom the match waits, with the decision; ``None`` when the match is over."""
    for player in players:
        for pending in player.look(match)["pending"]:
            if pending["required"]:
                return player, pending
    return None


def open_window(players: list[Player], match: str) -> Player | None:
    """Play on until somebody's action can be answered with Force Fields: who played it; ``None`` at the end."""
    while (waited := required_of(players, match)) is not None:
        player, pending = waited
        if pending["kind"] == "window":
            player.answer(match, pending["decision"], PASS)
            continue
        moves = [legal["move"] for legal in pending["legal_moves"]]
        actions = [move for move in moves if move["type"] in ACTIONS]
        player.answer(match, pending["decision"], player.rng.choice(actions or moves))
        if actions:
            return player
    return None


def window_of(player: Player, match: str) -> dict[str, Any] | None:
    pending = pending_of(player, match)
    return pending if pending is not None and pending["kind"] == "window" else None


def may_field(pending: dict[str, Any]) -> bool:
    return any(legal["move"] == FIELD for legal in pending["legal_moves"])


def all_at_once(calls: list[Any]) -> list[Any]:
    """What each of ``calls`` returns, all of them made at the same time."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]
