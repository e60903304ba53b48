"""The ``monkeys`` command."""

from __future__ import annotations

import os
import socket
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

import click
import httpx
from tqdm import tqdm

from api.demo import DemoFailed, play_demo
from api.openapi import render
from api.replay_command import replay
from api.supervisor import Child, command, supervise
from api.verify_command import verify
from domain.games import GAMES
from events.embedded import EmbeddedStore, FolderInUse, StoreNotStarted
from events.logs import set_up_logs
from events.rebuild import rebuild as rebuild_all
from events.settings import InvalidSetting, Settings, read_settings
from events.store import Store, connect

_WEB = ["-m", "gunicorn", "--config", "python:api.gunicorn_config"]
_WORKER = ["-m", "workers", "worker"]
_SWEEPER = ["-m", "workers", "sweep"]


def _settings() -> Settings:
    try:
        return read_settings()
    except InvalidSetting as error:
        raise click.ClickException(str(error)) from None


def _with_store() -> Settings:
    settings = _settings()
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set. `monkeys serve` needs none and starts a store of its own.")
    if settings.redis_cluster and not settings.queue_redis_url:
        raise click.ClickException("The queue cannot be on a cluster: set QUEUE_REDIS_URL, too.")
    return settings


def _become(arguments: list[str]) -> NoReturn:
    os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - there is no shell


@contextmanager
def _embedded(settings: Settings, *, with_queue: bool) -> Iterator[list[EmbeddedStore]]:
    """The store and, if asked for, the queue's: rings need not outlive anything, so no disk is waited for."""
    folder = Path(settings.data)
    stores = [EmbeddedStore(folder)]
    if with_queue:
        stores.append(EmbeddedStore(folder, name="queue", fsync=None))
    try:
        with ExitStack() as started:
            for store in stores:
                started.enter_context(store)
            yield stores
    except (FolderInUse, StoreNotStarted) as error:
        raise click.ClickException(str(error)) from None


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="monkeys")
def main() -> None:
    """A play-by-web server for three monkey games."""


@main.command()
def serve() -> None:
    """Run everything in one place: the store, the web server, workers and the sweeper.

    With REDIS_URL (and QUEUE_REDIS_URL) the store is the operator's own.
    """
    settings = _settings()
    set_up_logs(settings.log_level, process="serve")
    _require_free_port(settings)
    if settings.redis_url:
        _supervise(_with_store(), [], {})
        return
    with _embedded(settings, with_queue=True) as stores:
        store, queue = stores
        _supervise(settings, stores, {"REDIS_URL": store.url(), "QUEUE_REDIS_URL": queue.url()})


def _supervise(settings: Settings, stores: list[EmbeddedStore], environment: dict[str, str]) -> None:
    workers = [f"worker {number + 1}" for number in range(settings.worker_processes)]
    programs = {"web": _WEB, "sweeper": _SWEEPER, **dict.fromkeys(workers, _WORKER)}
    children = [Child(name, command(program, environment)) for name, program in programs.items()]
    base = f"http://{settings.host}:{settings.port}"

    def ready() -> bool:
        try:
            with urllib.request.urlopen(f"{base}/healthz", timeout=1):  # noqa: S310 - the address is ours
                return True
        except OSError:
            return False

    def announce() -> None:
        where = f"The data is in {stores[0].folder}" if stores else "The store is the one at REDIS_URL"
        click.echo(f"The API is at {base}/v1 and its documentation at {base}/docs\n{where}. Stop with Ctrl-C.")

    supervise(stores, children, ready, announce)


def _require_free_port(settings: Settings) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, settings.port))
        except OSError as error:
            raise click.ClickException(
                f"Cannot listen on {settings.host}:{settings.port} ({error.strerror}). MONKEYS_PORT sets another port."
            ) from None


@main.command()
def web() -> None:
    """Run the web server alone, against REDIS_URL."""
    _with_store()
    _become(_WEB)


@main.command()
def worker() -> None:
    """Run one worker alone, against REDIS_URL and QUEUE_REDIS_URL."""
    _with_store()
    _become(_WORKER)


@main.command()
def sweep() -> None:
    """Run one sweeper alone, against REDIS_URL and QUEUE_REDIS_URL. One is enough; more do no harm."""
    _with_store()
    _become(_SWEEPER)


@main.command()
def rebuild() -> None:
    """Drop all projections and derive them again from the streams of events."""
    settings = _settings()
    if settings.redis_url:
        _rebuild(connect(settings.redis_url, cluster=settings.redis_cluster))
        return
    with _embedded(settings, with_queue=False) as [store]:
        _rebuild(connect(store.url()))


def _rebuild(store: Store) -> None:
    with tqdm(unit=" matches", desc="Rebuilding") as bar:

        def progress(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        rebuilt = rebuild_all(store, progress)
    for match_id, problem in rebuilt.problems.items():
        click.echo(f"{match_id}: {problem}", err=True)
    click.echo(f"{rebuilt.matches} matches, {len(rebuilt.problems)} with problems.")
    if rebuilt.problems:
        sys.exit(1)


@main.command()
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="Write the document to this file.")
@click.option("--check", type=click.Path(dir_okay=False, path_type=Path), help="Fail unless this file is the document.")
def openapi(write: Path | None, check: Path | None) -> None:
    """The OpenAPI document, as the code defines it."""
    document = render()
    if write is not None:
        write.write_text(document, "utf-8")
    elif check is None:
        click.echo(document, nl=False)
    elif not check.is_file() or check.read_text("utf-8") != document:
        raise click.ClickException(f"{check} is not what the code defines. `make openapi` writes it.")


@main.command()
@click.option("--game", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--url", help="Of the running server.  [default: where `serve` listens]")
@click.option("--bots", type=click.IntRange(1, 9), help="How many bots play.  [default: 3, or as many as can]")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the guest's moves.")
def demo(game: str, url: str | None, bots: int | None, seed: int) -> None:
    """Play one match on the running server, and tell its story from the public log."""
    settings = _settings()
    try:
        for line in play_demo(url or f"http://{settings.host}:{settings.port}", game, bots, seed):
            click.echo(line)
    except httpx.TransportError:
        raise click.ClickException("There is no server. `monkeys serve` starts one; --url names another.") from None
    except DemoFailed as failed:
        raise click.ClickException(f"The server refused: {failed}") from None


main.add_command(verify)
main.add_command(replay)


if __name__ == "__main__":
    main()
