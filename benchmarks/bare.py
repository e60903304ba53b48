"""The least that a Flask application has to do for the same answers: what the figures over HTTP stand beside.

Its routes answer with bytes that they find in the store; nobody has to say who asks, and nothing is counted or logged.
"""

from __future__ import annotations

import flask

from events.settings import read_settings
from events.store import connect

VIEW = "bare:view:{}"
WRITTEN = "bare:written"
ACCEPTED = "bare:accepted"
HEAD = "bare:head"

_APPEND = "return redis.call('XADD', KEYS[1], '*', 'j', ARGV[1])"


def application() -> flask.Flask:
    client = connect(read_settings().redis_url).client
    app = flask.Flask(__name__, static_folder=None)
    append = client.register_script(_APPEND)
    written, accepted = client.mget(WRITTEN, ACCEPTED)

    @app.get("/views/<int:number>")
    def view(number: int) -> flask.Response:
        return flask.Response(client.get(VIEW.format(number)), content_type="application/json")

    @app.post("/moves")
    def move() -> flask.Response:
        client.get(HEAD)
        append(["bare:events"], [written])
        return flask.Response(accepted, content_type="application/json")

    return app
