"""The random course of a match: a table that fills, moves, waiting, settings, offers, seats that leave, to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.chance import Chance, KeyedChance, commitment
from domain.command import (
    Command,
    DrawOffer,
    OpenTable,
    Play,
    Prefer,
    Resign,
    StartMatch,
    TakeBack,
    TakeSeat,
    VacateSeat,
)
from domain.deciding import pending
from domain.due import Due, next_due
from domain.game import Game
from domain.refusal import OptionsRefused, Refusal
from domain.table import Match
from domain.table_events import BotDelay, SeatOffer
from tests.domain.arbitrary import arbitrary_struct
from tests.domain.world import World, about

LONGEST = 5_000
"""No match of any game has so many commits."""

MATCH_ID = "00testtesttesttesttes"
OPENED_AT = 1_000_000


class Temper(NamedTuple):
    """How often, of all commands, somebody does something else than answer a decision.

    ``waits``: until the next thing that the server owes. ``bots``: of all seats. ``clocks``: of all kinds of decision.
    """

    waits: float = 0.0
    resigns: float = 0.0
    prefers: float = 0.0
    offers: float = 0.0
    takes_back: float = 0.0
    bots: float = 0.0
    clocks: float = 0.0


CALM = Temper()
RESTLESS = Temper(waits=0.1, resigns=0.004, prefers=0.03, offers=0.01, takes_back=0.03, bots=0.25, clocks=0.5)


def acceptable_options(game: Game[Any], seats: int, rng: Random) -> msgspec.Struct:
    """Options that the game accepts for so many seats."""
    while True:
        options = arbitrary_struct(game.Options, rng, defaults=0.5)
        try:
            game.resolve(options, seats)
        except OptionsRefused:
            continue
        return options


def preferences(game: Game[Any], rng: Random) -> dict[str, Any]:
    wish: dict[str, Any] = msgspec.to_builtins(arbitrary_struct(game.Preferences, rng))
    return wish


Keyed: TypeAlias = Callable[[Match[Any], bytes], Chance]
"""A match that starts, and its secret → its chance."""


def opened(
    game: Game[Any], seats: int, options: msgspec.Struct, rng: Random, temper: Temper, *, keyed: Keyed | None = None
) -> World:
    """An open table whose host sits and waits for people, among bots. It is committed to ``world.secret``."""
    secret = rng.randbytes(32)
    world = World(game, KeyedChance(secret), seats, None if keyed is None else lambda match: keyed(match, secret))
    world.secret = secret
    places = [SeatOffer("reserved", player="p0")]
    for _ in range(1, seats):
        bot = rng.random() < temper.bots
        places.append(SeatOffer("bot", bot=rng.choice(sorted(game.bots))) if bot else SeatOffer("open"))
    least = rng.choice((0, 400))
    kinds = [kind.key for kind in game.catalogue.decisions]
    command = OpenTable(
        match=MATCH_ID,
        game=game.key,
        options=msgspec.to_builtins(options),
        seats=tuple(places),
        invites=(None,) * seats,
        host="p0",
        visibility="public",
        start="full" if SeatOffer("open") in places and rng.random() < 0.5 else "host",
        clock={kind: rng.choice((50, 5_000)) for kind in kinds if rng.random() < temper.clocks},
        bot_delay_ms=BotDelay(least, least + rng.choice((0, 1_000))),
        commitment=commitment(MATCH_ID, secret),
    )
    world.commit(command, OPENED_AT)
    return world


def started(
    game: Game[Any], seats: int, options: msgspec.Struct, rng: Random, temper: Temper, *, keyed: Keyed | None = None
) -> World:
    """A match that runs, after a life of its table: seats taken, left and taken again, settings made before."""
    world = opened(game, seats, options, rng, temper, keyed=keyed)
    now = OPENED_AT
    empty = [seat for seat, place in enumerate(world.truth.seats) if not place.filled]
    rng.shuffle(empty)
    if rng.random() < temper.prefers * 10:
        world.commit(Prefer(0, preferences(game, rng)), now)
    if empty and rng.random() < 0.5:
        world.commit(VacateSeat("p0", 0), now)
        world.commit(TakeSeat("p0", 0), now)
    while empty:
        seat = empty.pop()
        now += rng.randrange(1_000)
        world.commit(TakeSeat(f"p{seat}", seat, entropy=rng.randbytes(4).hex()), now)
    if world.truth.status == "open":
        world.commit(StartMatch("p0", {f"p{seat}": (3, 1) for seat in range(seats)}), now)
    return world


def patience(game: Game[Any]) -> int:
    """After how many commits somebody resigns, in a game that random moves do not bring to an end."""
    return getattr(about(game, "invariants"), "PATIENCE", LONGEST)


def served(world: World, due: Due, rng: Random) -> Command:
    """The command for what the server owes: a bot answers from its projection alone."""
    if due.bot is None:
        assert due.command is not None
        return due.command
    decision = due.bot
    bot = world.game.bots[world.truth.seats[decision.seat].offer.bot or ""]
    move = bot(world.projections[decision.seat].state, decision, Random(rng.random()))
    return Play(decision.seat, decision.id, move)


def step(world: World, rng: Random, temper: Temper) -> None:
    """One more commit of a match that runs."""
    assert len(world.commits) < LONGEST, "the match does not end"
    truth = world.truth
    due = next_due(world.game, truth, world.chance)
    now = truth.at + rng.choice((0, 0, 1, 300))
    waits = rng.random() < temper.waits
    people = [seat for seat, place in enumerate(truth.seats) if place.player is not None and not place.left]
    decisions = [decision for decision in pending(world.game, truth) if decision.seat in people]
    if people and len(world.commits) >= patience(world.game):
        world.commit(Resign(rng.choice(people)), now)
    elif due is not None and (due.at <= now or waits or not decisions):
        world.commit(served(world, due, rng), due.at)
    elif truth.take_back is not None and rng.random() < 0.5:
        allow = TakeBack(rng.choice(people), rng.choice(("allow", "allow", "withdraw", "decline")))
        aside(world, allow, now)
    elif rng.random() < temper.resigns + temper.prefers + temper.offers + temper.takes_back:
        aside(world, _other_command(world, rng, temper, rng.choice(people)), now)
    else:
        decision = rng.choice(decisions)
        move = rng.choice(list(world.game.legal(truth.state, decision)))
        world.commit(Play(decision.seat, decision.id, move), now)


def _other_command(world: World, rng: Random, temper: Temper, seat: int) -> Command:
    kinds: list[Command] = [
        Resign(seat),
        Prefer(seat, preferences(world.game, rng)),
        DrawOffer(seat, rng.choice(("offer", "withdraw", "decline"))),
        TakeBack(seat, rng.choice(("ask", "ask", "allow", "withdraw", "decline"))),
    ]
    [command] = rng.choices(kinds, (temper.resigns, temper.prefers, temper.offers, temper.takes_back))
    return command


def aside(world: World, command: Command, now: int) -> None:
    """A command that answers no decision; where it is refused nothing has changed."""
    try:
        world.commit(command, now)
    except Refusal as refusal:
        assert refusal.detail  # noqa: PT017  (whether it is refused is the game's affair)
