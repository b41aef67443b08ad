"""Finding the Python files below the paths a user names.

What is left out of a walk: the folders of :data:`DEFAULT_EXCLUDES`, what a ``.gitignore`` (nested ones too, up to the
root of the repository) or ``exclude`` names, and symbolic links: what a link points to inside the tree is found by
itself, and what lies outside is not part of it.  A path that is named is always taken.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

from tffix.config.patterns import Patterns, patterns

SUFFIXES = (".py", ".pyw")
DEFAULT_EXCLUDES = frozenset(
    {
        *(".bzr", ".git", ".hg", ".svn"),
        *(".direnv", ".eggs", ".nox", ".tox", ".venv", "__pypackages__", "node_modules", "site-packages"),
        *(".ipynb_checkpoints", ".mypy_cache", ".pytest_cache", ".pytype", ".ruff_cache", "__pycache__"),
    }
)
DEFAULT_EXCLUDE_SUFFIXES = (".egg-info",)
BUILD_FOLDERS = frozenset({"_build", "build", "buck-out", "dist", "env", "venv"})
"""Left out as well, unless they are packages: a folder with an ``__init__.py`` is source, whatever its name."""


@dataclass
class Discovery:
    """The files found, in sorted order, and ``(path, reason)`` for each path that could not be read."""

    files: list[str] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)


Excludes = Callable[[str, Collection[str]], Iterable[Patterns]]
"""The patterns of ``exclude`` that hold in a folder (an absolute path), given the names of what is in it."""


def _nothing(_folder: str, _names: Collection[str]) -> Iterable[Patterns]:
    return ()


def discover(paths: Iterable[str], excludes: Excludes = _nothing) -> Discovery:
    """The Python files that ``paths`` name or contain, each once.

    The names are as the user would write them: relative where the path was.
    """
    found = Discovery()
    by_identity: dict[str, str] = {}
    for path in map(os.path.normpath, paths):
        # No link is followed below the named path: only its own name can stand for another.
        real = os.path.realpath(path)
        prefix = os.path.join(real, "")
        for file in _Walk(found, excludes).start(path):
            below = file if path == os.curdir else file[len(path) :].lstrip(os.sep)
            by_identity.setdefault(prefix + below if below else real, file)
    found.files = sorted(by_identity.values())
    return found


class _Walk:
    """One walk from one named path."""

    def __init__(self, found: Discovery, excludes: Excludes) -> None:
        self._found = found
        self._excludes = excludes

    def start(self, path: str) -> Iterator[str]:
        try:
            mode = os.stat(path).st_mode
        except OSError as error:
            self._found.errors.append((path, _reason(error)))
            return
        if stat.S_ISDIR(mode):
            yield from self._below(path)
        elif stat.S_ISREG(mode):
            yield path
        else:
            self._found.errors.append((path, "is neither a file nor a folder"))

    def _below(self, root: str) -> Iterator[str]:
        absolute = os.path.abspath(root)
        waiting = [_Folder(root, absolute, ignores_above(absolute))]
        while waiting:
            folder = waiting.pop()
            try:
                with os.scandir(folder.path) as entries:
                    listed = list(entries)
            except OSError as error:
                self._found.errors.append((folder.path, _reason(error)))
                continue
            names = {entry.name for entry in listed}
            if ".gitignore" in names:
                folder.ignores = (*folder.ignores, *_gitignore(folder.absolute))
            decides = _Decision(folder, tuple(self._excludes(folder.absolute, names)))
            for entry in listed:
                if entry.is_dir(follow_symlinks=False):
                    below = folder.child(entry.name)
                    if not _left_out(entry.name, below.path) and not decides.out(entry.name, is_folder=True):
                        waiting.append(below)
                elif (
                    entry.name.endswith(SUFFIXES)
                    and entry.is_file(follow_symlinks=False)
                    and not decides.out(entry.name, is_folder=False)
                ):
                    yield folder.path_of(entry.name)


class _Folder:
    """A folder: its name as the user writes it, its absolute path, the ignore files above it (the outermost first)."""

    def __init__(self, path: str, absolute: str, ignores: tuple[Patterns, ...]) -> None:
        self.path = path
        self.absolute = absolute
        self.ignores = ignores
        self._prefix = "" if path == os.curdir else os.path.join(path, "")

    def path_of(self, name: str) -> str:
        return self._prefix + name

    def child(self, name: str) -> _Folder:
        return _Folder(self._prefix + name, os.path.join(self.absolute, name), self.ignores)


class _Decision:
    """Which entries of a folder are left out."""

    def __init__(self, folder: _Folder, excludes: tuple[Patterns, ...]) -> None:
        self._folder = folder.absolute
        self._excludes = excludes
        self._ignores = folder.ignores[::-1]

    def out(self, name: str, *, is_folder: bool) -> bool:
        if not self._excludes and not self._ignores:
            return False
        path = os.path.join(self._folder, name)
        if any(spec.match(path, folder=is_folder) for spec in self._excludes):
            return True
        # The innermost file that says anything decides, as in git.
        decisions = (spec.decide(path, folder=is_folder) for spec in self._ignores)
        return next((decision for decision in decisions if decision is not None), False)


def ignores_above(folder: str) -> tuple[Patterns, ...]:
    """The ignore files that hold in ``folder`` and stand above it, up to the root of its repository.

    Those that ignore ``folder`` itself are left out: whoever names an ignored folder means it.
    """
    parents = []
    inside = folder
    while not os.path.exists(os.path.join(inside, ".git")):
        parent = os.path.dirname(inside)
        if parent == inside:
            return ()
        parents.append(parent)
        inside = parent
    specs = [*_ignore_file(os.path.join(inside, ".git", "info", "exclude"), inside)]
    for parent in reversed(parents):
        specs += _gitignore(parent)
    return tuple(spec for spec in specs if not _matches_or_above(spec, folder, inside))


def _matches_or_above(spec: Patterns, folder: str, root: str) -> bool:
    while len(folder) > len(root):
        if spec.match(folder, folder=True):
            return True
        folder = os.path.dirname(folder)
    return False


def _gitignore(folder: str) -> tuple[Patterns, ...]:
    return _ignore_file(os.path.join(folder, ".gitignore"), folder)


def _ignore_file(path: str, root: str) -> tuple[Patterns, ...]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = tuple(line for line in file.read().splitlines() if line.strip() and not line.startswith("#"))
    except OSError:
        return ()
    return (patterns(lines, root),) if lines else ()


def _left_out(name: str, path: str) -> bool:
    if name in DEFAULT_EXCLUDES or name.endswith(DEFAULT_EXCLUDE_SUFFIXES):
        return True
    return name in BUILD_FOLDERS and not os.path.exists(os.path.join(path, "__init__.py"))


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
