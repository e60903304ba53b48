"""How many examples a property is tried with."""

from __future__ import annotations

from hypothesis import settings

_USUAL = 100


def examples(count: int) -> settings:
    """``count`` of them; under the profile ``soak`` as many times more as that profile tries more than usual."""
    return settings(max_examples=max(1, count * settings.default.max_examples // _USUAL))
