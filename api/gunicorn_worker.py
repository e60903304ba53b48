"""gunicorn's gevent worker, answering with problem documents what it refuses before the application sees it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException  # type: ignore[import-untyped]
from gunicorn.util import write_nonblock  # type: ignore[import-untyped]
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]

_CODES: tuple[tuple[type[BaseException], str, str], ...] = (
    (LimitRequestLine, "uri-too-long", "The request line is too long."),
    (LimitRequestHeaders, "headers-too-large", "The headers of the request are too many or too long."),
    (ParseException, "bad-request", "This is no HTTP request that the server can read."),
    (BaseException, "internal-error", "Something went wrong in the server."),
)
"""The first that fits an error says what is answered."""


class Worker(GeventWorker):  # type: ignore[misc]
    """Says and logs what kind of thing was wrong, and nothing of the request, which may hold a token."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        # Only here: gevent has to replace what the application stands on before that is imported.
        from api.problems import KINDS, MEDIA_TYPE, Problem, document  # noqa: PLC0415

        code, detail = next((code, detail) for kind, code, detail in _CODES if isinstance(exc, kind))
        name = secrets.token_hex(8)
        self.log.warning("request.unread code=%s error=%s request_id=%s", code, type(exc).__name__, name)
        body = document(Problem(code, detail), name)
        head = (
            f"HTTP/1.1 {KINDS[code].status} {KINDS[code].title}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nAccess-Control-Allow-Origin: *\r\n"
            f"X-Request-Id: {name}\r\n\r\n"
        )
        # Whoever is gone already gets no answer.
        with suppress(OSError):
            write_nonblock(client, head.encode() + body)
