"""The games that this server knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from domain.game import Game
from domain.games.space_monkeys import SPACE_MONKEYS

GAMES: Mapping[str, Game[Any]] = MappingProxyType({game.key: game for game in (SPACE_MONKEYS,)})
