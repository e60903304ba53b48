"""The tables of both worlds before anything is dealt: who sits where.

Besides the two matches that are watched there is a private match of others, ``elsewhere``, which exists in the first
world alone, and ``waiting``, a table that has not started.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import msgspec

from domain.command import Command, Play, Prefer, Resign, StartMatch
from domain.game import Decision, Game
from domain.games.space_monkeys import SPACE_MONKEYS
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.legal import legal
from domain.games.space_monkeys.state import State
from tests.api.two_worlds.worlds import Answer, Request, TwoWorlds, World

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
SEATS = (("Ada", "Bo", "Cy", "Di"), ("Bo", "Ada", None))
"""Table → who sits there: the host first, ``None`` for a bot."""
VIEWER = "Bo"
OUTSIDER = "Eve"

OPTIONS = {"fast_pass": False, "min_window_ms": 1_000, "response_ms": 8_000}
CLOCK = {"turn": 60_000, "gift": 30_000, "fetch": 30_000}


def drawer(projection: State, decision: Decision, rng: Random) -> Any:
    """Draws and passes: a bot that looks the same to others whatever it holds."""
    moves = legal(projection, decision)
    if decision.kind in ("turn", "window"):
        return mv.Draw() if decision.kind == "turn" else mv.Pass()
    if decision.kind == "gift":
        return next(move for move in moves if move.to == projection.receivers[0])
    return rng.choice(moves)


GAME: Game[State] = replace(SPACE_MONKEYS, bots={"drawer": drawer})


class Person(NamedTuple):
    id: str
    token: str


class Stage(NamedTuple):
    """``matches``: those of ``SEATS``, full but not started. ``elsewhere``, ``waiting``: the other two."""

    people: dict[str, Person]
    matches: tuple[str, ...]
    elsewhere: str
    waiting: str

    def request(self, table: int, command: Command) -> Request:
        """``command`` as its author sends it."""
        match = f"/v1/matches/{self.matches[table]}"
        token = self.people[SEATS[table][getattr(command, "seat", 0)] or ""].token
        match command:
            case StartMatch():
                return Request("POST", f"{match}/start", token)
            case Play():
                return Request.sending("POST", f"{match}/moves", token, answer_of(command))
            case Prefer(seat=seat, preferences=wish):
                return Request.sending("PUT", f"{match}/seats/{seat}/preferences", token, wish)
            case Resign():
                return Request("POST", f"{match}/resign", token)
        raise NotImplementedError(command)


def answer_of(play: Play) -> dict[str, Any]:
    """The body of a request that makes a move."""
    return {"decision": play.decision, "move": msgspec.to_builtins(play.move)}


def _done(worlds: Sequence[World], request: Request) -> Answer:
    """What is answered, the same in all ``worlds``."""
    answers = {world.do_unseen(request, repr(request)) for world in worlds}
    assert len(answers) == 1
    [answer] = answers
    assert answer.code < 300, answer.body
    return answer


def _opened(worlds: Sequence[World], people: dict[str, Person], seats: Sequence[str | None], **more: Any) -> str:
    """A table at which all ``seats`` are taken. ``further``: seats besides."""
    places = [
        {"kind": "bot", "bot": "drawer"} if name is None else {"kind": "reserved", "player": people[name].id}
        for name in seats
    ]
    host, *guests = [people[name].token for name in seats if name is not None]
    body = {
        "game": "space-monkeys",
        "seats": places + more.pop("further", []),
        "bot_delay_ms": {"min": 400, "max": 400},
        **more,
    }
    made = _done(worlds, Request.sending("POST", "/v1/matches", host, body))
    for guest in guests:
        _done(worlds, Request.sending("POST", f"{made.header('Location')}/seats", guest, {}))
    match_id: str = made.json["match"]["match"]
    for world in worlds:
        world.matches.append(match_id)
    return match_id


def stage(worlds: TwoWorlds) -> Stage:
    both, clock = worlds.worlds, worlds.clock
    people: dict[str, Person] = {}
    for name in NAMES:
        made = _done(both, Request.sending("POST", "/v1/players", None, {"name": name})).json
        people[name] = Person(made["player"]["id"], made["token"])
        clock.now += 1
    matches = []
    for seats, first_player in zip(SEATS, ("vote", "random"), strict=True):
        options = {**OPTIONS, "first_player": first_player}
        matches.append(_opened(both, people, seats, options=options, clock=CLOCK, start="host"))
        clock.now += 1
    return Stage(
        people,
        tuple(matches),
        elsewhere=_opened(both[:1], people, ("Cy", "Di"), visibility="private"),
        waiting=_opened(both, people, ("Ada",), further=[{"kind": "invited"}, {"kind": "open"}]),
    )


def act_elsewhere(stage: Stage, world: World, label: str) -> None:
    """What the viewer may not even know to exist: moves in the private match, and a setting at the table that waits."""
    match = f"/v1/matches/{stage.elsewhere}"
    for name in ("Cy", "Di"):
        token = stage.people[name].token
        asked = world.do_unseen(Request("GET", f"{match}/moves", token), f"{label}, {name} looks").json["pending"]
        for decision in asked[:1]:
            body = {"decision": decision["decision"], "move": decision["legal_moves"][-1]["move"]}
            world.do_unseen(Request.sending("POST", f"{match}/moves", token, body), f"{label}, {name} moves")
    host, wish = stage.people["Ada"].token, {"auto_pass": "always"}
    setting = Request.sending("PUT", f"/v1/matches/{stage.waiting}/seats/0/preferences", host, wish)
    world.do_unseen(setting, f"{label}, a setting")
