"""Many requests at the same moment."""

from __future__ import annotations

import collections
import random

import httpx
import pytest

from tests.running.service import Player, open_log
from tests.running.tables import (
    FIELD,
    PASS,
    all_at_once,
    may_field,
    open_window,
    required_of,
    seated,
    seated_until,
    window_of,
)

CROWD = 50


def codes(responses):
    return collections.Counter(response.status_code for response in responses)


def test_fifty_equal_moves_make_one_commit(service):
    players, match = seated(service, 2, "Equal")
    player, pending = required_of(players, match)
    body = {"decision": pending["decision"], "move": pending["legal_moves"][0]["move"]}
    own = [httpx.Client(base_url=service.url, timeout=60, headers=player.client.headers) for _ in range(CROWD)]
    responses = all_at_once([lambda c=client: c.post(f"/v1/matches/{match}/moves", json=body) for client in own])
    assert codes(responses) == {200: CROWD}
    replies = [response.json() for response in responses]
    assert len({str(reply["receipt"]) for reply in replies}) == 1
    assert sorted(reply["repeated"] for reply in replies) == [False] + [True] * (CROWD - 1)
    for client in own:
        client.close()
    for seat in players:
        seat.ask("POST", f"/v1/matches/{match}/resign")
    commits = [commit for commit in open_log(player, match) if commit["command"].get("decision") == body["decision"]]
    assert len(commits) == 1


def test_fifty_joins_for_one_seat_have_one_winner(service):
    host = Player(service, "Crowded host")
    crowd = [Player(service, f"Crowd {number}") for number in range(CROWD)]
    match = host.open([{"kind": "open"}, {"kind": "reserved", "player": host.id}], start="host")
    responses = all_at_once([lambda p=p: p.once("POST", f"/v1/matches/{match}/seats", {"seat": 0}) for p in crowd])
    assert codes(responses) == {200: 1, 409: CROWD - 1}
    refused = [response.json() for response in responses if response.status_code == httpx.codes.CONFLICT]
    assert all(problem["type"].endswith("seat-unavailable") for problem in refused)
    winner = next(player for player, response in zip(crowd, responses, strict=True) if response.is_success)
    assert host.look(match)["seats"][0]["player"] == winner.id


def test_seven_passes_at_the_same_time_all_count(service):
    players, match = seated(service, 7, "Passing")
    actor = open_window(players, match)
    deciding = [(p, w) for p in players if p is not actor and (w := window_of(p, match)) is not None]
    assert len(deciding) == 6
    responses = all_at_once([lambda p=p, w=w: p.answer(match, w["decision"], PASS) for p, w in deciding])
    assert codes(responses) == {200: 6}
    assert [window_of(player, match) for player in players] == [None] * 7


@pytest.mark.parametrize("seed", range(3))
def test_of_several_force_fields_at_the_same_time_one_counts_and_the_others_are_kept(service, seed):
    print(f"seed {seed}")
    order = random.Random(seed)
    _, match, holders = seated_until(two_fields, service, 7, f"Fielding {seed}")
    hands = {player: own_hand(player, match) for player, _ in holders}
    order.shuffle(holders)
    responses = all_at_once([lambda p=p, w=w: p.answer(match, w["decision"], FIELD) for p, w in holders])
    assert codes(responses) == {200: 1, 409: len(holders) - 1}
    for (player, _), response in zip(holders, responses, strict=True):
        hand = own_hand(player, match)
        if response.is_success:
            hand = sorted([*hand, "field"])
        else:
            assert response.json()["type"].endswith("decision-not-pending")
            assert response.json()["pending"][0]["kind"] == "window"
        assert hand == hands[player]


def two_fields(players, match):
    """Play on until several may send Force Fields: who, each with the decision; ``None`` at the end."""
    while (actor := open_window(players, match)) is not None:
        deciding = [(p, w) for p in players if p is not actor and (w := window_of(p, match)) is not None]
        holders = [(p, w) for p, w in deciding if may_field(w)]
        if len(holders) > 1:
            return holders
        for player, window in deciding:
            player.answer(match, window["decision"], PASS)
    return None


def own_hand(player, match):
    return sorted(player.look(match)["state"]["hand"])
