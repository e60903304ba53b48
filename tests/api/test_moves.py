from __future__ import annotations

import json
import threading

import pytest

from domain.games import GAMES


def code_of(answer):
    return answer.json["type"].rpartition("/")[2]


@pytest.fixture
def turn(ada, bo, running):
    """The seat to move as (client, its decision), and the client of the other seat."""
    clients = [ada, bo]
    seat = ada.get(running).json["match"]["state"]["current_seat"]
    [decision] = clients[seat].get(f"{running}/moves").json["pending"]
    return clients[seat], decision, clients[1 - seat]


def test_a_view_carries_decisions_and_the_moves_list_is_a_part_of_it(running, turn):
    mover, decision, other = turn
    assert mover.get(running).json["match"]["pending"] == [decision]
    assert other.get(running).json["match"]["pending"] == []
    assert other.get(running).json["match"]["awaited"][0]["kind"] == "turn"
    assert {"move": {"type": "draw"}, "label": "Draw from the top"} in decision["legal_moves"]


def test_the_same_answer_again_gets_the_same_receipt(running, turn):
    mover, decision, _ = turn
    body = {"decision": decision["decision"], "move": {"type": "draw"}}
    first, second = (mover.post(f"{running}/moves", body) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.json["receipt"] == second.json["receipt"] == {"decision": decision["decision"], "entry": 3}
    assert (first.json["repeated"], second.json["repeated"]) == (False, True)
    assert second.json["match"] == mover.get(running).json["match"]


def test_another_answer_to_an_answered_decision_is_stale_and_told_what_is_pending(running, turn):
    mover, decision, _ = turn
    draw = {"decision": decision["decision"], "move": {"type": "draw"}}
    mover.post(f"{running}/moves", draw)
    answer = mover.post(f"{running}/moves", {**draw, "move": {"type": "vote", "seat": 0}})
    assert (answer.status_code, code_of(answer)) == (409, "decision-not-pending")
    assert answer.json["pending"] == mover.get(running).json["match"]["pending"]


def test_a_decision_that_never_was_is_stale(running, turn):
    mover, decision, _ = turn
    seat = decision["decision"].partition("-")[0]
    answer = mover.post(f"{running}/moves", {"decision": f"{seat}-999", "move": {"type": "draw"}})
    assert (answer.status_code, code_of(answer)) == (409, "decision-not-pending")
    assert answer.json["pending"] == [decision]


def test_an_illegal_move_is_refused_with_rule_reason_and_what_is_legal(running, turn):
    mover, decision, _ = turn
    answer = mover.post(f"{running}/moves", {"decision": decision["decision"], "move": {"type": "plasma", "victim": 5}})
    assert (answer.status_code, code_of(answer)) == (409, "illegal-move")
    assert answer.json["rule"]
    assert answer.json["detail"]
    assert answer.json["pending"] == [decision]
    assert mover.get(running).json["match"]["pending"] == [decision]


def test_the_decision_of_another_seat_is_403(client, running, turn):
    _, decision, other = turn
    body = {"decision": decision["decision"], "move": {"type": "draw"}}
    assert other.post(f"{running}/moves", body).status_code == 403
    assert client.as_player("Cy").post(f"{running}/moves", body).status_code == 403
    assert client.post(f"{running}/moves", body).status_code == 401


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"decision": "1"}, "/decision"),
        ({"decision": "1-1\n"}, "/decision"),
        ({"decision": 7}, "/decision"),
        ({"move": {}}, "/move/type"),
        ({"move": []}, "/move"),
        ({"move": {"type": "fly"}}, "/move/type"),
        ({"move": {"type": ["draw"]}}, "/move/type"),
        ({"move": {"type": "draw", "x": 1}}, "/move/x"),
        ({"move": {"type": "plasma"}}, "/move/victim"),
        ({"move": {"type": "plasma", "victim": 7}}, "/move/victim"),
        ({"move": {"type": "plasma", "victim": True}}, "/move/victim"),
        ({"move": {"type": "plasma", "victim": 0.5}}, "/move/victim"),
        ({"move": {"type": "raid", "cards": ["raid-a", "heist-a"], "mode": "pair", "targets": [0]}}, "/move/cards/1"),
        ({"move": {"type": "raid", "cards": [], "mode": "pair", "targets": [0]}}, "/move/cards"),
        ({"extra": 1}, "/extra"),
    ],
)
def test_a_malformed_move_is_pointed_at(running, turn, change, pointer):
    mover, decision, _ = turn
    answer = mover.post(f"{running}/moves", {"decision": decision["decision"], "move": {"type": "draw"}} | change)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_whole_numbers_may_be_written_with_a_point(running, turn):
    mover, decision, _ = turn
    victim = 1 - int(decision["decision"][0])
    body = json.dumps({"decision": decision["decision"], "move": {"type": "plasma", "victim": float(victim)}})
    answer = mover.request("POST", f"{running}/moves", raw=body.encode(), Content_Type="application/json")
    holds = any(legal["move"]["type"] == "plasma" for legal in decision["legal_moves"])
    assert answer.status_code == (200 if holds else 409)


