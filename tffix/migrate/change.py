"""Changes carried out and taken back, file by file, so that a crash at any point loses nothing.

A change is a switch from one known content to another.  Before the files of a batch are touched the ledger says so; it
says that they are done when their folders are on the disk.  Whoever finds such a batch after a crash reads the files,
and knows for each on which side it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from tffix.migrate.ledger import File, State, digest
from tffix.migrate.writer import Outcome, Writer
from tffix.running.files import FileError, read_bytes, write_bytes
from tffix.running.folder import FolderError, sync_folder

_BATCH = 64


class FullError(FolderError):
    """The disk is full: nothing is lost, and the rest is for another run."""


@dataclass(frozen=True)
class Direction:
    """From where to where a change goes, and which states say so."""

    meanwhile: State
    end: State
    backwards: bool = False

    def sides(self, file: File) -> tuple[str, str]:
        """The digests before and after."""
        assert file.before is not None
        assert file.after is not None
        return (file.after, file.before) if self.backwards else (file.before, file.after)


FORWARD = Direction(State.WRITING, State.DONE)
BACK = Direction(State.UNDOING, State.UNDONE, backwards=True)


class Changing:
    """Switches files of the migration below ``ledger.root``."""

    def __init__(self, ledger: Writer) -> None:
        self._ledger = ledger
        self._root = ledger.root

    def recover(self) -> list[Outcome]:
        """Settle what a run or an undo was doing when it was stopped."""
        outcomes = []
        for direction in (FORWARD, BACK):
            for file in self._ledger.files(direction.meanwhile):
                with contextlib.suppress(OSError):
                    os.unlink(self._temporary(file))
                outcomes.append(self._recovered(file, direction))
        self._settle(outcomes)
        return outcomes

    def carry_out(self, files: Iterable[File]) -> Generator[Outcome, None, None]:
        """Make the changes of ``files``; one that is not what was looked at is to be looked at again."""
        return self._switch(files, FORWARD)

    def take_back(self, files: Iterable[File]) -> Generator[Outcome, None, None]:
        """Undo the changes of ``files``; one that was changed since is left as it is."""
        return self._switch(files, BACK)

    def _switch(self, files: Iterable[File], direction: Direction) -> Generator[Outcome, None, None]:
        iterator = iter(files)
        while batch := list(islice(iterator, _BATCH)):
            self._ledger.settle(Outcome(file, direction.meanwhile) for file in batch)
            outcomes: list[Outcome] = []
            try:
                for file in batch:
                    outcomes.append(self._switched(file, direction))
                    yield outcomes[-1]
            finally:
                self._settle([*outcomes, *(self._recovered(file, direction) for file in batch[len(outcomes) :])])

    def _switched(self, file: File, direction: Direction) -> Outcome:
        path = self._path(file)
        old, new = direction.sides(file)
        try:
            if os.path.realpath(path) != path:
                return self._left(file, direction, "has become a symlink, or is in a folder that is one")
            if digest(read_bytes(path)) != old:
                return self._recovered(file, direction)
            write_bytes(path, self._ledger.content(old), self._ledger.content(new), temporary=self._temporary(file))
        except FileError as error:
            if error.is_full:
                raise FullError(f"{file.path}: {error}; make room, and go on with the same command") from None
            found = self._recovered(file, direction)
            if found.reason is not None or found.state is State.PENDING:
                return found
            return Outcome(file, State.DONE if direction.backwards else State.FAILED, str(error))
        return Outcome(file, direction.end)

    def _recovered(self, file: File, direction: Direction) -> Outcome:
        """On which side of its change the file is."""
        try:
            found = digest(read_bytes(self._path(file)))
        except FileError as error:
            return self._left(file, direction, str(error))
        old, new = direction.sides(file)
        if found == new:
            return Outcome(file, direction.end)
        if found == old:
            return Outcome(file, State.DONE if direction.backwards else State.PLANNED)
        return self._left(file, direction, "has been changed since")

    def _left(self, file: File, direction: Direction, reason: str) -> Outcome:
        return Outcome(file, State.DONE, reason) if direction.backwards else Outcome(file, State.PENDING)

    def _settle(self, outcomes: Sequence[Outcome]) -> None:
        folders = {os.path.dirname(self._path(o.file)) for o in outcomes if o.state in (State.DONE, State.UNDONE)}
        for folder in folders:
            with contextlib.suppress(FileNotFoundError):
                sync_folder(folder)
        self._ledger.settle(outcomes)

    def _path(self, file: File) -> str:
        return os.path.join(self._root, file.path)

    def _temporary(self, file: File) -> str:
        """Always the same name, so that what a crash leaves is found."""
        return os.path.join(os.path.dirname(self._path(file)), f".tffix-{file.id}.tmp")
