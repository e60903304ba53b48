"""The Flask application: routes made from the declared operations, one way to answer errors, one log line a request."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import flask
import structlog
from flask.sessions import SessionInterface
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from api.call import bind
from api.game_schemas import GameSchemas
from api.metrics import Metrics
from api.middleware import REQUEST_ID, RULE, around
from api.operation import Resource
from api.pages import blueprints
from api.parameters import converters, rule
from api.problems import MEDIA_TYPE, RETRY_SECONDS, Problem, document, refused, too_large
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

_log = structlog.get_logger(__name__)


class _NoSessions(SessionInterface):
    """There are no cookies: every request says itself who asks."""

    def open_session(self, *_: Any) -> Any:
        return {}

    def is_null_session(self, *_: Any) -> bool:
        return True


class _Api(flask.Flask):
    session_interface = _NoSessions()

    def dispatch_request(self) -> flask.typing.ResponseReturnValue:
        """As Flask does, leaving word of the rule for whoever logs and counts."""
        request: flask.Request = flask.request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
        if request.url_rule is not None:
            request.environ[RULE] = request.url_rule.rule
        return super().dispatch_request()


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
        if isinstance(error, RequestEntityTooLarge):
            return too_large((flask.request.max_content_length or 1) - 1)
        if isinstance(error, NotFound):
            return Problem("not-found", "There is no such resource.")
        return Problem("bad-request", "The request was refused.")
    return Problem("internal-error", "Something went wrong in the server.")


def _answer_error(error: Exception) -> flask.Response:
    problem, name = _problem_of(error), flask.request.environ[REQUEST_ID]
    if problem.status >= 500:
        _log.error("request.failed", request_id=name, code=problem.code, exc_info=problem.code == "internal-error")
    headers = problem.headers
    if problem.status == 503:
        headers.setdefault("Retry-After", str(RETRY_SECONDS))
    return flask.Response(document(problem, name), problem.status, headers, content_type=MEDIA_TYPE)


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
        checking=Waiting(settings.replays_per_address),
        pulse=pulse,
        rings_waiting=rings_waiting,
        random_bytes=random_bytes,
    )
    app = _Api(__name__, static_folder=None)
    # One byte more than is taken: a body whose length was not announced is cut there without a word.
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes + 1
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = True
    app.url_map.converters.update(converters())
    for resource in RESOURCES:
        app.register_blueprint(_blueprint(resource, service))
    for pages in blueprints(games):
        app.register_blueprint(pages)

    app.register_error_handler(Exception, _answer_error)
    outside: Any = around(app.wsgi_app, service.metrics, request_id)
    if settings.trusted_proxies:
        outside = ProxyFix(outside, x_for=settings.trusted_proxies)
    app.wsgi_app = outside  # type: ignore[method-assign]
    return app


def app_from_settings(settings: Settings) -> flask.Flask:
    """The application on the store and the queue that ``settings`` name."""
    store = connect(settings.redis_url, cluster=settings.redis_cluster)
    doorbell = Doorbell(settings.queue_url)
    handler = Handler(store, doorbell.ring, settings=settings)
    return create_app(
        store, handler, settings=settings, pulse=Pulse(settings.queue_url), rings_waiting=doorbell.waiting
    )
