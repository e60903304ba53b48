"""Matches of four people over HTTP who make random legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks.load import Answer, Generator, request

SEATS = 4
_OPTIONS = {"min_window_ms": 0, "response_ms": 600_000}
"""Nothing happens by itself while a benchmark looks."""


class Tables:
    """``count`` matches that go on for ever: where one is over, another one begins."""

    def __init__(self, generator: Generator, port: int, count: int, seed: int) -> None:
        self._generator = generator
        self._port = port
        self._rng = Random(seed)
        people = self._ask(
            [request("POST", "/v1/players", body={"name": f"Player {seat}"}) for seat in range(SEATS)], status=201
        )
        self._players = [person["player"]["id"] for person in people]
        self.tokens = [person["token"] for person in people]
        self._views: dict[str, Any] = {}
        self._open(count)

    @property
    def matches(self) -> list[str]:
        return list(self._views)

    def play(self, times: int) -> None:
        """So many moves in each match."""
        for _ in range(times):
            self.take(self._generator.send(self._port, self.moves()).answers)

    def moves(self) -> list[bytes]:
        """One legal move in each match, in any order; ``take`` has to be told the answers."""
        over = [match for match, view in self._views.items() if view["status"] != "running"]
        for match in over:
            del self._views[match]
        self._open(len(over))
        moves: dict[str, bytes] = {}
        while len(moves) < len(self._views):
            seats = {
                match: self._rng.choice(_waited_for(view)) for match, view in self._views.items() if match not in moves
            }
            looks = [request("GET", f"/v1/matches/{match}/moves", self.tokens[seat]) for match, seat in seats.items()]
            for (match, seat), found in zip(seats.items(), self._ask(looks), strict=True):
                if found["pending"]:
                    moves[match] = self._move(match, seat, self._rng.choice(found["pending"]))
        requests = list(moves.values())
        self._rng.shuffle(requests)
        return requests

    def take(self, answers: Sequence[Answer]) -> None:
        """Go on from the ``answers`` to moves, all of which must have been made, and made once."""
        for answer in answers:
            found = answer.json()
            if answer.status != 200 or found["repeated"]:
                raise RuntimeError(f"A legal move was answered with {answer.status}: {answer.body[:300]!r}")
            self._views[found["match"]["match"]] = found["match"]

    def _open(self, count: int) -> None:
        seats = [{"kind": "reserved", "player": player} for player in self._players]
        table = {"game": "space-monkeys", "options": _OPTIONS, "seats": seats}
        opened = self._ask([request("POST", "/v1/matches", self.tokens[0], table)] * count, status=201)
        matches = [made["match"]["match"] for made in opened]
        for seat in range(1, SEATS):
            sit = [request("POST", f"/v1/matches/{match}/seats", self.tokens[seat], {}) for match in matches]
            for found in self._ask(sit):
                self._views[found["match"]["match"]] = found["match"]

    def _move(self, match: str, seat: int, decision: Any) -> bytes:
        body = {"decision": decision["decision"], "move": self._rng.choice(decision["legal_moves"])["move"]}
        return request("POST", f"/v1/matches/{match}/moves", self.tokens[seat], body)

    def _ask(self, requests: Sequence[bytes], status: int = 200) -> list[Any]:
        answers = self._generator.send(self._port, requests).answers if requests else []
        wrong = next((answer for answer in answers if answer.status != status), None)
        if wrong is not None:
            raise RuntimeError(f"The server answered {wrong.status}: {wrong.body[:300]!r}")
        return [answer.json() for answer in answers]


def _waited_for(view: Any) -> list[int]:
    return [awaited["seat"] for awaited in view["awaited"]] + ([view["you"]] if view["pending"] else [])
