"""Two whole services in this process, whose time, ids and cards a test decides, and which are asked the same things.

Whatever the viewer is answered has to be the same in both, to the byte; ``Leak`` is raised where it is not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import fakeredis
import pytest

from api.app import create_app
from api.parameters import path_of
from domain.chance import Chance
from domain.game import Game
from events import pulse, work
from events.handler import Handler
from events.pulse import Pulse
from events.settings import Settings
from events.store import Store

OPERATOR = "the-token-of-the-operator"
SETTINGS = Settings(
    allow_volatile_store=True, metrics_token=OPERATOR, guests_per_address=100_000, tables_per_player_per_hour=100_000
)

Draws = Mapping[tuple[str, int], int]
"""Label and number of a draw → its outcome."""


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


class Dealt:
    """The chance of a match, in which some draws are decided."""

    def __init__(self, chance: Chance, draws: Draws) -> None:
        self._chance = chance
        self._draws = draws

    def below(self, n: int, label: str, i: int = 0) -> int:
        drawn = self._draws.get((label, i))
        return self._chance.below(n, label, i) if drawn is None else drawn


class DealtStore(Store):
    """``draws``: match → what is decided of its chance. No time passes while somebody waits for news."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(fakeredis.FakeRedis(server=fakeredis.FakeServer()), clock=clock)
        self.draws: dict[str, Draws] = {}

    def wait_for(self, key: str, after: int, timeout_ms: int) -> bool:
        return bool(self.client.xrange(key, f"{after + 1}-0", "+", 1))


def steer(patch: pytest.MonkeyPatch) -> None:
    """Let ``DealtStore`` decide the draws of the services made from now on, and let their queue be an empty one."""
    usual = work.Work._chance_of

    def chance_of(attempt: Any, match: Any) -> Chance:
        return Dealt(usual(attempt, match), attempt._store.draws.get(match.id, {}))

    patch.setattr(work.Work, "_chance_of", chance_of)
    patch.setattr(pulse, "connect_queue", lambda url, **more: fakeredis.FakeRedis(server=fakeredis.FakeServer()))


class World:
    """One service, with a worker beside it. ``unseen``: requests that the viewer knows nothing of, as metrics count them.

    Ids come from a source that begins anew with each request, as unpredictable ones would: they count nothing.
    """

    def __init__(self, game: Game[Any], clock: Clock) -> None:
        self.store = DealtStore(clock)
        self.matches: list[str] = []
        self.unseen: Counter[tuple[str, str, str]] = Counter()
        self._ids = Random()
        games = {game.key: game}
        known: dict[str, Any] = {"games": games, "settings": SETTINGS, "random_bytes": self._bytes}
        self.handler = Handler(self.store, lambda match_id: None, **known)
        self.app = create_app(
            self.store, self.handler, pulse=Pulse(""), rings_waiting=lambda: 0, request_id=lambda: self._bytes(8).hex(), **known
        )
        self._worker = Handler(self.store, lambda match_id: None, games=games, settings=SETTINGS)
        self._client = self.app.test_client()

    def _bytes(self, count: int) -> bytes:
        return self._ids.randbytes(count)

    def answer(self, request: Request, ids: str) -> Answer:
        self._ids.seed(ids)
        headers = list(request.headers)
        if request.token is not None:
            headers.append(("Authorization", f"Bearer {request.token}"))
        response = self._client.open(request.url, method=request.method, headers=headers, data=request.body)
        return Answer(response.status, tuple(response.headers), response.data)

    def route(self, request: Request) -> str:
        """As the document and the metrics name it, empty for what is nowhere."""
        with self.app.test_request_context(request.url, method=request.method) as context:
            rule = context.request.url_rule
        return "" if rule is None else path_of(rule.rule)

    def do_unseen(self, request: Request, ids: str) -> Answer:
        answer = self.answer(request, ids)
        self.unseen[request.method, self.route(request), answer.status[:3]] += 1
        return answer

    def wake(self) -> None:
        """The worker does all that is due."""
        for match_id in self.matches:
            while self._worker.settle(match_id).due:
                pass


class TwoWorlds:
    """``asked``: how many requests got the same answer in both, by method, route and status."""

    def __init__(self, game: Game[Any]) -> None:
        self.clock = Clock()
        self.first = World(game, self.clock)
        self.second = World(game, self.clock)
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
    if first.headers != second.headers:
        return f"{set(first.headers) ^ set(second.headers) or 'the order of headers'}"
    at = next(i for i, (one, other) in enumerate(zip(first.body + b" ", second.body + b" ", strict=False)) if one != other)
    return f"…{first.body[max(0, at - 80) : at + 40]!r} and …{second.body[max(0, at - 80) : at + 40]!r}"
