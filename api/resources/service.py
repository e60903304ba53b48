"""Whether the server is alive and fit to serve, and what it counts."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from typing import Any

import flask
import redis
from marshmallow import Schema, fields

from api.answer import answer
from api.call import Call, unauthenticated
from api.fields import Choice, Items, Text
from api.metrics import exposition
from api.operation import Answer, Reply, Resource
from api.problems import Problem
from events.errors import StoreFailure
from events.wakes import read_wakes

service = Resource("service", "Health, for load balancers and operators.")

EXPOSITION = "text/plain; version=0.0.4"


class Health(Schema):
    """The process answers."""

    status = Choice("alive", required=True, metadata={"description": "Always `alive`."})


class Readiness(Schema):
    """Whether matches can be played, and if not, why."""

    status = Choice("ready", "not-ready", required=True, metadata={"description": "`ready`, or not."})
    faults = Items(
        Text(),
        required=True,
        metadata={"description": "What an operator has to mend.", "examples": [["No worker is alive."]]},
    )


@service.operation(
    "GET", "/healthz", summary="Is the process alive?", auth="none",
    replies={200: Reply(about="It is.", schema=lambda schemas: fields.Nested(Health()), examples=("health",))},
)  # fmt: skip
def get_health(call: Call) -> Answer:
    """Asks nobody else, so that a store that fails does not get the web server restarted."""
    return answer({"status": "alive"})


def _nodes(info: dict[str, Any]) -> list[dict[str, Any]]:
    """What each node of the store says; one server says it directly."""
    return [node for node in info.values() if isinstance(node, dict) and "redis_version" in node] or [info]


def _store_faults(call: Call) -> Iterator[str]:
    if call.service.settings.allow_volatile_store:
        call.service.store.now()
        return
    nodes = _nodes(call.service.store.call("info"))
    if any(node.get("maxmemory_policy") != "noeviction" for node in nodes):
        yield "The store may evict matches: its maxmemory-policy has to be noeviction."
    if any(not node.get("aof_enabled") for node in nodes):
        yield "The store does not persist every write: appendonly has to be on."


def _worker_faults(call: Call) -> Iterator[str]:
    if not call.service.pulse.alive("worker"):
        yield "No worker is alive."
    if not call.service.pulse.alive("sweeper"):
        yield "No sweeper is alive."


def _faults(call: Call, found: Callable[[Call], Iterator[str]], otherwise: str) -> list[str]:
    try:
        return list(found(call))
    except (StoreFailure, redis.RedisError):
        return [otherwise]


@service.operation(
    "GET", "/readyz", summary="Can matches be played?", auth="none",
    replies={
        200: Reply(about="Ready.", schema=lambda schemas: fields.Nested(Readiness()), examples=("ready",)),
        503: Reply(about="Not ready; `faults` says why.", schema=lambda schemas: fields.Nested(Readiness()),
                   examples=("not_ready",)),
    },
)  # fmt: skip
def get_readiness(call: Call) -> Answer:
    """Ready when the store answers, never evicts and persists, and a worker and a sweeper are alive."""
    faults = _faults(call, _store_faults, "The store does not answer.")
    faults += _faults(call, _worker_faults, "The queue does not answer.")
    if faults:
        return answer({"status": "not-ready", "faults": faults}, 503, {"Retry-After": "1"})
    return answer({"status": "ready", "faults": faults})


def _measured(call: Call) -> dict[str, tuple[str, float]]:
    wakes = read_wakes(call.service.store)
    overdue = max((wakes.now - wake.at for wake in wakes.due.values()), default=0)
    return {
        "monkeys_queue_depth": ("Jobs that no worker has taken yet.", call.service.rings_waiting()),
        "monkeys_overdue_matches": ("Matches for which the server should have acted already.", len(wakes.due)),
        "monkeys_longest_overdue_seconds": ("How long the server owes a match something.", overdue / 1000),
        "monkeys_workers_alive": ("Workers that have told lately that they live.", call.service.pulse.alive("worker")),
    }


@service.operation(
    "GET", "/metrics", summary="What is counted, for Prometheus", auth="operator",
    replies={200: Reply(about="The counters in Prometheus' text format.", media_type="text/plain")},
    problems=("unauthenticated", "not-found"),
)  # fmt: skip
def get_metrics(call: Call) -> Answer:
    """Needs the operator's own token in `Authorization: Bearer …`; without one configured there is nothing here,
    because counts of moves tell players more than they may know.
    """
    token = call.service.settings.metrics_token
    if not token:
        raise Problem("not-found", "There is no such resource.")
    given = call.request.headers.get("Authorization", "").encode()
    if not hmac.compare_digest(given, f"Bearer {token}".encode()):
        raise unauthenticated()
    try:
        delays, gauges = call.service.pulse.delays(), _measured(call)
    except (StoreFailure, redis.RedisError):
        delays, gauges = None, {}
    return flask.Response(exposition(call.service.metrics, delays, gauges), content_type=EXPOSITION)
