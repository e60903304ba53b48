"""The notation of events: ``docs/notation.md``. Codes and forms that have been published are only ever added to."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle.scoring import Score
from domain.notation import TIME, Atom, Form, Notation, always, one_of, partly_known, several, unknown

CODES: Mapping[str, str] = {"R": "R", "L": "L", "B": "B", "N": "N", "banana": "ban", "coconut": "coc"}
"""Kind of card → its code, as the rules abbreviate it (section 10)."""

_CARD = one_of(CODES)


def _write_score(score: Score) -> str:
    return f"{score.monkeys}m{score.bananas}b{score.coconuts}c"


def _read_score(text: str) -> dict[str, int]:
    monkeys, _, fruit = text.partition("m")
    bananas, _, coconuts = fruit.partition("b")
    return {"monkeys": int(monkeys), "bananas": int(bananas), "coconuts": int(coconuts[:-1])}


_ATOMS: Mapping[str, Atom] = {
    "card": unknown(_CARD),
    "cards": partly_known(_CARD),
    "moment": unknown(TIME),
    "scores": several(Atom("[0-9]{1,3}m[0-9]{1,3}b[0-9]{1,3}c", _write_score, _read_score)),
}

_ROUND = "round {round:number} {question:word}"

_FORMS = (
    Form(ev.GamePrepared, "setup {options:settings} bots {bots:seats}"),
    Form(ev.DeckDealt, "{seat} dealt {hand:cards} deck {deck:cards}"),
    Form(ev.CardsDealtAnew, "{seat} dealt anew {hand:cards}", always(choice=None)),
    Form(ev.CardsDealtAnew, "{seat} dealt anew {hand:cards} lays {choice:card}"),
    Form(ev.DeckDealtAnew, "{seat} deck anew {deck:cards}"),
    Form(ev.RaceTimedAnew, "race {owner:seat} anew, decided {decided_at:time}"),
    Form(ev.RoundBegan, _ROUND, always(bound=(), deadline=None)),
    Form(ev.RoundBegan, _ROUND + " bound {bound:seats}", always(deadline=None)),
    Form(ev.RoundBegan, _ROUND + " until {deadline:time}", always(bound=())),
    Form(ev.RoundBegan, _ROUND + " bound {bound:seats} until {deadline:time}"),
    Form(ev.CardChosen, "{seat} lays {card}", always(changeable=True)),
    Form(ev.CardChosen, "{seat} lays {card} for good", always(changeable=False)),
    Form(ev.CardChanged, "{seat} changes to {card}"),
    Form(ev.SeatReady, "{seat} ready"),
    Form(ev.CardsRevealed, "reveal {cards}"),
    Form(ev.MonkeyCaught, "{seat} caught"),
    Form(ev.BananaTaken, "{owner:seat} keeps banana", lambda written: {"taker": written["owner"]}),
    Form(ev.BananaTaken, "{taker:seat} gets banana < {owner:seat}"),
    Form(ev.FreeForAllOpened, "race {owner:seat} until {deadline:time}", always(race=True)),
    Form(ev.FreeForAllOpened, "lottery {owner:seat} until {deadline:time}", always(race=False)),
    Form(ev.BananaClaimed, "{seat} claims {owner:seat}, decided {decided_at:moment}"),
    Form(ev.BananaDeclined, "{seat} declines {owner:seat}"),
    Form(ev.FreeForAllDecided, "{taker:seat} grabs banana < {owner:seat} of {claimants:seats}"),
    Form(ev.CoconutTaken, "{owner:seat} keeps coconut", lambda written: {"taker": written["owner"]}),
    Form(ev.CoconutTaken, "{taker:seat} gets coconut < {owner:seat}"),
    Form(ev.CoconutContested, "ask {owner:seat} coconut > {recipients:seats}"),
    Form(ev.RecipientChosen, "{owner:seat} gives coconut > {to:seat}"),
    Form(ev.CardDrawn, "{seat} draws {card}"),
    Form(ev.SeatLeft, "{seat} leaves"),
    Form(ev.GameScored, "scores {scores} ranks {ranks:numbers}"),
)

NOTATION = Notation(ev.EVENTS, _FORMS, _ATOMS)
