"""Which files of a tree have to be looked at, and what is found in them."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.migrate.ledger import File, State, digest
from tffix.migrate.writer import Look, Outcome, Writer
from tffix.results import FileResult
from tffix.running.cache import is_fresh, settings_key, stamp_of, tool_state
from tffix.running.files import FileError, read_bytes
from tffix.running.prefilter import is_worth_parsing

Item = tuple[str, Settings]
Compute = Callable[[Sequence[Item]], Iterator[FileResult]]

_SETTLED = frozenset({State.DONE, State.WRITING, State.UNDOING})
"""The change of such a file is made: it is not looked at again."""
_PUT_BY = frozenset({State.ASIDE, State.UNDONE})
"""Somebody decided against the change of such a file: only a new plan asks again."""
_BATCH = 500
_SECONDS = 1.0
"""What was found is committed after so many files or so much time: a crash costs no more."""


@dataclass
class Tree:
    """What is below the root: the files with what holds for each, the paths that could not be read and why, and the
    repositories inside of it, which are left out.
    """

    root: Path
    items: list[Item]
    errors: list[tuple[str, str]] = field(default_factory=list)
    repositories: list[str] = field(default_factory=list)

    def name(self, path: str) -> str:
        """The name of a file in the ledger."""
        return path[len(os.path.join(self.root, "")) :].replace(os.sep, "/")


def planned(data: bytes, path: str, settings: Settings) -> FileResult:
    """What is found in a file and what it becomes, with the digest of what was looked at."""
    return replace(fix_file(data, path, settings), digest=hashlib.sha256(data).digest())


def at_once(data: bytes, path: str, settings: Settings) -> FileResult | None:
    """What :func:`planned` would say, of a file that the prefilter drops."""
    if is_worth_parsing(data, settings):
        return None
    return FileResult(path, digest=hashlib.sha256(data).digest())


class Looking:
    """Brings a ledger up to date with ``tree``."""

    def __init__(self, ledger: Writer, tree: Tree) -> None:
        self._ledger = ledger
        self._tree = tree
        self._tool = tool_state()
        self._keys: dict[int, str] = {}

    def refresh(self, *, all_again: bool) -> list[Item]:
        """The files that have to be looked at: those that are new, or have changed since they were looked at.

        ``all_again`` includes those whose change was undone or set aside.
        """
        known = {file.path: file for file in self._ledger.files()}
        expected: list[Item] = []
        settled: list[Outcome] = []
        stamps: list[tuple[File, str | None]] = []
        for path, settings in self._tree.items:
            file = known.pop(self._tree.name(path), None)
            if file is not None and _is_taken_back(file, path):
                file = replace(file, state=State.UNDONE)
                settled.append(Outcome(file, file.state))
            if file is None:
                expected.append((path, settings))
            elif self._is_open(file, all_again):
                stamp = _stamp(path)
                state = self._state(file, path, settings, stamp)
                if state is State.PENDING:
                    expected.append((path, settings))
                    continue
                if state is not file.state:
                    settled.append(Outcome(file, state))
                if stamp != file.stamp:
                    stamps.append((file, stamp))
        gone = [file for file in known.values() if file.state not in _SETTLED and file.state is not State.GONE]
        self._ledger.settle([*settled, *(Outcome(file, State.GONE) for file in gone)])
        self._ledger.stamp(stamps)
        self._ledger.expect(self._tree.name(path) for path, _ in expected)
        return expected

    def pending(self) -> list[Item]:
        """The files that turned out not to be what was looked at."""
        pending = {file.path for file in self._ledger.files(State.PENDING)}
        return [item for item in self._tree.items if self._tree.name(item[0]) in pending]

    def look(self, items: Sequence[Item], compute: Compute) -> Generator[FileResult, None, None]:
        """Look at ``items``; what is found is in the ledger when the iterator ends, in whatever way."""
        stamps = {path: _stamp(path) for path, _ in items}
        waiting: list[Look] = []
        committed = time.monotonic()
        try:
            for (path, settings), result in zip(items, compute(items), strict=True):
                waiting.append(Look(self._tree.name(path), self._key(settings), stamps[path], result))
                if len(waiting) >= _BATCH or time.monotonic() - committed > _SECONDS:
                    ready, waiting = waiting, []
                    self._ledger.record(ready)
                    committed = time.monotonic()
                yield result
        finally:
            self._ledger.record(waiting)

    def _is_open(self, file: File, all_again: bool) -> bool:
        return file.state not in _SETTLED and (all_again or file.state not in _PUT_BY)

    def _state(self, file: File, path: str, settings: Settings, stamp: str | None) -> State:
        """Where a file that the ledger knows stands now; it is pending if it has to be looked at again."""
        found = file.before
        if stamp is None or stamp != file.stamp:
            try:
                found = digest(read_bytes(path))
            except FileError:
                return State.PENDING
        if found is not None and found == file.after:
            return State.DONE  # by hand, or by a patch of this migration
        is_same = found is not None and found == file.before and file.settings == self._key(settings)
        if not is_same or file.state not in (State.CLEAN, State.PLANNED, State.FAILED):
            return State.PENDING
        # What could not be written is tried again.
        return State.PLANNED if file.after is not None else file.state

    def _key(self, settings: Settings) -> str:
        # Settings are few and shared.
        if id(settings) not in self._keys:
            said = repr((self._tool, settings_key(settings), settings.unsafe_fixes))
            self._keys[id(settings)] = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
        return self._keys[id(settings)]


def _is_taken_back(file: File, path: str) -> bool:
    """Whether something else than an undo, such as a checkout, took the change back that was made."""
    if file.state is not State.DONE:
        return False
    try:
        return digest(read_bytes(path)) == file.before
    except FileError:
        return False


def _stamp(path: str) -> str | None:
    stamp = stamp_of(path)
    return None if stamp is None or is_fresh(stamp) else ":".join(map(str, stamp))
