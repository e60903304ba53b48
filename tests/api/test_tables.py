from __future__ import annotations

import pytest

KEY = "0123456789abcdef"


def code_of(answer):
    return answer.json["type"].rpartition("/")[2]


def test_a_table_is_opened_where_its_location_says(ada, open_table):
    made = ada.post("/v1/matches", open_table(ada))
    assert made.status_code == 201
    assert made.headers["Location"] == f"/v1/matches/{made.json['match']['match']}"
    assert made.json["names"] == ["Ada", None]
    assert made.json["host_name"] == "Ada"
    assert made.json["match"]["you"] == 0
    assert made.json["match"]["options"]["deck"] == "crystal"
    assert ada.get(made.headers["Location"]).json["match"] == made.json["match"]


def test_a_host_without_a_reserved_seat_looks_on(ada, bo, open_table):
    body = open_table(ada) | {"seats": [{"kind": "open"}, {"kind": "open"}]}
    made = ada.post("/v1/matches", body)
    assert made.json["match"]["you"] is None
    assert ada.post(f"{made.headers['Location']}/seats", {"seat": 1}).json["match"]["you"] == 1


def test_a_table_of_bots_and_its_host_starts_at_once(ada, open_table):
    made = ada.post("/v1/matches", open_table(ada, {"kind": "bot", "bot": "random"}))
    assert made.json["match"]["status"] == "running"
    assert made.json["names"] == ["Ada", "Bot 1"]


def test_the_same_idempotency_key_opens_one_table_and_shows_the_same_codes(ada, open_table):
    body = open_table(ada, {"kind": "invited"})
    first, second = (ada.post("/v1/matches", body, Idempotency_Key=KEY) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert first.json["invites"] == second.json["invites"] != []
    assert ada.post("/v1/matches", open_table(ada), Idempotency_Key=KEY).status_code == 422
    assert len(ada.get("/v1/me/matches").json["matches"]) == 1


def test_two_players_may_choose_the_same_idempotency_key(ada, bo, open_table):
    places = {host.post("/v1/matches", open_table(host), Idempotency_Key=KEY).headers["Location"] for host in (ada, bo)}
    assert len(places) == 2


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"seats": [{"kind": "open"}]}, "/seats"),
        ({"seats": [{"kind": "open"}] * 8}, "/seats"),
        ({"seats": [{"kind": "open"}, {"kind": "bot", "bot": "zeus"}]}, "/seats/1/bot"),
        ({"seats": [{"kind": "open"}, {"kind": "reserved", "player": "p_abcdefghijklmnop"}]}, "/seats/1/player"),
        ({"clock": {"turn": 1}}, "/clock/turn"),
        ({"clock": {"nap": 1000}}, "/clock/nap"),
        ({"bot_delay_ms": {"min": 2, "max": 1}}, "/bot_delay_ms"),
        ({"entropy": "abc"}, "/entropy"),
        ({"entropy": "00" * 33}, "/entropy"),
    ],
)
def test_a_table_that_cannot_be_is_refused(ada, open_table, change, pointer):
    answer = ada.post("/v1/matches", open_table(ada) | change)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_options_that_do_not_go_together_are_named_with_their_rule(ada, open_table):
    answer = ada.post("/v1/matches", open_table(ada, options={"first_player": "host"}))
    assert (answer.status_code, code_of(answer), answer.json["rule"]) == (422, "options-refused", "R-3")


def test_an_open_seat_is_for_anybody(ada, bo, cy, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, {"kind": "open"})).headers["Location"]
    assert bo.post(f"{address}/seats", {"seat": 2}).json["names"] == ["Ada", None, "Bo"]
    again = bo.post(f"{address}/seats", {"seat": 2})
    assert (again.status_code, again.json["repeated"]) == (200, True)
    assert bo.post(f"{address}/seats", {"seat": 1}).status_code == 409
    taken = cy.post(f"{address}/seats", {"seat": 2})
    assert (taken.status_code, code_of(taken)) == (409, "seat-unavailable")
    assert cy.post(f"{address}/seats", {"seat": 7}).status_code == 409
    assert cy.post(f"{address}/seats").json["match"]["you"] == 1
    late = ada.get(address).json
    assert late["match"]["status"] == "running"


