"""Bananas in dispute: races with a photo finish, lotteries, several at once, and what nobody may see (4.4)."""

from random import Random

import pytest

from domain.command import Expire, GameWake, Play, Resign
from domain.deciding import pending
from domain.due import next_due, obligations
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.match import decide
from domain.refusal import DecisionNotPending, WrongPhase
from domain.view import match_view
from tests.domain.monkey_in_the_middle.positions import START, Script, Table, revealed
from tests.domain.monkey_in_the_middle.seated import answer, seated, serve
from tests.domain.world import encode

FREE_FOR_ALL = "ban R N L"
TWO = "ban B ban B"


def decided(events):
    return [event for event in events if isinstance(event, ev.FreeForAllDecided)]


def race(words=FREE_FOR_ALL, draws=None, **options):
    """A table at which the race has just opened at the moment ``opened``."""
    table, _ = revealed(words, Script(draws), **options)
    return table, table.now - START


def test_4_4_2_nobody_claims():
    table, opened = race(claim_ms=3_000)
    assert GAME.wake(table.truth) == START + opened + 3_000
    [event] = decided(table.wake())
    assert event == ev.FreeForAllDecided(0, (), 0)
    assert table.truth.bananas == [1, 0, 0, 0]
    assert table.truth.round == 2


def test_r9_all_decline():
    table, _ = race()
    table.play(1, mv.Decline(0))
    table.play(2, mv.Decline(0))
    [event] = decided(table.play(3, mv.Decline(0)))
    assert event == ev.FreeForAllDecided(0, (), 0)


@pytest.mark.parametrize("mode", ["race", "lottery"])
def test_4_4_1_decided_at_once_when_all_have_answered(mode):
    table, _ = race(free_for_all=mode, photo_finish_ms=1_000)
    table.play(1, mv.Decline(0))
    table.play(3, mv.Decline(0))
    [event] = decided(table.play(2, mv.Claim(0)))
    assert event == ev.FreeForAllDecided(0, (2,), 2)


def test_r8_the_photo_finish_begins_with_the_first_claim_alone():
    table, opened = race(draws={"free-for-all/1/0": 1})
    table.at(opened + 1_400, 3, mv.Claim(0))
    table.at(opened + 1_649, 2, mv.Claim(0))
    assert GAME.wake(table.truth) == START + opened + 1_650
    [event] = decided(table.wake())
    assert event == ev.FreeForAllDecided(0, (2, 3), 3)


def test_r8_the_photo_finish_does_not_outlast_the_window():
    table, opened = race(claim_ms=1_500, photo_finish_ms=1_000)
    table.at(opened + 1_400, 3, mv.Claim(0))
    assert GAME.wake(table.truth) == START + opened + 1_500


def test_r8_a_server_that_is_late_decides_the_same():
    table, opened = race(TWO, photo_finish_ms=250)
    table.at(opened + 100, 1, mv.Claim(0))
    table.at(opened + 200, 3, mv.Claim(2))
    events = decided(table.wake(late=5_000))
    assert events == [ev.FreeForAllDecided(0, (1,), 1), ev.FreeForAllDecided(2, (3,), 3)]


def test_r8_claims_do_not_end_a_lottery_early():
    table, opened = race(free_for_all="lottery", claim_ms=4_000)
    table.at(opened + 10, 1, mv.Claim(0))
    assert GAME.wake(table.truth) == START + opened + 4_000
    [event] = decided(table.wake())
    assert event.claimants == (1,)


@pytest.mark.parametrize(("draw", "taker"), [(0, 1), (1, 3)])
def test_r8_pointers_lottery_asks_nobody(draw, taker):
    table, events = revealed(FREE_FOR_ALL, Script({"free-for-all/1/0": draw}), free_for_all="pointers_lottery")
    assert decided(events) == [ev.FreeForAllDecided(0, (1, 3), taker)]
    assert table.truth.round == 2
    assert table.truth.bananas[taker] == 1


def test_r10_windows_are_independent():
    table, opened = race(TWO, photo_finish_ms=250, claim_ms=2_000)
    table.at(opened + 500, 1, mv.Claim(2))
    table.wake()
    assert list(table.truth.free_for_alls) == [0]
    assert table.truth.phase == "free_for_all"
    table.at(opened + 1_000, 2, mv.Claim(0))
    table.at(opened + 1_010, 1, mv.Claim(0))
    [event] = decided(table.wake())
    assert event.claimants == (1, 2)
    assert table.truth.round == 2


def test_r10_several_windows_end_in_the_order_of_their_ends():
    table, opened = race(TWO, photo_finish_ms=250)
    table.at(opened + 100, 1, mv.Claim(2))
    table.at(opened + 200, 3, mv.Claim(0))
    assert [event.owner for event in decided(table.wake(late=1_000))] == [2, 0]


def test_r10_a_decision_is_about_one_banana():
    table, _ = race(TWO)
    first, second = table.decisions(1)
    assert (first.kind, second.kind) == ("claim", "claim")
    assert list(GAME.legal(table.truth, first)) == [mv.Claim(0), mv.Decline(0)]
    assert GAME.explain(table.truth, first, mv.Claim(2)).rule == "4.4.3"
    assert GAME.explain(table.truth, second, mv.Claim(1)).rule == "4.4.4"


def test_r4_coconuts_wait_for_all_bananas():
    table, events = revealed("ban B coc B", photo_finish_ms=0)
    assert not [event for event in events if isinstance(event, ev.CoconutContested)]
    assert "coconut" not in [kind for _, kind in table.waits_for()]
    events = table.play(3, mv.Claim(0))
    assert decided(events)
    assert [type(event) for event in events[-2:]] == [ev.FreeForAllDecided, ev.CoconutContested]
    assert table.waits_for() == [(2, "coconut")]


