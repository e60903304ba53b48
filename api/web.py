"""What the web server runs, made from the environment in each of its processes."""

from __future__ import annotations

import flask

from api.app import app_from_settings
from events.logs import set_up_logs
from events.settings import read_settings


def application() -> flask.Flask:
    settings = read_settings()
    set_up_logs(settings.log_level, process="web")
    return app_from_settings(settings)
