"""The event store: the few things that are asked of Redis or Valkey, each in one trip."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import Any, Literal, NamedTuple

import redis
from redis import exceptions
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry

from events import keys
from events.errors import StoreFull, StoreUnavailable

SOCKET_TIMEOUT_S = 5.0
"""How long a trip may take; one that waits for news has a connection of its own and takes longer."""

LONGEST_WAIT_S = 60.0
_WAITING_SOCKET_TIMEOUT_S = LONGEST_WAIT_S + SOCKET_TIMEOUT_S

_POOL_WAIT_S = 2.0


class Script:
    """A Lua script of this package."""

    def __init__(self, name: str) -> None:
        self.source = resources.files("events").joinpath(name).read_text("utf-8")
        self.sha = hashlib.sha1(self.source.encode(), usedforsecurity=False).hexdigest()


_APPEND = Script("append.lua")
_LOAD = Script("load.lua")
_TIME = Script("time.lua")


class Writes:
    """Write commands of one slot, in the order in which they are done."""

    __slots__ = ("arguments", "keys")

    def __init__(self) -> None:
        self.keys: dict[str, int] = {}
        self.arguments: list[bytes | str | int] = []

    def add(self, command: str, key: str, *arguments: bytes | str | int) -> None:
        position = self.keys.setdefault(key, len(self.keys) + 1)
        self.arguments += (len(arguments) + 2, command, position, *arguments)


class Appended(NamedTuple):
    """``receipt``: of the command with the same id that was done before, where ``outcome`` is ``repeated``."""

    outcome: Literal["appended", "repeated", "conflict"]
    receipt: bytes | None = None


class LoadedParts(NamedTuple):
    """What a match consists of in the store, as one moment saw it.

    ``now``: store time in ms. ``version``: 0 for a match that does not exist. ``rules``: the version of the game's.
    ``heads``: of the viewers' logs, ``None`` where the first release wrote last. ``wake``: in ms. ``base``: the commit
    up to which the caller has folded already, or the snapshot has; ``tail``: those after it.
    """

    now: int
    version: int
    game: str
    rules: int
    heads: bytes | None
    secret: bytes | None
    table: bytes | None
    wake: int | None
    snapshot: bytes | None
    base: bytes | None
    tail: list[bytes]

    def __repr__(self) -> str:
        return f"LoadedParts(version {self.version})"


_UNREACHABLE = (
    exceptions.ConnectionError,
    exceptions.ClusterDownError,
    exceptions.SlotNotCoveredError,
    exceptions.TryAgainError,
)


@contextmanager
def _translated() -> Iterator[None]:
    """Errors of the client as errors of the event store; messages of the client stay behind."""
    try:
        yield
    except exceptions.OutOfMemoryError:
        raise StoreFull("The store takes no more writes.") from None
    except exceptions.TimeoutError:
        raise StoreUnavailable("The store did not answer in time.") from None
    except _UNREACHABLE:
        raise StoreUnavailable("The store cannot be reached.") from None
    except exceptions.ReadOnlyError:
        raise StoreUnavailable("The store takes no writes now.") from None
    except exceptions.ResponseError as error:
        text = str(error)
        if "OOM" in text:
            raise StoreFull("The store takes no more writes.") from None
        if text.startswith(("MISCONF", "NOREPLICAS", "LOADING", "MASTERDOWN")):
            raise StoreUnavailable("The store takes no writes now.") from None
        raise


class Store:
    """``client``: a redis-py client that never sends anything twice by itself. ``waiting``: another one whose reads may
    block for long. ``clock``: replaces the time of the store, in ms; for tests.
    """

    def __init__(self, client: Any, waiting: Any = None, clock: Callable[[], int] | None = None) -> None:
        self.client = client
        self.waiting = client if waiting is None else waiting
        self._clock = clock

    def run(self, script: Script, names: Sequence[str], arguments: Sequence[bytes | str | int] = ()) -> Any:
        """What ``script`` returns for the keys ``names``, all of one slot; ``StoreFull``, ``StoreUnavailable``."""
        with _translated():
            try:
                return self.client.evalsha(script.sha, len(names), *names, *arguments)
            except exceptions.NoScriptError:
                return self.client.eval(script.source, len(names), *names, *arguments)

    def pipeline(self, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The results of ``calls``, each the name of a method of the client and its arguments.

        They are sent together but not as one transaction; their keys may be of any slots.
        """
        if not calls:
            return []
        with _translated(), self.client.pipeline(transaction=False) as pipeline:
            for method, *arguments in calls:
                getattr(pipeline, method)(*arguments)
            results: list[Any] = pipeline.execute()
            return results

    def call(self, method: str, *arguments: Any, **named: Any) -> Any:
        """The result of one method of the client."""
        with _translated():
            return getattr(self.client, method)(*arguments, **named)

    def now(self) -> int:
        """Store time in ms."""
        return self.time_from(self.run(_TIME, [keys.TIME]))

    def time_from(self, reply: Sequence[bytes]) -> int:
        """Store time in ms from the two numbers of the command ``TIME``."""
        if self._clock is not None:
            return self._clock()
        return int(reply[0]) * 1000 + int(reply[1]) // 1000

    def load(self, match_id: str, cached_version: int, *, whole_stream: bool = False) -> LoadedParts:
        """All that the write side needs of a match, in one trip; ``whole_stream`` leaves the snapshot out."""
        names = [part(match_id) for part in (keys.head, keys.events, keys.secret, keys.table, keys.snapshot)]
        names.append(keys.wake(keys.shard(match_id)))
        reply = self.run(_LOAD, names, (cached_version, match_id, int(whole_stream)))
        time, head, secret, table, wake, snapshot, base, stream = reply
        version, game, rules, heads = head
        commits = [fields[1] for _, fields in stream]
        return LoadedParts(
            now=self.time_from(time),
            version=int(version or 0),
            game=(game or b"").decode(),
            # The first release, which did not write it here, had the first version of each game.
            rules=int(rules or 1),
            heads=heads,
            secret=secret,
            table=table,
            wake=None if wake is None else int(float(wake)),
            snapshot=snapshot,
            base=commits[0] if base else None,
            tail=commits[1:] if base else commits,
        )

    def append(self, match_id: str, expected_version: int, command_id: str | None, writes: Writes) -> Appended:
        """Do all of ``writes`` if the match is at ``expected_version`` and knows no command ``command_id``, else none.

        The first write must be one that a full store refuses, so that nothing is half written.
        """
        names = [keys.head(match_id), keys.receipts(match_id), *writes.keys]
        reply = self.run(_APPEND, names, [expected_version, command_id or "", *writes.arguments])
        return Appended(reply[0].decode(), reply[1] if len(reply) > 1 else None)

    def wait_for(self, key: str, after: int, timeout_ms: int) -> bool:
        """Whether the stream ``key`` has an entry after number ``after``, waiting at most so long for one."""
        # To the store 0 means to wait for ever.
        block = max(1, min(timeout_ms, int(LONGEST_WAIT_S * 1000)))
        with _translated():
            return bool(self.waiting.xread({key: f"{after}-0"}, count=1, block=block))

    def scan(self, pattern: str) -> Iterator[str]:
        """Every key that matches, on all nodes; a key may come twice."""
        with _translated():
            for key in self.client.scan_iter(match=pattern, count=1000):
                yield key.decode()


def connect(
    url: str,
    *,
    cluster: bool = False,
    connections: int = 64,
    waiting_connections: int = 1024,
    clock: Callable[[], int] | None = None,
) -> Store:
    """The store at ``url``, a node of a cluster where ``cluster``.

    ``connections``: at most so many per process and node, and ``waiting_connections`` more that wait for news.
    """
    settings: dict[str, Any] = {
        "retry": Retry(NoBackoff(), 0),
        "socket_connect_timeout": SOCKET_TIMEOUT_S,
        "protocol": 2,
    }

    def client(size: int, timeout: float) -> Any:
        limits = {**settings, "max_connections": size, "socket_timeout": timeout}
        if cluster:
            try:
                return RedisCluster.from_url(url, **limits)
            except exceptions.RedisClusterException:
                raise StoreUnavailable("No node of the cluster can be reached.") from None
        pool = redis.BlockingConnectionPool.from_url(url, timeout=_POOL_WAIT_S, **limits)
        return redis.Redis(connection_pool=pool)

    return Store(client(connections, SOCKET_TIMEOUT_S), client(waiting_connections, _WAITING_SOCKET_TIMEOUT_S), clock)
