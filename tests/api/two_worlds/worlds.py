"""Two whole services in this process, whose time, ids and cards a test decides, and which are asked the same things.

Whatever the viewer is answered has to be the same in both, to the byte; ``Leak`` is raised where it is not.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import pytest
from werkzeug.test import run_wsgi_app

from api.app import create_app
from api.parameters import path_of
from domain.chance import Chance
from domain.game import Game
from events import keys, sealing, work
from events.codec import Loaded, decode_commit
from events.handler import Handler
from events.projections import nothing, replay
from events.pulse import Pulse
from events.settings import Settings
from events.store import Store, connect
from tests.api.two_worlds.dealing import Dealt, Draws

OPERATOR = "the-token-of-the-operator"
SETTINGS = Settings(
    allow_volatile_store=True,
    metrics_token=OPERATOR,
    guests_per_address=100_000,
    tables_per_player_per_hour=100_000,
    seatings_per_player_and_table=100_000,
)


class Leak(AssertionError):
    """The viewer can tell the two worlds apart."""


class Request(NamedTuple):
    method: str
    url: str
    token: str | None = None
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @classmethod
    def sending(cls, method: str, url: str, token: str | None, value: Any) -> Request:
        return cls(method, url, token, json.dumps(value).encode(), (("Content-Type", "application/json"),))

    def environ(self) -> dict[str, Any]:
        """The request as a web server hands it on."""
        path, _, query = self.url.partition("?")
        body = self.body or b""
        sent = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in self.headers}
        if self.token is not None:
            sent["HTTP_AUTHORIZATION"] = f"Bearer {self.token}"
        if "HTTP_CONTENT_TYPE" in sent:
            sent["CONTENT_TYPE"] = sent.pop("HTTP_CONTENT_TYPE")
        if self.body is not None:
            sent["CONTENT_LENGTH"] = str(len(body))
        return {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **sent,
        }


class Answer(NamedTuple):
    """Everything that reaches a client."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> int:
        return int(self.status[:3])

    def header(self, name: str) -> str:
        return dict(self.headers)[name]


class Clock:
    """Time in ms, the same in both worlds."""

    def __init__(self) -> None:
        self.now = 1_796_083_200_000

    def __call__(self) -> int:
        return self.now


class DealtStore(Store):
    """``draws``: match → what is decided of its chance. No time passes while somebody waits for news."""

    def __init__(self, url: str, clock: Clock) -> None:
        super().__init__(connect(url).client, clock=clock)
        self.client.flushdb()
        self.draws: dict[str, Draws] = {}

    def wait_for(self, key: str, after: int, timeout_ms: int) -> bool:
        return bool(self.client.xrange(key, f"{after + 1}-0", "+", 1))


def _sealed(match_id: str, secret: bytes, version: int, place: int, *, field: str, value: Any) -> str:
    """A seal that is the same for all values, as it is to whoever does not know the secret."""
    return sha256(f"{match_id} {field}".encode()).hexdigest()


def steer(patch: pytest.MonkeyPatch) -> None:
    """Let each ``DealtStore`` decide the draws of the service on it, and no seal tell the worlds apart."""
    patch.setattr(sealing, "seal", _sealed)
    usual = work.Work._chance_of

    def chance_of(attempt: Any, match: Any) -> Chance:
        return Dealt(usual(attempt, match), attempt._store.draws.get(match.id, {}))

    patch.setattr(work.Work, "_chance_of", chance_of)


def replayed(store: Store, game: Game[Any], match_id: str) -> Loaded[Any]:
    """The truth, from the stream."""
    commits = [decode_commit(game, fields[b"j"]) for _, fields in store.client.xrange(keys.events(match_id))]
    return replay(game, nothing(), commits)


class World:
    """One service, with a worker beside it.

    ``matches``: those that exist here. ``unseen``, ``unseen_moves``: requests of others than the viewer, and the
    outcomes of their moves, as metrics count them.
    """

    def __init__(self, game: Game[Any], url: str, clock: Clock) -> None:
        self.store = DealtStore(url, clock)
        self.matches: list[str] = []
        self.unseen: Counter[tuple[str, str, str]] = Counter()
        self.unseen_moves: Counter[str] = Counter()
        self._ids = Random()
        self._routes: dict[tuple[str, str], str] = {}
        games = {game.key: game}
        known: dict[str, Any] = {"games": games, "settings": SETTINGS, "random_bytes": self._bytes}
        handler = Handler(self.store, lambda match_id: None, **known)
        self.app = create_app(
            self.store,
            handler,
            pulse=Pulse(url),
            rings_waiting=lambda: 0,
            request_id=lambda: self._bytes(8).hex(),
            **known,
        )
        self._worker = Handler(self.store, lambda match_id: None, games=games, settings=SETTINGS)

    def _bytes(self, count: int) -> bytes:
        return self._ids.randbytes(count)

    def answer(self, request: Request, ids: str) -> Answer:
        """``ids``: from what all ids of this request are made, so that they count nothing that came before."""
        self._ids.seed(ids)
        body, status, headers = run_wsgi_app(self.app, request.environ(), buffered=True)
        return Answer(status, tuple(headers), b"".join(body))

    def route(self, request: Request) -> str:
        """As the document and the metrics name it, empty for what is nowhere."""
        if (request.method, request.url) not in self._routes:
            with self.app.test_request_context(request.url, method=request.method) as context:
                rule = context.request.url_rule
            self._routes[request.method, request.url] = "" if rule is None else path_of(rule.rule)
        return self._routes[request.method, request.url]

    def do_unseen(self, request: Request, ids: str) -> Answer:
        answer = self.answer(request, ids)
        route = self.route(request)
        self.unseen[request.method, route, answer.status[:3]] += 1
        if request.method == "POST" and route.endswith("/moves"):
            outcome = "accepted" if answer.code == 200 else answer.json["type"].rpartition("/")[2]
            self.unseen_moves[outcome] += 1
        return answer

    def wake(self) -> None:
        """The worker does all that is due."""
        for match_id in self.matches:
            while self._worker.settle(match_id).due:
                pass


class TwoWorlds:
    """``urls``: of the two stores, which are emptied.

    ``asked``: how many requests got the same answer in both, by method, route and status.
    """

    def __init__(self, game: Game[Any], urls: tuple[str, str]) -> None:
        self.clock = Clock()
        self.first, self.second = (World(game, url, self.clock) for url in urls)
        self.asked: Counter[tuple[str, str, int]] = Counter()
        self._numbers = 0

    @property
    def worlds(self) -> tuple[World, World]:
        return self.first, self.second

    def ask(self, request: Request) -> Answer:
        """What the viewer is answered, in both worlds alike; ``Leak`` otherwise."""
        self._numbers += 1
        ids = f"asked {self._numbers}"
        first, second = (world.answer(request, ids) for world in self.worlds)
        if first != second:
            raise Leak(f"{request.method} {request.url}: {difference(first, second)}")
        self.asked[request.method, self.first.route(request), first.code] += 1
        return first

    def wake(self) -> None:
        for world in self.worlds:
            world.wake()


def difference(first: Answer, second: Answer) -> str:
    """Where two answers differ, for whoever reads the failure."""
    if first.status != second.status:
        return f"{first.status} and {second.status}"
    if first.body == second.body:
        return f"{[header for header in first.headers if header not in second.headers] or 'the order of headers'}"
    at = next((i for i, (one, other) in enumerate(zip(first.body, second.body, strict=False)) if one != other), 0)
    return " and ".join(repr(answer.body[max(0, at - 60) : at + 40]) for answer in (first, second))
