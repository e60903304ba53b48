"""Where the golden logs are, and what belongs to each: the commits as they are stored, and how every viewer ends.

``<game>/<name>.jsonl`` has one commit a line, ``<name>.final.jsonl`` one viewer a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain.game import Game
from events.codec import Commit
from events.projections import nothing, replay

FOLDER = Path(__file__).parent
FINAL = ".final.jsonl"


def logs_of(game: Game[Any]) -> list[Path]:
    return sorted(path for path in (FOLDER / game.key).glob("*.jsonl") if not path.name.endswith(FINAL))


def final_of(log: Path) -> Path:
    return log.with_name(log.name.removesuffix(".jsonl") + FINAL)


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def final_lines(game: Game[Any], commits: Iterable[Commit]) -> Iterator[bytes]:
    """For each viewer the number of its entries and its projection, after all of ``commits``."""
    loaded = replay(game, nothing(), commits)
    public = len(loaded.projections) - 1
    for index, projection in enumerate(loaded.projections):
        yield msgspec.json.encode(
            {
                "viewer": None if index == public else index,
                "entries": loaded.entries[index],
                "projection": projection,
            }
        )
