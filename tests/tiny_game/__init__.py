"""Rock, paper, scissors for two or three: a small game with hidden choices, chance, a deadline and preferences."""

from __future__ import annotations

from domain.game import Game
from tests.tiny_game.bots import copycat
from tests.tiny_game.events import EVENTS
from tests.tiny_game.moves import MOVES
from tests.tiny_game.notation import NOTATION
from tests.tiny_game.options import Options, Preferences, resolve
from tests.tiny_game.rules import (
    explain,
    fallback,
    leave,
    legal,
    on_wake,
    outcome,
    pending,
    play,
    prefer,
    setup,
    wake,
)
from tests.tiny_game.state import State, apply, start
from tests.tiny_game.texts import CATALOGUE, STORY, label
from tests.tiny_game.view import View, view

ROCK_PAPER_SCISSORS: Game[State] = Game(
    key="rock-paper-scissors",
    rules_version=1,
    seats=range(2, 4),
    catalogue=CATALOGUE,
    allows_draw_offers=True,
    api_prefix="RockPaperScissors",
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
    outcome=outcome,
    label=label,
    story=STORY,
    notation=NOTATION,
    view=view,
    bots={"copycat": copycat},
)
