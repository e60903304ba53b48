from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.running.processes import wait_for
from tests.running.service import Service, running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All in one process of a parallel run, so that they share one server; and on Linux, which says what runs."""
    for item in items:
        if "running" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("running"))
            item.add_marker(pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"))


@pytest.fixture(scope="session")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    yield from running(tmp_path_factory.mktemp("service"))


@pytest.fixture
def service(shared_service: Service) -> Service:
    """A server that has to recover from whatever a test does to it, once it is ready again."""
    wait_for(shared_service.ready)
    return shared_service


@pytest.fixture
def own_service(tmp_path) -> Iterator[Service]:
    """A server that a test may stop for good."""
    yield from running(tmp_path)
