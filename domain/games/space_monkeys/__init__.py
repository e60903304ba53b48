"""Space Monkeys, the card game: shared/rules/space-monkeys.md, version 1.0."""

from __future__ import annotations

from domain.game import Game
from domain.games.space_monkeys.anew import deal_anew
from domain.games.space_monkeys.bot import random_move, sensible_move
from domain.games.space_monkeys.events import EVENTS
from domain.games.space_monkeys.explain import explain
from domain.games.space_monkeys.fold import apply
from domain.games.space_monkeys.legal import legal
from domain.games.space_monkeys.moves import MOVES
from domain.games.space_monkeys.notation import NOTATION
from domain.games.space_monkeys.options import Options, Preferences, resolve
from domain.games.space_monkeys.rules import fallback, leave, on_wake, play, prefer, setup
from domain.games.space_monkeys.state import State, start
from domain.games.space_monkeys.texts import CATALOGUE, STORY, label
from domain.games.space_monkeys.view import View, view
from domain.games.space_monkeys.windows import pending, wake

SPACE_MONKEYS: Game[State] = Game(
    key="space-monkeys",
    rules_version=1,
    seats=range(2, 8),
    catalogue=CATALOGUE,
    allows_draw_offers=False,
    api_prefix="SpaceMonkeys",
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
    bots={"sensible": sensible_move, "random": random_move},
    deal_anew=deal_anew,
)
