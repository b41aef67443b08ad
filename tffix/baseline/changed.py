"""Which lines of the work tree are not as they were in a revision."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tffix.baseline.places import Place
from tffix.git import GitError, SilentError, git, top_of
from tffix.running.discover import SUFFIXES

_HUNK = re.compile(rb"@@ -\d+(?:,(?P<old>\d+))? \+(?P<start>\d+)(?:,(?P<new>\d+))? @@")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_DIFF = (
    "diff",
    "--unified=0",
    "--inter-hunk-context=0",
    "--find-renames",
    "--text",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-relative",
    "--ignore-submodules=all",
    "--src-prefix=a/",
    "--dst-prefix=b/",
)

Lines = list[tuple[int, int]]
"""Ranges of changed lines, both ends included."""


class Changes:
    """The lines that changed since ``revision`` in the files ``paths``, committed or not.

    Since: it is compared with the last common ancestor, so what others did meanwhile on their branch does not count.
    A file that is new or not tracked has changed as a whole; one that was renamed has where its text differs.
    A folder among ``paths`` says nothing of the files in it, but must be in a repository that knows the revision.

    Raises:
        GitError: a file is in no repository, or git does not know the revision.
    """

    def __init__(self, revision: str, paths: Iterable[str]) -> None:
        self._lines: dict[str, Lines] = {}
        by_root: dict[str, list[str]] = {}
        for path in map(_real, paths):
            root = top_of(path if os.path.isdir(path) else os.path.dirname(path))
            if root is None:
                raise GitError(f"{path} is not in a git repository")
            by_root.setdefault(root, []).append(path)
        for root, files in by_root.items():
            self._lines.update(_changed(root, _base(root, revision), files))

    def touch(self, path: str, place: Place, data: bytes) -> bool:
        """Whether something changed on the lines of ``place`` in the file ``path``, which holds ``data``."""
        ranges = self._lines.get(_real(path), ())
        if not ranges:
            return False
        first, last = _git_line(data, place.first), _git_line(data, place.last)
        return any(start <= last and first <= end for start, end in ranges)


def _name(file: str, root: str) -> bytes:
    return os.fsencode(os.path.relpath(file, root).replace(os.sep, "/"))


def _real(path: str) -> str:
    """The file that ``path`` names; git does not see through a link that leads to its folder."""
    return os.path.realpath(path)


def _base(root: str, revision: str) -> str:
    """The commit that the work tree ``root`` is compared with."""
    try:
        commit = _commit(root, revision)
    except GitError as error:
        commit = _gitlink(root, revision) or ""
        if not commit:
            raise GitError(f"{root}: {error}") from None
    try:
        return git(root, "merge-base", commit, "HEAD").decode().strip()
    except GitError:
        # A shallow clone: more than necessary has changed, never less.
        return commit


def _commit(root: str, revision: str) -> str:
    try:
        said = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except SilentError:
        raise GitError(f"git does not know the revision {revision!r}") from None
    return said.decode().strip()


def _gitlink(root: str, revision: str) -> str | None:
    """The commit of the submodule ``root`` that the ``revision`` of the repository around it names."""
    outer = top_of(os.path.dirname(root))
    if outer is None:
        return None
    try:
        name = os.path.relpath(root, outer).replace(os.sep, "/")
        return _commit(root, git(outer, "rev-parse", "--verify", "--quiet", f"{revision}:{name}").decode().strip())
    except GitError:
        return None


def _changed(root: str, base: str, files: Sequence[str]) -> Iterator[tuple[str, Lines]]:
    """The changed lines of those of ``files`` that have some."""
    names = {_name(file, root): file for file in files if os.path.isfile(file)}
    if not names:
        return
    others = [b":(top,literal)" + name for name in names if not os.fsdecode(name).endswith(SUFFIXES)]
    pathspecs = [*(f":(top,glob)**/*{suffix}".encode() for suffix in SUFFIXES), *others]
    with tempfile.TemporaryDirectory(prefix="tffix-") as folder:
        environment = _with_untracked(root, names, Path(folder))
        diff = git(root, *_DIFF, base, "--", *pathspecs, environment=environment)
    for name, lines in _parsed(diff):
        if name in names and lines:
            yield names[name], lines


def _with_untracked(root: str, names: Iterable[bytes], folder: Path) -> dict[str, str]:
    """An index of its own in which all of ``names`` are tracked, so that git compares them and finds renames."""
    tracked = set(git(root, "ls-files", "-z").split(b"\0"))
    missing = sorted(set(names) - tracked)
    if not missing:
        return {}
    index = folder / "index"
    own = Path(root, os.fsdecode(git(root, "rev-parse", "--git-path", "index").rstrip(b"\n")))
    if own.exists():
        shutil.copyfile(own, index)
    environment = {"GIT_INDEX_FILE": str(index)}
    add = ("--literal-pathspecs", "add", "--intent-to-add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul")
    git(root, *add, stdin=b"\0".join(missing), environment=environment)
    return environment


def _parsed(diff: bytes) -> Iterator[tuple[bytes, Lines]]:
    """The files of a diff without context, each with the lines of its new side that changed."""
    name, lines = b"", list[tuple[int, int]]()
    skip = 0
    for line in diff.split(b"\n"):
        if skip and not line.startswith(b"\\"):
            skip -= 1
        elif line.startswith(b"diff --git "):
            yield name, lines
            name, lines = b"", []
        elif line.startswith(b"+++ "):
            name = _unquoted(line[4:].rstrip(b"\t"))
        elif hunk := _HUNK.match(line):
            start, new = int(hunk["start"]), int(hunk["new"] or 1)
            skip = int(hunk["old"] or 1) + new
            # Where lines were only removed, both neighbours of the gap have changed.
            lines.append((start, start + new - 1) if new else (start, start + 1))
    yield name, lines


def _unquoted(name: bytes) -> bytes:
    """The path that a diff names, without its ``b/``."""
    if name.startswith(b'"'):
        name = name[1:-1].decode("unicode_escape").encode("latin-1")
    return name[2:]


def _git_line(data: bytes, line: int) -> int:
    """The number that git gives to a line: for git, a carriage return alone ends none."""
    if b"\r" not in data.replace(b"\r\n", b""):
        return line
    starts = (match.end() for _, match in zip(range(line - 1), _LINE_END.finditer(data), strict=False))
    return 1 + data.count(b"\n", 0, max(starts, default=0))