def test_a_reserved_seat_is_for_one_player(ada, bo, cy, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "reserved", "player": bo.player})).headers["Location"]
    assert cy.post(f"{address}/seats").status_code == 409
    assert [item["match"]["match"] for item in bo.get("/v1/me/matches").json["matches"]] == [address.rpartition("/")[2]]
    assert bo.post(f"{address}/seats").json["match"]["you"] == 1


def test_an_invited_seat_is_for_whoever_has_its_code(ada, bo, cy, open_table):
    made = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}, {"kind": "open"}))
    [invite] = made.json["invites"]
    assert invite["seat"] == 1
    seats = f"{made.headers['Location']}/seats"
    assert cy.post(seats, {"invite": "a" * 20, "seat": 1}).status_code == 409
    assert bo.post(seats, {"invite": invite["code"]}).json["match"]["you"] == 1
    assert cy.post(seats, {"invite": invite["code"], "seat": 1}).status_code == 409


def test_a_private_table_exists_only_for_those_who_were_let_in(client, ada, bo, cy, open_table):
    made = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}, visibility="private"))
    address, code = made.headers["Location"], made.json["invites"][0]["code"]
    nowhere = address[:-3] + "abc"
    for asker in (client, bo):
        for path in ("", "/events", "/events?view=open", "/events?wait=1"):
            there, elsewhere = asker.get(address + path), asker.get(nowhere + path)
            assert there.status_code == elsewhere.status_code == 404
            assert {**there.json, "request_id": ""} == {**elsewhere.json, "request_id": ""}
    for path, body in (
        ("/seats", {}),
        ("/seats", {"invite": "a" * 20}),
        ("/start", None),
        ("/cancel", None),
        ("/resign", None),
        ("/moves", {"decision": "0-1", "move": {"type": "draw"}}),
        ("/draw-offer", {"action": "offer"}),
    ):
        there, elsewhere = bo.post(address + path, body), bo.post(nowhere + path, body)
        assert {**there.json, "request_id": ""} == {**elsewhere.json, "request_id": ""}
        assert there.status_code == 404
    assert bo.put(f"{address}/seats/1/preferences", {}).status_code == 404
    assert bo.delete(f"{address}/seats/0").status_code == 404
    assert client.get("/v1/matches?status=open").json["matches"] == []
    assert bo.post(f"{address}/seats", {"invite": code}).json["match"]["status"] == "running"
    assert cy.post(f"{address}/seats", {"invite": code}).status_code in (404, 409)
    assert client.get("/v1/matches?status=running").json["matches"] == []
    assert cy.get(address).status_code == 404


def test_a_player_leaves_and_the_host_kicks(ada, bo, cy, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, {"kind": "open"})).headers["Location"]
    bo.post(f"{address}/seats", {"seat": 1})
    refused = cy.delete(f"{address}/seats/1")
    assert (refused.status_code, code_of(refused)) == (403, "not-yours")
    assert bo.delete(f"{address}/seats/1").json["names"] == ["Ada", None, None]
    assert bo.delete(f"{address}/seats/1").status_code == 409
    bo.post(f"{address}/seats", {"seat": 2})
    assert ada.delete(f"{address}/seats/2").json["names"] == ["Ada", None, None]
    assert bo.get("/v1/me/matches").json["matches"] == []
    assert bo.post(f"{address}/seats", {"seat": 2}).status_code == 200


def test_the_host_starts_a_full_table(ada, bo, open_table):
    address = ada.post("/v1/matches", open_table(ada, start="host")).headers["Location"]
    early = ada.post(f"{address}/start")
    assert (early.status_code, early.json["empty_seats"]) == (409, [1])
    assert bo.post(f"{address}/seats").json["match"]["status"] == "open"
    assert bo.post(f"{address}/start").status_code == 403
    first, second = ada.post(f"{address}/start"), ada.post(f"{address}/start")
    assert first.json["match"]["status"] == "running"
    assert (first.json["repeated"], second.json["repeated"]) == (False, True)
    assert first.json["receipt"] == second.json["receipt"]
    assert bo.delete(f"{address}/seats/1").status_code == 409


