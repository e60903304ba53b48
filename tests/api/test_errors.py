from __future__ import annotations

import io
import json

import pytest
import structlog

from api.problems import KINDS
from events.settings import Settings
from tests.api.test_json_body import BAD

MAX_BYTES = Settings().body_bytes

NOWHERE = "/v1/matches/0fabcdefghijklmnopqrst"


def code_of(response):
    return response.json["type"].rpartition("/")[2]


@pytest.mark.parametrize(
    "text", [text for text in BAD.values() if text], ids=[name for name, text in BAD.items() if text]
)
def test_a_body_that_is_not_strict_json_is_400(client, text):
    answer = client.request("POST", "/v1/players", raw=text, Content_Type="application/json")
    assert (answer.status_code, code_of(answer)) == (400, "malformed-json")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Type": "application/json"}, 201),
        ({"Content_Type": "application/json; charset=utf-8"}, 201),
        ({"Content_Type": "application/json;charset=UTF-8"}, 201),
        ({"Content_Type": "Application/JSON"}, 201),
        ({"Content_Type": "application/json", "Content_Encoding": "identity"}, 201),
        ({"Content_Type": "application/json; charset=utf-16"}, 415),
        ({"Content_Type": "application/json; charset=latin-1"}, 415),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": "application/vnd.api+json"}, 415),
        ({"Content_Type": "application/json", "Content_Encoding": "gzip"}, 415),
        ({"Content_Type": ""}, 415),
        ({}, 415),
    ],
)
def test_a_body_has_to_be_declared_as_json(client, headers, status):
    assert client.request("POST", "/v1/players", raw=b"{}", **headers).status_code == status


def test_no_body_counts_as_an_empty_object(client, ada):
    assert client.request("POST", "/v1/players").status_code == 201
    missing = ada.request("POST", f"{NOWHERE}/draw-offer")
    assert (missing.status_code, missing.json["errors"][0]["pointer"]) == (422, "/action")


def test_a_body_that_is_too_large_is_413(client):
    assert (
        client.request(
            "POST", "/v1/players", raw=b" " * (MAX_BYTES - 2) + b"{}", Content_Type="application/json"
        ).status_code
        == 201
    )
    answer = client.request("POST", "/v1/players", raw=b" " * MAX_BYTES + b"{}", Content_Type="application/json")
    assert (answer.status_code, code_of(answer)) == (413, "too-large")


@pytest.mark.parametrize(
    ("size", "status"), [(MAX_BYTES, 201), (MAX_BYTES + 1, 413), (MAX_BYTES + 2, 413), (10**6, 413)]
)
def test_a_body_of_unannounced_length_is_limited_too(client, size, status):
    sent = client.app.test_client().post(
        "/v1/players",
        input_stream=io.BytesIO(b"{}".ljust(size)),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert sent.status_code == status


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ([], [""]),
        ("x", [""]),
        (None, [""]),
        (7, [""]),
        ({"name": 7}, ["/name"]),
        ({"name": None}, ["/name"]),
        ({"b/~": 1, "a": 2}, ["/a", "/b~1~0"]),
    ],
)
def test_faults_are_pointed_at(client, body, pointers):
    answer = client.request("POST", "/v1/players", raw=json.dumps(body).encode(), Content_Type="application/json")
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == pointers


def test_faults_deep_in_a_body_are_pointed_at(ada, open_table):
    body = open_table(
        ada, {"kind": "bot", "bot": "nobody"}, {"kind": "open", "x": 1}, {"kind": "king"}, options={"deck": 1}
    )
    answer = ada.post("/v1/matches", body | {"clock": {"turn": 1.5, "tea": 4}})
    assert {error["pointer"] for error in answer.json["errors"]} == {
        "/options/deck",
        "/seats/1/bot",
        "/seats/2/x",
        "/seats/3/kind",
        "/clock/turn",
        "/clock/tea",
    }


@pytest.mark.parametrize(
    "query",
    [
        "x=1",
        "limit=1&limit=2",
        "limit=",
        "limit=0",
        "limit=101",
        "limit=1.0",
        "limit=+1",
        "limit=%D9%A3",
        "limit=1%0a",
        "status=cancelled",
        "free_seat=1",
        "free_seat=True",
        "game=go",
        "seats=1",
        "cursor=",
        "cursor=%0a",
        "cursor=AAAA",
    ],
)
def test_a_query_parameter_that_is_not_documented_is_422(client, query):
    answer = client.get(f"/v1/matches?{query}")
    assert answer.status_code == 422
    assert answer.json["errors"][0]["parameter"] == query.partition("=")[0]


@pytest.mark.parametrize("query", ["%ff=1", "limit=%ff", "&".join(f"p{number}=1" for number in range(100))])
def test_a_query_that_cannot_be_read_is_400(client, query):
    assert client.get(f"/v1/matches?{query}").status_code == 400


def test_operations_without_parameters_take_none(client, ada):
    for address in ("/v1/games", "/v1/me", NOWHERE, "/healthz"):
        assert ada.get(f"{address}?x=1").status_code == 422


