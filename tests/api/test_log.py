from __future__ import annotations

import threading
import time

import pytest


@pytest.fixture
def mover(ada, bo, running):
    return [ada, bo][ada.get(running).json["match"]["state"]["current_seat"]]


def draw(client, address):
    [decision] = client.get(f"{address}/moves").json["pending"]
    answer = client.post(f"{address}/moves", {"decision": decision["decision"], "move": {"type": "draw"}})
    assert answer.status_code == 200
    return answer


def test_the_log_is_paged_by_number_and_link(ada, running):
    whole = ada.get(f"{running}/events").json
    assert [entry["entry"] for entry in whole["entries"]] == [1, 2]
    assert (whole["last"], whole["newest"], whole["finished"]) == (2, 2, False)
    first = ada.get(f"{running}/events?limit=1")
    assert first.json["entries"] == whole["entries"][:1]
    second = ada.get(first.headers["Link"].partition(">")[0][1:])
    assert second.json["entries"] == whole["entries"][1:]
    assert "Link" not in second.headers
    assert ada.get(f"{running}/events?after=2").json["entries"] == []


def test_everybody_reads_a_log_of_their_own(client, ada, bo, running):
    dealt = {}
    for viewer, who in ((0, ada), (1, bo), (None, client)):
        events = who.get(f"{running}/events").json["entries"][1]["events"]
        dealt[viewer] = {event["seat"]: event["cards"] for event in events if event["type"] == "hand_dealt"}
    assert dealt[None] == {0: [None] * 7, 1: [None] * 7}
    assert None not in dealt[0][0]
    assert dealt[0][1] == [None] * 7
    assert dealt[1][0] == [None] * 7
    assert None not in dealt[1][1]


def test_waiting_ends_when_something_happens(ada, bo, running, mover):
    waiting = {}

    def wait():
        waiting["page"] = (ada if mover is bo else bo).get(f"{running}/events?after=2&wait=20").json

    waiter = threading.Thread(target=wait)
    waiter.start()
    time.sleep(0.2)
    draw(mover, running)
    waiter.join(timeout=10)
    assert not waiter.is_alive()
    assert [entry["entry"] for entry in waiting["page"]["entries"]] == [3]


def test_waiting_for_nothing_ends_empty(ada, running):
    page = ada.get(f"{running}/events?after=2&wait=1").json
    assert (page["entries"], page["last"]) == ([], 2)


def test_nobody_waits_for_what_is_there_or_will_not_come(ada, bo, running):
    began = time.monotonic()
    assert ada.get(f"{running}/events?wait=25").json["entries"]
    ada.post(f"{running}/resign")
    last = ada.get(f"{running}/events").json["last"]
    assert ada.get(f"{running}/events?after={last}&wait=25").json["finished"]
    assert time.monotonic() - began < 10


def test_only_so_many_requests_of_one_player_wait(make_client, open_table):
    client = make_client(long_polls_per_player=0)
    ada = client.as_player("Ada")
    address = ada.post("/v1/matches", open_table(ada)).headers["Location"]
    began = time.monotonic()
    assert ada.get(f"{address}/events?after=1&wait=25").json["entries"] == []
    assert time.monotonic() - began < 10


def test_the_open_log_is_for_matches_that_are_over(client, ada, bo, running):
    early = client.get(f"{running}/events?view=open")
    assert (early.status_code, early.json["type"]) == (409, "/problems/wrong-phase")
    ada.post(f"{running}/resign")
    page = client.get(f"{running}/events?view=open").json
    assert page["view"] == "open"
    assert [commit["version"] for commit in page["entries"]] == list(range(1, page["newest"] + 1))
    assert [commit["command"]["type"] for commit in page["entries"]] == ["open_table", "take_seat", "resign"]
    dealt = [event for event in page["entries"][1]["events"] if event["type"] == "hand_dealt"]
    assert all(None not in event["cards"] for event in dealt)
    rest = client.get(f"{running}/events?view=open&after=2&limit=1")
    assert [commit["version"] for commit in rest.json["entries"]] == [3]


@pytest.mark.parametrize("view", ["own", "open"])
def test_a_number_beyond_the_newest_entry_leads_back_to_it(ada, open_table, view):
    address = ada.post("/v1/matches", open_table(ada)).headers["Location"]
    assert ada.post(f"{address}/cancel").status_code == 200
    page = ada.get(f"{address}/events?after=999&view={view}").json
    assert page["entries"] == []
    assert page["last"] == page["newest"] < 999