def test_the_host_cancels_a_table_that_has_not_started(client, ada, bo, open_table, running):
    address = ada.post("/v1/matches", open_table(ada)).headers["Location"]
    assert bo.post(f"{address}/cancel").status_code == 403
    assert ada.post(f"{address}/cancel").json["match"]["status"] == "cancelled"
    assert ada.post(f"{address}/cancel").json["repeated"]
    assert bo.post(f"{address}/seats").status_code == 409
    assert client.get("/v1/matches").json["matches"] == []
    late = ada.post(f"{running}/cancel")
    assert (late.status_code, code_of(late), late.json["match_status"]) == (409, "wrong-phase", "running")


def test_the_lobby_is_filtered_and_paged(client, ada, open_table):
    places = [
        ada.post("/v1/matches", open_table(ada, *[{"kind": "open"}] * others)).headers["Location"]
        for others in (1, 2, 1)
    ]
    ada.post("/v1/matches", open_table(ada, visibility="unlisted"))
    full = ada.post("/v1/matches", open_table(ada, {"kind": "bot", "bot": "random"})).headers["Location"]
    ids = [place.rpartition("/")[2] for place in reversed(places)]

    def listed(query):
        return [item["match"]["match"] for item in client.get(f"/v1/matches?{query}").json["matches"]]

    assert listed("") == ids
    assert listed("seats=3") == ids[1:2]
    assert listed("game=space-monkeys&free_seat=true") == ids
    assert listed("status=running") == [full.rpartition("/")[2]]
    first = client.get("/v1/matches?limit=2&free_seat=true")
    assert [item["match"]["match"] for item in first.json["matches"]] == ids[:2]
    target = first.headers["Link"].partition(">")[0][1:]
    assert "free_seat=true" in target
    second = client.get(target)
    assert [item["match"]["match"] for item in second.json["matches"]] == ids[2:]
    assert second.json["next"] is None
    assert "Link" not in second.headers


def test_my_matches_are_those_that_wait_for_me(ada, bo, running):
    mover = {0: ada, 1: bo}[ada.get(running).json["match"]["state"]["current_seat"]]
    other = bo if mover is ada else ada
    assert [item["to_move"] for item in mover.get("/v1/me/matches?to_move=true").json["matches"]] == [True]
    assert mover.get("/v1/me/matches?to_move=false").json["matches"] == []
    assert other.get("/v1/me/matches?to_move=true").json["matches"] == []
    assert len(other.get("/v1/me/matches?status=running").json["matches"]) == 1
    assert other.get("/v1/me/matches?status=finished").json["matches"] == []


def test_open_tables_of_a_player_are_capped_and_the_store_does_not_grow(make_client, open_table, store):
    ada = make_client(open_tables_per_player=2).as_player("Ada")
    places = [ada.post("/v1/matches", open_table(ada)).headers["Location"] for _ in range(2)]
    size = store.client.dbsize()
    for _ in range(5):
        answer = ada.post("/v1/matches", open_table(ada))
        assert (answer.status_code, code_of(answer)) == (429, "limit-reached")
        assert int(answer.headers["Retry-After"]) == answer.json["retry_after"] > 0
    assert store.client.dbsize() == size
    ada.post(f"{places[0]}/cancel")
    assert ada.post("/v1/matches", open_table(ada)).status_code == 201


def test_entropy_of_a_player_is_in_the_log(ada, bo, open_table):
    address = ada.post("/v1/matches", open_table(ada, entropy="c0ffee")).headers["Location"]
    bo.post(f"{address}/seats", {"entropy": "00ff"})
    events = [event for entry in ada.get(f"{address}/events").json["entries"] for event in entry["events"]]
    assert [event["entropy"] for event in events if event["type"] == "seat_taken"] == ["c0ffee", "00ff"]


