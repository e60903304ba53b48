"""What an operator may choose, read from environment variables once, when a process starts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any


class InvalidSetting(ValueError):
    """An environment variable holds something that cannot be used; the message names it but not its value."""


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _switch(text: str) -> bool:
    return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}[text.lower()]


_READ: dict[str, tuple[Callable[[str], Any], str]] = {
    "int": (_whole, "a whole number, 0 or more"),
    "bool": (_switch, "yes or no"),
    "str": (str, "text"),
}
"""How each type of setting is read, and what has to be written."""


def _setting(default: Any, about: str, variable: str | None = None) -> Any:
    return field(default=default, metadata={"about": about, "variable": variable})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Durations end in their unit. A URL may hold a password and is never logged."""

    redis_url: str = _setting("", "The store. Empty: `monkeys serve` starts one of its own.", "REDIS_URL")
    redis_cluster: bool = _setting(False, "Whether the store is a cluster.", "REDIS_CLUSTER")
    queue_redis_url: str = _setting("", "The queue of jobs. Empty: the same as the store.", "QUEUE_REDIS_URL")
    data: str = _setting("data", "The folder in which `serve` keeps its own store.")
    allow_volatile_store: bool = _setting(False, "Be ready although the store evicts or does not persist.")

    host: str = _setting("127.0.0.1", "The address on which the web server listens.")
    port: int = _setting(8000, "The port on which the web server listens.")
    web_processes: int = _setting(2, "Processes of the web server.")
    worker_processes: int = _setting(1, "Workers that `serve` starts.")
    trusted_proxies: int = _setting(0, "How many proxies in front may tell a client's address.")
    metrics_token: str = _setting("", "The bearer token that `/metrics` asks for. Empty: there is no `/metrics`.")
    log_level: str = _setting("info", "The least severe level that is logged: debug, info, warning or error.")

    open_tables_per_player: int = _setting(20, "Unstarted tables that one player may have at a time.")
    tables_per_player_per_hour: int = _setting(120, "Tables that one player may open in an hour.")
    seatings_per_player_and_table: int = _setting(20, "How often one player may sit down at one table in a day.")
    wrong_codes_per_player_per_hour: int = _setting(20, "Wrong invitation codes that one player may show in an hour.")
    running_matches_per_player: int = _setting(500, "Unfinished matches in which one player may sit.")
    guests_per_address: int = _setting(20, "Players that one address may create in an hour.")
    tokens_per_player: int = _setting(20, "Valid tokens that one player may have at a time.")
    body_bytes: int = _setting(65_536, "The largest body of a request.")
    replay_bytes: int = _setting(2_097_152, "The largest file of a log that is checked and shown.")
    replays_per_address: int = _setting(2, "Files that one address may have checked at a time by one process.")
    long_poll_seconds: int = _setting(25, "The longest that a request may wait for news.")
    long_polls_per_player: int = _setting(20, "Waiting requests that one player or address may have at a time.")

    cached_matches: int = _setting(256, "Matches that a process keeps in memory between commands.")
    append_tries: int = _setting(12, "How often a command is decided anew when others were faster, before 503.")

    @property
    def queue_url(self) -> str:
        return self.queue_redis_url or self.redis_url


def variable_of(setting: Field[Any]) -> str:
    """The environment variable that holds ``setting``."""
    return setting.metadata["variable"] or f"MONKEYS_{setting.name.upper()}"


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings in ``environ``, the process's own by default; ``InvalidSetting`` for what cannot be read."""
    environ = os.environ if environ is None else environ
    chosen: dict[str, Any] = {}
    for setting in fields(Settings):
        variable = variable_of(setting)
        if variable not in environ:
            continue
        read, expected = _READ[str(setting.type)]
        try:
            chosen[setting.name] = read(environ[variable])
        except (ValueError, KeyError):
            raise InvalidSetting(f"{variable} must be {expected}.") from None
    return Settings(**chosen)
