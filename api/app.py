"""The Flask application: routes made from the declared operations, one way to answer errors, one log line a request."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

import flask
import structlog
from flask.sessions import SessionInterface
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix

from api.call import bind
from api.game_schemas import GameSchemas
from api.metrics import Metrics
from api.operation import Resource
from api.pages import blueprints
from api.parameters import converters, path_of, rule
from api.problems import MEDIA_TYPE, RETRY_SECONDS, Problem, document, refused
from api.resources import RESOURCES
from api.service import Service, Tokens, new_request_id
from api.waiting import Waiting
from domain.game import Game
from domain.games import GAMES
from domain.refusal import Refusal
from events.doorbell import Doorbell
from events.errors import StoreFailure
from events.handler import Handler
from events.pulse import Pulse
from events.settings import Settings
from events.store import Store, connect

_SHARED_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Allow, ETag, Link, Location, Retry-After, WWW-Authenticate, X-Request-Id",
    "Vary": "Authorization, Accept",
    "X-Content-Type-Options": "nosniff",
}
_PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
_STATUS_CODES = {400: "bad-request", 404: "not-found", 405: "method-not-allowed", 413: "too-large",
                 415: "unsupported-media-type"}  # fmt: skip

_log = structlog.get_logger(__name__)


class _Request(flask.Request):
    """Knows when it came and what it is called in logs and errors."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.started = time.perf_counter()
        self.id = ""


class _NoSessions(SessionInterface):
    """There are no cookies: every request says itself who asks."""

    def open_session(self, *_: Any) -> Any:
        return {}

    def is_null_session(self, *_: Any) -> bool:
        return True


class _Api(flask.Flask):
    request_class = _Request
    session_interface = _NoSessions()


def _problem_of(error: Exception) -> Problem:
    """Any error as what the client is told of it."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Refusal):
        return refused(error)
    if isinstance(error, StoreFailure):
        return Problem(error.code, error.detail)
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        return Problem("method-not-allowed", f"Allowed are {allowed}.", headers={"Allow": allowed})
    if isinstance(error, HTTPException) and error.code is not None and error.code < 500:
        code = _STATUS_CODES.get(error.code, "bad-request")
        return Problem(code, "There is no such resource." if code == "not-found" else "The request was refused.")
    return Problem("internal-error", "Something went wrong in the server.")


def _answer_error(error: Exception) -> flask.Response:
    problem = _problem_of(error)
    request: Any = flask.request
    if problem.status >= 500:
        _log.error(
            "request.failed", request_id=request.id, code=problem.code, exc_info=problem.code == "internal-error"
        )
    response = flask.Response(document(problem, request.id), problem.status, problem.headers, content_type=MEDIA_TYPE)
    if problem.status == 503 and "Retry-After" not in problem.headers:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _finish(service: Service) -> Callable[[flask.Response], flask.Response]:
    """What every answer gets, and the one line logged of it: with the route and not the path, which names a match."""

    def finish(response: flask.Response) -> flask.Response:
        request: Any = flask.request._get_current_object()  # noqa: SLF001 - each look through the proxy costs
        headers = response.headers
        for name, value in _SHARED_HEADERS.items():
            headers[name] = value
        headers["X-Request-Id"] = request.id
        if "Cache-Control" not in headers:
            headers["Cache-Control"] = "no-store"
        if request.method == "OPTIONS":
            headers.update(_PREFLIGHT_HEADERS)
        route = "" if request.url_rule is None else path_of(request.url_rule.rule)
        seconds = time.perf_counter() - request.started
        service.metrics.request(request.method, route, response.status_code, seconds)
        _log.info(
            "request", request_id=request.id, method=request.method, route=route, status=response.status_code,
            ms=round(seconds * 1000, 2),
        )  # fmt: skip
        return response

    return finish


def _blueprint(resource: Resource, service: Service) -> flask.Blueprint:
    blueprint = flask.Blueprint(resource.tag, __name__)
    for operation in resource.operations:
        blueprint.add_url_rule(
            rule(operation.path), operation.name, bind(operation, service), methods=[operation.method]
        )
    return blueprint


def create_app(
    store: Store,
    handler: Handler,
    *,
    settings: Settings | None = None,
    games: Mapping[str, Game[Any]] = GAMES,
    pulse: Pulse,
    rings_waiting: Callable[[], int],
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    request_id: Callable[[], str] = new_request_id,
) -> flask.Flask:
    """The WSGI application. ``rings_waiting``: how many jobs wait for a worker."""
    settings = settings or Settings()
    service = Service(
        store=store,
        handler=handler,
        settings=settings,
        games=games,
        schemas=GameSchemas(games),
        tokens=Tokens(store),
        metrics=Metrics(),
        waiting=Waiting(settings.long_polls_per_player),
        pulse=pulse,
        rings_waiting=rings_waiting,
        random_bytes=random_bytes,
        request_id=request_id,
    )
    app = _Api(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = True
    app.url_map.converters.update(converters())
    for resource in RESOURCES:
        app.register_blueprint(_blueprint(resource, service))
    for pages in blueprints(games):
        app.register_blueprint(pages)

    @app.before_request
    def name_request() -> None:
        request: Any = flask.request
        request.id = request_id()

    app.after_request(_finish(service))
    app.register_error_handler(Exception, _answer_error)
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies)  # type: ignore[method-assign]
    return app


def app_from_settings(settings: Settings) -> flask.Flask:
    """The application on the store and the queue that ``settings`` name."""
    store = connect(settings.redis_url, cluster=settings.redis_cluster)
    doorbell = Doorbell(settings.queue_url)
    handler = Handler(store, doorbell.ring, settings=settings)
    return create_app(
        store, handler, settings=settings, pulse=Pulse(settings.queue_url), rings_waiting=doorbell.waiting
    )
