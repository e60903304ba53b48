from __future__ import annotations

import io
import json
import tracemalloc
from random import Random

import pytest
from werkzeug.test import create_environ, run_wsgi_app

from events import keys
from tests.events.finished import finished

JSON_LINES = "application/x-ndjson"


@pytest.fixture
def over(ada, bo, running):
    """A match that Ada has resigned after a few moves; its address."""
    rng = Random(1)
    for _ in range(6):
        for client in (ada, bo):
            for decision in client.get(f"{running}/moves").json["pending"]:
                move = rng.choice(decision["legal_moves"])["move"]
                client.post(f"{running}/moves", {"decision": decision["decision"], "move": move})
    ada.post(f"{running}/resign")
    assert ada.get(running).json["match"]["status"] == "finished"
    return running


def sent(client, data: bytes, query: str = "", **headers: str):
    return client.request("POST", f"/v1/replays{query}", raw=data, **{"Content_Type": JSON_LINES, **headers})


def problems(answer):
    assert answer.status_code == 200
    return [(fault["check"], fault["line"], fault["problem"]) for fault in answer.json["report"]["findings"]]


def test_a_running_match_is_replayed_as_oneself(client, ada, bo, running):
    served = ada.get(running)
    step = ada.get(f"{running}/replay")
    assert step.json["match"] == served.json["match"]
    assert (step.json["as"], step.json["entry"], step.json["newest"]) == ("0", 2, 2)
    first = ada.get(f"{running}/replay?at=1&as=0").json
    assert (first["match"]["status"], first["match"]["entry"]) == ("open", 1)
    assert first["story"] == ["A table with 2 seats is opened.", "You take seat 0."]
    assert client.get(f"{running}/replay").json["as"] == "public"
    for who, whose in ((ada, "1"), (ada, "public"), (ada, "open"), (client, "0"), (client, "open")):
        for part in ("replay", "log", "notation"):
            refused = who.get(f"{running}/{part}?as={whose}")
            assert (refused.status_code, refused.json["type"]) == (409, "/problems/wrong-phase")


def test_a_match_that_is_over_is_replayed_as_anybody(client, over):
    newest = client.get(f"{over}/replay?as=open").json["newest"]
    for version in range(1, newest + 1):
        step = client.get(f"{over}/replay?as=open&at={version}").json
        assert step["match"]["entry"] == version
    for whose in ("0", "1", "public"):
        assert client.get(f"{over}/replay?as={whose}").json["match"]["status"] == "finished"
    for whose, known in (("open", [7, 7]), ("1", [0, 7]), ("public", [0, 0])):
        step = client.get(f"{over}/replay?as={whose}&at=2").json
        assert [len(player["known_hand"]) for player in step["match"]["state"]["players"]] == known


@pytest.mark.parametrize("query", ["as=public&at=999", "as=2", "as=open&at=999"])
def test_what_does_not_exist_is_not_found(client, over, query):
    assert client.get(f"{over}/replay?{query}").status_code == 404


STRANGE = ["at=0", "at=x", "at=1&at=2", "as=7", "as=01", "as=", "from=1", "at=-1", "at=9999999999"]


@pytest.mark.parametrize("query", STRANGE)
def test_queries_are_read_strictly(ada, running, query):
    refused = ada.get(f"{running}/replay?{query}")
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid-request")


def test_a_step_that_has_not_changed_is_not_sent_again(ada, over):
    tag = ada.get(f"{over}/replay?at=2").headers["ETag"]
    assert ada.get(f"{over}/replay?at=2", If_None_Match=tag).status_code == 304
    assert ada.get(f"{over}/replay?at=3", If_None_Match=tag).status_code == 200
    assert ada.get(f"{over}/replay?at=2&as=open", If_None_Match=tag).status_code == 200


def test_private_matches_are_replayed_by_their_players_alone(client, ada, bo, open_table):
    table = open_table(ada, {"kind": "bot", "bot": "random"}, visibility="private")
    address = ada.post("/v1/matches", table).headers["Location"]
    ada.post(f"{address}/resign")
    for part in ("replay", "log", "notation"):
        assert ada.get(f"{address}/{part}").status_code == 200
        for stranger in (bo, client):
            assert stranger.get(f"{address}/{part}").status_code == 404


