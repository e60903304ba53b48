"""What a player may try only so often: wrong codes of invitation, and sitting down at one table."""

from __future__ import annotations

import threading

import pytest

WRONG = [letter * 20 for letter in "abcdefgh"]
KEY = "0123456789abcdef"


def code_of(answer):
    return answer.json["type"].rpartition("/")[2]


def invited(host, open_table, **fields):
    made = host.post("/v1/matches", open_table(host, {"kind": "invited"}, **fields))
    return f"{made.headers['Location']}/seats", made.json["invites"][0]["code"]


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_after_some_wrong_codes_none_is_looked_at_any_more(make_client, open_table, visibility):
    client = make_client(wrong_codes_per_player_per_hour=3)
    ada, bo, cy = map(client.as_player, ("Ada", "Bo", "Cy"))
    seats, right = invited(ada, open_table, visibility=visibility)
    wrong = {bo.post(seats, {"invite": code}).status_code for code in WRONG[:3]}
    assert wrong == {404 if visibility == "private" else 409}
    for code in (WRONG[3], WRONG[0], right):
        answer = bo.post(seats, {"invite": code})
        assert (answer.status_code, code_of(answer)) == (429, "too-many-requests")
        assert 0 < int(answer.headers["Retry-After"]) == answer.json["retry_after"] <= 3_600
    assert cy.post(seats, {"invite": right}).status_code == 200


def test_the_limit_of_codes_does_not_tell_which_tables_exist(make_client, open_table):
    client = make_client(wrong_codes_per_player_per_hour=2)
    ada, bo, cy = map(client.as_player, ("Ada", "Bo", "Cy"))
    there, _ = invited(ada, open_table, visibility="private")
    nowhere = "/v1/matches/00aaaaaaaaaaaaaaaaaaaa/seats"
    told = [
        [(answer.status_code, code_of(answer)) for answer in (who.post(at, {"invite": code}) for code in WRONG[:4])]
        for who, at in ((bo, there), (cy, nowhere))
    ]
    assert told[0] == told[1] == [(404, "not-found")] * 2 + [(429, "too-many-requests")] * 2


def test_only_wrong_codes_count(make_client, open_table, store):
    client = make_client(wrong_codes_per_player_per_hour=1)
    ada, bo, cy = map(client.as_player, ("Ada", "Bo", "Cy"))
    for _ in range(3):
        seats, right = invited(ada, open_table)
        assert bo.post(seats, {"invite": right}).status_code == 200
        assert bo.post(seats, {"invite": right}).json["repeated"]
        assert code_of(cy.post(seats, {"invite": right})) == "wrong-phase"
    assert list(store.scan("*:wrong-codes")) == []
    assert [cy.post(seats).status_code for _ in range(3)] == [409] * 3


def test_a_wrong_code_is_not_forgotten_by_being_shown_again_from_a_seat(make_client, open_table):
    client = make_client(wrong_codes_per_player_per_hour=2)
    ada, bo = map(client.as_player, ("Ada", "Bo"))
    made = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}, {"kind": "open"}, start="host"))
    seats = f"{made.headers['Location']}/seats"
    assert code_of(bo.post(seats, {"seat": 1, "invite": WRONG[0]})) == "wrong-invite"
    assert bo.post(seats, {"seat": 2}).status_code == 200
    assert code_of(bo.post(seats, {"seat": 1, "invite": WRONG[0]})) == "already-seated"
    assert bo.delete(f"{seats}/2").status_code == 200
    assert code_of(bo.post(seats, {"seat": 1, "invite": WRONG[0]})) == "wrong-invite"
    assert code_of(bo.post(seats, {"seat": 1, "invite": WRONG[1]})) == "too-many-requests"


def test_many_wrong_codes_at_once_are_no_way_around_the_limit(make_client, open_table):
    client = make_client(wrong_codes_per_player_per_hour=3)
    ada, bo = map(client.as_player, ("Ada", "Bo"))
    seats, _ = invited(ada, open_table)
    answers = []
    threads = [
        threading.Thread(target=lambda code=code: answers.append(bo.post(seats, {"invite": code}).status_code))
        for code in WRONG
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [409] * 3 + [429] * 5


def churn(player, seats):
    taken = player.post(seats, {"seat": 1})
    if taken.status_code == 200:
        assert player.delete(f"{seats}/1").status_code == 200
    return taken


def test_a_seat_is_not_taken_and_left_over_and_over(make_client, open_table):
    client = make_client(seatings_per_player_and_table=3)
    ada, bo, cy = map(client.as_player, ("Ada", "Bo", "Cy"))
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, {"kind": "open"})).headers["Location"]
    seats = f"{address}/seats"
    assert [churn(bo, seats).status_code for _ in range(3)] == [200] * 3
    newest = ada.get(address).json["match"]["entry"]
    refused = churn(bo, seats)
    assert (refused.status_code, code_of(refused)) == (429, "too-many-requests")
    assert 0 < int(refused.headers["Retry-After"]) == refused.json["retry_after"] <= 86_400
    assert ada.get(address).json["match"]["entry"] == newest
    assert churn(cy, seats).status_code == 200
    other = ada.post("/v1/matches", open_table(ada)).headers["Location"]
    assert bo.post(f"{other}/seats").status_code == 200


def test_only_sitting_down_counts(make_client, open_table, store):
    client = make_client(seatings_per_player_and_table=2)
    ada, bo, cy = map(client.as_player, ("Ada", "Bo", "Cy"))
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, {"kind": "open"})).headers["Location"]
    seats = f"{address}/seats"
    for _ in range(3):
        assert bo.post(seats, {"seat": 1}, Idempotency_Key=KEY).status_code == 200
        assert bo.post(seats, {"seat": 1}).json["repeated"]
        assert code_of(bo.post(seats, {"seat": 2})) == "already-seated"
        assert code_of(cy.post(seats, {"seat": 1})) == "seat-unavailable"
    assert store.client.keys(f"player:{{{cy.player}}}:seatings:*") == []
    assert bo.delete(f"{seats}/1").status_code == 200
    assert bo.post(seats, {"seat": 1}, Idempotency_Key=KEY).json["repeated"]
    assert churn(bo, seats).status_code == 200
    assert churn(bo, seats).status_code == 429
    assert store.client.ttl(f"player:{{{bo.player}}}:seatings:{address.rpartition('/')[2]}") > 0
