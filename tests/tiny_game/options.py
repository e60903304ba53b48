"""What a table and a seat may set."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.refusal import OptionsRefused

Throw: TypeAlias = Literal["rock", "paper", "scissors"]
Habit: TypeAlias = Literal["any", "rock", "paper", "scissors"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=5, description="How many rounds are played.")] = 3
    tie: Annotated[
        Literal["nobody", "lot"], Meta(description="Who scores where nobody beats anybody: nobody, or one seat by lot.")
    ] = "nobody"
    repeats: Annotated[bool, Meta(description="Whether a seat may throw again what it threw in the round before.")] = (
        True
    )
    throw_ms: Annotated[
        Annotated[int, Meta(ge=0, le=60_000)] | None,
        Meta(description="How long a round waits for throws, in ms; `null` for 10,000."),
    ] = None


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    habit: Annotated[Habit, Meta(description="What is thrown for this seat when it does not throw in time.")] = "any"


def resolve(options: Options, seats: int) -> Options:
    """``options`` with every default filled in; ``OptionsRefused`` for a lot among three seats in a single round."""
    if options.tie == "lot" and options.rounds == 1 and seats > 2:
        raise OptionsRefused("A single round of three seats is not drawn by lot.", rule="T-1", option="tie")
    return msgspec.structs.replace(options, throw_ms=10_000 if options.throw_ms is None else options.throw_ms)
