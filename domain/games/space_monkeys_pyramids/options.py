"""What a table may set, and what is refused (option registry)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.refusal import OptionsRefused

Setup: TypeAlias = Literal["simultaneous", "first_first", "second_first", "random"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one table."""

    pace: Annotated[
        Literal["live", "async"],
        Meta(description="Whether players sit together now or answer over days; changes no rule of this game."),
    ] = "live"
    first_player: Annotated[
        Literal["random", "south", "north", "youngest"],
        Meta(
            description="Who begins; `youngest` needs `younger_seat`, and lets the other seat begin where the younger "
            "player has won more than two thirds of their games."
        ),
    ] = "random"
    younger_seat: Annotated[
        Literal["south", "north", "equal"] | None,
        Meta(
            description="Which player is younger, with `first_player` = `youngest` and never otherwise; "
            "`equal` ages are decided at random."
        ),
    ] = None
    setup: Annotated[
        Setup,
        Meta(
            description="How the monkeys are placed: secretly at the same time, in the open by the first or the second "
            "player first, or at random."
        ),
    ] = "simultaneous"
    jump_own: Annotated[bool, Meta(description="Whether pieces of one's own may be jumped as well.")] = False
    cage_full: Annotated[
        Literal["stay", "forbid"],
        Meta(description="Whether a monkey for whom no cage is free stays when jumped, or cannot be jumped."),
    ] = "stay"
    no_move: Annotated[
        Literal["pass", "lose"], Meta(description="Whether a player who has no legal move passes or loses.")
    ] = "pass"
    repetition: Annotated[
        int,
        Meta(ge=0, le=1_000, description="The game is drawn when a position occurs this many times; 0 for never."),
    ] = 3
    no_launch_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000,
            description="The game is drawn after this many moves of both players without a launch; 0 for never.",
        ),
    ] = 200


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What each seat sets for itself: nothing in this game."""


def resolve(options: Options, seats: int) -> Options:
    """``options``, of which every default is a value already.

    Raises ``OptionsRefused`` for ``youngest`` without a younger seat or a younger seat without that purpose (R-1) and
    for a repetition that the first position would be (R-10).
    """
    if options.first_player == "youngest" and options.younger_seat is None:
        raise OptionsRefused("first_player = youngest needs younger_seat", rule="R-1", option="younger_seat")
    if options.first_player != "youngest" and options.younger_seat is not None:
        raise OptionsRefused("younger_seat goes with first_player = youngest only", rule="R-1", option="younger_seat")
    if options.repetition == 1:
        raise OptionsRefused("repetition = 1 would draw every match at once", rule="R-10", option="repetition")
    return options