def test_fifty_equal_moves_at_once_are_one_commit(running, turn):
    mover, decision, _ = turn
    body = {"decision": decision["decision"], "move": {"type": "draw"}}
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(mover.post(f"{running}/moves", body))) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {200}
    assert len({json.dumps(answer.json["receipt"]) for answer in answers}) == 1
    assert sum(not answer.json["repeated"] for answer in answers) == 1


def test_an_etag_changes_exactly_with_what_the_viewer_sees(client, running, turn):
    mover, decision, other = turn
    tags = {who: who.get(running).headers["ETag"] for who in (mover, other, client)}
    assert len(set(tags.values())) == 3
    for who, tag in tags.items():
        same = who.get(running, If_None_Match=tag)
        assert (same.status_code, same.data) == (304, b"")
        assert same.headers["ETag"] == tag
        assert same.headers["Cache-Control"] == "private, no-cache"
        assert same.headers["Vary"] == "Authorization, Accept"
        assert who.get(running, If_None_Match=f'"x", {tag}').status_code == 304
        assert who.get(running, If_None_Match="*").status_code == 304
        assert who.get(running, If_None_Match='"x"').status_code == 200
    assert mover.get(f"{running}/moves", If_None_Match=tags[mover]).status_code == 304
    assert other.get(running, If_None_Match=tags[mover]).status_code == 200
    mover.post(f"{running}/moves", {"decision": decision["decision"], "move": {"type": "draw"}})
    for who, tag in tags.items():
        assert who.get(running, If_None_Match=tag).status_code == 200


def test_names_are_filled_in_and_never_read(client, open_table):
    name = '{seat:1}"\\{seat:0}'
    sly, bo = client.as_player(name), client.as_player("Bo")
    body = open_table(sly, options={"first_player": "vote"})
    address = sly.post("/v1/matches", body).headers["Location"]
    bo.post(f"{address}/seats")
    for seat, who, label in ((0, sly, "Vote for Bo"), (1, bo, f"Vote for {name}")):
        stale = {"decision": f"{seat}-99", "move": {"type": "draw"}}
        for answer in (who.get(address).json["match"], who.post(f"{address}/moves", stale).json):
            assert [legal["label"] for decision in answer["pending"] for legal in decision["legal_moves"]] == [label]


def test_a_resignation_is_done_once(running, turn):
    mover, _, other = turn
    first, second = mover.post(f"{running}/resign"), mover.post(f"{running}/resign")
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json["receipt"] == second.json["receipt"]
    assert other.get(running).json["match"]["status"] == "finished"
    assert other.post(f"{running}/resign").status_code == 409


def test_draw_offers_are_refused_where_the_game_knows_none(running, ada):
    answer = ada.post(f"{running}/draw-offer", {"action": "offer"})
    assert (answer.status_code, code_of(answer)) == (409, "not-possible-here")


def test_preferences_are_the_seats_own_secret(client, ada, bo, running):
    before = bo.get(running).headers["ETag"]
    answer = ada.put(f"{running}/seats/0/preferences", {"auto_pass": "always"})
    assert answer.json["match"]["state"]["auto_pass"] == "always"
    assert bo.get(running).headers["ETag"] == before
    assert bo.put(f"{running}/seats/0/preferences", {}).status_code == 403
    assert client.put(f"{running}/seats/0/preferences", {}).status_code == 401
    wrong = ada.put(f"{running}/seats/0/preferences", {"auto_pass": "never"})
    assert [error["pointer"] for error in wrong.json["errors"]] == ["/auto_pass"]
    assert ada.put(f"{running}/seats/0/preferences", {}).json["match"]["state"]["auto_pass"] == "none"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("move", [{"type": "fly"}, {"type": "pass", "x": 1}, {"type": "give"}])
def test_a_malformed_move_is_explained_by_the_game_of_the_match(ada, game, move):
    seats = [{"kind": "open"}] * game.seats[0]
    address = ada.post("/v1/matches", {"game": game.key, "seats": seats}).headers["Location"]
    answer = ada.post(f"{address}/moves", {"decision": "0-1", "move": move})
    assert answer.status_code == 422
    types = [str(known.__struct_config__.tag) for known in game.moves]
    unknown = {"pointer": "/move/type", "message": f"Not one of: {', '.join(types)}."}
    assert (unknown in answer.json["errors"]) == (move["type"] not in types)
