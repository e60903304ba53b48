"""Space Monkeys, the game of pyramids on a chessboard: shared/rules/space-monkeys-pyramids.md, version 1.0."""

from __future__ import annotations

from domain.game import Game
from domain.games.space_monkeys_pyramids.bots import BOTS
from domain.games.space_monkeys_pyramids.events import EVENTS
from domain.games.space_monkeys_pyramids.explain import explain
from domain.games.space_monkeys_pyramids.moves import MOVES, canonical
from domain.games.space_monkeys_pyramids.notation import NOTATION
from domain.games.space_monkeys_pyramids.options import Options, Preferences, resolve
from domain.games.space_monkeys_pyramids.rules import (
    deal_anew,
    fallback,
    leave,
    legal,
    on_wake,
    outcome,
    pending,
    play,
    prefer,
    setup,
    start,
    wake,
)
from domain.games.space_monkeys_pyramids.state import State, apply, can_take_back, take_back
from domain.games.space_monkeys_pyramids.texts import CATALOGUE, STORY, label
from domain.games.space_monkeys_pyramids.view import View, view

SPACE_MONKEYS_PYRAMIDS: Game[State] = Game(
    key="space-monkeys-pyramids",
    rules_version=1,
    seats=range(2, 3),
    catalogue=CATALOGUE,
    allows_draw_offers=True,
    uses_records=True,
    loses_on_time=True,
    api_prefix="Pyramids",
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
    canonical=canonical,
    explain=explain,
    apply=apply,
    wake=wake,
    on_wake=on_wake,
    fallback=fallback,
    leave=leave,
    prefer=prefer,
    outcome=outcome,
    label=label,
    story=STORY,
    notation=NOTATION,
    view=view,
    bots=BOTS,
    can_take_back=can_take_back,
    take_back=take_back,
    deal_anew=deal_anew,
)
