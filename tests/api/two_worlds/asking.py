"""Every request that somebody can make, at one moment of the matches that are watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from api.problems import KINDS
from api.resources.replays import LOG_FILE
from domain.games.space_monkeys.moves import MOVES
from tests.api.two_worlds.worlds import Answer, Request
from tests.domain.arbitrary import arbitrary_struct

UNKNOWN = "00aaaaaaaaaaaaaaaaaaaa"
NOT_JSON = (b"", b"{", b'{"a":1,"a":1}', b"[NaN]", b'["\\ud800"]', b"\xff")


class Asker(NamedTuple):
    """``token``: ``None`` for a stranger. ``ask``: sends a request and gives what it is answered."""

    token: str | None
    ask: Callable[[Request], Answer]

    def get(self, url: str, method: str = "GET", **headers: str) -> Answer:
        sent = tuple((name.replace("_", "-"), value) for name, value in headers.items())
        return self.ask(Request(method, url, self.token, None, sent))

    def send(self, method: str, url: str, value: Any = None) -> Answer:
        return self.ask(Request.sending(method, url, self.token, value))


def look(me: Asker, match: str) -> dict[str, Any] | None:
    """The match, the decisions and the log; what ``me`` sees of the match, if anything."""
    address = f"/v1/matches/{match}"
    seen = me.get(address)
    me.get(f"{address}/moves")
    me.get(f"{address}/events?limit=500")
    return None if seen.code != 200 else seen.json["match"]


def read_closely(me: Asker, match: str) -> None:
    """All other ways of reading a match."""
    address = f"/v1/matches/{match}"
    seen = me.get(address)
    tag = seen.header("ETag")
    for url in (address, f"{address}/moves"):
        me.get(url, "HEAD")
        me.get(url, If_None_Match=tag)
    newest = seen.json["match"]["entry"]
    for query in ("limit=2", f"after={newest - 1}", f"after={newest}&wait=20"):
        me.get(f"{address}/events?{query}")
    for query in ("replay", "replay?at=1", f"replay?at={newest}&as=own", f"replay?at={newest + 1}", "replay?as=6"):
        me.get(f"{address}/{query}")
    me.get(f"{address}/replay", If_None_Match=me.get(f"{address}/replay").header("ETag"))
    me.get(f"{address}/notation")
    log = me.get(f"{address}/log").body
    me.ask(Request("POST", f"/v1/replays?at={newest}", me.token, log, (("Content-Type", LOG_FILE),)))
    if seen.json["match"]["status"] == "running":
        for query in ("events?view=open", "replay?as=open", "log?as=open", "notation?as=open"):
            assert me.get(f"{address}/{query}").code == 409


def misread(me: Asker, match: str) -> None:
    """Ways of reading a match that are refused, and what a browser asks first."""
    address = f"/v1/matches/{match}"
    for path in ("", "/moves", "/events", "/seats", "/seats/0", "/seats/0/preferences", "/start", "/resign"):
        me.get(address + path, "OPTIONS", Origin="https://example.org")
    me.get(address, "PATCH")
    me.get(address, Accept="text/html")
    me.get(address, If_None_Match='W/"1.public.0.0", "x"')
    me.get(f"{address}?entry=1")
    for query in ("after=-1", "after=x", "limit=0", "limit=501", "wait=26", "view=all", "after=0&after=1"):
        me.get(f"{address}/events?{query}")
    for path in ("replay", "log", "notation"):
        me.get(f"{address}/{path}?at=0&as=nobody")


def answer_wrongly(me: Asker, match: str, view: dict[str, Any], given: list[dict[str, Any]], rng: Random) -> None:
    """Answers that are stale, repeated, illegal, somebody else's or malformed. ``given``: what ``me`` did answer."""
    address = f"/v1/matches/{match}/moves"
    for body in _answers(view, given, rng):
        me.send("POST", address, body)


