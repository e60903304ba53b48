"""What is seen of an event: closed by default, the shape kept, and nothing outside the audience."""

from __future__ import annotations

import msgspec
import pytest

from domain.event import EVERYONE, NOBODY, Event, UnclassifiedEvent, seen_by


class Dealt(Event, frozen=True, tag="dealt"):
    seat: int
    to: int | None
    cards: tuple[str | None, ...]
    depth: int | None
    seed: str | None
    audience = EVERYONE
    public = ("seat", "to")
    secret = {"cards": ("seat", "to"), "depth": ("seat",), "seed": NOBODY}


class Whispered(Event, frozen=True, tag="whispered"):
    seats: tuple[int, ...]
    word: str | None
    audience = ("seats",)
    public = ("seats",)
    secret = {"word": ("seats",)}


DEALT = Dealt(0, 1, ("leap", "gaze"), 0, "a")


def declare(fields: str, bases: tuple[type, ...] = (Event,), **classification: object) -> type:
    annotations = dict(field.split(": ") for field in fields.split("; ") if field)
    return type(Event)("Planted", bases, {"__annotations__": annotations, **classification}, frozen=True, tag="planted")


UNCLASSIFIED = {
    "nothing is declared": {},
    "no audience": {"public": ("seat", "card"), "secret": {}},
    "no public fields": {"audience": EVERYONE, "secret": {"seat": (), "card": ()}},
    "no secret fields": {"audience": EVERYONE, "public": ("seat", "card")},
    "a field is left out": {"audience": EVERYONE, "public": ("seat",), "secret": {}},
    "a field is classified twice": {"audience": EVERYONE, "public": ("seat", "card"), "secret": {"card": ("seat",)}},
    "a public field is named twice": {"audience": EVERYONE, "public": ("seat", "card", "card"), "secret": {}},
    "an unknown field is classified": {"audience": EVERYONE, "public": ("seat", "card", "deck"), "secret": {}},
    "a secret goes to an unknown field": {"audience": EVERYONE, "public": ("seat",), "secret": {"card": ("thief",)}},
    "the audience is an unknown field": {"audience": ("thief",), "public": ("seat", "card"), "secret": {}},
    "the audience is a word": {"audience": "seat", "public": ("seat", "card"), "secret": {}},
    "the public fields are a word": {"audience": EVERYONE, "public": "seat", "secret": {"card": ("seat",)}},
}


@pytest.mark.parametrize("classification", UNCLASSIFIED.values(), ids=UNCLASSIFIED.keys())
def test_a_class_that_does_not_say_what_is_seen_cannot_be_defined(classification):
    with pytest.raises(UnclassifiedEvent):
        declare("seat: int; card: str", **classification)


def test_a_class_that_says_it_all_can_be_defined():
    assert declare("seat: int; card: str", audience=EVERYONE, public=("seat",), secret={"card": ("seat",)})


def test_a_class_does_not_inherit_what_is_seen():
    with pytest.raises(UnclassifiedEvent, match="does not declare"):
        declare("", (Dealt,))


def test_a_class_classifies_inherited_fields_again():
    with pytest.raises(UnclassifiedEvent, match="cards"):
        declare("note: str", (Dealt,), audience=EVERYONE, public=("note",), secret={})


def test_an_event_is_immutable():
    with pytest.raises(AttributeError):
        DEALT.seat = 1


def test_who_may_see_all_sees_the_event_itself():
    whole = Whispered((0, 2), "now")
    assert seen_by(whole, 0) is whole
    assert seen_by(whole, 2) is whole


def test_outside_the_audience_nothing_happened():
    assert seen_by(Whispered((0, 2), "now"), 1) is None
    assert seen_by(Whispered((0, 2), "now"), None) is None
    assert seen_by(Whispered((), "now"), 0) is None


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (0, Dealt(0, 1, ("leap", "gaze"), 0, None)),
        (1, Dealt(0, 1, ("leap", "gaze"), None, None)),
        (2, Dealt(0, 1, (None, None), None, None)),
        (None, Dealt(0, 1, (None, None), None, None)),
    ],
)
def test_each_viewer_sees_its_own_fields_and_redaction_keeps_the_shape(viewer, seen):
    assert seen_by(DEALT, viewer) == seen


def test_what_a_viewer_has_seen_shows_it_no_more_and_no_less():
    for viewer in (0, 1, 2, None):
        seen = seen_by(DEALT, viewer)
        assert seen_by(seen, viewer) == seen


def test_a_seat_that_is_none_is_nobody_and_not_the_public():
    unknown = msgspec.structs.replace(DEALT, to=None)
    assert seen_by(unknown, None).cards == (None, None)
    assert seen_by(unknown, 1).cards == (None, None)


def test_redaction_leaves_the_event_as_it_was():
    before = msgspec.json.encode(DEALT)
    seen_by(DEALT, None)
    assert msgspec.json.encode(DEALT) == before


def test_a_redacted_event_has_the_same_form_as_a_whole_one():
    for viewer in (0, 1, 2, None):
        seen = seen_by(DEALT, viewer)
        stored = msgspec.json.encode(seen)
        assert msgspec.json.decode(stored, type=Dealt) == seen
        assert list(msgspec.json.decode(stored)) == ["type", "seat", "to", "cards", "depth", "seed"]
