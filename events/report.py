"""What a verification comes to: a result for each check, and why one was not made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from events.codec import digest
from events.export import Header, Line, View
from events.findings import CHECKS, Check, Finding, Findings

Result: TypeAlias = Literal["passed", "failed", "partly", "not checked"]
"""``partly``: nothing wrong, in a log that does not hold all that the check needs."""

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding a line of somebody else's file may raise."""


class Report(msgspec.Struct, frozen=True):
    """``lines``: of the log. ``head``: digest of the last one. ``notes``: why a check was not, or only partly, made.

    ``more``: findings beside those that are listed.
    """

    match: str | None
    game: str | None
    view: View | None
    lines: int
    head: str | None
    results: dict[Check, Result]
    notes: tuple[str, ...]
    findings: tuple[Finding, ...]
    more: int

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong, as far as it was checked."""
        return not self.findings


class Kept(NamedTuple):
    """What somebody has kept who does not take the server's word.

    ``heads``: digests of commits or of entries of any viewer. ``commitment``: as it stood at the open table.
    """

    heads: tuple[str, ...] = ()
    commitment: str | None = None


class Checked:
    """Results of checks while they are made."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self._results: dict[Check, Result] = dict.fromkeys(CHECKS, "not checked")
        self._notes: list[str] = []

    def made(self, check: Check, partly: str | None = None) -> None:
        """``partly``: what of it could not be checked."""
        self._results[check] = "passed" if partly is None else "partly"
        if partly is not None:
            self._notes.append(f"{check}: {partly}")

    def skipped(self, why: str, *checks: Check) -> None:
        self._notes += (f"{check}: {why}" for check in checks)

    def kept(self, heads: Iterable[str], stored: Iterable[bytes]) -> None:
        """Whether each of ``heads`` is the digest of something in ``stored``."""
        wanted = tuple(heads)
        known = set(map(digest, stored)) if wanted else set()
        for head in wanted:
            if head not in known:
                problem = f"Nothing in this log has the digest {head[:64]}, which was kept."
                self.findings.add("chain", None, "unknown-head", problem)

    def report(self, header: Header | None, lines: list[Line]) -> Report:
        failed: dict[Check, Result] = dict.fromkeys(self.findings.failed, "failed")
        return Report(
            match=None if header is None else header.match,
            game=None if header is None else header.game,
            view=None if header is None else header.view,
            lines=len(lines),
            head=digest(lines[-1].stored) if lines else None,
            results={**self._results, **failed},
            notes=tuple(self._notes),
            findings=tuple(self.findings.listed),
            more=self.findings.more,
        )
