"""Opening tables, taking and leaving seats, starting and cancelling, through the handler."""

from __future__ import annotations

import json

import pytest

from domain.command import CancelTable, Prefer, StartMatch, TakeSeat, VacateSeat
from domain.refusal import NotYourSeat, OptionsRefused, SeatUnavailable, WrongPhase
from domain.table_events import SeatOffer
from events import keys, queries
from events.commit_writes import CANCELLED_KEPT_S
from events.errors import IdempotencyKeyReused, MatchNotFound, TooMany, UnknownGame
from events.handler import Handler
from events.opening import invitation
from events.settings import Settings
from tests.events.playing import (
    ALL_GAMES,
    TINY,
    contents,
    follow_all,
    new_players,
    open_match,
    play,
    seeded_bytes,
    sit,
    view_of,
)

OPEN, INVITED, BOT = SeatOffer("open"), SeatOffer("invited"), SeatOffer("bot", bot="copycat")


@pytest.fixture
def people(clocked) -> list[str]:
    return new_players(clocked, "Ann", "Bo", "Cy", "Di")


def opened(handler, host, *seats, **fields):
    return handler.open_table(host, game=TINY, seats=seats, **fields)


def table_of(store, match_id, player=None):
    return queries.read_match(store, match_id, player).table


def test_a_new_table_waits_for_players(handler, clocked, people) -> None:
    ann, *_ = people
    result = opened(handler, ann, SeatOffer("reserved", ann), OPEN)
    match_id = result.accepted.match
    view = view_of(clocked, match_id, None)
    assert (view["status"], view["host"], view["entry"]) == ("open", ann, 1)
    assert [row.player for row in table_of(clocked, match_id).seats] == [ann, None]
    assert result.accepted.viewer == 0
    assert result.codes == (None, None)


def test_the_seat_table_has_the_names_and_no_stream_has_them(handler, clocked, people) -> None:
    match_id, _ = open_match(handler, clocked, "Ann", "Bo", game=TINY)
    table = table_of(clocked, match_id)
    assert (table.names, table.host_name, table.revision) == (["Ann", "Bo"], "Ann", 2)
    for key, value in contents(clocked).items():
        assert key == keys.table(match_id) or key.startswith("player:") or "Ann" not in repr(value)


def test_two_players_of_one_name_can_be_told_apart(handler, clocked) -> None:
    ann, bo = new_players(clocked, "Ann", "Bo")
    clocked.call("hset", keys.player(bo), "name", "Ann")
    match_id = opened(handler, ann, SeatOffer("reserved", ann), OPEN, BOT).accepted.match
    sit(handler, match_id, bo)
    assert table_of(clocked, match_id).names == ["Ann", "Ann (seat 1)", "Bot 2"]


def test_the_revision_counts_changes_of_seats_and_nothing_else(handler, clocked, people) -> None:
    ann, bo, *_ = people
    match_id = opened(handler, ann, SeatOffer("reserved", ann), OPEN, start="host").accepted.match
    assert table_of(clocked, match_id).revision == 1
    handler.act(match_id, ann, lambda seat: Prefer(seat, {"habit": "rock"}))
    assert table_of(clocked, match_id).revision == 1
    sit(handler, match_id, bo)
    handler.act(match_id, bo, lambda seat: VacateSeat(bo, 1))
    sit(handler, match_id, bo)
    assert table_of(clocked, match_id).revision == 4
    handler.act(match_id, ann, lambda seat: StartMatch(ann))
    assert table_of(clocked, match_id).revision == 4


def test_whoever_sits_where_they_sit_already_repeats(handler, clocked, people) -> None:
    ann, bo, *_ = people
    match_id = opened(handler, ann, OPEN, OPEN, OPEN).accepted.match
    sit(handler, match_id, bo, 1)
    before = contents(clocked)
    for seat in (None, 1):
        assert sit(handler, match_id, bo, seat).repeated
    with pytest.raises(SeatUnavailable):
        sit(handler, match_id, bo, 2)
    with pytest.raises(SeatUnavailable):
        sit(handler, match_id, ann, 1)
    assert contents(clocked) == before


