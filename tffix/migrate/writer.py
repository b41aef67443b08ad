"""What is written into the ledger, by the one process that holds the lock."""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tffix.migrate.ledger import (
    APPLICATION,
    SCHEMA,
    VERSION,
    File,
    Ledger,
    State,
    connect,
    digest,
    ledger_path,
    opened,
    told,
)
from tffix.results import FileResult, Finding


@dataclass(frozen=True)
class Outcome:
    """What a file becomes in the ledger."""

    file: File
    state: State
    reason: str | None = None


@dataclass(frozen=True)
class Look:
    """What was found in a file: the result of the engine, with the digest of what was looked at."""

    path: str
    settings: str
    stamp: str | None
    result: FileResult


class Writer(Ledger):
    """A ledger that is written.  Nothing is ever written by half: every method is one transaction.

    Raises:
        LedgerError: it cannot be written; it holds then what it held before.
    """

    def keep(self, meta: Mapping[str, Any]) -> None:
        """Keep ``meta`` for the whole migration."""
        with self._transaction() as execute:
            execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", _dumped(meta))

    def settle(self, outcomes: Iterable[Outcome]) -> None:
        """Change the states of files."""
        values = [(outcome.state.value, outcome.reason, time.time(), outcome.file.id) for outcome in outcomes]
        if values:
            with self._transaction() as execute:
                execute("UPDATE files SET state = ?, reason = ?, time = ? WHERE id = ?", values)

    def expect(self, paths: Iterable[str]) -> None:
        """These files are to be looked at: new ones, and known ones again."""
        query = """
            INSERT INTO files (path, state, settings, time) VALUES (?, 'pending', '', ?)
            ON CONFLICT (path) DO UPDATE SET state = 'pending', reason = NULL, time = excluded.time
        """
        values = [(os.fsencode(path), time.time()) for path in paths]
        if values:
            with self._transaction() as execute:
                execute(query, values)

    def stamp(self, stamps: Iterable[tuple[File, str | None]]) -> None:
        """These files have the content that the ledger knows, and now these stamps."""
        values = [(stamp, file.id) for file, stamp in stamps]
        if values:
            with self._transaction() as execute:
                execute("UPDATE files SET stamp = ? WHERE id = ?", values)

    def record(self, looks: Iterable[Look]) -> None:
        """What was found in files that were expected, in place of what was found before."""
        looks = list(looks)
        if not looks:
            return
        with self._transaction() as execute:
            execute(
                """
                UPDATE files SET state = ?, settings = ?, stamp = ?, before = ?, after = ?, reason = ?, time = ?
                WHERE path = ?
                """,
                map(_row, looks),
            )
            execute(
                "DELETE FROM findings WHERE file = (SELECT id FROM files WHERE path = ?)",
                [(os.fsencode(look.path),) for look in looks],
            )
            execute(
                """
                INSERT INTO findings SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM files WHERE path = ?
                """,
                (
                    (number, *_values(finding), os.fsencode(look.path))
                    for look in looks
                    for number, finding in enumerate(look.result.findings)
                ),
            )
            execute(
                "INSERT OR IGNORE INTO contents VALUES (?, ?)",
                (
                    (digest(data), zlib.compress(data))
                    for look in looks
                    for data in (look.result.before, look.result.after)
                    if data is not None
                ),
            )

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        connection = self._connection
        with told(self.root):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection.executemany
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def writer(root: Path) -> Writer:
    """The ledger of the migration of ``root``, to be written.

    Raises:
        LedgerError: there is none, or it cannot be read, or is that of another version.
    """
    return Writer(root, connect(root))


def new_ledger(root: Path, meta: Mapping[str, Any]) -> Writer:
    """An empty ledger for the migration of ``root``, in place of the one that may be there.

    Raises:
        LedgerError: it cannot be written.
    """
    path = ledger_path(root)
    with told(root):
        # In this order: a journal without its ledger is harmless, a ledger without its journal is not.
        path.unlink(missing_ok=True)
        Path(f"{path}-journal").unlink(missing_ok=True)
        connection = opened(path)
        _create(connection, meta)
    return Writer(root, connection)


def _create(connection: sqlite3.Connection, meta: Mapping[str, Any]) -> None:
    # In one transaction: after a crash there is a whole ledger, or an empty file.
    connection.execute("BEGIN IMMEDIATE")
    for statement in filter(str.strip, SCHEMA.split(";")):
        connection.execute(statement)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", _dumped(meta))
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _dumped(meta: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(key, json.dumps(value)) for key, value in meta.items()]


def _row(look: Look) -> tuple[object, ...]:
    result = look.result
    state = State.FAILED if result.error is not None else State.CLEAN if result.after is None else State.PLANNED
    before = None if result.digest is None else result.digest.hex()
    after = None if result.after is None else digest(result.after)
    reason = None if result.error is None else _text(result.error)
    return state.value, look.settings, look.stamp, before, after, reason, time.time(), os.fsencode(look.path)


def _values(finding: Finding) -> tuple[object, ...]:
    place = (finding.line, finding.column, finding.end_line, finding.end_column)
    reason = None if finding.reason is None else _text(finding.reason)
    return finding.code, finding.name, *place, _text(finding.message), finding.applicability, reason, finding.fixed


def _text(said: str) -> str:
    """Half a surrogate pair in somebody's string is no text that can be stored."""
    return said.encode("utf-8", "backslashreplace").decode("utf-8")
