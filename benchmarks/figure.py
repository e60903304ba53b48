"""One line of what `make bench` prints."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple


class Figure(NamedTuple):
    """``met``: whether ``measured`` reaches ``target``; ``None`` where there is nothing to reach."""

    what: str
    measured: str
    target: str = ""
    met: bool | None = None


_HEAD = Figure("figure", "measured", "target")
_MET = {True: "met", False: "MISSED", None: ""}


def show(figures: Iterable[Figure]) -> None:
    """Print ``figures`` as a table; each is named on standard error as soon as it is measured."""
    measured = list(_told(figures))
    widths = [max(len(column) for column in columns) for columns in zip(*map(_cells, (_HEAD, *measured)), strict=True)]
    for figure in chain([_HEAD], measured):
        print("  ".join(cell.ljust(width) for cell, width in zip(_cells(figure), widths, strict=True)).rstrip())


def _told(figures: Iterable[Figure]) -> Iterator[Figure]:
    for figure in figures:
        print(f"{figure.what}: {figure.measured}", file=sys.stderr)
        yield figure


def _cells(figure: Figure) -> tuple[str, str, str, str]:
    return figure.what, figure.measured, figure.target, "" if figure is _HEAD else _MET[figure.met]
