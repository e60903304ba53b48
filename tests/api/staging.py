"""The tables of both worlds: who sits where, before anything is dealt.

``FOUR`` and ``THREE`` are the matches that are watched. ``elsewhere`` is a private match of others that exists in the
first world alone; ``waiting`` a table that has not started.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from domain.command import Command, Play, Prefer, Resign, StartMatch
from domain.game import Decision, Game
from domain.games.space_monkeys import SPACE_MONKEYS
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.legal import legal
from domain.games.space_monkeys.state import State
from tests.api.worlds import Answer, Request, TwoWorlds, World

FOUR, THREE = 0, 1
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
SEATS = (("Ada", "Bo", "Cy", "Di"), ("Bo", "Ada", None))
"""Table → who sits there; the first is the host, ``None`` a bot."""
VIEWER = "Bo"
OUTSIDER = "Eve"

OPTIONS = {"fast_pass": False, "min_window_ms": 200, "response_ms": 8_000, "first_player": "vote"}
CLOCK = {"turn": 60_000, "gift": 30_000, "fetch": 30_000}


def drawer(projection: State, decision: Decision, rng: Random) -> Any:
    """Draws and passes: a bot that looks the same to others whatever it holds."""
    moves = legal(projection, decision)
    if decision.kind in ("turn", "window"):
        return mv.Draw() if decision.kind == "turn" else mv.Pass()
    if decision.kind == "gift":
        return next(move for move in moves if move.to == projection.receivers[0])
    return rng.choice(moves)


def staged_game(**leaks: Any) -> Game[State]:
    return replace(SPACE_MONKEYS, **{"bots": {"drawer": drawer}, **leaks})


class Person(NamedTuple):
    id: str
    token: str


@dataclass
class Stage:
    """``matches``: those of ``SEATS``, full but not started."""

    worlds: TwoWorlds
    people: dict[str, Person]
    matches: tuple[str, ...]
    elsewhere: str
    waiting: str

    def person(self, table: int, seat: int) -> Person:
        return self.people[SEATS[table][seat] or ""]

    def request(self, table: int, command: Command) -> Request:
        """``command`` as its author sends it."""
        match = f"/v1/matches/{self.matches[table]}"
        host = self.person(table, 0).token
        match command:
            case StartMatch():
                return Request("POST", f"{match}/start", host)
            case Play(seat=seat, decision=decision, move=move):
                body = {"decision": decision, "move": _plain(move)}
                return Request.sending("POST", f"{match}/moves", self.person(table, seat).token, body)
            case Prefer(seat=seat, preferences=wish):
                return Request.sending("PUT", f"{match}/seats/{seat}/preferences", self.person(table, seat).token, wish)
            case Resign(seat=seat):
                return Request("POST", f"{match}/resign", self.person(table, seat).token)
        raise NotImplementedError(command)


def _plain(move: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(move)


def stage(worlds: TwoWorlds) -> Stage:
    people: dict[str, Person] = {}

    def both(label: str, request: Request, *, only_first: bool = False) -> Answer:
        answers = [world.do_unseen(request, label) for world in (worlds.worlds[: 1 if only_first else 2])]
        assert answers[0].code < 300, answers[0].body
        assert len(set(answers)) == 1
        return answers[0]

    def opened(label: str, seats: Sequence[str | None], **more: Any) -> str:
        """A table at which all have sat down but those who are invited."""
        only_first = more.pop("only_first", False)
        places = [
            {"kind": "bot", "bot": "drawer"} if name is None else {"kind": "reserved", "player": people[name].id}
            for name in seats
        ]
        host = people[seats[0] or ""].token
        body = {
            "game": "space-monkeys",
            "seats": places + more.pop("further", []),
            "bot_delay_ms": {"min": 400, "max": 400},
            **more,
        }
        made = both(f"open {label}", Request.sending("POST", "/v1/matches", host, body), only_first=only_first)
        for name in seats[1:]:
            if name is not None:
                take = Request.sending("POST", f"{made.header('Location')}/seats", people[name].token, {})
                both(f"{name} at {label}", take, only_first=only_first)
        match_id = str(made.json["match"]["match"])
        for world in worlds.worlds[: 1 if only_first else 2]:
            world.matches.append(match_id)
        return match_id

    for name in NAMES:
        made = both(name, Request.sending("POST", "/v1/players", None, {"name": name}))
        people[name] = Person(made.json["player"]["id"], made.json["token"])
        worlds.clock.now += 1
    usual = {"options": OPTIONS, "clock": CLOCK, "start": "host"}
    four = opened("four", SEATS[FOUR], **usual)
    worlds.clock.now += 10
    three = opened("three", SEATS[THREE], **{**usual, "options": {**OPTIONS, "first_player": "random"}})
    elsewhere = opened("elsewhere", ("Cy", "Di"), visibility="private", only_first=True)
    waiting = opened("waiting", ("Ada",), further=[{"kind": "invited"}, {"kind": "open"}])
    return Stage(worlds, people, (four, three), elsewhere, waiting)


def act_elsewhere(made: Stage, world: World, label: str) -> None:
    """What the viewer may not even know to exist: a move in a private match, and a setting of a table that waits."""
    for name in ("Cy", "Di"):
        token = made.people[name].token
        match = f"/v1/matches/{made.elsewhere}"
        for asked in world.do_unseen(Request("GET", f"{match}/moves", token), f"{label} look {name}").json["pending"]:
            body = {"decision": asked["decision"], "move": asked["legal_moves"][-1]["move"]}
            world.do_unseen(Request.sending("POST", f"{match}/moves", token, body), f"{label} move {name}")
    wish = Request.sending(
        "PUT", f"/v1/matches/{made.waiting}/seats/0/preferences", made.people["Ada"].token, {"auto_pass": "always"}
    )
    world.do_unseen(wish, f"{label} setting")
