"""A match on a running server, played over HTTP by a guest and bots, and told from the public log alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx

from domain.game import Game
from domain.games import GAMES

_GUEST = "Guest"
_BOT_DELAY_MS = {"min": 0, "max": 200}
_LIVELY_OPTIONS: dict[str, dict[str, Any]] = {"space-monkeys": {"min_window_ms": 0}}
"""Options with which nobody is waited for longer than it takes to decide."""
_WAIT_SECONDS = 1
"""How long to wait for something public to happen, before the guest looks whether it may decide something unseen."""


class DemoFailed(Exception):
    """The server did not play along; the message says what it answered."""


class _Page(NamedTuple):
    entries: list[dict[str, Any]]
    last: int
    over: bool


def play_demo(url: str, game_key: str, bots: int | None, seed: int) -> Iterator[str]:
    """Open a table at the server ``url``, play to the end, and yield the story line by line.

    ``bots``: how many, by default three or what the game allows. ``seed`` decides the guest's moves. Raises
    ``DemoFailed``, ``httpx.TransportError``.
    """
    game, rng = GAMES[game_key], random.Random(seed)  # noqa: S311 - it repeats a demonstration
    with httpx.Client(base_url=url, timeout=30) as public, httpx.Client(base_url=url, timeout=30) as guest:
        made = _answer(public.post("/v1/players", json={"name": _GUEST}))
        guest.headers["Authorization"] = f"Bearer {made['token']}"
        match = _open(guest, game, made["player"]["id"], min(3, game.seats[-1] - 1) if bots is None else bots)
        yield f"{game.catalogue.title}: {url}/v1/matches/{match}"
        after, over, opened = 0, False, None
        while not over:
            page = _read(public, match, after)
            for entry in page.entries:
                opened = entry["at"] if opened is None else opened
                for sentence in entry["story"]:
                    yield f"{(entry['at'] - opened) / 1000:6.1f} s  {sentence}"
            after, over = page.last, page.over
            if not over:
                _decide(guest, match, rng)


def _answer(response: httpx.Response) -> dict[str, Any]:
    content: dict[str, Any] = response.json() if response.content else {}
    if response.is_error:
        raise DemoFailed(f"{response.status_code} {content.get('detail', response.reason_phrase)}")
    return content


def _open(guest: httpx.Client, game: Game[Any], player: str, bots: int) -> str:
    names = list(game.bots)
    seats = [{"kind": "bot", "bot": names[number % len(names)]} for number in range(bots)]
    table = {
        "game": game.key,
        "options": _LIVELY_OPTIONS.get(game.key, {}),
        "seats": [{"kind": "reserved", "player": player}, *seats],
        "bot_delay_ms": _BOT_DELAY_MS,
    }
    opened = _answer(guest.post("/v1/matches", json=table))
    match: str = opened["match"]["match"]
    return match


def _read(public: httpx.Client, match: str, after: int) -> _Page:
    query = {"after": after, "wait": _WAIT_SECONDS}
    page = _answer(public.get(f"/v1/matches/{match}/events", params=query))
    return _Page(page["entries"], page["last"], page["finished"] and page["last"] >= page["newest"])


def _decide(guest: httpx.Client, match: str, rng: random.Random) -> None:
    """Answer what the table waits for with any legal move. Others or the time may be faster, which is no matter."""
    for decision in _answer(guest.get(f"/v1/matches/{match}/moves"))["pending"]:
        if decision["required"]:
            move = rng.choice(decision["legal_moves"])["move"]
            made = guest.post(f"/v1/matches/{match}/moves", json={"decision": decision["decision"], "move": move})
            if made.status_code != httpx.codes.CONFLICT:
                _answer(made)
