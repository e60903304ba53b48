"""The notation of events: ``docs/notation.md``. Codes and forms that have been published are only ever added to."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.space_monkeys import events as ev
from domain.notation import NUMBER, Atom, Form, Notation, always, one_of, partly_known, several, unknown

CODES: Mapping[str, str] = {
    "plasma": "Pl",
    "leap": "Le",
    "gaze": "Ga",
    "split": "Sp",
    "under": "Un",
    "field": "Ff",
    "trash": "Tr",
    "raid-a": "Ra",
    "raid-b": "Rb",
    "raid-c": "Rc",
    "raid-mash": "Rm",
    "heist-a": "Ha",
    "heist-b": "Hb",
    "heist-mash": "Hm",
    "asteroid": "As",
    "blackhole": "Bh",
}
"""Kind of card → its code."""

_CARD = one_of(CODES)

_ATOMS: Mapping[str, Atom] = {
    "card": unknown(_CARD),
    "cards": partly_known(_CARD),
    "set": several(_CARD, "+"),
    "place": unknown(NUMBER),
}

_FORMS = (
    Form(ev.GamePrepared, "setup {options:settings} crystals {crystals:number} auto-pass {auto_pass:word}"),
    Form(ev.HandDealt, "{seat} dealt {cards}"),
    Form(ev.PileLaid, "pile {cards}"),
    Form(ev.HandDealtAnew, "{seat} dealt anew {cards}"),
    Form(ev.PilesDealtAnew, "piles anew {draw:cards} and {discard:cards}"),
    Form(ev.VoteOpened, "vote {voters:seats} until {deadline:time}"),
    Form(ev.Voted, "{seat} votes {choice:seat}"),
    Form(ev.FirstPlayerChosen, "{seat} first, {by:word}"),
    Form(ev.TurnBegan, "{seat} turn", always(owed=1, under_fire=False)),
    Form(ev.TurnBegan, "{seat} turn of {owed:number}", always(under_fire=False)),
    Form(ev.TurnBegan, "{seat} turn of {owed:number} under fire", always(under_fire=True)),
    Form(ev.Asked, "ask {seat} {question:word}"),
    *(
        Form(ev.ActionPlayed, f"{{seat}} {action}", always(action=action, cards=(action,), targets=(), mode=None))
        for action in ("leap", "gaze", "split", "under", "trash")
    ),
    Form(
        ev.ActionPlayed, "{seat} gaze pair", always(action="gaze_pair", cards=("gaze", "gaze"), targets=(), mode=None)
    ),
    Form(ev.ActionPlayed, "{seat} plasma > {targets:seats}", always(action="plasma", cards=("plasma",), mode=None)),
    Form(ev.ActionPlayed, "{seat} raid {cards:set} {mode:word} > {targets:seats}", always(action="raid")),
    Form(ev.ActionPlayed, "{seat} heist {cards:set} > {targets:seats}", always(action="heist", mode=None)),
    Form(ev.ActionPlayed, "{seat} single {cards:set}", always(action="single", targets=(), mode=None)),
    Form(ev.WindowOpened, "window {closes_not_before:time} {deadline:time}"),
    Form(ev.Passed, "{seat} pass"),
    Form(ev.ForceFieldPlayed, "{seat} field"),
    Form(ev.WindowClosed, "effect", always(effective=True)),
    Form(ev.WindowClosed, "no effect", always(effective=False)),
    Form(ev.CardDrawn, "{seat} draws {card}", always(bottom=False)),
    Form(ev.CardDrawn, "{seat} draws {card} bottom", always(bottom=True)),
    Form(ev.AsteroidDrawn, "{seat} asteroid, {crystals:number} left", always(bottom=False)),
    Form(ev.AsteroidDrawn, "{seat} asteroid bottom, {crystals:number} left", always(bottom=True)),
    Form(ev.AsteroidReturned, "{seat} buries {depth:place}"),
    Form(ev.BlackHoleDrawn, "{seat} black hole", always(bottom=False)),
    Form(ev.BlackHoleDrawn, "{seat} black hole bottom", always(bottom=True)),
    Form(ev.CardGiven, "{seat} gives {card} > {to:seat}"),
    Form(ev.PileSeen, "{seat} sees {cards}"),
    Form(ev.PileReordered, "{seat} orders {cards}"),
    Form(ev.PileCut, "{seat} cuts {k:number}"),
    Form(ev.DiscardsSeen, "{seat} searches {cards}", always(choice=True)),
    Form(ev.DiscardsSeen, "{seat} searches {cards} in vain", always(choice=False)),
    Form(ev.DiscardTaken, "{seat} fetches {card} at {position:place}"),
    Form(ev.CardsStolen, "{seat} steals {cards} < {victim:seat}"),
    Form(
        ev.CrystalTaken,
        "{seat} takes crystal < {victim:seat}, {crystals:number} to {victim_crystals:number}",
        always(kept=True),
    ),
    Form(
        ev.CrystalTaken,
        "{seat} breaks crystal < {victim:seat}, {crystals:number} to {victim_crystals:number}",
        always(kept=False),
    ),
    Form(ev.Eliminated, "{seat} out, {cause:word}, discards {cards}", always(removed=False)),
    Form(ev.Eliminated, "{seat} out, {cause:word}, removes {cards}", always(removed=True)),
    Form(ev.AutoPassSet, "{seat} auto-pass {auto_pass:word}"),
    Form(ev.GameWon, "{seat} wins, ranks {ranks:numbers}"),
)

NOTATION = Notation(ev.EVENTS, _FORMS, _ATOMS)
