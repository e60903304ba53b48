"""What a table may set, and what is refused (7, option registry, R-7, R-8, R-15)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.monkey_in_the_middle.cards import composition
from domain.refusal import OptionsRefused

FreeForAllMode: TypeAlias = Literal["race", "lottery", "pointers_lottery"]
Pace: TypeAlias = Literal["live", "async"]
Preset: TypeAlias = Literal["standard", "kids1", "kids2", "kids3"]

DAY = 86_400_000


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one table. What is ``null`` gets the value that goes with the pace or the preset."""

    pace: Annotated[
        Pace, Meta(description="Whether players sit together now or answer over days; sets the timed options.")
    ] = "live"
    preset: Annotated[
        Preset,
        Meta(description="A set of switches for an age; a switch that is given wins over the preset's value."),
    ] = "standard"
    bananas: Annotated[bool | None, Meta(description="Whether the decks hold bananas (all presets but `kids1`).")] = (
        None
    )
    coconuts: Annotated[bool | None, Meta(description="Whether the decks hold coconuts (`standard` and `kids3`).")] = (
        None
    )
    hands: Annotated[
        bool | None,
        Meta(description="Whether players choose from a hand (`standard`) or turn over the top card of their deck."),
    ] = None
    monkey_business: Annotated[
        bool, Meta(description="Whether a player whose monkey was caught must play a banana or a coconut next.")
    ] = False
    free_for_all: Annotated[
        FreeForAllMode | None,
        Meta(
            description="Who gets a banana that both neighbours point at: the first to claim it, one drawn from those "
            "who try, or one drawn from the two who point (live `race`, async `lottery`)."
        ),
    ] = None
    photo_finish_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="In a race, claims less than this after the first one count as simultaneous, in ms; nobody can "
            "claim after `claim_ms`, even where this is longer.",
        ),
    ] = 250
    claim_ms: Annotated[
        Annotated[int, Meta(ge=0, le=30 * DAY)] | None,
        Meta(
            description="How long a banana may be claimed, in ms (live 8,000, async 86,400,000); at 0 nobody can claim "
            "one, and its owner takes it."
        ),
    ] = None
    coconut_pick: Annotated[
        Literal["pointers", "any_opponent"],
        Meta(description="Whom the owner of a coconut may choose when both neighbours point at it."),
    ] = "pointers"
    auto_reveal_ms: Annotated[
        Annotated[int, Meta(ge=0, le=30 * DAY)] | Literal["off"] | None,
        Meta(
            description="Without hands: when a round starts by itself, in ms, or `off` to wait until all are ready "
            "(live 2,000, async `off`)."
        ),
    ] = None


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """No settings of a seat's own."""


class Times(msgspec.Struct, frozen=True):
    """The defaults that go with a pace (R-8, R-15), in ms."""

    free_for_all: FreeForAllMode
    claim: int
    auto_reveal: int | Literal["off"]


class Switches(msgspec.Struct, frozen=True):
    """What a preset turns on (7.2)."""

    bananas: bool
    coconuts: bool
    hands: bool


TIMES: dict[Pace, Times] = {
    "live": Times("race", 8_000, 2_000),
    "async": Times("lottery", DAY, "off"),
}
PRESETS: dict[Preset, Switches] = {
    "standard": Switches(True, True, True),
    "kids1": Switches(False, False, False),
    "kids2": Switches(True, False, False),
    "kids3": Switches(True, True, False),
}


def resolve(options: Options, seats: int) -> Options:
    """``options`` with every default filled in.

    Raises ``OptionsRefused`` for a race at an asynchronous table (4.4.1) and for Monkey Business without hands or
    without any fruit (7.2.1).
    """
    times, preset = TIMES[options.pace], PRESETS[options.preset]
    resolved = msgspec.structs.replace(
        options,
        bananas=preset.bananas if options.bananas is None else options.bananas,
        coconuts=preset.coconuts if options.coconuts is None else options.coconuts,
        hands=preset.hands if options.hands is None else options.hands,
        free_for_all=options.free_for_all or times.free_for_all,
        claim_ms=times.claim if options.claim_ms is None else options.claim_ms,
        auto_reveal_ms=times.auto_reveal if options.auto_reveal_ms is None else options.auto_reveal_ms,
    )
    if resolved.pace == "async" and resolved.free_for_all == "race":
        raise OptionsRefused("an asynchronous table cannot race for bananas", rule="4.4.1", option="free_for_all")
    if resolved.monkey_business and not (resolved.hands and (resolved.bananas or resolved.coconuts)):
        raise OptionsRefused("monkey_business needs hands and a kind of fruit", rule="7.2.1", option="monkey_business")
    return resolved


def deck_of(options: Options) -> list[str]:
    """All cards of one player's deck under resolved ``options``; as many as there are rounds (7.2.2)."""
    deck = composition(bananas=bool(options.bananas), coconuts=bool(options.coconuts))
    return [key for key, count in deck.items() for _ in range(count)]
