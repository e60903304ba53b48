from __future__ import annotations

import threading

import pytest

KEY = "0123456789abcdef"


def test_a_guest_gets_a_name_a_token_and_a_way_to_ask_who_it_is(client):
    made = client.post("/v1/players", {"name": "Ada"})
    assert made.status_code == 201
    assert made.headers["Location"] == "/v1/me"
    assert made.headers["Cache-Control"] == "no-store"
    me = client.get("/v1/me", Authorization=f"Bearer {made.json['token']}")
    assert me.json["player"] == made.json["player"]
    assert me.json["player"]["name"] == "Ada"
    assert me.json["player"]["guest"]
    assert client.post("/v1/players").json["player"]["name"]


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 40,
        "Ada Lovelace",
        "José",
        "Ёж",
        "王小明",
        "👩\u200d🚀",
        "👩🏽\u200d🚀",
        "❤\ufe0f",
        "नमस्ते",
        'a{seat:0}"\\',
    ],
)
def test_names_that_can_be_read_are_taken(client, name):
    assert client.post("/v1/players", {"name": name}).json["player"]["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " a",
        "a ",
        "x" * 41,
        "a\n",
        "a\tb",
        "a\x7f",
        "\u202eevil",
        "a\u2066b",
        "a\u200bb",
        "\u200d",
        "\ufeff",
        "a\u00a0b",
        "\u3164",
        "\u2800",
        "\ue000",
        "\u00ad",
        "a\u2028b",
        "a\u200db",
        "a\u200cb",
        "\u0301",
        "a\u0335\u0301\u0302\u0303",
        "a\U000e0041",
        "a\ufdd0",
        "a\u0378",
        "a\ufe0f",
        "a\U000e0100",
        "a\u180b",
    ],
)
def test_names_with_invisible_characters_are_refused(client, name):
    answer = client.post("/v1/players", {"name": name})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/name"


def test_names_are_put_into_normal_form(client):
    assert client.post("/v1/players", {"name": "Jose\u0301"}).json["player"]["name"] == "Jos\u00e9"


def test_the_same_idempotency_key_gives_the_same_player_and_token(client):
    first, second = (client.post("/v1/players", {"name": "Ada"}, Idempotency_Key=KEY).json for _ in range(2))
    assert first["token"] == second["token"]
    assert first["player"] == second["player"]
    other = client.post("/v1/players", {"name": "Bo"}, Idempotency_Key=KEY)
    assert (other.status_code, other.json["type"]) == (422, "/problems/idempotency-key-reused")


@pytest.mark.parametrize(
    "key", ["short", "x" * 15, "x" * 256, "x" * 15 + " ", "x" * 15 + "é", "x" * 8 + "\t" + "x" * 8]
)
def test_an_idempotency_key_has_a_form(client, key):
    answer = client.post("/v1/players", {}, Idempotency_Key=key)
    assert answer.status_code == 422
    assert answer.json["errors"][0]["header"] == "Idempotency-Key"


def test_tokens_are_made_listed_and_revoked(client, ada):
    made = ada.post("/v1/me/tokens", {"label": "phone"})
    assert made.status_code == 201
    listed = ada.get("/v1/me/tokens").json["tokens"]
    assert [token["label"] for token in listed] == ["", "phone"]
    assert made.json["token"] not in ada.get("/v1/me/tokens").text
    phone = {"Authorization": f"Bearer {made.json['token']}"}
    assert client.get("/v1/me", **phone).json["player"]["name"] == "Ada"
    assert "Location" not in made.headers  # a token cannot be fetched
    address = f"/v1/me/tokens/{made.json['listed']['id']}"
    assert ada.delete(address).status_code == 204
    assert ada.delete(address).status_code == 404
    assert client.get("/v1/me", **phone).status_code == 401
    assert ada.get("/v1/me").status_code == 200


def test_the_same_idempotency_key_gives_the_same_token(ada):
    first, second = (ada.post("/v1/me/tokens", {}, Idempotency_Key=KEY).json for _ in range(2))
    assert first["token"] == second["token"]
    assert ada.post("/v1/me/tokens", {"label": "x"}, Idempotency_Key=KEY).status_code == 422


def test_nobody_revokes_the_token_of_another(ada, bo):
    theirs = bo.get("/v1/me/tokens").json["tokens"][0]["id"]
    assert ada.delete(f"/v1/me/tokens/{theirs}").status_code == 404
    assert bo.get("/v1/me").status_code == 200


def test_tokens_of_a_player_are_capped(make_client):
    ada = make_client(tokens_per_player=2).as_player("Ada")
    assert ada.post("/v1/me/tokens").status_code == 201
    answer = ada.post("/v1/me/tokens")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) == answer.json["retry_after"] > 0


