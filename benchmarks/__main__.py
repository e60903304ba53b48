"""All figures, or those of the benchmarks that are named: ``python -m benchmarks [name …]``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping

from benchmarks import (
    bots,
    domain_moves,
    late_moves,
    many_matches,
    memory,
    monkey_in_the_middle_bots,
    monkey_in_the_middle_matches,
    moves_beside_chess,
    moves_over_http,
    proof,
    pyramids_bots,
    pyramids_perft,
    replays,
    views_over_http,
)
from benchmarks.figure import Figure, show

BENCHMARKS: Mapping[str, Callable[[], Iterator[Figure]]] = {
    module.__name__.rpartition(".")[2]: module.figures
    for module in (
        views_over_http,
        moves_over_http,
        late_moves,
        replays,
        proof,
        memory,
        many_matches,
        domain_moves,
        moves_beside_chess,
        monkey_in_the_middle_matches,
        pyramids_perft,
        bots,
        monkey_in_the_middle_bots,
        pyramids_bots,
    )
}


def main(names: list[str]) -> None:
    unknown = sorted(set(names) - BENCHMARKS.keys())
    if unknown:
        sys.exit(f"There is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}.")
    show(figure for name in names or BENCHMARKS for figure in BENCHMARKS[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
