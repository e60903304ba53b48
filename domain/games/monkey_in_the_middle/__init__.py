"""Monkey in the Middle: shared/rules/monkey-in-the-middle.md, version 1.0."""

from __future__ import annotations

from domain.game import Game
from domain.games.monkey_in_the_middle.anew import deal_anew
from domain.games.monkey_in_the_middle.bots import BOTS
from domain.games.monkey_in_the_middle.events import EVENTS
from domain.games.monkey_in_the_middle.explain import explain
from domain.games.monkey_in_the_middle.legal import legal
from domain.games.monkey_in_the_middle.moves import MOVES
from domain.games.monkey_in_the_middle.notation import NOTATION
from domain.games.monkey_in_the_middle.options import Options, Preferences, resolve
from domain.games.monkey_in_the_middle.rules import (
    fallback,
    leave,
    on_wake,
    pending,
    play,
    prefer,
    setup,
    wake,
)
from domain.games.monkey_in_the_middle.state import State, apply, start
from domain.games.monkey_in_the_middle.texts import CATALOGUE, STORY, label
from domain.games.monkey_in_the_middle.view import View, view

MONKEY_IN_THE_MIDDLE: Game[State] = Game(
    key="monkey-in-the-middle",
    rules_version=1,
    seats=range(3, 7),
    catalogue=CATALOGUE,
    allows_draw_offers=False,
    api_prefix="MonkeyInTheMiddle",
    Options=Options,
    Preferences=Preferences,
    State=State,
    View=View,
    moves=MOVES,
    events=EVENTS,
    resolve=resolve,
    start=start,
    setup=setup,
    pending=pending,
    legal=legal,
    play=play,
    explain=explain,
    apply=apply,
    wake=wake,
    on_wake=on_wake,
    fallback=fallback,
    leave=leave,
    prefer=prefer,
    outcome=lambda state: state.ranks,
    label=label,
    story=STORY,
    notation=NOTATION,
    view=view,
    bots=BOTS,
    deal_anew=deal_anew,
)
