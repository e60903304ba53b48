"""A load generator in a process of its own: keep-alive connections, each with one request on its way."""

from __future__ import annotations

import json
import re
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple

CONNECTIONS = 16

_APART_S = 0.002
"""Between two connections, so that one process of the server does not accept them all."""
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_PATIENCE_S = 30.0


class Answer(NamedTuple):
    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Sent(NamedTuple):
    """``answers``: in the order of the requests. ``busy``: for what share of the time the generator computed."""

    answers: list[Answer]
    seconds: float
    busy: float


def request(method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
    """One request of HTTP/1.1."""
    content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept: */*", f"Content-Length: {len(content)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode() + content


class Generator:
    """Sends requests from another process."""

    def __init__(self, process: ProcessPoolExecutor) -> None:
        self._process = process

    def send(self, port: int, requests: Sequence[bytes]) -> Sent:
        """The answers of a server on this machine; connections are new each time, and made before the clock starts."""
        return self._process.submit(_drive, port, requests).result()


@contextmanager
def generator() -> Iterator[Generator]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        yield Generator(process)


class _Connection:
    """``index``: of the request on its way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), _PATIENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.index = 0
        self._received = b""

    def answer(self) -> Answer | None:
        """What has come, once it is complete."""
        part = self.socket.recv(262_144)
        if not part:
            raise ConnectionError("The server has closed a connection.")
        self._received += part
        head, blank, body = self._received.partition(b"\r\n\r\n")
        found = _LENGTH.search(head + b"\r\n") if blank else None
        if found is None or len(body) < int(found[1]):
            return None
        self._received = b""
        return Answer(int(head[9:12]), body)


def _drive(port: int, requests: Sequence[bytes]) -> Sent:
    connections = []
    for _ in range(min(CONNECTIONS, len(requests))):
        connections.append(_Connection(port))
        time.sleep(_APART_S)
    answers: list[Any] = [None] * len(requests)
    waiting = iter(enumerate(requests))
    with selectors.DefaultSelector() as selector:
        begun, computed = time.perf_counter(), time.process_time()
        for connection in connections:
            connection.index, content = next(waiting)
            connection.socket.sendall(content)
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        while selector.get_map():
            ready = selector.select(_PATIENCE_S)
            if not ready:
                raise TimeoutError("The server does not answer.")
            for key, _ in ready:
                connection = key.data
                answer = connection.answer()
                if answer is None:
                    continue
                answers[connection.index] = answer
                following = next(waiting, None)
                if following is None:
                    selector.unregister(connection.socket)
                else:
                    connection.index, content = following
                    connection.socket.sendall(content)
        seconds, computed = time.perf_counter() - begun, time.process_time() - computed
    for connection in connections:
        connection.socket.close()
    return Sent(answers, seconds, computed / seconds)
