"""Faults by which the viewer, or a reader of log lines, learns what was never granted: planted one at a time.

A leak is a function that plants it; what it returns replaces functions of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import flask
import msgspec
import pytest
import structlog

from api.metrics import Metrics
from domain import due
from domain.deciding import pending
from domain.game import Decision
from domain.games.space_monkeys import SPACE_MONKEYS, rules
from domain.games.space_monkeys import events as ev
from domain.games.space_monkeys.cards import KINDS
from domain.refusal import IllegalMove, NotYourSeat, Refusal
from domain.table import Match
from events import download, keys, listings, projections, queries, replay, viewer_logs, wakes, work
from events.codec import Loaded
from events.errors import MatchNotFound
from events.handler import Accepted, Handler
from events.listings import ListPage
from events.queries import LogPage, MatchRead
from events.readable import ReadableLog
from events.sealing import Seals
from events.written import Written
from tests.api.two_worlds.worlds import replayed

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], "dict[str, Any] | None"]

LEAKS: dict[str, Plant] = {}

_log = structlog.get_logger(__name__)
_decode = msgspec.json.decode
_encode = msgspec.json.encode


def leak(about: str) -> Callable[[Plant], Plant]:
    def listed(plant: Plant) -> Plant:
        LEAKS[about] = plant
        return plant

    return listed


def _truth(store: Any, match_id: str) -> Loaded[Any]:
    return replayed(store, SPACE_MONKEYS, match_id)


def _asked(match: Match[Any]) -> list[Decision]:
    """Whom the server really waits for."""
    return [decision for decision in pending(SPACE_MONKEYS, match) if decision.required]


def _view(patch: Patch, change: Callable[[dict[str, Any], Loaded[Any]], None], status: str = "running") -> None:
    """Have everybody served a view to which ``change`` adds something of the truth."""
    usual = queries.read_match

    def read_match(store: Any, match_id: str, player_id: str | None) -> MatchRead:
        read = usual(store, match_id, player_id)
        if read.status != status:
            return read
        view = _decode(read.view)
        change(view, _truth(store, match_id))
        return read._replace(view=_encode(view))

    patch.setattr(queries, "read_match", read_match)


@leak("a view with the hand of another seat")
def _hand(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        view["state"]["players"][-2]["known_hand"] = loaded.truth.state.hands[-2]

    _view(patch, change)


@leak("a view with how many kinds of card each seat holds")
def _kinds(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        for player, hand in zip(view["state"]["players"], loaded.truth.state.hands, strict=True):
            player["kinds"] = len(set(hand))

    _view(patch, change)


@leak("a view with the top of the draw pile")
def _pile(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        view["state"]["draw_pile"]["known"] = [{"position": 0, "card": loaded.truth.state.draw[-1]}]

    _view(patch, change)


@leak("legal moves in an order that depends on the draw pile")
def _order(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        by = sum(list(KINDS).index(card) for card in loaded.truth.state.draw[-3:])
        for asked in view["pending"]:
            moves = asked["legal_moves"]
            asked["legal_moves"] = moves[by % len(moves) :] + moves[: by % len(moves)]

    _view(patch, change)


@leak("whom the table waits for, from the truth")
def _awaited(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        late = {decision.seat for decision in _asked(loaded.truth)}
        view["awaited"] = [decision for decision in view["awaited"] if decision["seat"] in late]

    _view(patch, change)


@leak("whom the table waits for, in the order of who has not answered yet")
def _awaited_order(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        late = {decision.seat for decision in _asked(loaded.truth)}
        view["awaited"].sort(key=lambda decision: decision["seat"] not in late)

    _view(patch, change)


@leak("decision ids that count all commits")
def _decisions(patch: Patch) -> None:
    def change(view: dict[str, Any], loaded: Loaded[Any]) -> None:
        for asked in view["pending"]:
            asked["decision"] = f"{view['you']}-{loaded.version}"

    _view(patch, change)


@leak("the time of the last commit as the time of the view")
def _time(patch: Patch) -> None:
    _view(patch, lambda view, loaded: view.update(at=loaded.truth.at))


@leak("a table that tells how many settings were made before the start")
def _settings(patch: Patch) -> None:
    _view(patch, lambda view, loaded: view.update(expires_at=view["expires_at"] - loaded.version), status="open")


@leak("a body that is longer by one space for each hidden commit")
def _size(patch: Patch) -> None:
    usual = queries.read_match

    def read_match(store: Any, match_id: str, player_id: str | None) -> MatchRead:
        read = usual(store, match_id, player_id)
        return read._replace(view=read.view + b" " * (_truth(store, match_id).version - read.entry))

    patch.setattr(queries, "read_match", read_match)


@leak("when the server acts next")
def _wake(patch: Patch) -> None:
    usual = queries.read_match

    def read_match(store: Any, match_id: str, player_id: str | None) -> MatchRead:
        read = usual(store, match_id, player_id)
        return read._replace(view=_encode({**_decode(read.view), "wake": wakes.wake_of(store, match_id)}))

    patch.setattr(queries, "read_match", read_match)


@leak("an ETag of the version")
def _etag(patch: Patch) -> None:
    usual = queries.read_match

    def read_match(store: Any, match_id: str, player_id: str | None) -> MatchRead:
        read = usual(store, match_id, player_id)
        version = int(store.client.hget(keys.head(match_id), "version"))
        return read._replace(table=msgspec.structs.replace(read.table, revision=version))

    patch.setattr(queries, "read_match", read_match)


@leak("a private match that is refused otherwise than one that does not exist")
def _private(patch: Patch) -> None:
    usual = queries.read_match

    def read_match(store: Any, match_id: str, player_id: str | None) -> MatchRead:
        try:
            return usual(store, match_id, player_id)
        except MatchNotFound:
            if store.client.exists(keys.head(match_id)):
                raise NotYourSeat("This match is private.") from None
            raise

    patch.setattr(queries, "read_match", read_match)


@leak("a log whose newest number is the version")
def _newest(patch: Patch) -> None:
    usual = queries.read_log

    def read_log(store: Any, match_id: str, *rest: Any) -> LogPage:
        return usual(store, match_id, *rest)._replace(newest=_truth(store, match_id).version)

    patch.setattr(queries, "read_log", read_log)


@leak("an empty entry for what the viewer did not see")
def _empty(patch: Patch) -> None:
    usual = projections.advance

    def advance(game: Any, loaded: Loaded[Any], *rest: Any, **more: Any) -> Any:
        after, seen = usual(game, loaded, *rest, **more)
        for index in range(len(after.entries)):
            if index not in seen:
                after.entries[index] += 1
                seen[index] = viewer_logs.Glimpse((), ())
        return after, seen

    patch.setattr(projections, "advance", advance)
    patch.setattr(work, "advance", advance)


@leak("seals of hidden cards that need no secret")
def _seals(patch: Patch) -> None:
    def of(seals: Seals, place: int, field: str) -> str:
        return sha256(seals._written.value(place, field)).hexdigest()

    patch.setattr(Seals, "of", of)


@leak("seals beside those hidden fields alone that are not empty")
def _empty_seals(patch: Patch) -> None:
    usual = Written.has

    def has(written: Written, place: int, field: str) -> bool:
        return usual(written, place, field) and written.value(place, field) != b'"field"'

    patch.setattr(Written, "has", has)


@leak("an entry that is chained to the last commit")
def _prev(patch: Patch) -> None:
    usual = work.log_lines

    def log_lines(entries: Any, seen: Any, at: int, heads: Any, **more: Any) -> Any:
        return usual(entries, seen, at, (f"{more['seals']._version:064x}",) * len(heads), **more)

    patch.setattr(work, "log_lines", log_lines)


def _everything_to_all(patch: Patch, module: Any) -> None:
    usual = module.readable

    def readable(match: MatchRead, match_id: str, whose: Any) -> ReadableLog:
        log = usual(match, match_id, whose)
        return log._replace(stream=keys.events(match_id), of="open")

    patch.setattr(module, "readable", readable)


@leak("a match as it was, from the whole log")
def _replay(patch: Patch) -> None:
    _everything_to_all(patch, replay)


@leak("a download of the whole log")
def _download(patch: Patch) -> None:
    _everything_to_all(patch, download)


@leak("a lobby in the order of the last commit")
def _lobby(patch: Patch) -> None:
    usual = listings.lobby

    def lobby(store: Any, **filters: Any) -> ListPage:
        page = usual(store, **filters)
        page.matches.sort(key=lambda listed: _truth(store, listed.summary.match).truth.at)
        return page

    patch.setattr(listings, "lobby", lobby)


@leak("the own matches in the order of their versions")
def _mine(patch: Patch) -> None:
    usual = listings.player_matches

    def player_matches(store: Any, *rest: Any, **filters: Any) -> ListPage:
        page = usual(store, *rest, **filters)
        page.matches.sort(key=lambda listed: _truth(store, listed.summary.match).version)
        return page

    patch.setattr(listings, "player_matches", player_matches)


@leak("passes that everybody sees")
def _passes(patch: Patch) -> None:
    patch.setattr(ev.Passed, "audience", "everyone")


@leak("settings that everybody sees")
def _preferences(patch: Patch) -> None:
    patch.setattr(ev.AutoPassSet, "audience", "everyone")


@leak("votes that everybody sees")
def _votes(patch: Patch) -> None:
    patch.setattr(ev.Voted, "audience", "everyone")


@leak("cards that everybody sees when they are drawn")
def _draws(patch: Patch) -> None:
    patch.setattr(ev.CardDrawn, "secret", {})


@leak("a deadline that depends on how many Force Fields are held")
def _deadline(patch: Patch) -> None:
    def open_window(rec: Any) -> None:
        options, fields = rec.state.options, sum(hand.count("field") for hand in rec.state.hands)
        rec.record(ev.WindowOpened(rec.now + options.response_ms - fields, rec.now + options.min_window_ms))
        rules.settle(rec)

    patch.setattr(rules, "_open_window", open_window)


@leak("a bot that thinks longer with a Force Field in hand")
def _bot(patch: Patch) -> None:
    usual = due._bot_delay

    def bot_delay(match: Match[Any], decision: Decision, chance: Any) -> int:
        return usual(match, decision, chance) + 100 * match.state.hands[decision.seat].count("field")

    patch.setattr(due, "_bot_delay", bot_delay)


@leak("a refusal whose reason counts the Force Fields of others")
def _explain(patch: Patch) -> dict[str, Any]:
    def explain(state: Any, decision: Decision, move: Any) -> IllegalMove:
        fields = sum(hand.count("field") for hand in state.hands)
        return IllegalMove(f"That would be answered by {fields} Force Fields.", rule="7.3")

    return {"explain": explain}


@leak("a problem document with those for whom the server waits")
def _problem(patch: Patch) -> None:
    usual = Handler.act

    def act(handler: Handler, match_id: str, *rest: Any) -> Accepted:
        try:
            return usual(handler, match_id, *rest)
        except Refusal as refusal:
            if "pending" in refusal.facts:
                truth = _truth(handler._store, match_id).truth
                refusal.facts["waiting_for"] = [decision.seat for decision in _asked(truth)]
            raise

    patch.setattr(Handler, "act", act)


@leak("a receipt with the version of the match")
def _receipt(patch: Patch) -> None:
    usual = Handler.act

    def act(handler: Handler, match_id: str, *rest: Any) -> Accepted:
        accepted = usual(handler, match_id, *rest)
        version = int(handler._store.client.hget(keys.head(match_id), "version"))
        return msgspec.structs.replace(accepted, receipt=msgspec.structs.replace(accepted.receipt, entry=version))

    patch.setattr(Handler, "act", act)


def _note(patch: Patch, note: Callable[[Any], None]) -> None:
    """Have ``note`` called with each command that is done."""
    usual = Handler.act

    def act(handler: Handler, match_id: str, player_id: str, build: Any, *rest: Any) -> Accepted:
        accepted = usual(handler, match_id, player_id, build, *rest)
        note(build(accepted.viewer))
        return accepted

    patch.setattr(Handler, "act", act)


@leak("metrics that count moves by their type")
def _metrics(patch: Patch) -> None:
    usual = Metrics.move

    def move(metrics: Metrics, game: str, outcome: str) -> None:
        usual(metrics, game, f"{outcome} {flask.g.pop('type', '')}".strip())

    def note(command: Any) -> None:
        flask.g.type = getattr(command, "move", {}).get("type", "")

    _note(patch, note)
    patch.setattr(Metrics, "move", move)


@leak("a log line with the cards of a command")
def _log_card(patch: Patch) -> None:
    _note(patch, lambda command: _log.info("done", command=repr(command)))


@leak("a log line with the token of a request")
def _log_token(patch: Patch) -> None:
    _note(patch, lambda command: _log.info("done", sent=dict(flask.request.headers)))
