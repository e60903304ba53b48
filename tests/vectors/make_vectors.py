"""Writes what other implementations of ``docs/proof.md`` are held against; a file that exists is never written again.

``python -m tests.vectors.make_vectors``. ``<game>.jsonl`` is the open log of a match, ``<game>.<viewer>.jsonl`` what a
viewer kept of it, ``seals.json`` single seals, ``<game>.catalogue.json`` what ``GET /v1/games/<game>`` says of pieces.
Draws, commitments and keys are in ``tests/domain/chance_vectors.json``.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from domain.games import GAMES
from events.sealing import seal
from tests.events.finished import finished

FOLDER = Path(__file__).parent
VALUES = (None, 0, -7, "gaze", (), ("gaze", "raid-a"), (None, None), {"a": [1, True]})


def seals() -> bytes:
    vectors = []
    for number, value in enumerate(VALUES):
        secret = hashlib.sha256(b"%d" % number).digest()
        where = {"match": "00" + "a" * 20, "version": 1 + 100 * number, "place": number, "field": "cards"}
        told = {"field": where["field"], "value": msgspec.json.encode(value)}
        made = seal(where["match"], secret, where["version"], where["place"], **told)
        vectors.append({**where, "secret": secret.hex(), "value": value, "seal": made})
    return msgspec.json.format(msgspec.json.encode(vectors)) + b"\n"


def main() -> None:
    files = {"seals.json": seals()}
    for key, game in GAMES.items():
        match = finished(key, min(3, game.seats[-1]), seed=7)
        files[f"{key}.jsonl"] = match.open_file()
        for place in range(len(match.logs)):
            viewer = "public" if place == len(match.logs) - 1 else f"seat-{place}"
            files[f"{key}.{viewer}.jsonl"] = match.viewer_file(place)
        files[f"{key}.catalogue.json"] = msgspec.json.encode({"pieces": game.catalogue.pieces}) + b"\n"
    for name, content in files.items():
        path = FOLDER / name
        if not path.exists():
            path.write_bytes(content)
            print(name, len(content))


if __name__ == "__main__":
    main()
