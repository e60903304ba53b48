"""Events as lines of text."""

from __future__ import annotations

from domain.notation import WORD, Form, Notation, several, unknown
from tests.tiny_game import events as ev

_FORMS = (
    Form(ev.GamePrepared, "setup {options:settings}"),
    Form(ev.RoundBegan, "round {number} until {deadline:time}"),
    Form(ev.Thrown, "{seat} throws {throw}"),
    Form(ev.Revealed, "reveal {throws} points {points:numbers}"),
    Form(ev.LotDrawn, "{seat} lot"),
    Form(ev.HabitSet, "{seat} habit {habit:word}"),
    Form(ev.SeatLeft, "{seat} leaves"),
)

NOTATION = Notation(ev.EVENTS, _FORMS, {"throw": unknown(WORD), "throws": several(unknown(WORD))})
