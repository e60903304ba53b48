"""The games that this server knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from domain.game import Game
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE
from domain.games.space_monkeys import SPACE_MONKEYS
from domain.games.space_monkeys_pyramids import SPACE_MONKEYS_PYRAMIDS

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {game.key: game for game in (SPACE_MONKEYS, SPACE_MONKEYS_PYRAMIDS, MONKEY_IN_THE_MIDDLE)}
)
