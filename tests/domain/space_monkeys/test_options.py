"""The option registry: defaults by pace, combinations that are refused, and values that are no options."""

import msgspec
import pytest

from domain.games.space_monkeys.options import Options, Preferences, resolve
from domain.refusal import OptionsRefused


@pytest.mark.parametrize(
    ("seats", "deck"), [(2, "crystal"), (3, "crystal"), (4, "plain"), (5, "plain"), (6, "full"), (7, "full")]
)
def test_2_1_the_deck_goes_by_the_number_of_players(seats, deck):
    assert resolve(Options(), seats).deck == deck


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("deck", ["crystal", "plain", "full"])
def test_r2_a_deck_that_is_not_valid_is_refused(seats, deck):
    fits = seats <= {"crystal": 3, "plain": 5, "full": 7}[deck]
    if fits:
        assert resolve(Options(deck=deck), seats).deck == deck
    else:
        with pytest.raises(OptionsRefused) as refused:
            resolve(Options(deck=deck), seats)
        assert refused.value.rule == "2.4"


@pytest.mark.parametrize(("pace", "timed"), [("live", (8_000, 1_500, True)), ("async", (86_400_000, 0, False))])
def test_r22_the_timed_options_follow_the_pace(pace, timed):
    options = resolve(Options(pace=pace), 3)
    assert (options.response_ms, options.min_window_ms, options.fast_pass) == timed
    assert resolve(options, 3) == options


def test_r22_a_given_time_is_kept():
    options = resolve(Options(response_ms=2_000, min_window_ms=0, fast_pass=False), 3)
    assert (options.response_ms, options.min_window_ms, options.fast_pass) == (2_000, 0, False)


def test_r22_the_least_time_never_exceeds_the_deadline():
    assert resolve(Options(response_ms=500), 3).min_window_ms == 500
    with pytest.raises(OptionsRefused) as refused:
        resolve(Options(response_ms=500, min_window_ms=501), 3)
    assert refused.value.facts == {"option": "min_window_ms"}


@pytest.mark.parametrize(
    "given",
    [
        {"first_player": "host"},
        {"first_player": "host", "first_seat": 3},
        {"first_player": "random", "first_seat": 0},
        {"first_player": "vote", "first_seat": 0},
    ],
)
def test_r3_a_first_seat_goes_with_host_alone(given):
    with pytest.raises(OptionsRefused) as refused:
        resolve(Options(**given), 3)
    assert (refused.value.rule, refused.value.facts) == ("R-3", {"option": "first_seat"})


@pytest.mark.parametrize(
    "given",
    [
        {"deck": "both"},
        {"pace": None},
        {"first_seat": 7},
        {"first_seat": -1},
        {"first_seat": True},
        {"response_ms": 99},
        {"response_ms": 10**30},
        {"min_window_ms": -1},
        {"min_window_ms": 60_001},
        {"plasma_self_target": 1},
        {"fast_pass": "yes"},
    ],
)
def test_hostile_values_are_no_options(given):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, Options)


def test_every_option_has_a_default_and_a_description():
    for kind in (Options, Preferences):
        kind()
        properties = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
        assert all("description" in schema and "default" in schema for schema in properties.values())
