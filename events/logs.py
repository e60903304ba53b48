"""Logs of every process: one JSON object a line on standard error, or plain text on a terminal."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

_QUIET = {"rq": logging.WARNING, "httpx": logging.WARNING}
"""Libraries whose every step would be logged otherwise."""


def set_up_logs(level: str, **facts: Any) -> None:
    """Send everything from ``level`` on to standard error, each line with ``facts``; what libraries log included."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    rendered: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(colors=True)]
        if sys.stderr.isatty()
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _with(facts), *rendered],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(least)


def _with(facts: dict[str, Any]) -> structlog.typing.Processor:
    def add(logger: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        return {**event, **facts}

    return add
