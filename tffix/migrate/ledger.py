"""The ledger of a migration: one row for each file and for each finding, in SQLite, in ``.tffix`` below the root.

What it promises:

- What was committed outlives a power loss (``synchronous = EXTRA``).  A file is rewritten between two commits, of its
  intent and of its end, and both contents are known, so that its own bytes tell after a crash which of the two it is.
- The journal is the classic one and not a write-ahead log: that needs memory which all processes share, and a
  monorepo may lie on a network file system.  Commits are few (one for many files), so speed is no reason.
- One process writes, under :class:`tffix.running.folder.Lock`; any number may read meanwhile.

Paths are relative to the root, with forward slashes; names that are not UTF-8 are kept as Python decodes them.
"""

from __future__ import annotations

import enum
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tffix.results import Finding
from tffix.running.folder import FOLDER, FolderError

if TYPE_CHECKING:
    from typing_extensions import Self

NAME = "migration.db"
VERSION = 1
APPLICATION = 0x74666678  # "tffx"
_PATIENCE = 60.0
"""Seconds to wait for another process to end its transaction."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    state TEXT NOT NULL,
    settings TEXT NOT NULL,     -- what held for the file when it was looked at
    stamp TEXT,                 -- size, times and inode then, NULL if they do not show the next change
    before TEXT,                -- SHA-256 of the content that was looked at
    after TEXT,                 -- SHA-256 of what it becomes, NULL if nothing changes
    reason TEXT,                -- why it failed or was set aside
    time REAL NOT NULL          -- of the last change of state, in seconds since 1970
);
CREATE INDEX files_by_state ON files (state);
CREATE TABLE findings (
    file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    message TEXT NOT NULL,
    applicability TEXT NOT NULL,
    reason TEXT,
    fixed INTEGER NOT NULL,     -- whether its fix is part of the change
    PRIMARY KEY (file, number)
) WITHOUT ROWID;
CREATE TABLE contents (digest TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
"""
_FINDING = 'code, name, line, "column", end_line, end_column, message, applicability, f.reason, fixed'
_FILE = "id, path, state, before, after, reason, time, settings, stamp"


class State(enum.Enum):
    """Where a file stands."""

    PENDING = "pending"
    """To be looked at: it is new, or has changed since."""
    CLEAN = "clean"
    """Nothing changes; findings for people may be left."""
    PLANNED = "planned"
    """Its change is known and not made yet."""
    WRITING = "writing"
    """Its change was being made when the run stopped."""
    DONE = "done"
    """Its change is made."""
    ASIDE = "aside"
    """Its change was set aside: the reason says why."""
    UNDOING = "undoing"
    """Its change was being taken back when the undo stopped."""
    UNDONE = "undone"
    """Its change was taken back."""
    FAILED = "failed"
    """It could not be read, analysed or written: the reason says why."""
    GONE = "gone"
    """It is not there any more, or no longer part of the tree that is looked at."""


@dataclass(frozen=True)
class File:
    """One file of a migration.

    ``before`` and ``after`` are the SHA-256 digests of its content and of what it becomes (``None`` if nothing changes,
    and ``before`` too if it could not be read); ``time`` is that of the last change of state, in seconds since 1970.
    ``settings`` and ``stamp`` tell whether the file has to be looked at again.
    """

    id: int
    path: str
    state: State
    before: str | None
    after: str | None
    reason: str | None
    time: float
    settings: str
    stamp: str | None


class LedgerError(FolderError):
    """There is no ledger, or it cannot be read or written; the message says why."""


