"""The page ``docs/notation.md`` and what has to stand there: forms as a grammar, and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from domain.notation import Form, Notation

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
_BLOCK = re.compile(r"^```([a-z-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[list[str]]:
    """The lines of each block of the page that is marked as ``kind``."""
    return [body.splitlines() for info, body in _BLOCK.findall(PAGE.read_text()) if info == kind]


def alternative(form: Form) -> str:
    """``form`` as the right side of a rule of the grammar."""
    items = []
    for words, name, atom, _ in Formatter().parse(form.template):
        items += [f'"{words}"'] if words else []
        items += [] if name is None else [(atom or name).strip("_")]
    return " ".join(items)


def rules(notation: Notation) -> Iterator[str]:
    """A rule of the grammar for each class of event, named as its type."""
    kinds = dict.fromkeys(form.kind for form in notation.forms)
    for kind in kinds:
        name = str(kind.__struct_config__.tag)
        alternatives = [alternative(form) for form in notation.forms if form.kind is kind]
        yield f"{name} = " + f"\n{' ' * len(name)} | ".join(alternatives) + " ;"
