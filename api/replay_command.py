"""``monkeys replay``: the story of an exported log, and a match as it was, without any server."""

from __future__ import annotations

import io
import sys
from typing import Any, BinaryIO

import click
import msgspec

from api.answer import named as named_json
from api.verify_command import printable, tell
from domain.story import named
from domain.transcript import write_log
from events.export import MOST_BYTES
from events.readable import Of
from events.showing import Shown, show


class _Whose(click.ParamType[Any]):
    name = "public|open|SEAT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Of:
        if value in {"public", "open"}:
            return value  # type: ignore[no-any-return]
        if not value.isdecimal() or len(value) > 2:
            self.fail("Either public, open or the number of a seat.", param, ctx)
        return int(value)


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "of", type=_Whose(), help="Whose knowledge to show. [default: that of the file]")
@click.option("--at", type=click.IntRange(1), help="After which entry to show the match. [default: the last]")
@click.option("--notation", is_flag=True, help="Show the log in its notation instead of the story.")
@click.option("--view", is_flag=True, help="Show the match after the entry, as JSON, instead of the story.")
def replay(file: BinaryIO, of: Of | None, at: int | None, *, notation: bool, view: bool) -> None:
    """Tell what happened in an exported log, wherever it comes from. What is wrong with it goes to standard error, and
    the command fails.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise click.ClickException(f"The file has more than {MOST_BYTES} bytes.")
    shown = show(io.BytesIO(data), of=of, entry=at)
    if view:
        _show_view(shown)
    elif notation:
        _show_notation(shown, at)
    else:
        _tell_story(shown, at)
    if not shown.report.sound:
        tell(getattr(file, "name", "log"), shown.report, err=True)
        sys.exit(1)


def _tell_story(shown: Shown, at: int | None) -> None:
    began = shown.steps[0].at if shown.steps else 0
    for step in shown.steps[:at]:
        for line in step.story:
            told = printable(named(line, shown.names))
            click.echo(f"{step.entry:5d} {(step.at - began) / 1000:9.1f} s  {told}")


def _show_notation(shown: Shown, at: int | None) -> None:
    if shown.game is not None:
        for line in write_log(shown.game, shown.entries[:at]):
            click.echo(printable(line))


def _show_view(shown: Shown) -> None:
    if shown.view is None:
        raise click.ClickException("The log has no such entry.")
    click.echo(printable(msgspec.json.format(named_json(shown.view, shown.names), indent=2).decode(), "\n"))
