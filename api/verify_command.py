"""``monkeys verify``: the checks of ``events.verify`` for people, without any server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from events.report import Kept, Report
from events.verify import verify as verify_log
from events.verify import verify_kept_log

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.option("--kept", "kept_files", type=_FILE, multiple=True, help="A viewer's log of the match that was kept.")
@click.option(
    "--head", "heads", multiple=True, help="SHA-256 of a commit, or of an entry of any viewer, that was kept."
)
@click.option("--commitment", help="As it stood at the open table.")
@click.option("--rules/--no-rules", default=True, show_default=True, help="Decide each command again.")
def verify(
    file: Path, kept_files: tuple[Path, ...], heads: tuple[str, ...], commitment: str | None, *, rules: bool
) -> None:
    """Check an exported log: that it is whole, that its secret was fixed before anybody sat down, and that the rules
    and this secret lead to everything in it. Fails if anything is wrong. docs/proof.md says what it proves.
    """
    with file.open("rb") as log:
        report = verify_log(log, kept=Kept(heads, commitment), by_rules=rules)
    tell(str(file), report)
    sound = report.sound
    for kept_file in kept_files:
        with file.open("rb") as log, kept_file.open("rb") as own:
            compared = verify_kept_log(log, own)
        tell(str(kept_file), compared)
        sound = sound and compared.sound
    if not sound:
        sys.exit(1)


def printable(text: str, also: str = "") -> str:
    """``text`` from a stranger's file without what a terminal would take for commands."""
    return "".join(char if char.isprintable() or char in also else "\N{REPLACEMENT CHARACTER}" for char in text)


def tell(name: str, report: Report, *, err: bool = False) -> None:
    """The report for people; ``err``: on standard error."""
    for line in _lines(name, report):
        click.echo(printable(line), err=err)


def _lines(name: str, report: Report) -> Iterator[str]:
    yield f"{name}: {report.game or 'no game'}, {report.lines} lines, final hash {report.head}"
    for check, result in report.results.items():
        yield f"  {check:8} {result}"
    for note in report.notes:
        yield f"  not checked: {note}"
    for finding in report.findings:
        where = "" if finding.line is None else f"line {finding.line}: "
        yield f"  {where}{finding.check}: {finding.problem}. {finding.detail}"
    if report.more:
        yield f"  {report.more} more findings"
