"""What a seat may ask for."""

from __future__ import annotations

import msgspec

from tests.tiny_game import options


class Throw(msgspec.Struct, frozen=True, tag_field="type", tag="throw"):
    """Choose in secret; all choices of a round are shown at once."""

    throw: options.Throw


MOVES: tuple[type[msgspec.Struct], ...] = (Throw,)
