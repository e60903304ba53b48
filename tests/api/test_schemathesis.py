"""Schemathesis against the service: what the document says of requests and answers is what happens."""

from __future__ import annotations

import re

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS

from api.openapi import document
from api.parameters import PATH_PARAMETERS
from domain.games import GAMES
from events.names import FAULTS
from events.pulse import Pulse

CASES = 12
CONFIG = schemathesis.Config.from_dict(
    {
        "seed": 1,
        "generation": {"deterministic": True, "database": "none", "with-security-parameters": False},
        "phases": {
            "coverage": {"generate-duplicate-query-parameters": True},
            "fuzzing": {"generation": {"max-examples": CASES}},
        },
    }
)
UNSAYABLE = {
    "There is no such player.",
    "`min` exceeds `max`.",
    "Not a cursor that this server gave out.",
    "This is a match of space-monkeys.",
}
"""What is wrong with a request although it has the documented form."""


@schemathesis.serializer("application/x-ndjson")
def as_lines(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()


class _Served:
    """Forwards to the application of the test that runs."""

    app = None

    def __call__(self, environ, start_response):
        return self.app(environ, start_response)


SERVED = _Served()
schema = schemathesis.openapi.from_dict(document(GAMES), config=CONFIG)
schema.app = SERVED


@pytest.fixture
def ada(make_client, open_table, queue_url):
    """Ada, who plays with Bo in the match that is at ``ada.match``."""
    stranger = make_client(
        long_poll_seconds=0,
        tokens_per_player=10_000,
        tables_per_player_per_hour=10_000,
        seatings_per_player_and_table=10_000,
        wrong_codes_per_player_per_hour=10_000,
    )
    ada, bo = stranger.as_player("Ada"), stranger.as_player("Bo")
    address = ada.post("/v1/matches", open_table(ada)).headers["Location"]
    bo.post(f"{address}/seats")
    ada.match = address.rpartition("/")[2]
    for role in ("worker", "sweeper"):
        Pulse(queue_url).beat(role, "of this test")
    SERVED.app = ada.app
    return ada


def _refused_for_what_no_schema_says(response, case) -> bool:
    if response.status_code != 422:
        return False
    problem = response.json()
    if problem["type"] in ("/problems/options-refused", "/problems/idempotency-key-reused"):
        return True
    faults = problem["errors"]
    return {fault["message"] for fault in faults} <= {*UNSAYABLE, *FAULTS} or _is_of_another_game(faults, case.body)


def _is_of_another_game(faults, body) -> bool:
    """The schema has the moves of all games; which one a match is of, no schema can say."""
    move = body.get("move") if isinstance(body, dict) else None
    own = [kind.__struct_config__.tag for kind in GAMES["space-monkeys"].moves]
    others = [kind.__struct_config__.tag for game in GAMES.values() for kind in game.moves]
    foreign = isinstance(move, dict) and move.get("type") in others and move.get("type") not in own
    return foreign and all(fault.get("pointer", "").startswith("/move") for fault in faults)


@schema.parametrize()
@settings(max_examples=CASES, suppress_health_check=[*HealthCheck])
def test_requests_and_answers_are_as_documented(case, ada):
    match_id = str(case.path_parameters.get("match_id"))
    if re.fullmatch(PATH_PARAMETERS["match_id"].pattern, match_id):
        case.path_parameters["match_id"] = ada.match
    if case.operation.definition.raw["operationId"] == "revokeToken":
        # Revoking the token with which Ada asks would end the test of everything else.
        case.path_parameters["token_id"] = "t_" + "a" * 8
    # Whoever deletes the account of Ada ends the test of everything else, too.
    leaving = case.operation.definition.raw["operationId"] == "deleteMe"
    headers = {"Authorization": f"Bearer {(ada.as_player('Cy') if leaving else ada).token}"}
    response = case.call(headers=headers)
    excluded = [CHECKS.get_one("positive_data_acceptance")] if _refused_for_what_no_schema_says(response, case) else []
    case.validate_response(response, headers=headers, excluded_checks=excluded)
