"""What is told of every event and how it is written, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Event, Viewer, seen_by
from domain.game import Game
from domain.notation import Unreadable
from domain.story import TABLE_STORY, story, tell
from domain.table_events import TABLE_EVENTS
from domain.transcript import TABLE, Entry, read_event, read_log, write_event, write_log
from tests.domain.any_event import events_of
from tests.domain.course import CALM, RESTLESS, acceptable_options, started, step
from tests.domain.effort import examples
from tests.domain.inspection import check_text
from tests.domain.world import EVERY_GAME, World

SEEDS = st.integers(0, 2**32 - 1)
AT = 1_796_083_200_000

every_game = pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME.keys())


def played(game: Game[Any], seed: int) -> World:
    rng = Random(seed)
    seats = rng.choice(game.seats)
    temper = rng.choice((CALM, RESTLESS))
    world = started(game, seats, acceptable_options(game, seats, rng), rng, temper)
    while world.truth.status == "running":
        step(world, rng, temper)
    return world


def log_of(world: World, viewer: Viewer) -> list[Entry]:
    found: list[Entry] = []
    for commit in world.commits:
        seen = tuple(shown for event in commit.events if (shown := seen_by(event, viewer)) is not None)
        if seen:
            found.append(Entry(len(found) + 1, commit.at, seen))
    return found


def full_log(world: World) -> list[Entry]:
    return [Entry(number, commit.at, tuple(commit.events)) for number, commit in enumerate(world.commits, 1)]


@cache
def some_lines(key: str) -> list[str]:
    game = EVERY_GAME[key]
    return [line for seed in range(3) for line in write_log(game, full_log(played(game, seed)))]


@every_game
def test_every_event_has_a_line_or_none_on_purpose_and_a_form(game):
    assert set(game.story) == set(game.events)
    assert {form.kind for form in game.notation.forms} == set(game.events)
    assert set(TABLE_STORY) == set(TABLE_EVENTS) == {form.kind for form in TABLE.forms}


def check_line(line: str, seats: int, viewer: Viewer) -> None:
    """One sentence that calls the viewer "you" and nobody else."""
    check_text(line, seats)
    assert re.fullmatch(r"(\{seat:\d\}|[A-Z0-9]).*[a-zA-Z0-9)}]\.", line), line
    assert not set("[|]") & set(line), line
    assert "None" not in line
    assert f"{{seat:{viewer}}}" not in line, line
    assert "  " not in line
    if viewer is None:
        assert not re.search(r"\b[Yy]ou(r|rself)?\b", line), line


@every_game
@examples(3)
@given(seed=SEEDS)
def test_the_story_is_told_to_every_viewer(game, seed):
    world = played(game, seed)
    seats = len(world.truth.seats)
    for viewer in world.projections:
        for log in (log_of(world, viewer), full_log(world)):
            lines = story(game, [event for entry in log for event in entry.events], viewer)
            for line in lines:
                check_line(line, seats, viewer)
            assert viewer is None or any(re.match("Your? ", line) for line in lines)
            assert lines[0].startswith("A table with")
            assert lines[-1].startswith("The match ends")


@every_game
@examples(3)
@given(seed=SEEDS)
def test_every_log_is_written_and_read_back(game, seed):
    world = played(game, seed)
    for log in (full_log(world), *(log_of(world, viewer) for viewer in world.projections)):
        lines = list(write_log(game, log))
        assert list(read_log(game, lines)) == log
        for line in lines:
            assert re.fullmatch("[ -~]+", line)
            assert "{" not in line, f"no form fits: {line}"
            for text in line.split(" ", 2)[2].split("; "):
                assert len(TABLE.forms_of(text)) + len(game.notation.forms_of(text)) == 1, text


@every_game
@examples(100)
@given(data=st.data())
def test_any_event_can_be_told_written_and_read(game, data):
    kind = data.draw(st.sampled_from(TABLE_EVENTS + game.events))
    event = data.draw(events_of(kind))
    at = data.draw(st.sampled_from((0, AT)))
    for viewer in (None, 0, 1):
        seen = seen_by(event, viewer)
        for shown in (event, *([] if seen is None else [seen])):
            line = tell(game, shown, viewer)
            assert line is None or isinstance(line, str)
            text = write_event(game, shown, at)
            assert re.fullmatch("[ -~]+", text)
            assert "; " not in text
            assert read_event(game, text, at) == shown


def tried(read: Callable[[], Any]) -> Any:
    """What is read, or the error that refuses it; nothing else is raised."""
    try:
        return read()
    except Unreadable as error:
        return error


def check_read(game: Game[Any], text: str) -> None:
    """It is refused, or it is what is written of some event."""
    event = tried(lambda: read_event(game, text, AT))
    if not isinstance(event, Unreadable):
        assert isinstance(event, Event)
        assert read_event(game, write_event(game, event, AT), AT) == event


def check_lines(game: Game[Any], lines: list[str]) -> None:
    """All of them are read, or the last is refused."""
    entries = tried(lambda: list(read_log(game, lines)))
    if isinstance(entries, Unreadable):
        assert str(entries).startswith(f"Line {len(lines)}")
        assert len(str(entries)) < 250
    else:
        assert len(entries) == len(lines)


@every_game
@examples(200)
@given(text=st.text() | st.text("ABC ?,-+{}0123456789;:" + "adelnstrw", max_size=30))
def test_any_text_is_read_or_refused(game, text):
    check_read(game, text)
    check_lines(game, [text])
    check_lines(game, [f"1. +5 {text}"])


@every_game
@examples(300)
@given(data=st.data())
def test_a_damaged_line_is_read_or_refused(game, data):
    line = data.draw(st.sampled_from(some_lines(game.key)))
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 4)))
    put = data.draw(st.text(max_size=3) | st.sampled_from(("?", "999999?", "; ", "-", "9" * 5_000, "{" * 50_000)))
    damaged = line[:start] + put + line[end:]
    for text in damaged.split(" ", 2)[-1].split("; "):
        check_read(game, text)
    check_lines(game, [line, damaged])


@every_game
def test_hostile_json_is_refused(game):
    tag = game.events[0].__struct_config__.tag
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    for text in (
        "{}",
        f'{{"type":"{tag}"}}',
        f'{{"type":"{tag}","options":{deep}}}',
        '{"type":"no_such_event"}',
        '{"type":"resigned","seat":"A"}',
        '{"type":"resigned","seat":1e400}',
        '{"type":"resigned", "seat":1}',
        '{"type":"resigned","seat":1}\n',
        '{"type":"resigned","seat":1',
        "{" * 100_000 + "}" * 100_000,
    ):
        with pytest.raises(Unreadable):
            read_event(game, text)
