"""Seats that are left, declined or kept no longer, and what happens where that is asked for twice."""

from __future__ import annotations

import pytest

KEY = "0123456789abcdef"


def code_of(answer):
    return answer.json["type"].rpartition("/")[2]


def mine(player):
    return [item["match"]["match"] for item in player.get("/v1/me/matches").json["matches"]]


def kept(ada, bo, open_table, **fields):
    body = open_table(ada, {"kind": "reserved", "player": bo.player}, **fields)
    return ada.post("/v1/matches", body).headers["Location"]


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_declined_seat_is_open_and_the_table_leaves_the_list(ada, bo, cy, open_table, visibility):
    address = kept(ada, bo, open_table, visibility=visibility)
    assert mine(bo) == [address.rpartition("/")[2]]
    declined = bo.delete(f"{address}/seats/1", Idempotency_Key=KEY)
    assert declined.json["match"]["seats"][1]["offer"] == {"kind": "open"}
    assert mine(bo) == []
    assert bo.delete(f"{address}/seats/1", Idempotency_Key=KEY).json["repeated"]
    again = bo.delete(f"{address}/seats/1")
    assert (again.status_code, code_of(again)) == (409, "seat-empty")
    events = [event for entry in ada.get(f"{address}/events").json["entries"] for event in entry["events"]]
    assert events[-1] == {"type": "seat_released", "seat": 1, "reason": "declined"}
    assert cy.post(f"{address}/seats").json["match"]["status"] == "running"


def test_who_declines_a_seat_of_a_private_table_sees_it_no_more(ada, bo, cy, open_table):
    address = kept(ada, bo, open_table, visibility="private")
    assert bo.get(address).status_code == 200
    assert bo.delete(f"{address}/seats/1", Idempotency_Key=KEY).status_code == 200
    assert bo.get(address).status_code == bo.post(f"{address}/seats").status_code == 404
    assert mine(bo) == []
    for headers in ({}, {"Idempotency_Key": KEY}):
        assert bo.delete(f"{address}/seats/1", **headers).status_code == 204
    assert cy.delete(f"{address}/seats/1").status_code == 404
    assert ada.get(address).json["match"]["seats"][1] == {
        "offer": {"kind": "open"},
        "player": None,
        "left": False,
        "forking": False,
    }


def test_the_host_keeps_a_seat_no_longer(ada, bo, cy, open_table):
    address = kept(ada, bo, open_table)
    tag = bo.get(address).headers["ETag"]
    refused = cy.delete(f"{address}/seats/1")
    assert (refused.status_code, code_of(refused)) == (403, "not-yours")
    assert ada.delete(f"{address}/seats/1").json["match"]["seats"][1]["offer"] == {"kind": "open"}
    assert bo.get(address).headers["ETag"] != tag
    assert mine(bo) == []
    assert cy.post(f"{address}/seats").json["names"] == ["Ada", "Cy"]


@pytest.mark.parametrize("headers", [{}, {"Idempotency_Key": KEY}])
def test_leaving_a_private_table_twice_is_harmless_and_tells_nothing(ada, bo, cy, open_table, headers):
    made = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}, visibility="private", start="host"))
    seats, code = f"{made.headers['Location']}/seats", made.json["invites"][0]["code"]
    assert bo.post(seats, {"invite": code}).status_code == 200
    assert bo.delete(f"{seats}/1", **headers).status_code == 200
    assert [bo.delete(f"{seats}/1", **headers).status_code for _ in range(2)] == [204, 204]
    assert cy.post(seats, {"invite": code}).json["names"] == ["Ada", "Cy"]
    again = bo.delete(f"{seats}/1", **headers)
    assert (again.status_code, again.data) == (204, b"")
    assert ada.get(made.headers["Location"]).json["names"] == ["Ada", "Cy"]
    assert bo.delete(f"{seats}/0").status_code == bo.delete(f"{seats}/9").status_code == 404
    assert ada.post(f"{made.headers['Location']}/start").json["match"]["status"] == "running"
    assert bo.delete(f"{seats}/1", **headers).status_code == 204
    assert bo.get(made.headers["Location"]).status_code == 404


def test_who_was_kicked_from_a_private_table_has_not_left_it(client, ada, bo, cy, open_table):
    made = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}, {"kind": "invited"}, visibility="private"))
    seats, code = f"{made.headers['Location']}/seats", made.json["invites"][0]["code"]
    bo.post(seats, {"invite": code})
    assert ada.delete(f"{seats}/1").status_code == 200
    for stranger in (bo, cy):
        assert stranger.delete(f"{seats}/1").status_code == 404
    assert client.delete(f"{seats}/1").status_code == 401


def test_whoever_sits_down_next_does_not_have_the_preferences_of_before(ada, bo, cy, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, start="host")).headers["Location"]
    bo.post(f"{address}/seats", {"seat": 1})
    assert bo.put(f"{address}/seats/1/preferences", {"auto_pass": "always"}).json["match"]["preferences"]
    bo.delete(f"{address}/seats/1")
    assert cy.post(f"{address}/seats", {"seat": 1}).json["match"]["preferences"] is None
    assert ada.post(f"{address}/start").status_code == 200
    assert cy.get(address).json["match"]["state"]["auto_pass"] == "none"
