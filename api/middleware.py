"""Around every request, outside Flask, where headers are a plain list: ids, shared headers, one log line, counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import structlog

from api.metrics import Metrics
from api.parameters import path_of

Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

REQUEST_ID = "monkeys.request_id"
RULE = "monkeys.rule"
"""Where in the environment the id of a request and the rule that it matched are."""

_SHARED = [
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "Allow, ETag, Link, Location, Retry-After, WWW-Authenticate, X-Request-Id"),
    ("Vary", "Authorization, Accept"),
    ("X-Content-Type-Options", "nosniff"),
]
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-None-Match"),
    ("Access-Control-Max-Age", "86400"),
]
_UNCACHED = ("Cache-Control", "no-store")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER_METHOD = "OTHER"
"""Counts under one name, so that nobody can invent names to count under."""

_log = structlog.get_logger(__name__)


def around(app: Wsgi, metrics: Metrics, request_id: Callable[[], str]) -> Wsgi:
    """``app`` with what every answer gets, and a line logged of each: the route, not the path, which names a match."""

    def answer(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.perf_counter()
        name = environ[REQUEST_ID] = request_id()
        sent = environ["REQUEST_METHOD"]
        method = sent if sent in _METHODS else _OTHER_METHOD
        code = 0

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            nonlocal code
            code = int(status[:3])
            headers = [*headers, *_SHARED, ("X-Request-Id", name)]
            if not any(header == "Cache-Control" for header, _ in headers):
                headers.append(_UNCACHED)
            if method == "OPTIONS":
                headers += _PREFLIGHT
            return start_response(status, headers, *error)

        body = app(environ, start)
        route = path_of(environ.get(RULE, ""))
        seconds = time.perf_counter() - began
        metrics.request(method, route, code, seconds)
        _log.info("request", request_id=name, method=method, route=route, status=code, ms=round(seconds * 1000, 2))
        return body

    return answer
