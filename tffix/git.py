"""Git, as a child process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

# What a hook or an outer git has set would speak of another repository.
_LOCAL = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_LITERAL_PATHSPECS")


class GitError(Exception):
    """Git is missing or refuses; the message says why."""


class SilentError(GitError):
    """Git refuses and says nothing: as asked, it only tells by its exit code."""


def git(
    folder: str, *arguments: str | bytes, stdin: bytes | None = None, environment: Mapping[str, str] | None = None
) -> bytes:
    """What ``git`` prints with ``arguments`` in ``folder``.

    Raises:
        GitError: it cannot be started, or fails.
    """
    own = {name: value for name, value in os.environ.items() if name not in _LOCAL}
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            env={**own, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", **(environment or {})},
            check=False,
        )
    except OSError as error:
        raise GitError(f"git cannot be started: {(error.strerror or str(error)).lower()}") from None
    if done.returncode != 0:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if not lines:
            raise SilentError(f"git {os.fsdecode(arguments[0])} ended with exit code {done.returncode}")
        raise GitError(lines[-1].removeprefix("fatal: "))
    return done.stdout


def top_of(path: str) -> str | None:
    """The root of the work tree that holds ``path`` (an absolute path), without asking git; ``None`` outside of one."""
    folder = path
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder
