"""``python -m workers worker`` and ``python -m workers sweep``."""

from __future__ import annotations

import signal
import sys

from events.doorbell import Doorbell
from events.logs import set_up_logs
from events.pulse import Pulse
from events.settings import Settings, read_settings
from events.store import connect
from workers.sweeper import Sweeper
from workers.worker import run_worker


def _worker(settings: Settings) -> None:
    run_worker(settings.queue_url)


def _sweep(settings: Settings) -> None:
    # Whatever a sweep is interrupted at, the next sweeper does again.
    for sent in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sent, lambda *_: sys.exit())
    store = connect(settings.redis_url, cluster=settings.redis_cluster)
    Sweeper(store, Doorbell(settings.queue_url), Pulse(settings.queue_url)).run()


_ROLES = {"worker": _worker, "sweep": _sweep}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in _ROLES:
        sys.stderr.write(f"usage: python -m workers {'|'.join(_ROLES)}\n")
        return 2
    settings = read_settings()
    set_up_logs(settings.log_level, process=arguments[0])
    if not settings.redis_url:
        sys.stderr.write("REDIS_URL is not set.\n")
        return 2
    _ROLES[arguments[0]](settings)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
