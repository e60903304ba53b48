"""Refuses an edited or removed golden log: a log that a release has written has to replay for ever.

``python -m tests.golden.append_only``. The working tree is compared with the commit that it is of, with the commits
before that one, and with where its branch left the main one. A clone without history asks its origin for them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MAIN_BRANCHES = ("origin/HEAD", "origin/main", "main")
LOGS = ("tests/golden", ":(exclude,glob)tests/golden/*.py")


class Git:
    def __init__(self, root: Path) -> None:
        self._root = root

    def lines(self, *arguments: str) -> list[str] | None:
        """What git answers, ``None`` where it cannot."""
        try:
            done = subprocess.run(
                ["git", *arguments], cwd=self._root, capture_output=True, check=True,
                env={**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
            )  # fmt: skip
        except (OSError, subprocess.CalledProcessError):
            return None
        return done.stdout.decode("utf-8", "replace").splitlines()

    def parents(self) -> list[str]:
        """As the commit names them, whether they are here or not."""
        commit = self.lines("cat-file", "commit", "HEAD") or []
        head = commit[: commit.index("")] if "" in commit else commit
        return [line.removeprefix("parent ") for line in head if line.startswith("parent ")]

    def has(self, commit: str) -> bool:
        """Whether ``commit`` is here, or could be brought here."""
        if self.lines("cat-file", "-e", f"{commit}^{{commit}}") is not None:
            return True
        fetched = self.lines("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--depth=1", "origin", commit)
        return fetched is not None and self.lines("cat-file", "-e", f"{commit}^{{commit}}") is not None

    def branched_off(self) -> list[str]:
        """Where the branch left the main one, if that can be told."""
        for branch in filter(None, (os.environ.get("GOLDEN_BASE"), *MAIN_BRANCHES)):
            found = self.lines("merge-base", "HEAD", branch)
            if found:
                return found
        return []


def changed_since(git: Git, commit: str) -> Iterator[str]:
    """Files of the commit that are no longer as they were in it."""
    for line in git.lines("diff", "--no-renames", "--name-status", "--diff-filter=a", commit, "--", *LOGS) or []:
        kind, _, path = line.partition("\t")
        yield f"{path} is {'removed' if kind == 'D' else 'changed'}"


def check(root: Path) -> tuple[list[str], list[str]]:
    """What is wrong, and what could not be looked at."""
    git = Git(root)
    if git.lines("rev-parse", "--verify", "HEAD") is None:
        return [], ["this is no git repository with commits"]
    faults: dict[str, str] = {}
    unseen: list[str] = []
    for commit in ("HEAD", *git.parents(), *git.branched_off()):
        if not git.has(commit):
            unseen.append(f"commit {commit[:12]} is not in this clone and its origin does not give it")
            continue
        for fault in changed_since(git, commit):
            faults.setdefault(fault, f"{fault} since {commit[:12]}")
    return list(faults.values()), unseen


def main() -> int:
    faults, unseen = check(Path.cwd())
    for note in unseen:
        print(f"golden logs: not compared: {note}", file=sys.stderr)
    for fault in faults:
        print(f"golden logs are only ever added to: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
