"""The notation of events: moves as in section 6, behind the letter of the seat; the rest as in ``docs/notation.md``.

Forms that have been published are only ever added to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.space_monkeys_pyramids import events as ev
from domain.games.space_monkeys_pyramids import moves as mv
from domain.games.space_monkeys_pyramids.board import BITS, between, name_of
from domain.games.space_monkeys_pyramids.moves import notation
from domain.notation import Atom, Fields, Form, Notation, always, partly_known

_SQUARE = Atom("[a-h][1-8]", str, str)

_ATOMS: Mapping[str, Atom] = {"square": _SQUARE, "squares": partly_known(_SQUARE)}


def _move(kind: Callable[[str, str], Any]) -> Callable[[Fields], Fields]:
    return lambda written: {"text": notation(kind(written["from_"], written["to"]))}


def _jump(*, own: bool) -> Callable[[Fields], Fields]:
    def rest(written: Fields) -> Fields:
        move = mv.Jump(written["from_"], written["to"], written.get("cage"))
        return {
            "text": notation(move),
            "over": name_of(between(BITS[move.from_], BITS[move.to])),
            "owner": written["seat"] if own else 1 - written["seat"],
            "cage": move.cage,
        }

    return rest


_FORMS = (
    Form(ev.GamePrepared, "setup {options:settings}", always(records=())),
    Form(ev.GamePrepared, "setup {options:settings} records {records}"),
    Form(ev.FirstPlayerChosen, "{seat} first, {by:word}"),
    Form(ev.Placed, "{seat} places {squares}"),
    Form(ev.PlacedAnew, "{seat} places anew {squares}"),
    Form(ev.Revealed, "{seat} stands on {squares}"),
    Form(ev.Stepped, "{seat} {from_:square}-{to:square}", _move(mv.Step)),
    Form(ev.Jumped, "{seat} {from_:square}x{to:square}", _jump(own=False)),
    Form(ev.Jumped, "{seat} {from_:square}x{to:square}@{cage:square}", _jump(own=False)),
    Form(ev.Jumped, "{seat} {from_:square}x{to:square} own", _jump(own=True)),
    Form(ev.Jumped, "{seat} {from_:square}x{to:square}@{cage:square} own", _jump(own=True)),
    Form(ev.Boarded, "{seat} {from_:square}^{to:square}", _move(mv.Board)),
    Form(ev.ShipLeft, "{seat} {from_:square}v{to:square}", _move(mv.Leave)),
    Form(
        ev.Launched,
        "{seat} {at:square}! {launches:number}",
        lambda written: {"text": notation(mv.Launch(written["at"]))},
    ),
    Form(ev.Passed, "{seat} --", always(text=notation(mv.Pass()))),
    Form(ev.GameWon, "{seat} wins, {by:word}"),
    Form(ev.GameDrawn, "drawn, {by:word}"),
)

NOTATION = Notation(ev.EVENTS, _FORMS, _ATOMS)
