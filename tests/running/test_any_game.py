"""A client that knows no rules plays every game: it shows the labels of the legal moves and presses one of them."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

from tests.running.service import Player, Service

SEATS = {"space-monkeys": (2, 3, 4), "space-monkeys-pyramids": (2,), "monkey-in-the-middle": (3, 4)}
OPTIONS: dict[str, dict[str, Any]] = {
    "space-monkeys": {"min_window_ms": 0, "response_ms": 600_000},
    "space-monkeys-pyramids": {"no_launch_limit": 40},
    "monkey-in-the-middle": {"photo_finish_ms": 0, "claim_ms": 600_000},
}
"""Nobody waits for time to pass, and the pyramids end although nobody knows what they are for."""
MOST_MOVES = 3_000


def press(player: Player, match: str, decision: dict[str, Any]) -> dict[str, Any]:
    """What the player sees after one of the buttons."""
    buttons = {legal["label"]: legal["move"] for legal in decision["legal_moves"]}
    assert len(buttons) == len(decision["legal_moves"])
    move = buttons[player.rng.choice(sorted(buttons))]
    response = player.ask("POST", f"/v1/matches/{match}/moves", {"decision": decision["decision"], "move": move})
    assert response.status_code == httpx.codes.OK, response.text
    view: dict[str, Any] = response.json()["match"]
    return view


def required(view: dict[str, Any]) -> dict[str, Any] | None:
    return next((decision for decision in view["pending"] if decision["required"]), None)


def play_to_the_end(service: Service, game: str, number: int) -> dict[str, Any]:
    seats = SEATS[game][number % len(SEATS[game])]
    players = [
        Player(service, f"{game} {number}/{seat}", random.Random(f"{game}/{number}/{seat}")) for seat in range(seats)
    ]
    match = players[0].open([{"kind": "open"}] * seats, game=game, options=OPTIONS[game])
    for player in players:
        player.ask("POST", f"/v1/matches/{match}/seats")
    view = players[0].look(match)
    for _ in range(MOST_MOVES):
        if view["status"] != "running":
            return view
        asked = {view["you"], *(awaited["seat"] for awaited in view["awaited"])}
        for seat in sorted(asked):
            decision = required(view if seat == view["you"] else players[seat].look(match))
            if decision is not None:
                view = press(players[seat], match, decision)
                break
        else:
            raise AssertionError(f"{game} {number} waits for nobody")
    raise AssertionError(f"{game} {number} does not end")


def ends_properly(service: Service, game: str, matches: range) -> None:
    for number in matches:
        view = play_to_the_end(service, game, number)
        assert view["status"] == "finished"
        assert len(view["ranks"]) == len(view["seats"])
        assert min(view["ranks"]) == 1
        assert view["pending"] == view["awaited"] == []


@pytest.mark.parametrize("game", SEATS)
def test_twenty_matches_by_labels_alone(service, game):
    ends_properly(service, game, range(20))


@pytest.mark.soak
@pytest.mark.parametrize("game", SEATS)
def test_two_hundred_matches_by_labels_alone(service, game):
    ends_properly(service, game, range(20, 220))
