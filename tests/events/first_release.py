"""A store, or a log, as the first release would have left it: without chains, seals and a secret that is told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from domain.event import Viewer
from events import keys
from events.store import Store


def first_commit_form(stored: bytes) -> bytes:
    value: dict[str, Any] = json.loads(stored)
    del value["prev"]
    value["schema"] = 1
    value["events"] = [event for event in value["events"] if event["type"] != "secret_revealed"]
    return msgspec.json.encode(value)


def _first_entry_form(stored: bytes) -> bytes:
    value: dict[str, Any] = json.loads(stored)
    value.pop("sealed", None)
    del value["prev"]
    return msgspec.json.encode(value)


def put_back(store: Store, match_id: str, viewers: Iterable[Viewer]) -> None:
    """Make of a match that goes on what the first release would have written of it."""
    for key, form in (
        (keys.events(match_id), first_commit_form),
        *((keys.log(match_id, viewer), _first_entry_form) for viewer in viewers),
    ):
        entries = store.client.xrange(key)
        store.client.delete(key)
        for number, fields in entries:
            store.client.xadd(key, {"j": form(fields[b"j"])}, id=number)
    store.client.hdel(keys.head(match_id), "heads", "rules")
    store.client.delete(keys.snapshot(match_id))
