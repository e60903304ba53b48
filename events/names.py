"""Names of players: what can be read, and which of them look alike."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 40
MOST_MARKS = 2
"""Combining marks in a row: more of them reach into the lines above and below."""

LENGTH = f"A name has 1 to {LONGEST_NAME} characters."
SPACES = "A name has no space at either end."
NOTHING = "A name has a character that can be seen."
HIDDEN = "A name has no character that is hidden or changes how others are shown."
SELECTOR = "A name has no selector of variants but after a symbol."
MARKS = f"A name has at most {MOST_MARKS} combining marks in a row, after a character that they change."
FAULTS = (LENGTH, SPACES, NOTHING, HIDDEN, SELECTOR, MARKS)
"""What `unreadable` says."""

_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_BASES = frozenset("LNPS")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""
_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0131",
    "abekmhopctyxijsdqwabeikvoptuxi",
)
"""Letters of the Cyrillic and the Greek alphabet that look like Latin ones, in small letters as `casefold` leaves."""


def _base(character: str) -> bool:
    return unicodedata.category(character)[0] in _BASES and character not in _BLANK


def unreadable(name: str) -> str | None:
    """Why ``name``, in normal form C, cannot be a name; ``None`` for one that can."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return LENGTH
    if name[0] == " " or name[-1] == " ":
        return SPACES
    if not any(map(_base, name)):
        return NOTHING
    marks = 0
    for place, character in enumerate(name):
        category = unicodedata.category(character)
        hidden = category[0] in "CZ" and character != " " and not _joins_emoji(name, place)
        if hidden or character in _BLANK:
            return HIDDEN
        styled = character == _EMOJI_STYLE and place and _symbol(name[place - 1])
        if 0xFE00 <= ord(character) <= 0xFE0F and not styled:
            return SELECTOR
        if character == "\u034f" or 0x180B <= ord(character) <= 0x180F or 0xE0100 <= ord(character) <= 0xE01EF:
            return HIDDEN
        marks = marks + 1 if category[0] == "M" else 0
        if marks > MOST_MARKS or (marks and not place):
            return MARKS
    return None


def _symbol(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sk")


def _joins_emoji(name: str, place: int) -> bool:
    """Whether a joiner stands between two symbols, the first perhaps followed by its style."""
    before = name[:place].removesuffix(_EMOJI_STYLE)[-1:]
    after = name[place + 1 : place + 2]
    return name[place] == _JOINER and all(beside and _symbol(beside) for beside in (before, after))


def appearance(name: str) -> str:
    """The same for names that look alike: in form, in capitals, with accents, or in letters of another alphabet."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    shown = "".join(character for character in plain if unicodedata.category(character)[0] not in "MC")
    return " ".join(shown.translate(_ALIKE).split())