class Ledger:
    """The ledger of the migration of ``root``, as :func:`open_ledger` gives it.  Every method may raise
    :class:`LedgerError`.
    """

    def __init__(self, root: Path, connection: sqlite3.Connection) -> None:
        self.root = root
        self._connection = connection

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading -------------------------------------------------------------------------------------------------------

    def meta(self, key: str, default: Any = None) -> Any:
        """What is kept under ``key`` for the whole migration: plain JSON data."""
        for (value,) in self._query("SELECT value FROM meta WHERE key = ?", key):
            return json.loads(value)
        return default

    def counts(self) -> dict[State, int]:
        """How many files are in each state, for those that some are in."""
        rows = self._query("SELECT state, count(*) FROM files GROUP BY state")
        return {State(state): number for state, number in rows}

    def files(self, *states: State) -> list[File]:
        """The files in any of ``states`` (all, if none is named), in the order of their paths."""
        if not states:
            return [_file(row) for row in self._query(f"SELECT {_FILE} FROM files ORDER BY path")]
        marks = ", ".join("?" * len(states))
        query = f"SELECT {_FILE} FROM files WHERE state IN ({marks}) ORDER BY path"
        return [_file(row) for row in self._query(query, *(state.value for state in states))]

    def file(self, path: str) -> File | None:
        """The file with this path, relative to the root."""
        for row in self._query(f"SELECT {_FILE} FROM files WHERE path = ?", os.fsencode(path)):
            return _file(row)
        return None

    def findings(self, file: File) -> tuple[Finding, ...]:
        """The findings of ``file``: ``fixed`` are those whose fix is part of its change, the others are left."""
        rows = self._query(f"SELECT {_FINDING} FROM findings f WHERE file = ? ORDER BY number", file.id)
        return tuple(_finding(file.path, row) for row in rows)

    def all_findings(self) -> dict[int, tuple[Finding, ...]]:
        """The findings of all files that have any, by the number of the file, read at once."""
        found: dict[int, list[Finding]] = {}
        query = f"SELECT file, path, {_FINDING} FROM findings f JOIN files ON id = file ORDER BY file, number"
        for number, path, *row in self._query(query):
            found.setdefault(number, []).append(_finding(os.fsdecode(path), row))
        return {number: tuple(findings) for number, findings in found.items()}

    def content(self, digest: str) -> bytes:
        """The content with this digest; that of both sides of every change is kept."""
        for (data,) in self._query("SELECT data FROM contents WHERE digest = ?", digest):
            return zlib.decompress(data)
        raise LedgerError(f"the ledger does not hold the content {digest}")

    def change(self, file: File) -> tuple[bytes, bytes]:
        """The content of ``file`` before and after its change."""
        if file.before is None or file.after is None:
            raise LedgerError(f"{file.path} has no change")
        return self.content(file.before), self.content(file.after)

    def _query(self, query: str, *values: object) -> list[Any]:
        with told(self.root):
            return self._connection.execute(query, values).fetchall()


def ledger_path(root: Path) -> Path:
    """Where the ledger of the migration of ``root`` is."""
    return root / FOLDER / NAME


def open_ledger(root: Path) -> Ledger:
    """The ledger of the migration of ``root``, to be read; it may be written by another process meanwhile.

    Raises:
        LedgerError: there is none, or it cannot be read, or is that of another version.
    """
    return Ledger(root, connect(root))


def root_above(folder: Path) -> Path:
    """The nearest folder from ``folder`` upwards that has a ledger.

    Raises:
        LedgerError: there is none.
    """
    for candidate in (folder, *folder.parents):
        if ledger_path(candidate).is_file():
            return candidate
    raise LedgerError(f"no migration is planned in {folder} or above: `tffix migrate plan ROOT` begins one")


def digest(data: bytes) -> str:
    """The name of a content in the ledger."""
    return hashlib.sha256(data).hexdigest()


def connect(root: Path) -> sqlite3.Connection:
    """A connection to the ledger of ``root``; raises :class:`LedgerError` as :func:`open_ledger` does."""
    path = ledger_path(root)
    if not path.is_file():
        raise LedgerError(f"no migration of {root} is planned: `tffix migrate plan` begins one")
    with told(root):
        connection = opened(path)
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if (application, version) != (APPLICATION, VERSION):
        connection.close()
        raise LedgerError(f"{path} is no ledger of this version of tffix: `tffix migrate plan --restart` drops it")
    return connection


def opened(path: Path) -> sqlite3.Connection:
    """A connection to the file ``path``, which commits when it is told to."""
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = EXTRA")
    return connection


@contextmanager
def told(root: Path) -> Iterator[None]:
    """Errors of the database as :class:`LedgerError`."""
    try:
        yield
    except (sqlite3.Error, OSError, zlib.error) as error:
        raise LedgerError(f"the ledger {ledger_path(root)} cannot be used: {error}") from error


def _file(row: Sequence[Any]) -> File:
    number, path, state, *rest = row
    return File(number, os.fsdecode(path), State(state), *rest)


def _finding(path: str, row: Sequence[Any]) -> Finding:
    code, name, line, column, end_line, end_column, message, applicability, reason, fixed = row
    place = (path, line, column, end_line, end_column)
    return Finding(code, name, *place, message, applicability, reason, bool(fixed))
