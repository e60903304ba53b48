"""What a check of a log has found: typed, by line, for people and for programs."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Check: TypeAlias = Literal["file", "chain", "secret", "seals", "draws", "rules"]
CHECKS: tuple[Check, ...] = ("file", "chain", "secret", "seals", "draws", "rules")

MOST = 100
"""More findings than these are only counted: a log that somebody else has made must not fill the memory."""


class Finding(msgspec.Struct, frozen=True):
    """``line``: of the file, from 1, if it belongs to one. ``problem``: a stable word for programs."""

    check: Check
    line: int | None
    problem: str
    detail: str


class Findings:
    """The findings of all checks in the order in which they were made. ``more``: those that were only counted."""

    def __init__(self) -> None:
        self.listed: list[Finding] = []
        self.more = 0
        self.failed: set[Check] = set()

    def add(self, check: Check, line: int | None, problem: str, detail: str) -> None:
        self.failed.add(check)
        if len(self.listed) < MOST:
            self.listed.append(Finding(check, line, problem, detail))
        else:
            self.more += 1