def test_guests_of_an_address_are_capped_and_the_store_does_not_grow(make_client, store):
    client = make_client(guests_per_address=3)
    for _ in range(3):
        assert client.post("/v1/players").status_code == 201
    size = store.client.dbsize()
    for _ in range(20):
        answer = client.post("/v1/players")
        assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert store.client.dbsize() == size


def test_a_repeated_creation_does_not_count(make_client):
    client = make_client(guests_per_address=1)
    assert len({client.post("/v1/players", {}, Idempotency_Key=KEY).json["token"] for _ in range(3)}) == 1


def test_guests_are_counted_by_what_the_trusted_proxy_says(make_client):
    client = make_client(guests_per_address=1, trusted_proxies=1)
    for address in ("203.0.113.7", "203.0.113.8", "2001:db8::1"):
        assert client.post("/v1/players", X_Forwarded_For=address).status_code == 201
    assert client.post("/v1/players", X_Forwarded_For="203.0.113.7").status_code == 429
    # One customer has a whole network of these.
    assert client.post("/v1/players", X_Forwarded_For="2001:db8::2").status_code == 429
    assert client.post("/v1/players", X_Forwarded_For="2001:db8:0:1::2").status_code == 201


def test_an_untrusted_forwarding_header_changes_nothing(make_client):
    client = make_client(guests_per_address=1)
    assert client.post("/v1/players", X_Forwarded_For="203.0.113.7").status_code == 201
    assert client.post("/v1/players", X_Forwarded_For="203.0.113.8").status_code == 429


def test_many_equal_requests_at_once_make_one_player(client):
    made = []

    def ask():
        made.append(client.post("/v1/players", {"name": "Ada"}, Idempotency_Key=KEY))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in made} == {201}
    assert len({answer.json["token"] for answer in made}) == 1
    assert len({answer.json["player"]["id"] for answer in made}) == 1


def test_the_key_of_a_revoked_token_makes_no_other(client, ada):
    made = ada.post("/v1/me/tokens", {}, Idempotency_Key=KEY)
    assert ada.delete(f"/v1/me/tokens/{made.json['listed']['id']}").status_code == 204
    again = ada.post("/v1/me/tokens", {}, Idempotency_Key=KEY)
    assert (again.status_code, again.json["type"]) == (409, "/problems/token-revoked")
    assert len(ada.get("/v1/me/tokens").json["tokens"]) == 1


def test_the_key_of_a_player_whose_first_token_was_revoked_makes_no_other(client):
    first = client.post("/v1/players", {}, Idempotency_Key=KEY).json
    bearer = {"Authorization": f"Bearer {first['token']}"}
    [listed] = client.get("/v1/me/tokens", **bearer).json["tokens"]
    assert client.delete(f"/v1/me/tokens/{listed['id']}", **bearer).status_code == 204
    assert client.post("/v1/players", {}, Idempotency_Key=KEY).json["type"] == "/problems/token-revoked"


@pytest.mark.parametrize("second", ["f" * 16, KEY])
def test_two_idempotency_keys_are_refused(client, second):
    headers = [("Idempotency-Key", KEY), ("Idempotency-Key", second)]
    answer = client.app.test_client().post("/v1/players", json={}, headers=headers)
    assert (answer.status_code, answer.json["errors"][0]["header"]) == (422, "Idempotency-Key")


@pytest.mark.parametrize("other", ["Ada", "ADA", "\u0410da", "\uff21da", "\u00c1da", "Ad\u0430", "Ada (seat 2)"])
def test_names_that_look_alike_are_told_apart_at_a_table(client, ada, other):
    seats = [{"kind": "open"}] * 3
    address = ada.post("/v1/matches", {"game": "space-monkeys", "seats": seats}).headers["Location"]
    for player in (ada, client.as_player(other)):
        names = player.post(f"{address}/seats").json["names"]
    assert names[1] == (other if other == "Ada (seat 2)" else f"{other} (seat 1)")
    names = client.as_player("Ada").post(f"{address}/seats").json["names"]
    assert len(set(names)) == 3


def test_whoever_deletes_the_account_is_known_no_more(client, ada):
    phone = ada.post("/v1/me/tokens", {"label": "phone"}).json["token"]
    seats = [{"kind": "reserved", "player": ada.player}, {"kind": "open"}]
    address = ada.post("/v1/matches", {"game": "space-monkeys", "seats": seats}).headers["Location"]
    assert ada.delete("/v1/me").status_code == 204
    for token in (ada.token, phone):
        bearer = {"Authorization": f"Bearer {token}"}
        for answer in (client.get("/v1/me", **bearer), client.delete("/v1/me", **bearer)):
            assert answer.status_code == 401
    assert client.delete("/v1/me").status_code == 401
    assert client.get(address).status_code == 200