def _answers(view: dict[str, Any], given: list[dict[str, Any]], rng: Random) -> Iterator[Any]:
    you = view["you"]
    seats = range(len(view["seats"]))
    for asked in view["pending"]:
        listed = [legal["move"] for legal in asked["legal_moves"]]
        others = [_sent(arbitrary_struct(kind, rng)) for kind in rng.sample(MOVES, 4)]
        yield from ({"decision": asked["decision"], "move": move} for move in others if move not in listed)
        yield {"decision": asked["decision"], "move": {"type": "castle"}}
    if given:
        last, some = given[-1], rng.choice(given)
        yield from (last, some)
        yield {"decision": last["decision"], "move": _other_than(last["move"])}
        yield {"decision": some["decision"], "move": _other_than(some["move"])}
    newest = max((int(asked["decision"].partition("-")[2]) for asked in view["pending"]), default=3)
    for seat in seats:
        if seat != you:
            yield {"decision": f"{seat}-{newest}", "move": {"type": "pass"}}
            yield {"decision": f"{seat}-{rng.randrange(1, newest + 3)}", "move": {"type": "draw"}}
    if you is not None:
        pending = {asked["decision"] for asked in view["pending"]}
        answered = {answer["decision"] for answer in given}
        for number in (newest + 1, newest - 1, rng.randrange(1, newest + 1), 0):
            if (decision := f"{you}-{number}") not in pending | answered:
                yield {"decision": decision, "move": {"type": "pass"}}
                yield {"decision": decision, "move": {"type": "draw"}}
    yield {"decision": f"{len(seats)}-1", "move": {"type": "draw"}}
    yield {"decision": "0-x", "move": {"type": "draw"}}
    yield {"decision": "0-1"}
    yield {"decision": "0-1", "move": {"type": "plasma", "victim": 9}, "more": 1}


def _sent(move: Any) -> dict[str, Any]:
    """``move`` as the view lists it: with lists where it has tuples."""
    return msgspec.json.decode(msgspec.json.encode(move), type=dict[str, Any])


def _other_than(move: dict[str, Any]) -> dict[str, Any]:
    return {"type": "pass"} if move["type"] != "pass" else {"type": "force_field"}


def command_in_vain(me: Asker, match: str) -> None:
    """All else that can be asked of a match that runs; the own preferences and resigning are parts of the plan."""
    address = f"/v1/matches/{match}"
    seen = me.get(address)
    if seen.code == 200 and seen.json["match"]["status"] == "open":
        return
    you = seen.json["match"]["you"] if seen.code == 200 else None
    for body in ({}, {"seat": you or 0}, {"seat": 8}, {"invite": "a" * 20}):
        me.send("POST", f"{address}/seats", body)
    for seat in range(3):
        me.get(f"{address}/seats/{seat}", "DELETE")
        if seat != you:
            me.send("PUT", f"{address}/seats/{seat}/preferences", {"auto_pass": "always"})
    if you is not None:
        me.send("PUT", f"{address}/seats/{you}/preferences", {"auto_pass": "sometimes"})
    else:
        me.send("POST", f"{address}/resign")
        me.send("POST", f"{address}/moves", {"decision": "0-1", "move": {"type": "draw"}})
    me.send("POST", f"{address}/start")
    me.send("POST", f"{address}/cancel")
    for action in ("offer", "withdraw", "decline"):
        me.send("POST", f"{address}/draw-offer", {"action": action})
    for body in ({"allowed": True}, {"allowed": 1}):
        me.send("PUT", f"{address}/seats/{8 if you is not None else 0}/forking", body)
    seats = [{"kind": "open"}] * 4
    for more in ({"at": 2, "as": "own"}, {"at": 900, "as": "own"}, {"at": 2, "as": "open"}, {"at": 2, "as": "0"}, {}):
        me.send("POST", f"{address}/fork", {"game": "space-monkeys", "seats": seats, **more})
    for action in ("ask", "withdraw", "allow", "decline"):
        me.send("POST", f"{address}/take-back", {"action": action})


