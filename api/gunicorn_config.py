"""How the web server runs: gunicorn with gevent, since idle long polls cost a greenlet there and a thread elsewhere.

It is read in gunicorn's first process, which imports nothing of the application: gevent has to replace the blocking
parts of the standard library in each worker before anything that uses them is imported.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import tempfile
from contextlib import suppress
from typing import Any

from events.processes import die_with
from events.settings import read_settings

_settings = read_settings()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.web_processes
worker_class = "api.gunicorn_worker.Worker"
worker_connections = 4096
preload_app = False
timeout = 60
# Long polls are cut off then; whoever waits asks again with the same cursor.
graceful_timeout = 5
keepalive = 75
control_socket_disable = True
# The application writes a line for each request itself.
accesslog = None
errorlog = "-"
loglevel = "warning"
wsgi_app = "api.web:application()"

# Every waiting request holds a connection on each side.
with suppress(ValueError, OSError):
    _, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_most, 4 * worker_connections), _most))

_figures = tempfile.mkdtemp(prefix="monkeys-metrics-")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _figures


def post_fork(server: Any, worker: Any) -> None:
    die_with(server.pid, signal.SIGKILL)


def on_exit(server: Any) -> None:
    shutil.rmtree(_figures, ignore_errors=True)
