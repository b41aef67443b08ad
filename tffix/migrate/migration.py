"""One migration: its ledger, opened under the lock, and its tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tffix.migrate.change import Changing
from tffix.migrate.ledger import LedgerError, State, ledger_path
from tffix.migrate.look import Looking, Tree
from tffix.migrate.writer import Writer, new_ledger, writer
from tffix.running.folder import FOLDER, Lock

MakeTree = Callable[[Path, Mapping[str, Any]], Tree]
"""The tree below a root as the options of the configuration say."""

_STARTED = frozenset({State.WRITING, State.DONE, State.UNDOING})


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """No other process works on the migration of ``root`` meanwhile.

    Raises:
        FolderError: another one does, or nothing can be kept below ``root``.
    """
    lock = Lock(root / FOLDER, "migration")
    try:
        yield
    finally:
        lock.release()


def begun(root: Path, config: Mapping[str, Any], *, restart: bool) -> Writer:
    """The ledger of a migration of ``root`` with ``config``: the one that is there, or a new one; under the lock.

    Raises:
        LedgerError: one with another selection is under way.
    """
    meta = {"config": dict(config)}
    if restart or not ledger_path(root).exists() or not ledger_path(root).stat().st_size:
        return new_ledger(root, meta)
    ledger = writer(root)
    kept = ledger.meta("config")
    if kept == _plain(config):
        return ledger
    started = ledger.counts().keys() & _STARTED
    ledger.close()
    if started:
        raise LedgerError(
            f"a migration of {root} with other options is under way: undo it first, or drop it with --restart "
            "(what it changed stays, and can no longer be undone)"
        )
    return new_ledger(root, meta)


def looking(ledger: Writer, make_tree: MakeTree) -> tuple[Looking, Tree]:
    """What brings ``ledger`` up to date; what a crash left is settled first."""
    Changing(ledger).recover()
    tree = make_tree(ledger.root, ledger.meta("config"))
    return Looking(ledger, tree), tree


def _plain(config: Mapping[str, Any]) -> dict[str, Any]:
    """As it comes out of the ledger."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in config.items()}
