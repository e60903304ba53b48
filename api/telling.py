"""The story in answers: entries of logs in words, with the names of the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from api.answer import encode
from domain.event import Viewer
from domain.game import Game, game_by_rules
from domain.story import named, story
from domain.transcript import Entry
from events.errors import MatchNotFound
from events.seat_table import SeatTable

Decode = Callable[[Game[Any], bytes], Entry]


def lines_json(lines: Iterable[str], names: Sequence[str | None]) -> bytes:
    """``lines`` with ``{seat:n}`` as a JSON array of texts for people."""
    return encode([named(line, names) for line in lines])


def telling(
    games: Mapping[str, Game[Any]], table: SeatTable, rules_version: int, viewer: Viewer
) -> Callable[[bytes, Decode], bytes]:
    """What puts the story beside the events of an entry as it is stored, for ``viewer``; ``MatchNotFound``."""
    game = game_by_rules(games, table.game, rules_version)
    if game is None:
        raise MatchNotFound
    names = table.names

    def told(stored: bytes, decode: Decode) -> bytes:
        return b'%b,"story":%b}' % (stored[:-1], lines_json(story(game, decode(game, stored).events, viewer), names))

    return told
