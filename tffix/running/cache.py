"""Results of earlier runs, for the files that have not changed since.

One file for each folder that tffix is run in, in the user's cache folder.  It holds for one state of tffix and of the
running Python.  A file counts as unchanged when its size, times and inode are the same, or else its content.  Whatever
is wrong with the cache costs time, never a result: it is checked against its digest, and ignored if anything is amiss.
Two runs at once each write a whole one; the last stays.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

import tffix
from tffix import codemods, index
from tffix.config.settings import Settings
from tffix.results import FileResult, Finding
from tffix.running.files import FileError, read_bytes
from tffix.running.prefilter import mentions_framework
from tffix.running.task import Work

Item = tuple[str, Settings]
Compute = Callable[[Sequence[Item]], Iterator[FileResult]]
Stamp = tuple[int, int, int, int]
"""Size, modification time, time of change and inode of a file."""
Entry = tuple[Stamp, int, bytes | None, tuple[Any, ...], str | None]
"""Of one file: its stamp, the number of its settings, the digest of its content, its findings, its error."""

_MAGIC = b"tffix cache 1\n"
_DIGEST = 16
_FRESH = 2_000_000_000
"""Nanoseconds in which a file may change again and keep its times, on the coarsest file systems."""
_plain = attrgetter(*(field.name for field in fields(Finding)))


class Hashed:
    """``work`` that also says what the content was, where that saves more than it costs."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def __call__(self, data: bytes, path: str, settings: Settings) -> FileResult:
        result = self._work(data, path, settings)
        return replace(result, digest=_digest(data)) if mentions_framework(data) else result


class Cache:
    """The cache of the runs in the current folder.

    Args:
        folder: where caches are kept; :func:`default_folder` if not given.
    """

    def __init__(self, folder: str | None = None) -> None:
        name = hashlib.blake2b(os.fsencode(os.getcwd()), digest_size=_DIGEST).hexdigest()
        self._folder = folder or default_folder()
        self._path = os.path.join(self._folder, f"{name}-{sys.implementation.cache_tag}")
        self._state = tool_state()
        self._entries: dict[str, Entry] = {}
        self._settings: dict[str, int] = {}
        self._changed = False
        self._load()

    def results(self, items: Sequence[Item], compute: Compute, *, clean_only: bool = False) -> Iterator[FileResult]:
        """The results for ``items``, in their order: the known ones, and those that ``compute`` gives for the others.

        With ``clean_only`` files with findings or errors are computed again: there is more to their results.
        What was computed is kept, when all of it has been asked for.
        """
        known = [self._known(path, settings, clean_only=clean_only) for path, settings in items]
        missing = [item for item, result in zip(items, known, strict=True) if result is None]
        stamps = {path: stamp_of(path) for path, _ in missing}
        computed = compute(missing)
        for (path, settings), result in zip(items, known, strict=True):
            if result is None:
                result = next(computed)
                self._keep(result, settings, stamps[path], clean_only=clean_only)
                # What the content was is for the cache only.
                result = result if result.digest is None else replace(result, digest=None)
            yield result
        if self._changed:
            self._store({path for path, _ in items})

    def _known(self, path: str, settings: Settings, *, clean_only: bool) -> FileResult | None:
        entry = self._entries.get(path)
        if entry is None or entry[1] != self._number(settings):
            return None
        stamp, number, digest, findings, error = entry
        if clean_only and (findings or error):
            return None
        if stamp != (now := stamp_of(path)):
            if digest is None or now is None or now[0] != stamp[0] or _content(path) != digest:
                return None
            self._entries[path] = (now, number, digest, findings, error)
            self._changed = True
        return FileResult(path, tuple(Finding(*values) for values in findings), error)

    def _keep(self, result: FileResult, settings: Settings, stamp: Stamp | None, *, clean_only: bool) -> None:
        self._changed = True
        is_whole = not clean_only or not (result.findings or result.error)
        # Without a digest an error is not of the content: the file could not be read, or the worker died.
        is_lasting = result.error is None or result.digest is not None
        if stamp is None or not is_whole or not is_lasting or is_fresh(stamp):
            self._entries.pop(result.path, None)
            return
        findings = tuple(map(_plain, result.findings))
        self._entries[result.path] = (stamp, self._number(settings), result.digest, findings, result.error)

    def _number(self, settings: Settings) -> int:
        # Settings are few and shared; which fixes are allowed changes no finding.
        known = self._numbers.get(id(settings))
        if known is None:
            key = settings_key(settings)
            known = self._numbers[id(settings)] = self._settings.setdefault(key, len(self._settings))
        return known

    # -- the file ------------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self._numbers: dict[int, int] = {}
        try:
            with open(self._path, "rb") as file:
                content = file.read()
            head = len(_MAGIC) + _DIGEST
            if content[: len(_MAGIC)] != _MAGIC or content[len(_MAGIC) : head] != _digest(content[head:]):
                return
            state, settings, entries = marshal.loads(content[head:])
        except (OSError, EOFError, ValueError, TypeError):
            return
        if state == self._state:
            self._settings, self._entries = settings, entries

    def _store(self, visited: set[str]) -> None:
        # Files of earlier runs are kept, unless there are more of them than of this one.
        if len(self._entries) > 2 * len(visited):
            self._entries = {path: entry for path, entry in self._entries.items() if path in visited}
        content = marshal.dumps((self._state, self._settings, self._entries))
        temporary = f"{self._path}.{os.getpid()}"
        with contextlib.suppress(OSError):
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            try:
                with open(temporary, "wb") as file:
                    file.write(_MAGIC + _digest(content) + content)
                os.replace(temporary, self._path)
            except BaseException:
                os.unlink(temporary)
                raise


def default_folder() -> str:
    """``tffix`` in the user's cache folder."""
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    return os.path.join(base or os.path.join(os.path.expanduser("~"), ".cache"), "tffix")


def settings_key(settings: Settings) -> str:
    """What tells settings from others that may lead to other findings."""
    options = sorted((name, sorted(table.items())) for name, table in settings.options.items())
    return repr((sorted(settings.codes), settings.keras, settings.keras_explicit, options))


def tool_state() -> bytes:
    """What tells one state of tffix and Python from another."""
    said = repr((tffix.__version__, sys.version, index.state(tffix), index.state(codemods)))
    return _digest(said.encode("utf-8", "surrogateescape"))


def stamp_of(path: str) -> Stamp | None:
    """The stamp of the file ``path``; ``None`` if it has none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def is_fresh(stamp: Stamp) -> bool:
    """Whether a file with this stamp may change again and keep it."""
    return max(stamp[1:3]) > time.time_ns() - _FRESH


def _content(path: str) -> bytes | None:
    try:
        return _digest(read_bytes(path))
    except FileError:
        return None


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()