def test_the_seat_that_starts_the_match_can_be_taken_again_without_harm(handler, clocked, people) -> None:
    ann, bo, *_ = people
    match_id = opened(handler, ann, SeatOffer("reserved", ann), OPEN).accepted.match
    assert not sit(handler, match_id, bo).repeated
    assert view_of(clocked, match_id, bo)["status"] == "running"
    assert sit(handler, match_id, bo).repeated
    with pytest.raises(WrongPhase):
        sit(handler, match_id, people[2])


def test_a_keyed_command_is_done_once_even_if_it_could_be_done_again(handler, clocked, people) -> None:
    ann, bo, *_ = people
    match_id = opened(handler, ann, OPEN, OPEN, OPEN).accepted.match

    def take(seat, key):
        return handler.act(match_id, bo, lambda own: TakeSeat(bo, seat), key)

    first = take(1, "k1")
    handler.act(match_id, bo, lambda own: VacateSeat(bo, 1))
    again = take(1, "k1")
    assert (again.repeated, again.receipt) == (True, first.receipt)
    assert table_of(clocked, match_id).seats[1].player is None
    with pytest.raises(IdempotencyKeyReused):
        take(2, "k1")
    assert not take(2, "k2").repeated
    with pytest.raises(IdempotencyKeyReused):
        take(None, "k2")


def test_the_keys_of_two_players_are_two_keys(handler, people) -> None:
    ann, bo, cy, _ = people
    match_id = opened(handler, ann, OPEN, OPEN, OPEN).accepted.match
    for player in (bo, cy):
        assert not handler.act(match_id, player, lambda own, player=player: TakeSeat(player), "same key").repeated


def test_only_the_host_kicks(handler, clocked, people) -> None:
    ann, bo, cy, _ = people
    match_id = opened(handler, ann, OPEN, OPEN, OPEN).accepted.match
    sit(handler, match_id, bo, 0)
    with pytest.raises(NotYourSeat):
        handler.act(match_id, cy, lambda own: VacateSeat(cy, 0))
    handler.act(match_id, ann, lambda own: VacateSeat(ann, 0))
    assert table_of(clocked, match_id).seats[0].player is None
    with pytest.raises(SeatUnavailable):
        handler.act(match_id, bo, lambda own: VacateSeat(bo, 0))


def test_starting_and_cancelling_again_give_the_same_receipt(handler, people) -> None:
    ann, bo, *_ = people
    for command in (StartMatch, CancelTable):
        match_id = opened(handler, ann, SeatOffer("reserved", ann), BOT, start="host").accepted.match
        with pytest.raises(NotYourSeat):
            handler.act(match_id, bo, lambda own, command=command: command(bo))
        first = handler.act(match_id, ann, lambda own, command=command: command(ann))
        again = handler.act(match_id, ann, lambda own, command=command: command(ann))
        assert (again.receipt, again.repeated) == (first.receipt, True)


def test_whoever_may_not_start_or_cancel_is_told_so_also_when_it_is_done(handler, people) -> None:
    ann, bo, *_ = people
    match_id = opened(handler, ann, SeatOffer("reserved", ann), BOT, start="host").accepted.match
    handler.act(match_id, ann, lambda own: StartMatch(ann))
    for player, command in ((bo, StartMatch), (bo, CancelTable), (ann, CancelTable)):
        with pytest.raises(WrongPhase):
            handler.act(match_id, player, lambda own, player=player, command=command: command(player))


def test_a_cancelled_table_goes_away_by_itself_and_no_other_key_does(handler, clocked, people) -> None:
    ann, *_ = people
    match_id = opened(handler, ann, SeatOffer("reserved", ann), OPEN).accepted.match
    handler.act(match_id, ann, lambda own: CancelTable(ann))
    names = [name for name in contents(clocked) if match_id in name]
    assert {keys.secret(match_id), keys.events(match_id), keys.log(match_id, None)} <= set(names)
    for name in names:
        assert CANCELLED_KEPT_S - 60 < clocked.client.ttl(name) <= CANCELLED_KEPT_S
    finished, _ = open_match(handler, clocked, "Ann", "Bo", game=TINY, options={"rounds": 1})
    for seat, player in enumerate(people[:2]):
        play(handler, finished, player, f"{seat}-1", {"type": "throw", "throw": "rock"})
    names = [name for name in contents(clocked) if finished in name and not name.startswith("player:")]
    assert keys.snapshot(finished) not in names
    assert {clocked.client.ttl(name) for name in names} == {-1}