def test_every_entry_tells_its_story_to_its_viewer(client, ada, bo, over):
    lines = {
        who: [line for entry in reader.get(f"{over}/events?limit=500").json["entries"] for line in entry["story"]]
        for who, reader in (("ada", ada), ("bo", bo), ("public", client))
    }
    assert "You take seat 0." in lines["ada"]
    assert "Ada takes seat 0." in lines["bo"]
    assert "You resign." in lines["ada"]
    assert "Ada resigns." in lines["public"]
    opened = client.get(f"{over}/events?view=open&limit=500").json["entries"]
    dealt = [line for entry in opened for line in entry["story"] if "dealt 7 cards:" in line]
    assert len(dealt) == 2


def test_a_downloaded_log_is_checked_and_shows_what_was_served(client, ada, over):
    log = client.get(f"{over}/log")
    assert log.mimetype == JSON_LINES
    assert log.headers["Content-Disposition"].endswith('-open.jsonl"')
    assert sent(client, log.data).json["report"]["sound"]
    for whose in ("open", "0", "1", "public"):
        for at in (1, 2, 3):
            step = client.get(f"{over}/replay?as={whose}&at={at}").json
            shown = sent(client, log.data, f"?as={whose}&at={at}&rules=false").json
            assert (shown["match"], shown["as"], shown["entry"]) == (step["match"], whose, at)
            assert shown["steps"][at - 1]["story"] == step["story"]
    own = ada.get(f"{over}/log?as=own")
    assert problems(sent(client, own.data)) == []
    assert sent(client, own.data).json["match"] == ada.get(over).json["match"]


def test_the_log_of_a_running_match_is_the_callers_own(client, ada, bo, running):
    for who, view in ((ada, 0), (bo, 1), (client, "public")):
        header, *entries, end = [json.loads(line) for line in who.get(f"{running}/log").data.splitlines()]
        assert (header["view"], header["names"]) == (view, ["Ada", "Bo"])
        assert header["secret"] is None
        page = who.get(f"{running}/events").json["entries"]
        assert entries == [{name: value for name, value in entry.items() if name != "story"} for entry in page]
        assert end["count"] == len(entries)


def test_the_notation_is_a_line_for_each_entry(client, ada, over):
    own = ada.get(f"{over}/notation")
    assert own.mimetype == "text/plain"
    lines = own.text.splitlines()
    assert len(lines) == ada.get(over).json["match"]["entry"]
    assert lines[1].startswith("2. +")
    assert "B dealt 7?" in lines[1]
    assert "B dealt 7?" not in client.get(f"{over}/notation?as=open").text


@pytest.mark.parametrize("viewer", [None, 0])
def test_ten_thousand_commits_need_no_more_memory_than_ten(store, client, ada, bo, over, viewer):
    match_id = over.rpartition("/")[2]
    stream = keys.events(match_id) if viewer is None else keys.log(match_id, viewer)
    whose = "open" if viewer is None else str(viewer)
    few, many = _peak(client, over, whose), 0
    [(last, fields)] = store.call("xrevrange", stream, "+", "-", 1)
    number = int(last.partition(b"-")[0])
    for first in range(number + 1, 10_001, 1_000):
        store.pipeline([("xadd", stream, fields, f"{n}-0") for n in range(first, min(first + 1_000, 10_001))])
    many = _peak(client, over, whose)
    assert many < few + 200_000


def _peak(client, address, whose):
    """Bytes that were in memory at most while the file was read piece by piece."""
    client.app.test_client().get(f"{address}/log?as={whose}")
    tracemalloc.start()
    response = client.app.test_client().get(f"{address}/log?as={whose}", buffered=False)
    for _ in response.response:
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


FINISHED = finished("space-monkeys", 3)
FILE = FINISHED.open_file(names=("Ann", "Bo", "Cy"))
LINES = FILE.splitlines(keepends=True)


