from __future__ import annotations

import re

import pytest
import redis
import yaml

from events.pulse import Pulse
from events.store import connect


def test_alive(client):
    assert client.get("/healthz").json == {"status": "alive"}


@pytest.fixture
def beating(make_client, queue_url):
    Pulse(queue_url).beat("worker", "w")
    Pulse(queue_url).beat("sweeper", "s")
    return make_client


def test_ready_needs_a_worker_and_a_sweeper(client):
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json["faults"] == ["No worker is alive.", "No sweeper is alive."]


def test_ready_when_all_is_well(beating):
    assert beating().get("/readyz").json == {"status": "ready", "faults": []}


@pytest.mark.parametrize(
    ("setting", "value", "fault"), [("maxmemory-policy", "allkeys-lru", "evict"), ("appendonly", "no", "persist")]
)
def test_ready_refuses_a_store_that_forgets_unless_that_is_wanted(beating, store, setting, value, fault):
    before = store.client.config_get(setting)[setting]
    try:
        store.client.config_set(setting, value)
        answer = beating().get("/readyz")
        assert answer.status_code == 503
        [found] = answer.json["faults"]
        assert fault in found
        assert beating(allow_volatile_store=True).get("/readyz").status_code == 200
    finally:
        store.client.config_set(setting, before)


def test_a_store_that_is_gone_is_503_and_the_process_is_alive(beating, tmp_path):
    lonely = beating(store=connect(f"unix://{tmp_path}/nothing.sock"))
    assert lonely.get("/healthz").status_code == 200
    assert lonely.get("/readyz").json["faults"] == ["The store does not answer."]
    answer = lonely.get("/v1/matches")
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/store-unavailable")
    assert answer.headers["Retry-After"]
    assert str(tmp_path) not in answer.text


def test_a_full_store_refuses_and_still_reads(ada, running, open_table, store):
    before = store.client.config_get("maxmemory")["maxmemory"]
    try:
        store.client.config_set("maxmemory", 1)
        answer = ada.post("/v1/matches", open_table(ada))
        assert (answer.status_code, answer.json["type"]) == (503, "/problems/store-full")
        assert answer.headers["Retry-After"]
        assert ada.post(f"{running}/resign").status_code == 503
        assert ada.get(running).json["match"]["status"] == "running"
    finally:
        store.client.config_set("maxmemory", before)
    assert ada.post(f"{running}/resign").status_code == 200


def test_there_are_no_metrics_without_a_token(client):
    assert client.get("/metrics").status_code == 404


def test_metrics_need_the_operators_token(make_client):
    client = make_client(metrics_token="sesame")
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", Authorization="Bearer wrong").status_code == 401
    assert client.get("/metrics", Authorization="Bearer sesame").status_code == 200


def test_metrics_count_requests_and_moves_by_game_and_outcome_and_nothing_finer(make_client, open_table):
    client = make_client(metrics_token="sesame")
    ada, bo = client.as_player("Ada"), client.as_player("Bo")
    address = ada.post("/v1/matches", open_table(ada)).headers["Location"]
    bo.post(f"{address}/seats")
    seat = ada.get(address).json["match"]["state"]["current_seat"]
    mover = [ada, bo][seat]
    [decision] = mover.get(f"{address}/moves").json["pending"]
    body = {"decision": decision["decision"], "move": {"type": "draw"}}
    for sent in (body, body, {**body, "move": {"type": "leap"}}):
        mover.post(f"{address}/moves", sent)
    text = client.get("/metrics", Authorization="Bearer sesame").text
    counted = dict(re.findall(r"^monkeys_moves_total\{(.*)\} (.*)$", text, re.MULTILINE))
    assert counted == {
        'game="space-monkeys",outcome="accepted"': "1.0",
        'game="space-monkeys",outcome="repeated"': "1.0",
        'game="space-monkeys",outcome="decision-not-pending"': "1.0",
    }
    assert 'monkeys_requests_total{method="POST",route="/v1/matches/{match_id}/moves",status="200"} 2.0' in text
    for family in ("monkeys_queue_depth", "monkeys_overdue_matches", "monkeys_wake_delay_seconds_bucket"):
        assert family in text
    assert address.rpartition("/")[2] not in text


def test_a_queue_that_is_gone_stops_no_move(ada, running, queue_url):
    redis.Redis.from_url(queue_url).flushdb()
    assert ada.post(f"{running}/resign").status_code == 200


def test_the_documentation_is_served_without_any_outside_host(client):
    start = client.get("/")
    assert start.status_code == 302
    page = client.get("/docs/")
    assert page.status_code == 200
    assets = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(assets) >= 5
    assert all(asset.startswith("/docs/") for asset in assets)
    for asset in assets:
        assert client.get(asset).status_code == 200
    assert '"validatorUrl": null' in page.text
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert client.get("/docs").status_code == 308


def test_the_document_is_served_as_json_and_as_yaml(client):
    assert yaml.safe_load(client.get("/openapi.yaml").text) == client.get("/openapi.json").json
