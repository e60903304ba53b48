"""Events as short lines of text, and back: one table for each game, and one for the events of every table.

A form is a line with places for fields, such as ``{seat} draws {card}``; an atom says how a field is written. An event
is written in the first of its forms that reads back as the same event. One that has none, because it comes from another
release or from a stranger, is written as its JSON, so that everything can be written and nothing changes by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from string import Formatter
from typing import Any, NamedTuple, TypeAlias, Union

import msgspec

from domain.event import Event

Fields: TypeAlias = dict[str, Any]


class Unreadable(ValueError):
    """A text that is not the notation of anything; the message is one sentence for people."""


class Atom(NamedTuple):
    """How a field is written, without spaces. ``read`` is given what ``pattern`` matches, which has no groups.

    ``relative``: milliseconds, counted from the time of the commit.
    """

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    relative: bool = False


class Form(NamedTuple):
    """One way to write events of one class.

    ``template``: words and fields, ``{field}`` or ``{field:atom}``, where the atom is not named as the field is.
    ``rest``: the fields that are not written, from those that are.
    """

    kind: type[Event]
    template: str
    rest: Callable[[Fields], Fields] = lambda written: {}


def always(**fields: Any) -> Callable[[Fields], Fields]:
    """The ``rest`` of a form that is for one value of each of these fields."""
    return lambda written: fields


_NUMBER = "-?[0-9]{1,18}"
_WORDS: Mapping[str, Any] = {"null": None, "true": True, "false": False}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

NUMBER = Atom(_NUMBER, str, int)
TIME = Atom("[+-][0-9]{1,18}", "{:+d}".format, int, relative=True)
WORD = Atom("[A-Za-z0-9][A-Za-z0-9_-]*", str, str)
SEAT = Atom("[A-Z]", lambda seat: _LETTERS[seat : seat + 1], _LETTERS.index)


def one_of(codes: Mapping[str, str]) -> Atom:
    """``codes``: value → its code."""
    values = {code: value for value, code in codes.items()}
    return Atom("|".join(map(re.escape, values)), lambda value: codes.get(value, ""), values.__getitem__)


def unknown(atom: Atom) -> Atom:
    """``?`` for ``None``."""
    return atom._replace(
        pattern=rf"\?|{atom.pattern}",
        write=lambda value: "?" if value is None else atom.write(value),
        read=lambda text: None if text == "?" else atom.read(text),
    )


def several(atom: Atom, separator: str = ",") -> Atom:
    """A tuple; ``-`` for an empty one."""

    def read(text: str) -> tuple[Any, ...]:
        items = (text.split(separator) if separator else text) if text != "-" else ()
        return tuple(map(atom.read, items))

    return Atom(
        f"-|(?:{atom.pattern})(?:{re.escape(separator)}(?:{atom.pattern}))*",
        lambda values: separator.join(map(atom.write, values)) or "-",
        read,
    )


def partly_known(atom: Atom) -> Atom:
    """A tuple in which ``None`` stands for each unknown item; ``3?`` are three of them in a row."""

    def write(values: tuple[Any, ...]) -> str:
        texts: list[str] = []
        for hidden, run in groupby(values, key=lambda value: value is None):
            items = list(run)
            texts += [f"{len(items) if len(items) > 1 else ''}?"] if hidden else map(atom.write, items)
        return ",".join(texts) or "-"

    def read_run(text: str) -> tuple[Any, ...]:
        return (None,) * int(text[:-1] or 1) if text.endswith("?") else (atom.read(text),)

    # Three digits, so that a short text does not become a long tuple.
    runs = several(Atom(rf"[0-9]{{0,3}}\?|{atom.pattern}", str, read_run))
    return runs._replace(write=write, read=lambda text: tuple(value for run in runs.read(text) for value in run))


def _setting(value: Any) -> str:
    return next((word for word, known in _WORDS.items() if known is value), str(value))


def _read_settings(text: str) -> Fields:
    pairs = (pair.split("=") for pair in text.split(",")) if text != "-" else ()
    return {
        key: _WORDS[value] if value in _WORDS else int(value) if re.fullmatch(_NUMBER, value) else value
        for key, value in pairs
    }


SEATS = several(SEAT, "")
NUMBERS = several(NUMBER)
SETTINGS = Atom(
    "-|[a-z0-9_]+=[A-Za-z0-9_-]+(?:,[a-z0-9_]+=[A-Za-z0-9_-]+)*",
    lambda values: ",".join(f"{key}={_setting(value)}" for key, value in msgspec.to_builtins(values).items()) or "-",
    _read_settings,
)
RECORDS = several(
    Atom(
        "[0-9]{1,9}/[0-9]{1,9}",
        lambda record: "{}/{}".format(*record),
        lambda text: tuple(map(int, text.split("/"))),
    )
)

ATOMS: Mapping[str, Atom] = {
    "number": NUMBER,
    "time": TIME,
    "word": WORD,
    "seat": SEAT,
    "seats": SEATS,
    "numbers": NUMBERS,
    "settings": SETTINGS,
    "records": RECORDS,
}
"""The atoms that every notation has. Seats are letters, A for seat 0."""


class _Field(NamedTuple):
    name: str
    atom: Atom

    def write(self, event: Event, at: int) -> str:
        return self.atom.write(self._shifted(getattr(event, self.name), -at))

    def read(self, text: str, at: int) -> Any:
        return self._shifted(self.atom.read(text), at)

    def _shifted(self, value: Any, by: int) -> Any:
        return value + by if self.atom.relative and value is not None else value


class _Compiled(NamedTuple):
    """``pieces``: words, each with the field that follows, if one does."""

    kind: type[Event]
    rest: Callable[[Fields], Fields]
    pattern: re.Pattern[str]
    pieces: tuple[tuple[str, _Field | None], ...]

    def write(self, event: Event, at: int) -> str:
        return "".join(words + ("" if field is None else field.write(event, at)) for words, field in self.pieces)

    def read(self, found: re.Match[str], at: int) -> Event:
        fields = {field.name: field.read(found[field.name], at) for _, field in self.pieces if field is not None}
        fields |= self.rest(fields)
        names = zip(self.kind.__struct_fields__, self.kind.__struct_encode_fields__, strict=True)
        return msgspec.convert({encoded: fields[name] for name, encoded in names if name in fields}, self.kind)


def _compiled(form: Form, atoms: Mapping[str, Atom]) -> _Compiled:
    pattern, pieces = "", []
    for words, name, atom, _ in Formatter().parse(form.template):
        field = None if name is None else _Field(name, atoms[atom or name])
        pieces.append((words, field))
        pattern += re.escape(words) + ("" if field is None else f"(?P<{field.name}>{field.atom.pattern})")
    return _Compiled(form.kind, form.rest, re.compile(pattern), tuple(pieces))


class Notation:
    """How events of some classes are written. ``forms``: each text has the pattern of one at most."""

    __slots__ = ("_compiled", "_decode", "_of_kind", "forms")

    def __init__(self, events: Sequence[type[Event]], forms: Iterable[Form], atoms: Mapping[str, Atom]) -> None:
        """``atoms``: in addition to ``ATOMS``."""
        self.forms = tuple(forms)
        self._compiled = [_compiled(form, {**ATOMS, **atoms}) for form in self.forms]
        self._of_kind = {kind: [form for form in self._compiled if form.kind is kind] for kind in events}
        self._decode: Callable[[str], Event] = msgspec.json.Decoder(Union[tuple(events)]).decode  # noqa: UP007

    def write(self, event: Event, at: int = 0) -> str:
        """One line of printable ASCII, without ``; ``. ``at``: the time of the commit in ms, from which times count."""
        for form in self._of_kind[type(event)]:
            try:
                text = form.write(event, at)
                if self.read(text, at) == event:
                    return text
            # A field that is null, which no form but another one of the class can write.
            except (Unreadable, TypeError):
                pass
        whole = json.dumps(msgspec.to_builtins(event), separators=(",", ":"))
        # In JSON this compact they are always part of a text.
        return whole.replace(" ", "\\u0020").replace("\x7f", "\\u007f")

    def read(self, text: str, at: int = 0) -> Event:
        """The event that ``write`` has written as ``text``, with the same ``at``; ``Unreadable`` for anything else."""
        try:
            if re.fullmatch(r"\{[!-~]*\}", text):
                return self._decode(text)
            for form in self._compiled:
                found = form.pattern.fullmatch(text)
                if found:
                    return form.read(found, at)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Unreadable(f"This has the form of an event, but is none: {text[:80]!a}.") from error
        raise Unreadable(f"This is not the notation of an event: {text[:80]!a}.")

    def forms_of(self, text: str) -> list[Form]:
        """The forms whose pattern ``text`` has."""
        forms = zip(self.forms, self._compiled, strict=True)
        return [form for form, compiled in forms if compiled.pattern.fullmatch(text)]
