from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from api.app import create_app
from domain.games import GAMES
from events.doorbell import Doorbell
from events.handler import Handler
from events.pulse import Pulse
from events.settings import Settings
from events.store import Store, connect
from tests.api.checked import Checker, Client

ROOMY = {"guests_per_address": 10_000, "open_tables_per_player": 1_000}


@pytest.fixture(scope="session")
def checker() -> Checker:
    return Checker(GAMES)


@pytest.fixture
def store(store_url: str) -> Store:
    return connect(store_url)


@pytest.fixture
def make_client(store: Store, queue_url: str, checker: Checker) -> Callable[..., Client]:
    """A stranger's client of a server with these settings."""

    def make(store: Store = store, **settings: Any) -> Client:
        chosen = Settings(**{**ROOMY, **settings})
        bell = Doorbell(queue_url)
        app = create_app(
            store,
            Handler(store, bell.ring, settings=chosen),
            settings=chosen,
            pulse=Pulse(queue_url),
            rings_waiting=bell.waiting,
        )
        return Client(app, checker)

    return make


@pytest.fixture
def client(make_client: Callable[..., Client]) -> Client:
    return make_client()


@pytest.fixture
def ada(client: Client) -> Client:
    return client.as_player("Ada")


@pytest.fixture
def bo(client: Client) -> Client:
    return client.as_player("Bo")


def table(host: Client, *others: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A table of the card game at which the host sits on seat 0, as the request asks for it."""
    seats = [{"kind": "reserved", "player": host.player}, *(others or ({"kind": "open"},))]
    options = {"response_ms": 60_000, "min_window_ms": 0, **more.pop("options", {})}
    return {"game": "space-monkeys", "seats": seats, "options": options, "bot_delay_ms": {"min": 0, "max": 0}, **more}


@pytest.fixture
def open_table() -> Callable[..., dict[str, Any]]:
    return table


@pytest.fixture
def running(ada: Client, bo: Client) -> str:
    """A match of Ada on seat 0 and Bo on seat 1 that has just begun; its address."""
    made = ada.post("/v1/matches", table(ada))
    address = made.headers["Location"]
    assert bo.post(f"{address}/seats", {}).json["match"]["status"] == "running"
    return address


@pytest.fixture
def cy(client):
    return client.as_player("Cy")
