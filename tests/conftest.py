"""What all tests share: how much Hypothesis tries, and a real store of their own.

Hypothesis tries the same examples each time; `HYPOTHESIS_PROFILE=soak` many new ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import redis
from hypothesis import HealthCheck, settings

from events.embedded import EmbeddedStore

QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, suppress_health_check=QUIET, print_blob=True
)
settings.register_profile("soak", max_examples=2_000, deadline=None, suppress_health_check=QUIET, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def embedded_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """The real server, one for each process of the test run; without `fsync`, which only tests of faults need."""
    with EmbeddedStore(tmp_path_factory.mktemp("store"), fsync="no") as store:
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