def test_6_2_answers_are_seen_by_their_own_seat_alone():
    table, _ = race(photo_finish_ms=250)
    before = {viewer: encode(GAME.view(known, viewer)) for viewer, known in table.projections.items()}
    events = [*table.play(3, mv.Claim(0)), *table.play(1, mv.Decline(0))]
    for viewer, known in table.projections.items():
        seen = table.seen(viewer, events)
        if viewer in (1, 3):
            assert len(seen) == 1
            assert encode(GAME.view(known, viewer)) != before[viewer]
        else:
            assert seen == []
            assert encode(GAME.view(known, viewer)) == before[viewer]
    [own] = [event for event in table.seen(3, events) if isinstance(event, ev.BananaClaimed)]
    assert own.decided_at is None


def test_6_2_a_second_claim_does_not_tell_that_there_was_a_first():
    first, _ = race(photo_finish_ms=250)
    second, _ = race(photo_finish_ms=250)
    first.play(3, mv.Claim(0), after=100)
    first.play(2, mv.Claim(0), after=100)
    second.play(2, mv.Claim(0), after=200)
    assert first.now == second.now
    assert first.projections[2] == second.projections[2]


def to_free_for_all(world, rng):
    """Plays until a banana is in dispute and returns the time; ``None`` where that never happens."""
    while not world.truth.state.free_for_alls:
        if world.truth.status == "finished":
            return None
        people = [decision.seat for decision in pending(GAME, world.truth) if decision.seat == 0 and decision.required]
        if people:
            answer(world, 0, rng)
        else:
            serve(world, rng)
    return world.truth.at


@pytest.mark.parametrize("bot_delay", [(0, 0), (60_000, 60_000)])
def test_r8_bots_wait_before_they_claim_whatever_the_table_says(bot_delay):
    waits = []
    for seed in range(25):
        rng = Random(seed)
        world = seated(1, "greedy", "greedy", "greedy", bot_delay=bot_delay, seed=seed, options={"claim_ms": 90_000})
        opened = to_free_for_all(world, rng)
        waits += [due.at - opened for due in obligations(GAME, world.truth, world.chance) if due.bot and opened]
    assert len(set(waits)) > 20
    assert 800 <= min(waits) < 1_100
    assert 2_200 < max(waits) <= 2_500


def test_r8_bots_answer_a_lottery_as_the_table_says():
    rng = Random(1)
    world = seated(1, "greedy", "greedy", bot_delay=(7, 7), seed=2, options={"free_for_all": "lottery"})
    opened = to_free_for_all(world, rng)
    assert next_due(GAME, world.truth, world.chance).at == opened + 7


def raced(seed=0):
    """A race at a table of four people: the owner of the banana, its opponents, and when it opened."""
    rng = Random(seed)
    world = seated(4, seed=seed)
    while not world.truth.state.free_for_alls:
        asked = [decision.seat for decision in pending(GAME, world.truth) if decision.required]
        answer(world, asked[0], rng)
    [owner] = world.truth.state.free_for_alls
    return world, owner, [seat for seat in range(4) if seat != owner], world.truth.at


def claim(world, seat, owner):
    [decision] = [decision for decision in pending(GAME, world.truth) if decision.seat == seat]
    return Play(seat, decision.id, mv.Claim(owner))


def test_e17_at_the_table():
    world, owner, (first, second, third), opened = raced()
    late = claim(world, third, owner)
    world.commit(claim(world, first, owner), opened + 1_400)
    world.commit(claim(world, second, owner), opened + 1_550)
    due = next_due(GAME, world.truth, world.chance)
    assert (due.at, due.command) == (opened + 1_650, GameWake())
    with pytest.raises(WrongPhase):
        decide(GAME, world.truth, GameWake(), world.chance, opened + 1_649)
    world.commit(GameWake(), due.at)
    taken = [event for event in world.commits[-1].events if isinstance(event, ev.FreeForAllDecided)]
    assert taken[0].claimants == tuple(sorted((first, second)))
    with pytest.raises(DecisionNotPending):
        decide(GAME, world.truth, late, world.chance, opened + 1_900)


def test_r16_a_seat_that_is_out_of_time_or_has_left_does_not_claim():
    world, owner, (first, second, third), opened = raced()
    world.commit(Resign(first), opened + 5)
    due = next_due(GAME, world.truth, world.chance)
    assert isinstance(due.command, Expire)
    world.commit(due.command, due.at)
    assert world.truth.state.free_for_alls[owner].declines == (first,)
    world.commit(claim(world, second, owner), opened + 10)
    world.commit(claim(world, third, owner), opened + 11)
    assert owner not in world.truth.state.free_for_alls


def test_the_view_shows_the_own_answer_and_the_deadline():
    world, owner, (first, second, _), opened = raced()
    world.commit(claim(world, first, owner), opened + 5)
    for seat, answered in ((first, True), (second, None)):
        view = match_view(GAME, world.projections[seat], seat, 1)
        [banana] = view.state.free_for_alls
        assert (banana.owner, banana.deadline, banana.claimed) == (owner, opened + 8_000, answered)
        assert [asked.kind for asked in view.pending] == ([] if answered else ["claim"])
        assert all(asked.deadline == opened + 8_000 for asked in view.pending)


def test_chance_is_asked_once_for_each_label():
    table = Table(*["B ban B ban"] * 4, chance=Script(), photo_finish_ms=0)
    while table.truth.phase != "over":
        seat, kind = table.waits_for()[0]
        move = table.moves(seat)[0]
        table.play(seat, move)
        assert kind in {"card", "claim", "coconut"}
    assert len({(label, i) for label, i, _ in table.chance.asked}) == len(table.chance.asked)