def _swapped(lines):
    return [*lines[:20], lines[21], lines[20], *lines[22:]]


FAULTS = {
    "empty": (b"", ("file", 1, "truncated")),
    "no log": (b"hello\n", ("file", 1, "not-a-log")),
    "binary": (bytes(range(256)) * 10, ("file", 1, "not-a-log")),
    "bomb": (b"[" * 100_000 + b"\n", ("file", 1, "not-a-log")),
    "bomb within": (LINES[0] + b'{"schema":2,"command":' + b"[" * 100_000 + b"\n", ("chain", 2, "no-commit")),
    "truncated": (FILE[:-100], ("file", len(LINES), "truncated")),
    "cut at a line": (b"".join(LINES[:-1]), ("file", len(LINES), "truncated")),
    "dropped": (b"".join([*LINES[:30], *LINES[31:]]), ("chain", 31, "other-version")),
    "reordered": (b"".join(_swapped(LINES)), ("chain", 21, "other-version")),
    "doubled": (b"".join([*LINES[:30], LINES[29], *LINES[30:]]), ("chain", 31, "other-version")),
    "edited": (FILE.replace(b'"depth"', b'"dephh"', 1), ("file", len(LINES), "bytes-differ")),
    "another game": (FILE.replace(b'"game":"space-monkeys"', b'"game":"chess"'), ("chain", 2, "unknown-game")),
    "another version": (FILE.replace(b'"rules_version":1', b'"rules_version":77'), ("chain", 2, "unknown-game")),
    "another release": (FILE.replace(b'{"schema":2', b'{"schema":9'), ("chain", 2, "no-commit")),
    "something after": (FILE + b"{}\n", ("file", len(LINES) + 1, "after-the-end")),
    "long line": (LINES[0] + b"{" + b" " * 1_000_001 + b"}\n", ("file", 2, "line-too-long")),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_named_by_line(client, name):
    data, expected = FAULTS[name]
    assert expected in problems(sent(client, data))


def test_a_file_is_shown_as_far_as_it_can_be(client):
    shown = sent(client, b"".join([*LINES[:40], b"nonsense\n", *LINES[40:]])).json
    assert len(shown["steps"]) == 39
    assert shown["report"]["results"]["file"] == "failed"
    assert shown["match"] is None
    assert sent(client, b"".join([*LINES[:40], b"nonsense\n", *LINES[40:]]), "?at=39").json["match"]["entry"] == 39


def test_a_file_of_one_viewer_shows_nobody_else(client):
    answer = sent(client, FINISHED.viewer_file(1), "?as=0")
    assert problems(answer) == [("file", 1, "other-viewer")]
    assert answer.json["match"] is None


def test_a_file_that_is_too_large_is_refused_however_it_comes(client, make_client):
    small = make_client(replay_bytes=len(FILE) - 1)
    assert sent(small, FILE).status_code == 413
    environ = create_environ("/v1/replays", method="POST", content_type=JSON_LINES)
    environ.pop("CONTENT_LENGTH", None)
    environ.update({"wsgi.input": io.BytesIO(FILE), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"})
    assert run_wsgi_app(small.app, environ)[1].startswith("413")
    assert sent(make_client(replay_bytes=len(FILE)), FILE).status_code == 200


OTHERS = ["application/json", "text/plain", "multipart/form-data; boundary=x", f"{JSON_LINES}; charset=utf-16"]


@pytest.mark.parametrize("declared", OTHERS)
def test_only_json_lines_are_taken(client, declared):
    assert sent(client, FILE, Content_Type=declared).status_code == 415
    assert sent(client, FILE, Content_Encoding="gzip").status_code == 415


def test_an_address_has_few_files_checked_at_a_time(make_client):
    refused = sent(make_client(replays_per_address=0), FILE)
    assert (refused.status_code, refused.json["type"]) == (429, "/problems/too-many-requests")


def test_queries_of_files_are_read_strictly(client):
    for query in ("?as=own", "?as=9", "?at=0", "?rules=yes", "?x=1"):
        assert sent(client, FILE, query).status_code == 422
