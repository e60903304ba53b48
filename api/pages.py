"""What people read: the document of the API, its browsable form, and a page for each kind of problem.

All of it comes from this process: no page loads anything from another host.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from typing import Any

import flask
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.exceptions import NotFound

from api.openapi import document, render
from api.parameters import rule
from api.problems import KINDS
from domain.game import Game

DOCS = "/docs"
_POLICY = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_CACHED = "public, max-age=300"
_SWAGGER = {
    "app_name": "Monkeys",
    # Otherwise the page asks a validator on another host about the document.
    "validatorUrl": None,
    "persistAuthorization": True,
    "displayRequestDuration": True,
    "docExpansion": "list",
    "defaultModelsExpandDepth": 0,
}

_PROBLEM_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }}</style>
<h1>{title}</h1>
<p><code>{code}</code>, answered with status {status}.</p>
<p>{about}</p>
<h2>What to do</h2>
<p>{next}</p>
<p><a href="/docs/">The documentation of the API</a></p>
</html>
"""


def _fixed(body: Callable[[], bytes | str], media_type: str) -> Callable[[], flask.Response]:
    made = cache(body)
    return lambda: flask.Response(made(), content_type=media_type, headers={"Cache-Control": _CACHED})


def _problem_page(problem: str) -> flask.Response:
    kind = KINDS.get(problem)
    if kind is None:
        raise NotFound
    text = {"code": problem, "title": kind.title, "status": str(kind.status), "about": kind.about, "next": kind.next}
    page = _PROBLEM_PAGE.format(**{name: escape(value) for name, value in text.items()})
    return flask.Response(page, content_type="text/html; charset=utf-8", headers={"Cache-Control": _CACHED})


def _protect(response: flask.Response) -> flask.Response:
    if response.mimetype == "text/html":
        response.headers.update(_POLICY)
    return response


def blueprints(games: Mapping[str, Game[Any]]) -> list[flask.Blueprint]:
    """``/openapi.json``, ``/openapi.yaml``, ``/docs``, ``/problems/…`` and a way from ``/`` to the documentation."""
    pages = flask.Blueprint("pages", __name__)
    as_json = _fixed(lambda: json.dumps(document(games), ensure_ascii=False), "application/json")
    pages.add_url_rule("/openapi.json", "openapi_json", as_json)
    pages.add_url_rule("/openapi.yaml", "openapi_yaml", _fixed(lambda: render(games), "application/yaml"))
    pages.add_url_rule(rule("/problems/{problem}"), "problem", _problem_page)
    pages.add_url_rule("/", "start", lambda: flask.redirect(f"{DOCS}/"))
    swagger = get_swaggerui_blueprint(DOCS, "/openapi.json", config=_SWAGGER)
    for blueprint in (pages, swagger):
        blueprint.after_request(_protect)
    return [pages, swagger]
