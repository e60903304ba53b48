"""A client that a third party's generator makes of openapi.yaml plays a whole match through its typed models alone."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

DOCUMENT = Path(__file__).parents[2] / "openapi.yaml"


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The modules of the generated package, by their names in it."""
    folder = tmp_path_factory.mktemp("generated")
    # JSON Lines are bytes to a generator that does not know them.
    overrides = "content_type_overrides: {application/x-ndjson: application/octet-stream}"
    (folder / "config.yaml").write_text(f"post_hooks: []\n{overrides}\n")
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "openapi_python_client",
            "generate",
            "--path",
            str(DOCUMENT),
            "--config",
            str(folder / "config.yaml"),
            "--output-path",
            str(folder / "client"),
            "--fail-on-warning",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    sys.path.insert(0, str(folder / "client"))
    try:
        yield lambda name: importlib.import_module(f"monkeys_client.{name}")
    finally:
        sys.path.remove(str(folder / "client"))
        for name in [name for name in sys.modules if name.split(".")[0] == "monkeys_client"]:
            del sys.modules[name]


def test_a_whole_match_through_typed_models(generated, client):
    models, transport = generated("models"), httpx.WSGITransport(app=client.app)

    def say(operation, answered, status=HTTPStatus.OK, **keywords):
        response = generated(f"api.{operation}").sync_detailed(**keywords)
        assert response.status_code == status, response.content
        assert isinstance(response.parsed, answered)
        return response.parsed

    stranger = generated("client").Client(base_url="http://monkeys", httpx_args={"transport": transport})
    made = [
        say(
            "players.create_player",
            models.NewPlayer,
            HTTPStatus.CREATED,
            client=stranger,
            body=models.NewPlayerRequest(name=name),
        )
        for name in ("Ada", "Bo")
    ]
    seats = [
        generated("client").AuthenticatedClient("http://monkeys", new.token, httpx_args={"transport": transport})
        for new in made
    ]
    table = models.SpaceMonkeysOpenTableRequest(
        game="space-monkeys",
        seats=[
            models.SeatReservedRequest(kind="reserved", player=made[0].player.id),
            models.SeatOpenRequest(kind="open"),
        ],
        options=models.SpaceMonkeysOptionsRequest(response_ms=60_000, min_window_ms=0),
    )
    opened = say("matches.open_match", models.OpenedReply, HTTPStatus.CREATED, client=seats[0], body=table)
    match_id = opened.match.match
    say(
        "seats.take_seat", models.AcceptedReply, client=seats[1], match_id=match_id, body=models.TakeSeatRequest(seat=1)
    )
    rng, kinds = random.Random(7), set()
    for _ in range(2_000):
        for seat in seats:
            view = say("matches.get_match", models.MatchReply, client=seat, match_id=match_id).match
            for decision in view.pending:
                if decision.required:
                    move = rng.choice(decision.legal_moves).move
                    kinds.add(type(move))
                    body = models.MoveRequest(decision=decision.decision, move=move)
                    say("moves.make_move", models.AcceptedReply, client=seat, match_id=match_id, body=body)
                    break
        if view.status.value == "finished":
            break
    over = say("matches.get_match", models.MatchReply, client=stranger, match_id=match_id).match
    assert sorted(over.ranks) == [1, 2]
    assert {models.SpaceMonkeysMoveDraw, models.SpaceMonkeysMovePass} <= kinds
    log = say("log.list_events", models.SpaceMonkeysLog, client=stranger, match_id=match_id, limit=500)
    *_, ended, told = log.entries[-1].events
    assert isinstance(ended, models.TableEventMatchEnded)
    assert ended.ranks == over.ranks
    assert isinstance(told, models.TableEventSecretRevealed)