def test_a_table_that_nobody_starts_is_cancelled_after_a_day(handler, clocked, clock, people) -> None:
    ann, bo, *_ = people
    match_id = opened(handler, ann, SeatOffer("reserved", ann), OPEN).accepted.match
    wake = clocked.load(match_id, 0).wake
    assert wake == clock.now + 24 * 60 * 60 * 1000
    clock.now = wake
    with pytest.raises(WrongPhase):
        sit(handler, match_id, bo)
    view = view_of(clocked, match_id, ann)
    assert (view["status"], view["end_reason"]) == ("cancelled", "expired")
    assert clocked.load(match_id, 0).wake is None


def test_the_same_request_under_the_same_key_opens_one_table(handler, clocked, people) -> None:
    ann, bo, *_ = people

    def request(host=ann, key="k", *seats, **fields):
        return opened(handler, host, *(seats or (INVITED, OPEN)), idempotency_key=key, **fields)

    first, again = request(), request()
    assert (again.accepted.match, again.codes) == (first.accepted.match, first.codes)
    assert (first.accepted.repeated, again.accepted.repeated) == (False, True)
    assert again.accepted.receipt == first.accepted.receipt
    others = (request(key=None), request(key="k2"), request(host=bo))
    assert len({result.accepted.match for result in (first, *others)}) == 4
    for other in ({"visibility": "private"}, {"options": {"rounds": 1}}, {"entropy": "00"}):
        with pytest.raises(IdempotencyKeyReused):
            request(**other)


