from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.running.service import Service, running


@pytest.fixture(scope="session")
def service(tmp_path_factory) -> Iterator[Service]:
    """A server that all tests share which do it no harm."""
    yield from running(tmp_path_factory.mktemp("service"))


@pytest.fixture
def own_service(tmp_path) -> Iterator[Service]:
    """A server that a test may do anything to."""
    yield from running(tmp_path)
