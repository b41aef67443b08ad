"""A git worktree of its own, in which parts are tested and committed: the user's checkout is never touched."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from tffix.git import GitError, SilentError, git
from tffix.migrate.parts import Change
from tffix.running.files import FileError, read_bytes
from tffix.running.folder import FOLDER, prepare

# Hooks of the user are made for commits by hand; large files are not needed here.
_SETTINGS = ("-c", f"core.hooksPath={os.devnull}", "-c", "advice.detachedHead=false")


class Worktree:
    """A worktree of the repository ``top`` at the commit ``base``; a context manager, gone at its end.

    ``path`` is where it is, ``root`` the folder in it that stands for the root of the migration.

    Raises:
        GitError: git does not know ``base``, or refuses.
    """

    def __init__(self, top: Path, root: Path, base: str) -> None:
        self._top = str(top)
        try:
            self.base = self._git_there("rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}")
        except SilentError:
            raise GitError(f"git does not know the revision {base!r}") from None
        self.path = root / FOLDER / "worktree"
        self.root = self.path / root.relative_to(top)
        self._prefix = self.root.relative_to(self.path)

    def __enter__(self) -> Worktree:
        prepare(self.path.parent)
        # A crash may have left one.
        self._remove()
        self._git_there("worktree", "add", "--quiet", "--force", "--detach", str(self.path), self.base)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._remove()

    def holds(self, change: Change) -> bool:
        """Whether the file of ``change`` is in the commit as the migration knows it."""
        place = self.root / change.path
        try:
            if os.path.realpath(place) != str(place):
                return False
            return read_bytes(str(place)) == change.before or self._is_same(change)
        except (FileError, GitError):
            return False

    def _is_same(self, change: Change) -> bool:
        """Whether git takes the file for the same, though it would write other line ends."""
        name = str(self._prefix / change.path)
        here = self._git("hash-object", f"--path={name}", "--stdin", stdin=change.before)
        return here == self._git("rev-parse", "--verify", "--quiet", f"{self.base}:{name}")

    def clear(self) -> None:
        """Bring everything back to the commit."""
        self._git("checkout", "--quiet", "--force", "--detach", self.base)
        self._git("clean", "-ffdxq")

    def make(self, changes: Iterable[Change]) -> None:
        """Write ``changes``."""
        for change in changes:
            (self.root / change.path).write_bytes(change.after)

    def commit(self, changes: Iterable[Change], message: str) -> str:
        """Commit ``changes``, which are made, and nothing else; return the commit."""
        names = [os.fsencode(str(self._prefix / change.path)) for change in changes]
        listed = ("--pathspec-from-file=-", "--pathspec-file-nul")
        self._git("--literal-pathspecs", "add", *listed, stdin=b"\0".join(names))
        text = message.encode("utf-8", "surrogateescape")
        self._git("commit", "--quiet", "--cleanup=whitespace", "--file=-", stdin=text)
        return self._git("rev-parse", "HEAD")

    def branches(self, names: Iterable[str]) -> list[str]:
        """Those of ``names`` that are branches already."""
        wanted = set(names)
        known = self._git_there("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads").split("\n")
        return [name for name in known if name in wanted]

    def branch(self, name: str, commit: str) -> None:
        """Make the branch ``name``, or move it, to ``commit``."""
        self._git("branch", "--quiet", "--no-track", "--force", "--end-of-options", name, commit)

    def _git(self, *arguments: str, stdin: bytes | None = None) -> str:
        # Should the worktree be broken, git must not take the user's checkout above it instead.
        ceiling = {"GIT_CEILING_DIRECTORIES": str(self.path.parent)}
        return _said(str(self.path), *arguments, stdin=stdin, environment=ceiling)

    def _git_there(self, *arguments: str) -> str:
        return _said(self._top, *arguments)

    def _remove(self) -> None:
        if os.path.lexists(self.path):
            with contextlib.suppress(GitError):
                self._git_there("worktree", "remove", "--force", "--force", str(self.path))
            shutil.rmtree(self.path, ignore_errors=True)
        with contextlib.suppress(GitError):
            self._git_there("worktree", "prune")


def _said(
    folder: str, *arguments: str, stdin: bytes | None = None, environment: Mapping[str, str] | None = None
) -> str:
    own = {"GIT_LFS_SKIP_SMUDGE": "1", **(environment or {})}
    said = git(folder, *_SETTINGS, *arguments, stdin=stdin, environment=own)
    return said.decode("utf-8", "surrogateescape").rstrip("\n")