def test_an_opening_that_broke_off_is_completed_by_its_repeat(handler, clocked, people, monkeypatch) -> None:
    ann, *_ = people
    with monkeypatch.context() as broken:
        broken.setattr(clocked, "append", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            opened(handler, ann, INVITED, OPEN, idempotency_key="k")
    result = opened(handler, ann, INVITED, OPEN, idempotency_key="k")
    assert not result.accepted.repeated
    assert opened(handler, ann, INVITED, OPEN, idempotency_key="k").codes == result.codes


def test_a_code_opens_its_seat_and_is_stored_nowhere(handler, clocked, people) -> None:
    ann, bo, cy, _ = people
    result = opened(handler, ann, OPEN, INVITED, INVITED, visibility="private", idempotency_key="k")
    assert result.codes[0] is None
    assert len({*result.codes}) == 3
    match_id = result.accepted.match
    with pytest.raises(MatchNotFound):
        sit(handler, match_id, cy, 1)
    with pytest.raises(MatchNotFound):
        sit(handler, match_id, cy, invite=invitation("wrong"))
    assert sit(handler, match_id, bo, invite=invitation(result.codes[2])).viewer == 2
    with pytest.raises(SeatUnavailable):
        sit(handler, match_id, cy, invite=invitation(result.codes[2]))
    assert not any(code in repr(contents(clocked)) for code in result.codes if code is not None)


def test_a_private_match_is_known_to_those_who_have_a_place_at_it(handler, clocked, people) -> None:
    ann, bo, cy, di = people
    seats = (SeatOffer("reserved", bo), INVITED, INVITED)
    result = opened(handler, ann, *seats, visibility="private")
    match_id = result.accepted.match
    sit(handler, match_id, cy, invite=invitation(result.codes[1]))
    assert [queries.read_match(clocked, match_id, player).viewer for player in (ann, bo, cy)] == [None, None, 1]
    for player in (di, None):
        with pytest.raises(MatchNotFound):
            queries.read_match(clocked, match_id, player)
    for command in (CancelTable(di), StartMatch(di), VacateSeat(di, 1), Prefer(1, {})):
        with pytest.raises(MatchNotFound):
            handler.act(match_id, di, lambda own, command=command: command)
    handler.act(match_id, ann, lambda own: VacateSeat(ann, 1))
    with pytest.raises(MatchNotFound):
        queries.read_match(clocked, match_id, cy)


def test_open_tables_are_capped_until_one_starts_or_closes(clocked, people, rung) -> None:
    ann, bo, *_ = people
    handler = Handler(clocked, rung.append, games=ALL_GAMES, settings=Settings(open_tables_per_player=3))
    matches = [opened(handler, ann, SeatOffer("reserved", ann), OPEN).accepted.match for _ in range(3)]
    follow_all(clocked)
    before = contents(clocked)
    for key in (None, "k"):
        with pytest.raises(TooMany) as refused:
            opened(handler, ann, OPEN, OPEN, idempotency_key=key)
    assert contents(clocked) == before
    assert refused.value.facts["retry_after"] > 0
    sit(handler, matches[0], bo)
    handler.act(matches[1], ann, lambda own: CancelTable(ann))
    follow_all(clocked)
    for _ in range(2):
        opened(handler, ann, OPEN, OPEN)
    with pytest.raises(TooMany):
        opened(handler, ann, OPEN, OPEN)


def test_tables_in_an_hour_are_capped(clocked, clock, people, rung) -> None:
    ann, *_ = people
    handler = Handler(clocked, rung.append, games=ALL_GAMES, settings=Settings(tables_per_player_per_hour=2))
    for _ in range(2):
        opened(handler, ann, BOT, BOT)
    with pytest.raises(TooMany) as refused:
        opened(handler, ann, BOT, BOT)
    clock.now += refused.value.facts["retry_after"] * 1000
    opened(handler, ann, BOT, BOT)


def test_seats_in_unfinished_matches_are_capped(clocked, people, rung) -> None:
    ann, bo, *_ = people
    handler = Handler(clocked, rung.append, games=ALL_GAMES, settings=Settings(running_matches_per_player=1))
    for expected in (None, TooMany):
        match_id = opened(handler, ann, OPEN, OPEN).accepted.match
        if expected is None:
            sit(handler, match_id, bo)
            follow_all(clocked)
        else:
            with pytest.raises(expected):
                sit(handler, match_id, bo)


def test_what_cannot_be_opened_leaves_nothing(handler, clocked, people) -> None:
    ann, *_ = people
    before = contents(clocked)
    with pytest.raises(UnknownGame):
        handler.open_table(ann, game="chess", seats=[OPEN, OPEN])
    for fields in ({"seats": [OPEN]}, {"seats": [OPEN, SeatOffer("bot", bot="deep")]}, {"options": {"rounds": 99}}):
        with pytest.raises((OptionsRefused, ValueError)):
            handler.open_table(ann, game=TINY, **{"seats": [OPEN, OPEN], **fields}, idempotency_key="k")
    assert contents(clocked) == before


def test_no_seat_is_kept_for_a_player_who_does_not_exist(handler, clocked, people) -> None:
    ann, bo, *_ = people
    with pytest.raises(OptionsRefused):
        opened(handler, ann, SeatOffer("reserved", "p_nobody"), OPEN)
    opened(handler, ann, SeatOffer("reserved", bo), OPEN)


def test_entropy_of_every_seat_goes_into_the_draws(clocked, people) -> None:
    ann, bo, *_ = people
    hands = []
    for entropy in ("00", "01"):
        clocked.client.flushall()
        handler = Handler(clocked, lambda match: None, random_bytes=seeded_bytes(1))
        seats = [SeatOffer("reserved", ann), OPEN]
        match_id = handler.open_table(ann, game="space-monkeys", seats=seats).accepted.match
        sit(handler, match_id, bo, entropy=entropy)
        hands.append(view_of(clocked, match_id, ann)["state"]["hand"])
        events = [json.loads(fields[b"j"])["events"] for _, fields in clocked.client.xrange(keys.events(match_id))]
        assert events[1][0] == {"type": "seat_taken", "seat": 1, "player": bo, "entropy": entropy}
    assert hands[0] != hands[1]
