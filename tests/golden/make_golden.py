"""Plays matches for what no golden log shows yet and adds their logs; an existing log is never written again.

``python -m tests.golden.make_golden [game …]``. A log that a release has written has to replay for ever.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from random import Random
from typing import Any, NamedTuple

from domain.command import AllowForking, CancelTable, VacateSeat
from domain.due import next_due
from domain.game import Game
from domain.games import GAMES
from domain.table_events import MatchEnded, SecretRevealed, TableCancelled
from events.codec import Commit, Origin, decode_commit, digest, encode_commit
from events.projections import advance, nothing
from events.randomness import MatchChance
from events.receipts import author_of, known_as
from events.sealing import Seals
from events.viewer_logs import heads_after, log_lines
from events.written import write_events
from tests.domain.course import RESTLESS, Temper, acceptable_options, opened, started, step
from tests.domain.forked import forked, random_moment
from tests.domain.world import World, folder_of
from tests.golden.coverage import Item, shown, wanted
from tests.golden.logs import FOLDER, final_lines, final_of, lines, logs_of

CANDIDATES = 40
FORKS = 40
"""Matches played for each number of seats, and those among them that go on from others."""

TEMPERS = (RESTLESS._replace(resigns=0), RESTLESS._replace(resigns=0.03), RESTLESS._replace(resigns=0.1, waits=0.3))


class Candidate(NamedTuple):
    seats: int
    stored: list[bytes]
    commits: list[Commit]
    items: set[Item]

    @property
    def size(self) -> int:
        return sum(map(len, self.stored))


def candidate(world: World) -> Candidate:
    """The log of ``world`` as the store would hold it; one that knows its secret tells it at the end."""
    loaded, heads = nothing(), ()
    stored: list[bytes] = []
    for commit in world.commits:
        events, version = commit.events, len(stored) + 1
        if world.secret is not None and isinstance(events[-1], MatchEnded | TableCancelled):
            events = [*events, SecretRevealed(world.secret.hex(), heads)]
        origin = Origin(known_as(commit.command, version) or f"golden-{version}", author_of(commit.command))
        prev = digest(stored[-1]) if stored else None
        written = write_events(events)
        stored.append(encode_commit(version, commit.at, prev, origin, commit.command, written=written))
        if world.secret is not None:
            loaded, seen = advance(world.game, loaded, events, commit.at)
            seals = Seals(loaded.truth, world.secret, version, written)
            heads = heads_after(heads, log_lines(loaded.entries, seen, commit.at, heads, written=written, seals=seals))
    commits = [decode_commit(world.game, line) for line in stored]
    return Candidate(len(world.truth.seats), stored, commits, shown(world.game, commits))


def scripted(game: Game[Any]) -> Iterator[World]:
    """``tests/domain/<folder>/scripts.py``, where a game has one: matches that random moves do not make."""
    name = f"tests.domain.{folder_of(game)}.scripts"
    if find_spec(name) is not None:
        yield from import_module(name).worlds()


def forks(game: Game[Any], seats: int) -> Iterator[World]:
    """Matches that go on from any moment of others, and are played to their ends."""
    for seed in range(FORKS):
        rng = Random(f"{game.key}/{seats}/fork/{seed}")
        world = random_moment(game.key, seed, seats)
        if world is None:
            continue
        view = rng.choice(["open", "public", *range(seats)] if game.deal_anew is not None else ["open"])
        fork = forked(world, view, seed, keyed=MatchChance)
        if fork.truth.status == "running" and not fork.truth.seats[0].left:
            fork.commit(AllowForking(0, allowed=True), fork.truth.at)
            fork.commit(AllowForking(0, allowed=False), fork.truth.at)
        while fork.truth.status == "running":
            step(fork, rng, RESTLESS)
        yield fork


def candidates(game: Game[Any]) -> Iterator[Candidate]:
    yield from map(candidate, scripted(game))
    for seats in game.seats:
        for number in range(CANDIDATES):
            rng = Random(f"{game.key}/{seats}/{number}")
            temper: Temper = TEMPERS[number % len(TEMPERS)]
            world = started(game, seats, acceptable_options(game, seats, rng), rng, temper, keyed=MatchChance)
            while world.truth.status == "running":
                step(world, rng, temper)
            yield candidate(world)
        yield from map(candidate, forks(game, seats))
        for expires in (False, True):
            world = opened(game, seats, game.Options(), Random(f"{game.key}/{seats}"), RESTLESS)
            due = next_due(game, world.truth, world.chance)
            if expires and due is not None and due.command is not None:
                world.commit(due.command, due.at)
            elif not expires and world.truth.status == "open":
                # The host leaves the seat that is kept for the host, and then has it kept no longer.
                for _ in range(2):
                    world.commit(VacateSeat(world.truth.host, 0), world.truth.at)
                world.commit(CancelTable(world.truth.host), world.truth.at)
            if world.truth.status == "cancelled":
                yield candidate(world)


def chosen(game: Game[Any], missing: set[Item]) -> Iterator[Candidate]:
    """Few small logs that together show all of ``missing``."""
    found = list(candidates(game))
    while missing:
        best = max(found, key=lambda each: (len(each.items & missing) / each.size, -each.size))
        if not best.items & missing:
            sys.exit(f"{game.key}: no match that was played shows {sorted(map(str, missing))}")
        missing -= best.items
        yield best


def add(game: Game[Any], log: Candidate) -> None:
    folder = FOLDER / game.key
    folder.mkdir(exist_ok=True)
    for number in count(1):
        path = folder / f"{log.seats}-seats-{number}.jsonl"
        if not path.exists():
            break
    for target, content in ((path, log.stored), (final_of(path), final_lines(game, log.commits))):
        with target.open("xb") as file:
            file.writelines(line + b"\n" for line in content)
    print(f"{path.relative_to(FOLDER)}: {len(log.stored)} commits, {log.size} bytes")


def main(keys: list[str]) -> None:
    for key in keys or GAMES:
        game = GAMES[key]
        missing = wanted(game)
        for path in logs_of(game):
            missing -= shown(game, [decode_commit(game, line) for line in lines(path)])
        for log in chosen(game, missing):
            add(game, log)


if __name__ == "__main__":
    main(sys.argv[1:])
