from __future__ import annotations

import re

import pytest

from events import keys
from events.errors import IdempotencyKeyReused, TokenRevoked, TooMany
from events.players import (
    CREATION_WINDOW_MS,
    WeakIdempotencyKey,
    create_player,
    create_token,
    find_player,
    identify,
    list_tokens,
    names,
    revoke_token,
)
from tests.events.playing import Clock, contents

KEY = "0123456789abcdef"


@pytest.fixture
def players(store):
    store._clock = Clock(1_000_000)
    return store


def create(store, name="Ann", *, guest=False, address="192.0.2.1", per_hour=10, key=None):
    return create_player(store, name, guest=guest, address=address, per_hour=per_hour, idempotency_key=key)


def test_a_new_player_is_known_by_id_and_token(players) -> None:
    made = create(players)
    assert made.player == find_player(players, made.player.id)
    assert (made.player.name, made.player.guest, made.player.created_at) == ("Ann", False, 1_000_000)
    assert identify(players, made.token).player_id == made.player.id
    assert names(players, [made.player.id, "p_nobody", made.player.id]) == {made.player.id: "Ann"}


def test_a_guest_gets_a_name(players) -> None:
    guest = create(players, None, guest=True).player
    assert guest.guest
    assert guest.name.startswith("Guest ")


def test_a_token_is_stored_nowhere_and_printed_nowhere(players) -> None:
    made = create(players, key=KEY)
    more = create_token(players, made.player.id, label="bot", at_most=5, idempotency_key=KEY)
    stored = repr(contents(players))
    for token in (made.token, more.token):
        assert re.fullmatch("mk_[a-z2-7]{40}", token)
        assert token[3:] not in stored
        assert token not in repr(made) + repr(more) + repr(more.listed)
    assert KEY not in stored
    assert "192.0.2.1" not in stored


@pytest.mark.parametrize(
    "token", ["", "mk_", "mk_" + "a" * 40, "xx_" + "a" * 40, "mk_" + "a" * 41, "mk_\ud800" + "a" * 39]
)
def test_what_is_no_token_is_nobody(players, token) -> None:
    create(players)
    assert identify(players, token) is None


def test_the_same_request_under_the_same_key_is_the_same_player_with_the_same_token(players) -> None:
    first = create(players, key=KEY)
    before = contents(players)
    again = create(players, key=KEY)
    assert (again.player, again.token) == (first.player, first.token)
    assert contents(players) == before
    with pytest.raises(IdempotencyKeyReused):
        create(players, "Bo", key=KEY)
    other = create(players, key=KEY + "x")
    assert other.player.id != first.player.id
    assert other.token != first.token


def test_a_key_that_others_could_send_creates_no_player(players) -> None:
    with pytest.raises(WeakIdempotencyKey):
        create(players, key="1")
    assert contents(players) == {}


def test_a_key_is_kept_for_a_day(players) -> None:
    create(players, key=KEY)
    (name,) = [name for name in contents(players) if name.startswith("reservation:")]
    assert 86_300 < players.call("ttl", name) <= 86_400


@pytest.mark.parametrize("broken", ["hsetnx", "set", "hset"])
def test_a_creation_that_broke_off_is_completed_by_its_repeat(players, monkeypatch, broken) -> None:
    original = players.call

    def call(method, *arguments, **named):
        if method == broken:
            raise ConnectionError
        return original(method, *arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(players, "call", call)
        with pytest.raises(ConnectionError):
            create(players, key=KEY)
    made = create(players, key=KEY)
    assert identify(players, made.token).player_id == made.player.id
    assert len(list_tokens(players, made.player.id)) == 1


def test_tokens_are_listed_and_revoked_one_by_one(players) -> None:
    made = create(players)
    players._clock.now += 5
    second = create_token(players, made.player.id, label="phone", at_most=5)
    assert [(token.label, token.created_at) for token in list_tokens(players, made.player.id)] == [
        ("", 1_000_000),
        ("phone", 1_000_005),
    ]
    first = identify(players, made.token).token_id
    assert revoke_token(players, made.player.id, first)
    assert not revoke_token(players, made.player.id, first)
    assert identify(players, made.token) is None
    assert identify(players, second.token).token_id == second.listed.id
    assert list_tokens(players, made.player.id) == [second.listed]


def test_nobody_revokes_the_tokens_of_somebody_else(players) -> None:
    ann, bo = create(players), create(players, "Bo")
    assert not revoke_token(players, bo.player.id, identify(players, ann.token).token_id)
    assert identify(players, ann.token) is not None


def test_a_revoked_token_does_not_come_back_and_its_key_makes_no_other(players) -> None:
    made = create(players, key=KEY)
    spare = create_token(players, made.player.id, label="", at_most=5, idempotency_key="k")
    for token in (made.token, spare.token):
        revoke_token(players, made.player.id, identify(players, token).token_id)
    with pytest.raises(TokenRevoked):
        create_token(players, made.player.id, label="", at_most=5, idempotency_key="k")
    with pytest.raises(TokenRevoked):
        create(players, key=KEY)
    assert identify(players, spare.token) is None
    assert identify(players, made.token) is None


def test_the_same_request_for_a_token_under_the_same_key_gives_the_same_token(players) -> None:
    made = create(players)
    first, again = (create_token(players, made.player.id, label="x", at_most=2, idempotency_key="k") for _ in range(2))
    assert (first.token, first.listed) == (again.token, again.listed)
    with pytest.raises(IdempotencyKeyReused):
        create_token(players, made.player.id, label="y", at_most=2, idempotency_key="k")


def test_tokens_are_capped(players) -> None:
    made = create(players)
    create_token(players, made.player.id, label="", at_most=2)
    before = contents(players)
    with pytest.raises(TooMany):
        create_token(players, made.player.id, label="", at_most=2)
    assert contents(players) == before


def test_players_from_one_address_are_capped_for_an_hour(players) -> None:
    for number in range(3):
        create(players, per_hour=3, key=f"{KEY}{number}")
    before = contents(players)
    for key in (None, f"{KEY}more"):
        with pytest.raises(TooMany) as refused:
            create(players, per_hour=3, key=key)
    assert contents(players) == before
    create(players, per_hour=3, key=f"{KEY}0")
    create(players, per_hour=3, address="192.0.2.2")
    assert refused.value.facts["retry_after"] == CREATION_WINDOW_MS // 1000
    players._clock.now += CREATION_WINDOW_MS
    create(players, per_hour=3)


def test_what_limits_players_goes_away_by_itself(players) -> None:
    create(players)
    (name,) = [name for name in contents(players) if name.startswith("created:")]
    assert 0 < players.call("ttl", name) <= 3600


def test_keys_of_one_player_lie_in_one_slot(players) -> None:
    made = create(players)
    tag = "{" + made.player.id + "}"
    for name in (keys.hosting, keys.opened, keys.player, keys.tokens):
        assert tag in name(made.player.id)
