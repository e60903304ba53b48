"""Going on from a match over HTTP, with everything that can be wrong with the request."""

from __future__ import annotations

from random import Random

import pytest

KEY = "f" * 20


def code_of(answer):
    return answer.json["type"].rpartition("/")[2]


@pytest.fixture
def over(ada, bo, running):
    """A match that Ada has resigned after a few moves; its address."""
    rng = Random(1)
    for _ in range(4):
        for client in (ada, bo):
            for decision in client.get(f"{running}/moves").json["pending"]:
                move = rng.choice(decision["legal_moves"])["move"]
                client.post(f"{running}/moves", {"decision": decision["decision"], "move": move})
    ada.post(f"{running}/resign")
    return running


def body(at=3, **more):
    return {"game": "space-monkeys", "at": at, "seats": [{"kind": "open"}, {"kind": "open"}], **more}


def test_whoever_may_read_a_match_that_is_over_may_go_on_from_it(ada, bo, cy, over):
    opened = cy.post(f"{over}/fork", body(**{"as": "open"}), Idempotency_Key=KEY)
    assert opened.status_code == 201, opened.text
    again = cy.post(f"{over}/fork", body(**{"as": "open"}), Idempotency_Key=KEY)
    assert again.headers["Location"] == opened.headers["Location"]
    address = opened.headers["Location"]
    match = over.rpartition("/")[2]
    assert cy.get(address).json["match"]["origin"] == {"match": match, "view": "open", "at": 3}
    for player in (bo, ada):
        player.post(f"{address}/seats")
    assert ada.get(address).json["match"]["status"] == "running"
    old = ada.get(f"{over}/replay?at=3&as=open").json["match"]["state"]["players"]
    new = ada.get(address).json["match"]["state"]["players"]
    assert [seat["crystals"] for seat in new] == [seat["crystals"] for seat in old]
    [listed] = [item["match"] for item in ada.get("/v1/me/matches?status=running").json["matches"]]
    assert listed["origin"]["match"] == match
    assert cy.get(over).json["match"]["origin"] is None


def test_what_is_wrong_with_a_fork_is_said(client, ada, cy, over):
    def refused(player, wrong, address=over):
        answer = player.post(f"{address}/fork", wrong)
        return answer.status_code, code_of(answer)

    assert refused(client, body()) == (401, "unauthenticated")
    assert refused(ada, body(), "/v1/matches/00" + "a" * 20) == (404, "not-found")
    assert refused(ada, body(at=9_999)) == (404, "not-found")
    assert refused(ada, body(at=1)) == (409, "wrong-phase")
    assert refused(ada, body(**{"as": "6"})) == (404, "not-found")
    for wrong in (body(at=0), body(at="3"), body(**{"as": "nobody"}), {"at": 3}, body(game="monkey-in-the-middle"),
                  body(game="monkey-in-the-middle", seats=[{"kind": "open"}] * 3), body(options={})):  # fmt: skip
        assert refused(ada, wrong) == (422, "invalid-request"), wrong
    assert refused(cy, body(seats=[{"kind": "open"}] * 3)) == (422, "options-refused")


def test_a_match_that_is_played_is_forked_if_all_who_play_it_allow_it(ada, bo, cy, running):
    def allow(player, seat, value):
        return player.put(f"{running}/seats/{seat}/forking", {"allowed": value})

    def fork(player, **more):
        seats = [{"kind": "reserved", "player": player.player}, {"kind": "bot", "bot": "sensible"}]
        return player.post(f"{running}/fork", body(at=2, seats=seats, visibility="private", **more))

    assert code_of(fork(ada)) == "wrong-phase"
    assert allow(ada, 0, True).json["match"]["seats"][0]["forking"]
    assert allow(ada, 0, True).json["repeated"]
    assert (allow(ada, 1, True).status_code, allow(cy, 0, True).status_code) == (403, 403)
    assert code_of(allow(ada, 7, True)) == "no-such-seat"
    assert allow(ada, 0, "yes").status_code == 422
    assert code_of(fork(ada)) == "wrong-phase"
    assert allow(bo, 1, True).status_code == 200
    assert code_of(fork(cy)) == "wrong-phase"
    assert code_of(fork(ada, **{"as": "1"})) == "wrong-phase"
    assert code_of(fork(ada, **{"as": "open"})) == "wrong-phase"
    assert code_of(ada.post(f"{running}/fork", body(at=2))) == "options-refused"
    address = fork(ada).headers["Location"]
    assert (bo.get(address).status_code, cy.post(f"{address}/seats").status_code) == (404, 404)
    hand = [player.get(where).json["match"]["state"]["hand"] for player, where in ((ada, running), (ada, address))]
    assert hand[0] == hand[1]
    assert "origin" not in bo.get(f"{running}/events?limit=500").text.replace('"origin":null', "")