def send_nonsense(me: Asker, match: str) -> None:
    address = f"/v1/matches/{match}/moves"
    headers = (("Content-Type", "application/json"),)
    for body in NOT_JSON:
        me.ask(Request("POST", address, me.token, body, headers))
    me.ask(Request("POST", address, me.token, b" " * 70_000, headers))
    me.ask(Request("POST", address, me.token, b"{}", (("Content-Type", "text/plain"),)))
    me.ask(Request("GET", f"/v1/matches/{match}", "mk_" + "a" * 40))


def look_around(me: Asker) -> None:
    """The running matches, and those that wait for ``me``."""
    me.get("/v1/matches?status=running")
    me.get("/v1/me/matches?to_move=true")


def lists(me: Asker) -> None:
    """The lobby and the own matches, in all ways in which they can be filtered and paged."""
    for query in ("", "?status=finished", "?status=running&seats=4", "?seats=3&free_seat=true"):
        me.get(f"/v1/matches{query}")
    _pages(me, "/v1/matches?status=running&limit=1")
    for query in ("", "?to_move=false", "?status=running", "?status=open", "?to_move=true&status=running"):
        me.get(f"/v1/me/matches{query}")
    _pages(me, "/v1/me/matches?limit=1")


def _pages(me: Asker, url: str) -> None:
    page = me.get(url)
    while page.code == 200 and page.json["next"] is not None:
        page = me.get(f"{url}&cursor={page.json['next']}")


def browse(me: Asker) -> None:
    """What is the same for everybody at any time, and what is nobody's but the operator's."""
    for path in (
        "/", "/v1/games", "/v1/games/space-monkeys", "/v1/games/chess", "/v1/me", "/v1/me/tokens", "/healthz",
        "/readyz", "/metrics", "/docs/", "/docs", "/v1", "/v1/players", "/favicon.ico",
        "/v1/matches?status=over", "/v1/matches?cursor=x", "/v1/me/matches?cursor=MDAw", "/v1/matches/short",
        *(f"/problems/{code}" for code in KINDS),
    ):  # fmt: skip
        me.get(path)
    me.get("/v1/games", "HEAD")


def read_documents(me: Asker) -> None:
    for path in ("/openapi.json", "/openapi.yaml"):
        assert me.get(path).code == 200


def live(me: Asker, waiting: str) -> None:
    """What somebody can do besides playing: tokens, tables that come to nothing, a seat taken and left."""
    made = me.send("POST", "/v1/players", {"name": "Flo"})
    me.ask(Request("GET", "/v1/me", made.json["token"]))
    for _ in range(2):
        me.ask(Request("DELETE", "/v1/me", made.json["token"]))
    token = me.send("POST", "/v1/me/tokens", {"label": "phone"})
    me.get("/v1/me/tokens")
    if token.code == 201:
        me.get(f"/v1/me/tokens/{token.json['listed']['id']}", "DELETE")
    me.get("/v1/me/tokens/t_aaaaaaaa", "DELETE")
    seats = [{"kind": "open"}, {"kind": "invited"}, {"kind": "bot", "bot": "drawer"}]
    table = me.send("POST", "/v1/matches", {"game": "space-monkeys", "seats": seats, "start": "host"})
    me.send("POST", "/v1/matches", {"game": "space-monkeys", "seats": seats, "options": {"deck": "tarot"}})
    me.send("POST", "/v1/matches", {"game": "space-monkeys", "seats": seats[:1]})
    if table.code == 201:
        address = table.header("Location")
        me.send("POST", f"{address}/seats", {})
        me.send("PUT", f"{address}/seats/0/preferences", {"auto_pass": "always"})
        me.send("POST", f"{address}/start")
        look_around(me)
        me.send("POST", f"{address}/cancel")
        look(me, address.rpartition("/")[2])
    command_in_vain(me, UNKNOWN)
    sat = me.send("POST", f"/v1/matches/{waiting}/seats", {"seat": 2})
    look(me, waiting)
    if sat.code == 200:
        me.get(f"/v1/matches/{waiting}/seats/2", "DELETE")
        look(me, waiting)
