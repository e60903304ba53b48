"""Logs of every process: one JSON object a line on standard error, or plain text on a terminal."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import msgspec
import structlog

_QUIET = {"rq": logging.WARNING, "httpx": logging.WARNING}
"""Libraries whose every step would be logged otherwise."""

_encode = msgspec.json.Encoder(enc_hook=repr).encode


def set_up_logs(level: str, **facts: Any) -> None:
    """Send everything from ``level`` on to standard error, each line with ``facts``; what libraries log included."""
    begun: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _with(facts),
    ]
    terminal = sys.stderr.isatty()
    rendered: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(colors=True)] if terminal else [structlog.processors.format_exc_info, _as_json]
    )
    least = logging.getLevelNamesMapping()[level.upper()]
    # Lines of our own pass the library's logging by, which costs several times as much as all the rest of a line.
    structlog.configure(
        processors=[*begun, *rendered],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*begun, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendered],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(least)
    for name, quiet in _QUIET.items():
        logging.getLogger(name).setLevel(quiet)


def _with(facts: dict[str, Any]) -> structlog.typing.Processor:
    def add(logger: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        event.update(facts)
        return event

    return add


def _as_json(logger: Any, method: str, event: structlog.typing.EventDict) -> str:
    try:
        return _encode(event).decode()
    except UnicodeEncodeError:  # half of a surrogate pair, which the slower encoder escapes
        return json.dumps(event, default=repr)
