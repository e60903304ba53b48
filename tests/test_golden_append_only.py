"""The check that golden logs are only ever added to, on repositories made for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.append_only import check

ROOT = Path(__file__).parents[1]
LOG = "tests/golden/a-game/2-seats-1.jsonl"
SOMEBODY = {f"GIT_{role}_{what}": "t@t" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
ENVIRONMENT = {**os.environ, **SOMEBODY, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


class Repository:
    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.path, check=True, capture_output=True, env=ENVIRONMENT)

    def write(self, name: str, text: str) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-m", "a commit", "--allow-empty")

    def clone(self, path: Path, *options: str) -> Repository:
        subprocess.run(["git", "clone", "-q", *options, self.path.as_uri(), path], check=True, capture_output=True)
        return Repository(path)

    def faults(self) -> list[str]:
        return [fault.rpartition(" since ")[0] for fault in check(self.path)[0]]


@pytest.fixture
def repository(tmp_path):
    path = tmp_path / "origin"
    path.mkdir()
    made = Repository(path)
    made.git("init", "-q", "-b", "main")
    made.write(LOG, "one\n")
    made.write("tests/golden/logs.py", "one\n")
    made.commit()
    return made


def edit(repository):
    repository.write(LOG, "another\n")


def remove(repository):
    (repository.path / LOG).unlink()


def move(repository):
    (repository.path / LOG).rename(repository.path / "tests/golden/a-game/2-seats-2.jsonl")


def add_a_line(repository):
    repository.write(LOG, "one\ntwo\n")


CHANGES = {edit: "changed", remove: "removed", move: "removed", add_a_line: "changed"}
every_change = pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)


@every_change
def test_a_change_is_refused_before_and_after_it_is_committed(repository, change):
    change(repository)
    expected = [f"{LOG} is {CHANGES[change]}"]
    assert repository.faults() == expected
    repository.git("add", "-A")
    assert repository.faults() == expected
    repository.commit()
    assert repository.faults() == expected


def test_logs_may_be_added_and_code_be_changed(repository):
    repository.write("tests/golden/a-game/3-seats-1.jsonl", "new\n")
    repository.write("tests/golden/logs.py", "two\n")
    repository.write("README.md", "text\n")
    assert check(repository.path) == ([], [])
    repository.commit()
    assert check(repository.path) == ([], [])


@every_change
def test_a_change_is_refused_further_back_on_a_branch(repository, change):
    repository.git("switch", "-q", "-c", "work")
    change(repository)
    repository.commit()
    for _ in range(3):
        repository.commit()
    assert repository.faults() == [f"{LOG} is {CHANGES[change]}"]


def test_a_change_is_refused_in_a_merge(repository):
    repository.git("switch", "-q", "-c", "work")
    edit(repository)
    repository.commit()
    repository.git("switch", "-q", "main")
    repository.write("README.md", "text\n")
    repository.commit()
    repository.git("merge", "-q", "--no-ff", "-m", "a merge", "work")
    assert repository.faults() == [f"{LOG} is changed"]


@every_change
@pytest.mark.parametrize("depth", [1, 2])
def test_a_change_is_refused_in_a_shallow_clone(repository, tmp_path, change, depth):
    change(repository)
    repository.commit()
    clone = repository.clone(tmp_path / "clone", f"--depth={depth}")
    assert clone.faults() == [f"{LOG} is {CHANGES[change]}"]
    assert check(clone.path)[1] == []


def test_a_shallow_clone_without_its_origin_says_what_it_could_not_compare(repository, tmp_path):
    edit(repository)
    repository.commit()
    clone = repository.clone(tmp_path / "clone", "--depth=1")
    shutil.rmtree(repository.path)
    faults, unseen = check(clone.path)
    assert faults == []
    assert len(unseen) == 1
    remove(clone)
    assert clone.faults() == [f"{LOG} is removed"]


def test_files_without_a_repository_are_taken_as_they_are(tmp_path):
    assert check(tmp_path) == ([], ["this is no git repository with commits"])


def test_the_command_fails_and_names_the_file(repository):
    # `tests` of the project, not of the repository made here.
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.golden.append_only import main; sys.exit(main())"
    command = [sys.executable, "-P", "-c", code]

    def run():
        return subprocess.run(command, cwd=repository.path, capture_output=True, text=True, check=False)

    assert run().returncode == 0
    edit(repository)
    failed = run()
    assert failed.returncode == 1
    assert LOG in failed.stderr


def test_make_check_runs_it():
    assert "tests.golden.append_only" in (ROOT / "Makefile").read_text()
