"""Lines of logs, as a process of its own writes them."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import logging
import structlog
from events.logs import set_up_logs

set_up_logs("warning", process="tested")
ours, library = structlog.get_logger(), logging.getLogger("library")
ours.info("left.out")
library.info("left out")
ours.warning("half", text="\\ud800", value={1})
library.warning("%s of a pair", "half")
try:
    1 / 0
except ZeroDivisionError:
    ours.error("ours.failed", exc_info=True)
    library.exception("failed")
"""


def test_every_line_is_one_json_object_with_level_time_and_facts():
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    half, library, failed, library_failed = map(json.loads, ran.stderr.splitlines())
    for line in (half, library, failed, library_failed):
        assert line["process"] == "tested"
        assert line["timestamp"].endswith("Z")
    assert (half["event"], half["level"], half["text"], half["value"]) == ("half", "warning", "\ud800", "{1}")
    assert (library["event"], library["level"], library["logger"]) == ("half of a pair", "warning", "library")
    assert failed["event"] == "ours.failed"
    assert library_failed["level"] == "error"
    for line in (failed, library_failed):
        assert line["exception"].endswith("ZeroDivisionError: division by zero")
