"""What all tests share: derandomised profiles in CI, and a real store of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from hypothesis import HealthCheck, settings

from events.embedded import EmbeddedStore

settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("soak", settings.get_profile("dev"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(scope="session")
def embedded_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """The real server, one for each process of the test run; without `fsync`, which no test of ours can tell."""
    folder: Path = tmp_path_factory.mktemp("store")
    with EmbeddedStore(folder, fsync="no") as store:
        yield store


@pytest.fixture
def store_url(embedded_store: EmbeddedStore) -> str:
    """The URL of an empty store."""
    redis.Redis.from_url(embedded_store.url()).flushall()
    return embedded_store.url()


@pytest.fixture
def queue_url(embedded_store: EmbeddedStore, store_url: str) -> str:
    """The URL of an empty queue beside the empty store."""
    return embedded_store.url(1)
