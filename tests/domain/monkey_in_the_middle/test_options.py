"""The option registry, the presets and what is refused (7.2, R-7, R-8, R-15)."""

import msgspec
import pytest

from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle.options import Options, deck_of
from domain.refusal import OptionsRefused

DAY = 86_400_000


def resolved(**options):
    return GAME.resolve(Options(**options), 4)


def test_the_defaults_of_a_live_table():
    assert resolved() == Options(
        pace="live",
        preset="standard",
        bananas=True,
        coconuts=True,
        hands=True,
        monkey_business=False,
        free_for_all="race",
        photo_finish_ms=250,
        claim_ms=8_000,
        coconut_pick="pointers",
        auto_reveal_ms=2_000,
    )


def test_the_defaults_of_an_asynchronous_table():
    options = resolved(pace="async")
    assert (options.free_for_all, options.claim_ms, options.auto_reveal_ms) == ("lottery", DAY, "off")


def test_what_is_given_wins_over_the_pace():
    options = resolved(pace="async", free_for_all="pointers_lottery", claim_ms=5, auto_reveal_ms=0)
    assert (options.free_for_all, options.claim_ms, options.auto_reveal_ms) == ("pointers_lottery", 5, 0)
    assert resolved(auto_reveal_ms="off").auto_reveal_ms == "off"


@pytest.mark.parametrize(
    ("preset", "bananas", "coconuts", "hands", "rounds"),
    [
        ("kids1", False, False, False, 10),
        ("kids2", True, False, False, 13),
        ("kids3", True, True, False, 16),
        ("standard", True, True, True, 16),
    ],
)
def test_7_2_presets(preset, bananas, coconuts, hands, rounds):
    options = resolved(preset=preset)
    assert (options.bananas, options.coconuts, options.hands) == (bananas, coconuts, hands)
    assert len(deck_of(options)) == rounds


def test_7_2_a_switch_that_is_given_wins():
    options = resolved(preset="kids1", hands=True, coconuts=True)
    assert (options.bananas, options.coconuts, options.hands) == (False, True, True)
    assert len(deck_of(options)) == 13
    assert not resolved(bananas=False).bananas


def test_resolved_options_stay_as_they_are():
    options = resolved(preset="kids2", pace="async")
    assert GAME.resolve(options, 4) == options


def test_4_4_1_no_race_at_an_asynchronous_table():
    with pytest.raises(OptionsRefused) as refused:
        resolved(pace="async", free_for_all="race")
    assert refused.value.rule == "4.4.1"


@pytest.mark.parametrize(
    "options",
    [
        {"hands": False},
        {"preset": "kids3"},
        {"bananas": False, "coconuts": False},
        {"preset": "kids1", "hands": True},
    ],
)
def test_7_2_1_monkey_business_needs_hands_and_fruit(options):
    with pytest.raises(OptionsRefused) as refused:
        resolved(monkey_business=True, **options)
    assert refused.value.rule == "7.2.1"


@pytest.mark.parametrize(
    "options", [{}, {"bananas": False}, {"coconuts": False}, {"preset": "kids1", "hands": True, "bananas": True}]
)
def test_7_2_1_monkey_business_with_one_kind_of_fruit(options):
    assert resolved(monkey_business=True, **options).monkey_business


@pytest.mark.parametrize(
    "options",
    [
        {"photo_finish_ms": 1_001},
        {"photo_finish_ms": -1},
        {"claim_ms": -1},
        {"auto_reveal_ms": "on"},
        {"auto_reveal_ms": True},
        {"free_for_all": "auction"},
        {"coconut_pick": "anybody"},
        {"bananas": "no"},
        {"preset": "kids4"},
        {"pace": "slow"},
    ],
)
def test_malformed_options(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)
