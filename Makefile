# `make serve` plays, `make test` tests; both set up everything they need in ./.venv from the lock files.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# The newest of these that runs and is at least 3.11; `make PYTHON=…` chooses another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)
PYTEST := $(BIN)/python -m pytest
LINT := .cache/openapi-lint
# The linter of openapi.yaml runs on the Node.js that comes from the lock file; it reports to nobody.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH" REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

.DEFAULT_GOAL := help
.PHONY: help serve demo test check soak bench openapi lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/run.stamp ## start the server with its own store, data under ./data
	@exec $(BIN)/monkeys serve

demo: $(VENV)/run.stamp ## play one match on the running server and tell its story
	@exec $(BIN)/monkeys demo

test: $(VENV)/dev.stamp ## all tests but the slow ones
	$(PYTEST) -n 2 --dist loadgroup -m "not soak"

check: $(VENV)/dev.stamp $(LINT)/made.stamp ## style, types, imports, openapi.yaml and the golden logs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/monkeys openapi --check openapi.yaml
	$(BIN)/python -m tests.golden.append_only
	$(NODE) $(LINT)/node_modules/.bin/redocly lint --config .ci/openapi/redocly.yaml openapi.yaml

soak: $(VENV)/dev.stamp ## the slow tests: many kills, long random play
	$(PYTEST) -m soak -s

bench: $(VENV)/dev.stamp ## print the figures of benchmarks/
	$(BIN)/python -m benchmarks

openapi: $(VENV)/run.stamp ## write openapi.yaml from the code
	$(BIN)/monkeys openapi --write openapi.yaml

lock: $(VENV)/dev.stamp ## resolve the versions of all packages anew
	$(PIP) install uv
	$(BIN)/uv pip compile $(LOCK_FLAGS) --extra build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK_FLAGS) --extra build --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

LOCK_FLAGS := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	--no-annotate --upgrade

clean: ## remove the environment and all caches, but no data
	rm -rf $(VENV) .cache .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info

$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found on the PATH." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module: install your system's package for it (on Debian: python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/made.stamp requirements.lock pyproject.toml
	$(PIP) install --quiet --require-hashes -r requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(LINT)/made.stamp: $(VENV)/dev.stamp .ci/openapi/package-lock.json
	@mkdir -p $(LINT)
	@cp .ci/openapi/package.json .ci/openapi/package-lock.json $(LINT)
	$(NODE) npm ci --prefix $(LINT) --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements-dev.lock
	$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@touch $@
