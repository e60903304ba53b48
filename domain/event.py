"""What an event is, and what each viewer sees of it.

Every event class classifies each of its fields as public or secret and names its audience. A class that
leaves one out fails when it is defined, so that nothing becomes visible because somebody forgot it.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

Viewer: TypeAlias = int | None
"""A seat, or ``None`` for the public."""

Fields: TypeAlias = tuple[str, ...]

EVERYONE: Final = "everyone"
NOBODY: Final[Fields] = ()


class UnclassifiedEvent(TypeError):
    """An event class does not say what is seen of it."""


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """An immutable fact.

    ``audience``: ``EVERYONE``, or the fields whose seats alone learn that the event happened.
    ``public``: the fields that everybody in the audience sees.
    ``secret``: field → the fields that hold the seats which see it; ``NOBODY`` for a fact that the server alone keeps.
    A field that holds seats contains one seat, ``None`` or a tuple of seats.
    ``times``: the fields that hold moments, in ms of store time.
    """

    audience: ClassVar[Fields | Literal["everyone"]]
    public: ClassVar[Fields]
    secret: ClassVar[dict[str, Fields]]
    times: ClassVar[Fields] = ()

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        declared = vars(cls)
        missing = {"audience", "public", "secret"} - declared.keys()
        if missing:
            raise UnclassifiedEvent(f"{cls.__name__} does not declare {', '.join(sorted(missing))}")
        # A class that extends another one classifies the inherited fields again.
        fields = {
            name
            for kind in cls.__mro__[: cls.__mro__.index(Event)]
            for name in vars(kind).get("__annotations__", {})
            if name not in {"audience", "public", "secret", "times"}
        }
        classified = [*cls.public, *cls.secret]
        if set(classified) != fields or len(classified) != len(fields):
            wrong = sorted(fields.symmetric_difference(classified)) or sorted(classified)
            raise UnclassifiedEvent(f"{cls.__name__} must classify each field once: {', '.join(wrong)}")
        if not set(cls.times) <= fields:
            raise UnclassifiedEvent(f"{cls.__name__} names unknown times: {', '.join(set(cls.times) - fields)}")
        seats = {name for holders in cls.secret.values() for name in holders}
        if cls.audience != EVERYONE:
            seats.update(cls.audience)
        if not seats <= fields:
            unknown = ", ".join(sorted(seats - fields))
            raise UnclassifiedEvent(f"{cls.__name__} names seats in unknown fields: {unknown}")


def _sees(event: Event, holders: Fields, viewer: Viewer) -> bool:
    if viewer is None:
        return False
    for name in holders:
        seats = getattr(event, name)
        if seats == viewer or (isinstance(seats, tuple) and viewer in seats):
            return True
    return False


def hidden_from(event: Event, viewer: Viewer) -> Fields | None:
    """The secret fields whose values ``viewer`` does not see, even empty ones; ``None`` for an unseen event."""
    kind = type(event)
    if kind.audience != EVERYONE and not _sees(event, kind.audience, viewer):
        return None
    if not kind.secret:
        return ()
    return tuple(name for name, holders in kind.secret.items() if not _sees(event, holders, viewer))


def redacted(event: Event, fields: Fields) -> Event:
    """``event`` without the values of ``fields``: itself, or a copy.

    Redaction keeps shape: a secret tuple becomes a tuple of ``None`` of the same length, anything else ``None``.
    """
    if not fields:
        return event
    hidden: dict[str, Any] = {}
    for name in fields:
        value = getattr(event, name)
        if value is not None:
            hidden[name] = (None,) * len(value) if isinstance(value, tuple) else None
    return msgspec.structs.replace(event, **hidden) if hidden else event


def seen_by(event: Event, viewer: Viewer) -> Event | None:
    """What ``viewer`` sees of ``event``: itself, a copy with ``None`` in secret places, or ``None`` for nothing."""
    fields = hidden_from(event, viewer)
    return None if fields is None else redacted(event, fields)


def shifted(event: Event, by: int) -> Event:
    """``event`` as it is where all moments are ``by`` ms later."""
    times = {name: value + by for name in type(event).times if (value := getattr(event, name)) is not None}
    return msgspec.structs.replace(event, **times) if times else event
