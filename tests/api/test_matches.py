from __future__ import annotations

import random


def play(clients, address, rng, most=2_000):
    """Random legal moves by whoever may move, until the match is over; how many were made."""
    for made in range(most):
        movers = []
        for client in clients:
            seen = client.get(f"{address}/moves").json
            if seen["status"] != "running":
                return made
            movers += [(client, decision) for decision in seen["pending"] if decision["required"]]
        for client, decision in movers or []:
            move = rng.choice(decision["legal_moves"])["move"]
            answer = client.post(f"{address}/moves", {"decision": decision["decision"], "move": move})
            assert answer.status_code == 200, answer.text
            break
    raise AssertionError("The match does not end.")


def test_a_whole_match_of_two_over_http(client, ada, bo, running):
    play([ada, bo], running, random.Random(1))
    over = client.get(running).json["match"]
    assert over["status"] == "finished"
    assert sorted(over["ranks"]) == [1, 2]
    page = client.get(f"{running}/events?view=open&limit=500").json
    assert page["finished"]
    assert [entry["version"] for entry in page["entries"]] == list(range(1, page["newest"] + 1))
    own = ada.get(f"{running}/events?limit=500").json
    assert [entry["entry"] for entry in own["entries"]] == list(range(1, own["newest"] + 1))
    won = [me.get("/v1/me").json["records"][0] for me in (ada, bo)]
    assert sorted((record["played"], record["won"]) for record in won) in ([(1, 0), (1, 1)], [(0, 0), (0, 0)])