def test_a_repeated_kick_does_not_hit_whoever_sat_down_since(ada, bo, cy, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, {"kind": "open"})).headers["Location"]
    bo.post(f"{address}/seats", {"seat": 1})
    first = ada.delete(f"{address}/seats/1", Idempotency_Key=KEY)
    assert (first.status_code, first.json["repeated"]) == (200, False)
    empty = ada.delete(f"{address}/seats/1", Idempotency_Key=KEY)
    cy.post(f"{address}/seats", {"seat": 1})
    again = ada.delete(f"{address}/seats/1", Idempotency_Key=KEY)
    assert [answer.json["repeated"] for answer in (empty, again)] == [True, True]
    assert first.json["receipt"] == empty.json["receipt"] == again.json["receipt"]
    assert again.json["names"] == ["Ada", "Cy", None]
    assert ada.delete(f"{address}/seats/0", Idempotency_Key=KEY).status_code == 422


def test_taking_a_seat_repeated_after_leaving_shows_the_present(ada, bo, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "open"}, {"kind": "open"})).headers["Location"]
    bo.post(f"{address}/seats", {"seat": 1}, Idempotency_Key=KEY)
    for _ in range(2):
        assert bo.delete(f"{address}/seats/1", Idempotency_Key=KEY[::-1]).status_code == 200
    again = bo.post(f"{address}/seats", {"seat": 1}, Idempotency_Key=KEY)
    assert (again.status_code, again.json["repeated"], again.json["match"]["you"]) == (200, True, None)


@pytest.fixture
def drawable(ada, bo):
    body = {"game": "space-monkeys-pyramids", "seats": [{"kind": "open"}, {"kind": "open"}]}
    address = ada.post("/v1/matches", body).headers["Location"]
    for player in (ada, bo):
        player.post(f"{address}/seats")
    return f"{address}/draw-offer"


def test_draw_offers_are_safe_to_repeat(ada, bo, drawable):
    def ask(player, action, **headers):
        answer = player.post(drawable, {"action": action}, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json["repeated"], answer.json["match"]["draw_offers"]

    assert ask(bo, "decline") == (True, [])
    assert ask(ada, "offer", Idempotency_Key=KEY) == (False, [0])
    assert ask(ada, "offer") == (True, [0])
    assert ask(ada, "withdraw") == (False, [])
    assert ask(ada, "withdraw") == (True, [])
    assert ask(ada, "offer", Idempotency_Key=KEY) == (True, [])
    assert ask(bo, "offer") == (False, [1])
    assert ask(ada, "offer") == (False, [])
    assert ada.post(drawable, {"action": "offer"}).status_code == 409


def test_a_move_is_taken_back_where_the_other_allows_it(ada, bo, cy, drawable):
    address = drawable.removesuffix("/draw-offer")

    def ask(player, action, **headers):
        answer = player.post(f"{address}/take-back", {"action": action}, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json["repeated"], answer.json["match"]["take_back"]

    def move():
        for player in (ada, bo):
            for decision in player.get(f"{address}/moves").json["pending"]:
                chosen = decision["legal_moves"][0]["move"]
                assert player.post(f"{address}/moves", {"decision": decision["decision"], "move": chosen}).json

    def plies():
        return cy.get(address).json["match"]["state"]["plies"]

    refused = ada.post(f"{address}/take-back", {"action": "ask"})
    assert (refused.status_code, code_of(refused)) == (409, "nothing-to-take-back")
    while not plies():
        move()
    mover = ada if ada.get(address).json["match"]["state"]["turn"] == 1 else bo
    other = bo if mover is ada else ada
    asked = {"seat": 0 if mover is ada else 1, "allowed_by": []}
    assert ask(mover, "ask", Idempotency_Key=KEY) == (False, asked)
    assert ask(mover, "ask") == (True, asked)
    assert ask(mover, "withdraw") == (False, None)
    assert ask(mover, "withdraw") == (True, None)
    assert ask(mover, "ask", Idempotency_Key=KEY) == (True, None)
    assert ask(mover, "ask") == (False, asked)
    before = plies()
    assert ask(other, "allow") == (False, None)
    assert plies() == before - 1
    assert code_of(mover.post(f"{address}/take-back", {"action": "ask"})) == "nothing-to-take-back"
    assert cy.post(f"{address}/take-back", {"action": "ask"}).status_code == 403
    assert ada.post(f"{address}/take-back", {"action": "undo"}).status_code == 422


def test_every_cause_has_a_problem_of_its_own(ada, bo, cy, running, open_table):
    address = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}, {"kind": "open"}, start="host"))
    address = address.headers["Location"]
    bo.post(f"{address}/seats", {"seat": 2})
    expected = {
        "already-seated": [bo.post(f"{address}/seats", {"seat": 1})],
        "no-such-seat": [
            cy.post(f"{address}/seats", {"seat": 7}),
            ada.delete(f"{address}/seats/7"),
            ada.put(f"{address}/seats/7/preferences", {}),
        ],
        "wrong-invite": [cy.post(f"{address}/seats", {"seat": 1, "invite": "a" * 20})],
        "seat-unavailable": [cy.post(f"{address}/seats", {"seat": 1}), cy.post(f"{address}/seats")],
        "seat-empty": [ada.delete(f"{address}/seats/1")],
        "seats-empty": [ada.post(f"{address}/start")],
        "not-possible-here": [ada.post(f"{running}/draw-offer", {"action": "offer"})],
        "not-seated": [cy.post(f"{running}/resign"), cy.post(f"{running}/draw-offer", {"action": "offer"})],
        "no-such-token": [ada.delete("/v1/me/tokens/t_aaaaaaaa")],
    }
    assert {code: {code_of(answer) for answer in answers} for code, answers in expected.items()} == {
        code: {code} for code in expected
    }
    assert expected["seats-empty"][0].json["empty_seats"] == [1]