@pytest.mark.parametrize(
    "address",
    [
        "/v1/matches/x",
        "/v1/matches/0fABCDEFGHIJKLMNOPQRST",
        "/v1/matches/4fabcdefghijklmnopqrst",
        f"{NOWHERE}x",
        f"{NOWHERE}/",
        f"{NOWHERE}/seats/10",
        f"{NOWHERE}/seats/-1",
        f"{NOWHERE}/seats/+1",
        f"{NOWHERE}/seats/%D9%A1",
        f"{NOWHERE}/seats/1.0",
        f"{NOWHERE}%0a",
        "//v1/games",
        "/v1//games",
        "/v1/games/",
        "/v1/games/%00",
        "/v1/games/..%2f",
        "/x",
    ],
)
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_malformed_addresses_are_404(ada, address, method):
    answer = ada.request(method, address)
    assert (answer.status_code, code_of(answer)) == (404, "not-found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_other_methods_are_405_with_allow(client, method):
    answer = client.request(method, "/v1/matches")
    assert (answer.status_code, code_of(answer)) == (405, "method-not-allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("*/*", 200),
        ("application/json", 200),
        ("text/html, application/*;q=0.5", 200),
        ("application/json;q=0.1", 200),
        ("text/html", 406),
        ("application/json;q=0", 406),
        ("text/html, application/json;q=0", 406),
        ("application/xml", 406),
    ],
)
def test_accept(client, accept, status):
    assert client.get("/v1/games", Accept=accept).status_code == status


def test_head_is_get_without_a_body(client, ada, running):
    for address in ("/v1/games", running, f"{running}/events"):
        head, full = ada.request("HEAD", address), ada.get(address)
        assert head.status_code == full.status_code == 200
        assert head.headers["Content-Length"] == full.headers["Content-Length"]
        assert head.headers.get("ETag") == full.headers.get("ETag")
    assert client.request("HEAD", NOWHERE).status_code == 404


def test_preflight_requests_are_answered_for_every_address(client):
    for address in ("/v1/matches", f"{NOWHERE}/moves", f"{NOWHERE}/seats/1/preferences"):
        answer = client.request("OPTIONS", address, Origin="https://example.org", Access_Control_Request_Method="POST")
        assert answer.status_code == 200
        assert answer.data == b""
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
        assert {"Authorization", "Content-Type", "Idempotency-Key", "If-None-Match"} <= set(allowed)
        assert {"GET", "POST", "PUT", "DELETE"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))


def test_answers_expose_what_frontends_need(client):
    exposed = set(client.get("/v1/nothing").headers["Access-Control-Expose-Headers"].split(", "))
    assert {"ETag", "Location", "Link", "Retry-After", "X-Request-Id"} <= exposed


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic bWs6",
        "mk_" + "a" * 40,
        "Bearer mk_" + "a" * 40,
        "Bearer mk_" + "a" * 9_000,
        "Bearer mk_é",
        "bearer  mk_" + "a" * 40,
    ],
)
def test_a_stranger_and_every_wrong_token_get_the_same_answer(client, header):
    sent = {} if header is None else {"Authorization": header}
    answers = [client.get("/v1/me"), client.get("/v1/me", **sent)]
    bodies = [{**answer.json, "request_id": ""} for answer in answers]
    assert bodies[0] == bodies[1]
    assert all(answer.status_code == 401 for answer in answers)
    assert all(answer.headers["WWW-Authenticate"] == 'Bearer realm="monkeys"' for answer in answers)


def test_a_wrong_token_is_told_so_where_none_is_needed(client, running):
    assert client.get(running).status_code == 200
    assert client.get(running, Authorization="Bearer mk_" + "a" * 40).status_code == 401


def test_every_problem_has_a_page_without_anything_from_elsewhere(client):
    for code, kind in KINDS.items():
        page = client.get(f"/problems/{code}")
        assert page.status_code == 200
        assert kind.title in page.text.replace("&#x27;", "'")
        assert "http" not in page.text
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]


def test_a_fault_of_the_server_is_500_and_tells_nothing(client, ada, running, monkeypatch):
    def broken(*arguments):
        raise RuntimeError("the secret is forty-two")

    monkeypatch.setattr("events.queries.read_match", broken)
    monkeypatch.setattr(client.checker, "check", lambda *arguments: None)
    answer = ada.get(running)
    assert (answer.status_code, code_of(answer)) == (500, "internal-error")
    assert "forty-two" not in answer.text


def test_logs_name_routes_and_hold_no_secrets(client, open_table):
    with structlog.testing.capture_logs() as lines:
        ada = client.as_player("Ada", Idempotency_Key="k" * 16)
        opened = ada.post("/v1/matches", open_table(ada, {"kind": "invited"}))
        address, code = opened.headers["Location"], opened.json["invites"][0]["code"]
        client.post(f"{address}/seats", {"invite": code})
        ada.get(f"{address}/events?after=0")
        ada.get(f"/v1/{ada.token}?token={ada.token}")
    requests = [line for line in lines if line["event"] == "request"]
    assert [line["route"] for line in requests] == [
        "/v1/players",
        "/v1/matches",
        "/v1/matches/{match_id}/seats",
        "/v1/matches/{match_id}/events",
        "",
    ]
    assert {line["status"] for line in requests} == {201, 401, 200, 404}
    assert all(line["request_id"] and line["ms"] >= 0 for line in requests)
    text = repr(lines)
    for secret in (ada.token, code, address.rpartition("/")[2], "k" * 16, ada.player, "Ada"):
        assert secret not in text


def test_a_request_id_is_in_the_header_the_problem_and_the_log(client):
    with structlog.testing.capture_logs() as lines:
        answer = client.get("/v1/nothing")
    assert answer.headers["X-Request-Id"] == answer.json["request_id"] == lines[-1]["request_id"]


@pytest.mark.parametrize(("method", "path"), [("POST", "/resign"), ("GET", ""), ("DELETE", "/seats/0")])
@pytest.mark.parametrize("body", [b"{}", b'{"x": 1}', b"x"])
def test_a_body_is_refused_where_none_is_read(ada, running, method, path, body):
    answer = ada.request(method, running + path, raw=body, Content_Type="application/json")
    assert (answer.status_code, code_of(answer)) == (422, "invalid-request")
    assert ada.get(running).json["match"]["status"] == "running"
