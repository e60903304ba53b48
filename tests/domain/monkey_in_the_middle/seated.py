"""A match at a table, with the server's part in it: bots, clocks, windows and seats that have resigned."""

from random import Random

from domain.chance import KeyedChance
from domain.command import OpenTable, Play, TakeSeat
from domain.deciding import pending
from domain.due import next_due
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.table_events import BotDelay, SeatOffer
from tests.domain.course import served
from tests.domain.world import World

OPENED = 1_000_000


def seated(
    people: int,
    *bots: str,
    options: dict[str, object] | None = None,
    clock: dict[str, int] | None = None,
    bot_delay: tuple[int, int] = (0, 0),
    seed: int = 0,
) -> World:
    """A match that has begun; bots sit behind the people."""
    seats = people + len(bots)
    world = World(GAME, KeyedChance(seed.to_bytes(32, "big")), seats)
    offers = [SeatOffer("open")] * people + [SeatOffer("bot", bot=bot) for bot in bots]
    command = OpenTable(
        match="00testtesttesttesttes",
        game=GAME.key,
        options=options or {},
        seats=tuple(offers),
        invites=(None,) * seats,
        host="p0",
        visibility="public",
        start="full",
        clock=clock or {},
        bot_delay_ms=BotDelay(*bot_delay),
        commitment="0" * 64,
    )
    world.commit(command, OPENED)
    for seat in range(people):
        world.commit(TakeSeat(f"p{seat}", seat), OPENED)
    return world


def serve(world: World, rng: Random) -> int:
    """What the server owes next happens; returns when."""
    due = next_due(GAME, world.truth, world.chance)
    assert due is not None
    world.commit(served(world, due, rng), due.at)
    return due.at


def served_until_now(world: World, rng: Random) -> None:
    """All that the server owes by the time of the last commit happens."""
    while (due := next_due(GAME, world.truth, world.chance)) is not None and due.at <= world.truth.at:
        world.commit(served(world, due, rng), due.at)


def answer(world: World, seat: int, rng: Random) -> None:
    """``seat`` gives a random answer to the first thing that it is asked."""
    decision = next(decision for decision in pending(GAME, world.truth) if decision.seat == seat)
    move = rng.choice(list(GAME.legal(world.truth.state, decision)))
    world.commit(Play(seat, decision.id, move), world.truth.at + 1)
