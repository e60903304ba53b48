"""A client that holds every answer, and every request that was accepted, against the document."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema_rs
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from api.openapi import document
from api.parameters import path_of

_ALWAYS_POSSIBLE = {"404", "405", "406", "413", "415", "429", "503", "500"}
"""What may be answered outside any declared operation."""


def closed(document: dict[str, Any]) -> dict[str, Any]:
    """``document`` with every object closed, so that a member that nobody documented is found."""

    def close(value: Any) -> Any:
        if isinstance(value, list):
            return [close(item) for item in value]
        if not isinstance(value, dict):
            return value
        shape = {key: close(inner) for key, inner in value.items()}
        if shape.get("type") == "object" and "properties" in shape:
            shape.setdefault("additionalProperties", False)
        return shape

    shapes = copy.deepcopy(document)
    shapes["components"]["schemas"] = close(shapes["components"]["schemas"])
    return shapes


class Checker:
    def __init__(self, games) -> None:
        self.document = closed(document(games))
        self._validators: dict[str, Any] = {}
        self.seen: set[tuple[str, str]] = set()

    def validator(self, schema: dict[str, Any]) -> Any:
        key = repr(schema)
        if key not in self._validators:
            whole = {**schema, "components": {"schemas": self.document["components"]["schemas"]}}
            self._validators[key] = jsonschema_rs.validator_for(whole, validate_formats=True)
        return self._validators[key]

    def operation(self, app: Flask, method: str, url: str) -> dict[str, Any] | None:
        try:
            with app.test_request_context(url, method=method) as context:
                context.match_request()
                rule = context.request.url_rule
        except HTTPException:
            return None
        if rule is None:
            return None
        path = self.document["paths"].get(path_of(rule.rule), {})
        return path.get("get" if method == "HEAD" else method.lower())

    def _check_any(self, method: str, response: TestResponse) -> None:
        """What holds for every answer, of whatever address."""
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["X-Request-Id"]
        assert response.status_code < 500 or response.status_code == 503
        if response.mimetype == "application/problem+json" and method != "HEAD":
            problem = response.json
            assert problem["status"] == response.status_code
            assert problem["request_id"] == response.headers["X-Request-Id"]
            self.validator({"$ref": "#/components/schemas/Problem"}).validate(problem)

    def check(self, app: Flask, method: str, url: str, body: Any, response: TestResponse) -> None:
        self._check_any(method, response)
        operation = self.operation(app, method, url)
        if operation is None or method == "OPTIONS":
            return
        status = str(response.status_code)
        self.seen.add((operation["operationId"], status))
        declared = operation["responses"].get(status)
        if declared is None:
            assert status in _ALWAYS_POSSIBLE, f"{operation['operationId']} does not document {status}: {response.text}"
            return
        for header in declared.get("headers", {}):
            assert header in response.headers or header == "Link", f"{header} is missing"
        if method == "HEAD" or "content" not in declared:
            assert response.data == b""
        else:
            self._check_content(declared["content"][response.mimetype], response)
        if response.status_code < 300 and body is not None:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            self.validator(schema).validate(body)

    def _check_content(self, declared: dict[str, Any], response: TestResponse) -> None:
        if response.is_json:
            self.validator(declared["schema"]).validate(response.json)
        if response.mimetype == "application/problem+json":
            assert response.json["type"].rpartition("/")[2] in declared["examples"], response.text


class Client:
    """``token``: of the player who asks, if any."""

    def __init__(self, app: Flask, checker: Checker, token: str | None = None, player: str | None = None) -> None:
        self.app = app
        self.checker = checker
        self.token = token
        self.player = player
        self._client = app.test_client()

    def as_player(self, name: str, **headers: str) -> Client:
        made = self.post("/v1/players", {"name": name}, **headers)
        assert made.status_code == 201, made.text
        return Client(self.app, self.checker, made.json["token"], made.json["player"]["id"])

    def request(
        self, method: str, url: str, body: Any = None, *, raw: bytes | None = None, **headers: str
    ) -> TestResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        keywords: dict[str, Any] = {"data": raw} if raw is not None else {} if body is None else {"json": body}
        response = self._client.open(url, method=method, headers=sent, **keywords)
        self.checker.check(self.app, method, url, body, response)
        return response

    def get(self, url: str, **headers: str) -> TestResponse:
        return self.request("GET", url, **headers)

    def post(self, url: str, body: Any = None, **headers: str) -> TestResponse:
        return self.request("POST", url, body, **headers)

    def put(self, url: str, body: Any = None, **headers: str) -> TestResponse:
        return self.request("PUT", url, body, **headers)

    def delete(self, url: str, **headers: str) -> TestResponse:
        return self.request("DELETE", url, **headers)
