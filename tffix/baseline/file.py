"""The baseline on the disk: a JSON file with one finding a line, so that git merges and shows it well.

Paths are relative to its folder, so it holds in every checkout and whatever folder tffix is run in.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from typing import NamedTuple

from tffix.baseline.places import Place

VERSION = 1
_SHOWN = 80


class BaselineError(Exception):
    """The baseline cannot be read or written; the message says why."""


class Entry(NamedTuple):
    """One finding that is known: ``text`` is for people, ``content`` and ``statement`` are hashes of code."""

    path: str
    code: str
    scope: str
    text: str
    content: str
    statement: str

    def __str__(self) -> str:
        return f"{self.path}: {self.code}{f' in {self.scope}' if self.scope else ''}: {self.text}"


def entry(path: str, code: str, place: Place) -> Entry:
    """The entry for a finding of ``code`` in the file ``path``, relative to the folder of the baseline."""
    shown = place.text if len(place.text) <= _SHOWN else place.text[: _SHOWN - 3] + "..."
    return Entry(path, code, place.scope, shown, _digest(place.content), _digest(place.statement))


class Names:
    """How the file ``baseline`` names paths: from its folder, with forward slashes."""

    def __init__(self, baseline: str) -> None:
        self.folder = os.path.dirname(os.path.realpath(baseline))
        self._folders: dict[str, str] = {}

    def of(self, path: str) -> str:
        """The name of ``path``."""
        folder, name = os.path.split(path)
        if folder not in self._folders:
            real = os.path.relpath(os.path.realpath(folder or os.curdir), self.folder)
            self._folders[folder] = "" if real == os.curdir else real.replace(os.sep, "/") + "/"
        return self._folders[folder] + name


def load(path: str) -> list[Entry] | None:
    """The entries of the baseline ``path``; ``None`` if there is no such file.

    Raises:
        BaselineError: it cannot be read.
    """
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        if document["version"] != VERSION:
            raise BaselineError(f"baseline {path}: version {document['version']!r} is not known to this tffix")
        return [
            Entry(*(str(item[name]) for name in Entry._fields))
            for item in document["findings"]
            for _ in range(int(item.get("count", 1)))
        ]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BaselineError(f"baseline {path}: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BaselineError(f"baseline {path} is damaged: it is not what tffix writes") from None


def store(path: str, entries: Iterable[Entry]) -> bool:
    """Write ``entries`` to the file ``path``, in one step; return whether that changes it.

    Raises:
        BaselineError: it cannot be written.
    """
    text = dump(entries)
    target = os.path.realpath(path)
    try:
        with contextlib.suppress(FileNotFoundError), open(target, encoding="utf-8") as file:
            if file.read() == text:
                return False
        _replace(target, text)
    except OSError as error:
        raise BaselineError(f"baseline {path}: {(error.strerror or str(error)).lower()}") from None
    return True


def dump(entries: Iterable[Entry]) -> str:
    """The text of a baseline: sorted, ASCII, equal entries counted."""
    counts: dict[Entry, int] = {}
    for item in sorted(entries):
        counts[item] = counts.get(item, 0) + 1
    lines = [json.dumps(item._asdict() | ({"count": count} if count > 1 else {})) for item, count in counts.items()]
    return f'{{"version": {VERSION}, "findings": [\n' + ",\n".join(lines) + "\n]}\n"


def _replace(target: str, text: str) -> None:
    descriptor, temporary = tempfile.mkstemp(prefix=".tffix-", dir=os.path.dirname(target))
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(target: str) -> int:
    """The mode of the file that is replaced, or that of a new one."""
    with contextlib.suppress(FileNotFoundError):
        return os.stat(target).st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