def test_a_limit_on_what_one_holds_is_told_from_a_limit_by_the_hour(make_client, open_table):
    host = make_client(open_tables_per_player=1).as_player("Ada")
    first = host.post("/v1/matches", open_table(host)).headers["Location"]
    assert code_of(host.post("/v1/matches", open_table(host))) == "limit-reached"
    assert host.post(f"{first}/cancel").status_code == 200
    assert host.post("/v1/matches", open_table(host)).status_code == 201
    hasty = make_client(tables_per_player_per_hour=1).as_player("Bo")
    assert hasty.post("/v1/matches", open_table(hasty)).status_code == 201
    assert code_of(hasty.post("/v1/matches", open_table(hasty))) == "too-many-requests"


def test_my_matches_are_told_apart_by_role_game_and_status(ada, bo, open_table):
    def mine(player, query):
        return {item["match"]["match"] for item in player.get(f"/v1/me/matches?{query}").json["matches"]}

    seated, kept, hosted, cancelled = (
        ada.post("/v1/matches", body).headers["Location"]
        for body in (
            open_table(ada),
            open_table(ada, {"kind": "reserved", "player": bo.player}),
            {"game": "space-monkeys-pyramids", "seats": [{"kind": "open"}] * 2},
            open_table(ada),
        )
    )
    assert bo.post(f"{seated}/seats").status_code == ada.post(f"{cancelled}/cancel").status_code == 200
    seated, kept, hosted, cancelled = (address.rpartition("/")[2] for address in (seated, kept, hosted, cancelled))
    assert mine(bo, "role=kept") == {kept}
    assert mine(bo, "role=seated") == {seated}
    assert mine(bo, "role=hosted") == set()
    assert mine(ada, "role=hosted") == {seated, kept, hosted, cancelled}
    assert mine(ada, "role=seated") == {seated, kept, cancelled}
    assert mine(ada, "role=kept") == set()
    assert mine(ada, "game=space-monkeys-pyramids") == {hosted}
    assert mine(ada, "status=cancelled") == {cancelled}
    assert ada.get("/v1/matches?status=cancelled").status_code == 422
