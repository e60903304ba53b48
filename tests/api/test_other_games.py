"""A game that the server has never heard of is played through the same addresses, documented like the others."""

from __future__ import annotations

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.app import create_app
from api.openapi import document
from domain.games import GAMES
from events.doorbell import Doorbell
from events.handler import Handler
from events.pulse import Pulse
from tests.api.checked import Checker, Client
from tests.tiny_game import ROCK_PAPER_SCISSORS

BOTH = {**GAMES, ROCK_PAPER_SCISSORS.key: ROCK_PAPER_SCISSORS}


@pytest.fixture(scope="module")
def both_checker():
    return Checker(BOTH)


@pytest.fixture
def players(store, queue_url, both_checker):
    bell = Doorbell(queue_url)
    app = create_app(
        store, Handler(store, bell.ring, games=BOTH), games=BOTH, pulse=Pulse(queue_url), rings_waiting=bell.waiting
    )
    stranger = Client(app, both_checker)
    return stranger.as_player("Ada"), stranger.as_player("Bo")


@pytest.fixture
def duel(players):
    ada, bo = players
    body = {"game": "rock-paper-scissors", "seats": [{"kind": "reserved", "player": ada.player}, {"kind": "open"}]}
    address = ada.post("/v1/matches", body).headers["Location"]
    assert bo.post(f"{address}/seats").json["match"]["status"] == "running"
    return address


def test_the_document_of_two_games_is_valid():
    OpenAPIV31SpecValidator(document(BOTH)).validate()


def test_the_catalogue_has_both(players):
    listed = [game["key"] for game in players[0].get("/v1/games").json["games"]]
    assert listed == list(BOTH)
    for key in listed:
        assert players[0].get(f"/v1/games/{key}").json["bots"]


def test_it_is_played_to_the_end_by_labels_alone(players, duel):
    for _ in range(200):
        if players[0].get(duel).json["match"]["status"] == "finished":
            break
        for seat, player in enumerate(players):
            for decision in player.get(f"{duel}/moves").json["pending"]:
                if decision["required"]:
                    # Different choices, so that rounds are won.
                    legal = decision["legal_moves"][seat % len(decision["legal_moves"])]
                    player.post(f"{duel}/moves", {"decision": decision["decision"], "move": legal["move"]})
    over = players[0].get(duel).json["match"]
    assert over["status"] == "finished"
    assert len(over["ranks"]) == 2
    assert players[0].get(f"{duel}/events?view=open&limit=500").json["entries"]


def test_a_draw_is_agreed(players, duel):
    ada, bo = players
    assert ada.post(f"{duel}/draw-offer", {"action": "offer"}).json["match"]["draw_offers"] == [0]
    assert ada.post(f"{duel}/draw-offer", {"action": "offer"}).json["repeated"]
    assert bo.post(f"{duel}/draw-offer", {"action": "decline"}).json["match"]["draw_offers"] == []
    assert ada.post(f"{duel}/draw-offer", {"action": "offer"}).status_code == 200
    assert ada.post(f"{duel}/draw-offer", {"action": "withdraw"}).json["match"]["draw_offers"] == []
    ada.post(f"{duel}/draw-offer", {"action": "offer"})
    agreed = bo.post(f"{duel}/draw-offer", {"action": "offer"}).json["match"]
    assert (agreed["status"], agreed["end_reason"], agreed["ranks"]) == ("finished", "agreed", [1, 1])


def test_a_move_of_another_game_is_malformed(players, duel):
    ada, _ = players
    [decision] = ada.get(f"{duel}/moves").json["pending"]
    answer = ada.post(f"{duel}/moves", {"decision": decision["decision"], "move": {"type": "plasma", "victim": 1}})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"].startswith("/move")


def test_preferences_of_another_game_are_malformed(players, duel):
    ada, _ = players
    answer = ada.put(f"{duel}/seats/0/preferences", {"auto_pass": "always"})
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/auto_pass")
    assert ada.put(f"{duel}/seats/0/preferences", {}).status_code == 200
