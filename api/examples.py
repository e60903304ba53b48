"""Examples for the document: a short match, played by the rules with chance fixed, as the API would answer it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from api.answer import encode, named
from api.game_schemas import GameSchemas
from api.problems import KINDS, Problem, document
from api.resources.games import entry_of, summary_of
from api.resources.replays import shown_json
from api.telling import lines_json
from domain.chance import KeyedChance, commitment
from domain.command import Command, OpenTable, Play, TakeSeat
from domain.deciding import pending
from domain.game import Game
from domain.match import decide
from domain.story import story as story_of
from domain.table import Match, fold
from domain.table_events import BotDelay, SeatOffer
from domain.transcript import write_log
from domain.view import match_view
from events.codec import Origin, digest, encode_commit
from events.entries import entry_of_viewer
from events.export import Header, write_export
from events.sealing import Seals
from events.showing import show
from events.summary import decode_summary
from events.viewer_logs import Heads, heads_after, log_lines, seen_of
from events.written import write_events

MATCH_ID = "0fabcdefghijklmnopqrst"
ADA, BO = "p_adaadaadaadaadaa", "p_bobobobobobobobo"
NAMES = ["Ada", "Bo"]
OPENED_AT = 1_796_083_200_000
TOKEN = "mk_" + "example" * 5 + "token"
CODE = "abcdefghijklmnopqrst"
REQUEST_ID = "5f2c81d09a7be346"
_SECOND = 1_000


class _Story:
    """A match of two, as the truth and as seat 0 knows it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.truth: Match[Any] = Match()
        self.known: Match[Any] = Match()
        self.commits: list[bytes] = []
        self.log: list[bytes] = []
        self._entries: list[int] = []
        self._heads: Heads = ()
        self._now = OPENED_AT
        self._chance = KeyedChance(bytes(32))

    def do(self, command: Command, by: str | int, command_id: str) -> None:
        self._now += _SECOND
        events, self.truth = decide(self.game, self.truth, command, self._chance, self._now)
        version, prev = len(self.commits) + 1, digest(self.commits[-1]) if self.commits else None
        origin = Origin(command_id, by)
        written = write_events(events)
        self.commits.append(encode_commit(version, self._now, prev, origin, command, written=written))
        viewers = len(self.truth.seats) + 1
        seen = seen_of(events, viewers)
        fold(self.game, self.known, seen[0].events if 0 in seen else (), self._now)
        self._entries = [count + (viewer in seen) for viewer, count in enumerate(self._entries or [0] * viewers)]
        seals = Seals(self.truth, bytes(32), version, written)
        lines = log_lines(self._entries, seen, self._now, self._heads or ("",) * viewers, written=written, seals=seals)
        self._heads = heads_after(self._heads, lines)
        self.log += (line.stored for line in lines if line.place == 0)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The log of seat 0, as a page shows it."""
        told = partial(lines_json, names=NAMES)
        entries = [entry_of_viewer(self.game, stored) for stored in self.log]
        return [
            {**_read(stored), "story": _read(told(story_of(self.game, entry.events, 0)))}
            for stored, entry in zip(self.log, entries, strict=True)
        ]

    def file(self) -> bytes:
        """The log of seat 0, downloaded."""
        return b"".join(write_export(Header(MATCH_ID, self.game.key, 0, tuple(NAMES)), self.log))

    def notation(self) -> str:
        lines = write_log(self.game, (entry_of_viewer(self.game, stored) for stored in self.log))
        return "".join(f"{line}\n" for line in lines)

    def open(self) -> None:
        seats = (SeatOffer("reserved", ADA), SeatOffer("open"))
        self.do(
            OpenTable(
                match=MATCH_ID, game=self.game.key, options={}, seats=seats, invites=(None, None), host=ADA,
                visibility="public", start="full", clock={}, bot_delay_ms=BotDelay(800, 2500),
                commitment=commitment(MATCH_ID, bytes(32)),
            ),
            ADA, "open",
        )  # fmt: skip

    def move(self) -> None:
        """The shortest list of legal moves, its first one, which is a modest example."""
        decision = min(
            pending(self.game, self.truth), key=lambda item: (not item.required, len(list(self._legal(item))), item.id)
        )
        self.do(Play(decision.seat, decision.id, self._legal(decision)[0]), decision.seat, decision.id)

    def seat_may_move(self) -> bool:
        return any(decision.seat == 0 for decision in pending(self.game, self.known))

    def view(self) -> Any:
        return _read(named(encode(match_view(self.game, self.known, 0, len(self.entries))), NAMES))

    def _legal(self, decision: Any) -> list[Any]:
        return list(self.game.legal(self.truth.state, decision))


_read: Callable[[bytes], Any] = json.loads


def _plain(value: Any) -> Any:
    """A value as a client reads it."""
    return _read(encode(value))


def _envelope(story: _Story, names: Sequence[str | None], /, **more: Any) -> dict[str, Any]:
    return {"server_time": story.truth.at + 7, "names": names, "host_name": "Ada", **more, "match": story.view()}


def _match_examples(game: Game[Any]) -> dict[str, Any]:
    story = _Story(game)
    story.open()
    opened = _envelope(story, ["Ada", None], invites=[])
    story.do(TakeSeat(BO), BO, "example")
    for _ in range(20):
        if story.seat_may_move():
            break
        story.move()
    looked = _envelope(story, NAMES)
    decision = looked["match"]["pending"][0]
    before = len(story.entries)
    story.do(Play(0, decision["decision"], decision["legal_moves"][0]["move"]), 0, decision["decision"])
    receipt = {"decision": decision["decision"], "entry": before + 1}
    page = {"server_time": story.truth.at + 7, "names": NAMES, "game": game.key}
    numbers = {"last": 2, "newest": len(story.entries), "finished": False}
    replayed = {"as": "0", "entry": before + 1, "newest": before + 1, "story": story.entries[-1]["story"]}
    shown = show(BytesIO(story.file()), {game.key: game}, entry=2)
    return {
        "open_table": {
            "game": game.key,
            "options": {},
            "seats": [{"kind": "reserved", "player": ADA}, {"kind": "open"}],
            "visibility": "public",
        },
        "fork": {
            "game": game.key,
            "at": 12,
            "as": "own",
            "seats": [{"kind": "reserved", "player": ADA}, {"kind": "open"}],
        },
        "opened": opened,
        "match": looked,
        "decisions": {
            "server_time": looked["server_time"],
            "game": game.key,
            "status": "running",
            "entry": before,
            "pending": looked["match"]["pending"],
        },
        "move": {"decision": decision["decision"], "move": decision["legal_moves"][0]["move"]},
        "accepted": _envelope(story, NAMES, receipt=receipt, repeated=False),
        "log": {**page, "view": "own", "entries": story.entries[:2], **numbers},
        "replay": _envelope(story, NAMES, **replayed),
        "log_file": story.file().decode(),
        "log_file_reply": _read(shown_json(shown)),
        "notation": story.notation(),
        "preferences": _plain(game.Preferences()),
        "match_list": {
            "server_time": looked["server_time"],
            "matches": [{"names": NAMES, "host_name": "Ada", "to_move": True, "match": _summary(looked["match"])}],
            "next": None,
        },
    }


def _summary(view: dict[str, Any]) -> Any:
    return _plain(decode_summary(encode(view)))


def _player_examples() -> dict[str, Any]:
    player = {"id": ADA, "name": "Ada", "guest": True, "created_at": OPENED_AT}
    listed = {"id": "t_k7q2mzdp", "label": "phone", "created_at": OPENED_AT}
    return {
        "new_player": {"name": "Ada"},
        "new_player_reply": {"server_time": OPENED_AT, "player": player, "token": TOKEN},
        "tokens": {"server_time": OPENED_AT, "tokens": [listed]},
        "new_token": {"label": "phone"},
        "new_token_reply": {"server_time": OPENED_AT, "listed": listed, "token": TOKEN},
        "take_seat": {"seat": 1},
        "take_any_seat": {},
        "draw_offer": {"action": "offer"},
        "take_back": {"action": "ask"},
        "forking": {"allowed": True},
        "health": {"status": "alive"},
        "ready": {"status": "ready", "faults": []},
        "not_ready": {"status": "not-ready", "faults": ["No worker is alive."]},
    }


def _pending(made: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": made["match"]["match"]["game"], "pending": made["match"]["match"]["pending"]}


_FACTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "decision-not-pending": _pending,
    "illegal-move": lambda made: {"rule": "6.1.1", **_pending(made)},
    "invalid-request": lambda made: {"errors": [{"pointer": "/move/victim", "message": "Not an integer."}]},
    "options-refused": lambda made: {"rule": "R-3", "option": "first_seat"},
    "too-many-requests": lambda made: {"retry_after": 60},
    "limit-reached": lambda made: {"retry_after": 60},
    "seats-empty": lambda made: {"empty_seats": [1]},
    "wrong-phase": lambda made: {"match_status": "finished"},
}


def problem_examples(made: Mapping[str, Any], codes: Collection[str]) -> dict[str, Any]:
    """One for each of ``codes``. ``made``: the other examples."""
    found = {}
    for code in sorted(codes):
        kind = KINDS[code]
        facts = _FACTS[code](made) if code in _FACTS else {}
        found[code] = _read(document(Problem(code, kind.about.split(". ")[0].rstrip(".") + ".", **facts), REQUEST_ID))
    return found


def examples(games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """Name → JSON value; matches are of the first game."""
    made = {**_player_examples(), **_match_examples(next(iter(games.values())))}
    records = [{"game": key, "played": 12, "won": 5} for key in games]
    return {
        **made,
        "me": {"server_time": OPENED_AT, "player": made["new_player_reply"]["player"], "records": records},
        "games": {"games": [summary_of(game) for game in games.values()]},
        "game": _plain(entry_of(next(iter(games.values())), GameSchemas(games))),
    }
