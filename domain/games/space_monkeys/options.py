"""What a table may set, what a seat may set, and what is refused (option registry, R-2, R-3, R-22)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.space_monkeys.cards import ACTIONS, HAND, Deck, cards_of, composition
from domain.refusal import OptionsRefused

AutoPass: TypeAlias = Literal["none", "unless_involved", "always"]
Pace: TypeAlias = Literal["live", "async"]

DAY = 86_400_000


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one table. A timed option that is ``null`` gets the value that goes with the pace."""

    deck: Annotated[
        Literal["auto", "crystal", "plain", "full"],
        Meta(description="The cards in use; `auto` goes by the number of players (2-3, 4-5, 6-7)."),
    ] = "auto"
    pace: Annotated[
        Pace, Meta(description="Whether players sit together now or answer over days; sets the timed options.")
    ] = "live"
    first_player: Annotated[
        Literal["random", "host", "vote"], Meta(description="Who begins; `host` needs `first_seat`.")
    ] = "random"
    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="The seat that begins, with `first_player` = `host` and never otherwise."),
    ] = None
    plasma_stacking: Annotated[
        Literal["inclusive", "exclusive"],
        Meta(description="Whether the turn in which a Plasma Cannon is fired counts among those handed on."),
    ] = "inclusive"
    plasma_self_target: Annotated[bool, Meta(description="Whether a Plasma Cannon may be fired at oneself.")] = False
    single_set_card: Annotated[
        Literal["noop", "forbid"],
        Meta(description="Whether one Space Raid or Crystal Heist card may be played alone, without effect."),
    ] = "noop"
    eliminated_hand: Annotated[
        Literal["discard", "remove"],
        Meta(description="Whether the hand of an eliminated player joins the discard pile or leaves the game."),
    ] = "discard"
    response_ms: Annotated[
        Annotated[int, Meta(ge=100, le=30 * DAY)] | None,
        Meta(description="How long a response window stays open for answers, in ms (live 8,000, async 86,400,000)."),
    ] = None
    min_window_ms: Annotated[
        Annotated[int, Meta(ge=0, le=60_000)] | None,
        Meta(
            description="How long a response window stays open at least, in ms (live 1,500, but not more than "
            "`response_ms`; async 0)."
        ),
    ] = None
    fast_pass: Annotated[
        bool | None,
        Meta(description="Whether nobody waits for players without a Force Field (live true, async false)."),
    ] = None


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What each seat sets for itself, at any time, seen by nobody else."""

    auto_pass: Annotated[
        AutoPass | None,
        Meta(
            description="In which response windows the server passes for this seat; "
            "`null` goes with the pace (live `none`, async `unless_involved`)."
        ),
    ] = None


class Times(msgspec.Struct, frozen=True):
    """The defaults that go with a pace (R-3, R-22), in ms."""

    response: int
    min_window: int
    fast_pass: bool
    auto_pass: AutoPass
    vote: int


TIMES: dict[Pace, Times] = {
    "live": Times(8_000, 1_500, True, "none", 60_000),
    "async": Times(DAY, 0, False, "unless_involved", DAY),
}

_DECKS: dict[int, Deck] = {2: "crystal", 3: "crystal", 4: "plain", 5: "plain", 6: "full", 7: "full"}


def resolve(options: Options, seats: int) -> Options:
    """``options`` with every default filled in for ``seats`` players.

    Raises ``OptionsRefused`` for a deck that is not valid (2.4), a first seat without or outside its purpose (R-3)
    and a window whose least time exceeds its deadline (R-22).
    """
    deck: Deck = _DECKS[seats] if options.deck == "auto" else options.deck
    asteroids, actions = composition(deck)["asteroid"], len(cards_of(deck, ACTIONS))
    if asteroids < seats - 1 or actions < HAND * seats:
        raise OptionsRefused(
            f"the deck {deck} has {asteroids} Asteroids and {actions} action cards, "
            f"{seats} players need {seats - 1} and {HAND * seats}",
            rule="2.4",
            option="deck",
        )
    if options.first_player == "host" and options.first_seat is None:
        raise OptionsRefused("first_player = host needs first_seat", rule="R-3", option="first_seat")
    if options.first_player != "host" and options.first_seat is not None:
        raise OptionsRefused("first_seat goes with first_player = host only", rule="R-3", option="first_seat")
    if options.first_seat is not None and options.first_seat >= seats:
        raise OptionsRefused(f"there is no seat {options.first_seat} at this table", rule="R-3", option="first_seat")
    times = TIMES[options.pace]
    response = times.response if options.response_ms is None else options.response_ms
    least = min(times.min_window, response) if options.min_window_ms is None else options.min_window_ms
    if least > response:
        raise OptionsRefused("min_window_ms is longer than response_ms", rule="R-22", option="min_window_ms")
    return msgspec.structs.replace(
        options,
        deck=deck,
        response_ms=response,
        min_window_ms=least,
        fast_pass=times.fast_pass if options.fast_pass is None else options.fast_pass,
    )
