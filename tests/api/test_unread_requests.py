"""Requests that the web server refuses before the application sees them."""

from __future__ import annotations

import json
import logging
import socket

import pytest
from gunicorn.http.errors import InvalidHeaderName, InvalidRequestLine, LimitRequestHeaders, LimitRequestLine

from api import gunicorn_worker

SECRET = "mk_secret"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (InvalidRequestLine(SECRET), 400, "bad-request"),
        (InvalidHeaderName(SECRET), 400, "bad-request"),
        (LimitRequestLine(9000, 4094), 414, "uri-too-long"),
        (LimitRequestHeaders(SECRET), 431, "headers-too-large"),
        (RuntimeError(SECRET), 500, "internal-error"),
    ],
)
def test_an_unread_request_gets_a_problem_that_repeats_nothing_of_it(error, status, code, caplog):
    worker = object.__new__(gunicorn_worker.Worker)
    worker.log = logging.getLogger("unread")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker.handle_error(None, ours, ("192.0.2.1", 1), error)
        ours.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: theirs.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Length: %d\r\n" % len(body) in head
    problem = json.loads(body)
    assert (problem["status"], problem["type"]) == (status, f"/problems/{code}")
    assert SECRET.encode() not in answer
    assert SECRET not in caplog.text
