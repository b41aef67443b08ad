"""``tffix review``: from paths to a review and an exit code."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tffix.config.settings import Settings
from tffix.reports.output import ColorMode
from tffix.results import FileResult
from tffix.review.course import Course
from tffix.review.finish import Balance, Finish, is_written
from tffix.review.loop import AnswerError, Loop
from tffix.review.memory import Refused
from tffix.review.queue import Item, Queue
from tffix.review.session import FOLDER, Journal, Lock, Record, Written
from tffix.review.terminal import opened


@dataclass(frozen=True)
class Call:
    """How the review was called.

    ``command`` is kept with the session, so that ``--resume`` alone goes on with the same files and options.
    """

    root: Path
    command: Mapping[str, Any]
    resume: bool
    forget: bool
    restart: bool
    jobs: int | None
    color: ColorMode


@dataclass(frozen=True)
class Result:
    """What became of a review; ``ending`` is empty if there was nothing to ask."""

    ending: str
    balance: Balance
    answers: int
    errors: list[tuple[str, str]]


class RefusalError(Exception):
    """The review does not begin; the message says why."""


class Review:
    """One review of ``files``, with its session below ``call.root``.

    Raises:
        SessionError, RefusalError: it cannot begin.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._folder = call.root / FOLDER
        self._stack = ExitStack()
        self._lock = Lock(self._folder)
        self._stack.callback(self._lock.release)
        self._journal = Journal(self._folder)
        self._stack.callback(self._journal.close)
        self.record = self._record()

    def close(self) -> None:
        """Let the next review in."""
        self._stack.close()

    def run(self, results: Iterable[tuple[FileResult, Settings]]) -> Result:
        """Ask about what was found, and write it."""
        memory = Refused(self._folder)
        written = self.written()
        items: dict[str, Item] = {}
        errors: list[tuple[str, str]] = []
        without_fix = 0
        for result, settings in results:
            if result.error is not None:
                errors.append((result.path, result.error))
            key = self._key(result.path)
            refused = frozenset(written[key].refused) if key in written else frozenset()
            if not self._call.forget:
                refused |= memory.of(key)
            fixable = _fixable(result)
            hopeless = len(result.findings) - sum(fixable.values())
            if fixable and result.error is None:
                items[key] = Item(result.path, settings, fixable, hopeless, refused)
            else:
                without_fix += len(result.findings)
        queue = Queue(items, self._call.jobs)
        self._stack.callback(queue.close)
        done = {key: len(self.record.answers) for key in written}
        course = Course(items, self._journal, self.record, done, queue)
        with opened(self._call.color) as (shown, strict):
            try:
                ending = Loop(course, shown, strict=strict, growing=lambda: False).run()
            except AnswerError as error:
                errors.append(("stdin", str(error)))
                ending = "discard"
        if ending == "discard":
            return Result(ending, Balance(), len(self.record.answers), errors)
        balance = Finish(course, self._journal, memory, written.values()).run()
        balance.hopeless += without_fix
        return Result(ending, balance, len(self.record.answers), [*errors, *balance.failed])

    def _record(self) -> Record:
        if self._call.resume:
            if not self._journal.exists():
                raise RefusalError(f"there is no review to resume in {self._call.root}")
            return self._resumed()
        if self._journal.exists() and not self._call.restart:
            answers = len(self._journal.resume().answers)
            if answers:
                raise RefusalError(
                    f"a review of {self._call.root} was not ended; it has {answers} answer{'s' * (answers != 1)}: "
                    "--resume goes on with it, --restart drops it"
                )
        self._journal.begin(self._call.command)
        return Record(self._call.command)

    def _resumed(self) -> Record:
        record = self._journal.resume()
        if self._call.command:
            self._journal.call(self._call.command)
            record.call = self._call.command
            return record
        begun = os.path.normpath(self._call.root / record.call["folder"])
        if begun != os.getcwd():
            raise RefusalError(f"this review was begun in {begun}: resume it there, or name the paths again")
        return record

    def written(self) -> dict[str, Written]:
        """The files that an interrupted end of this review wrote."""
        return {
            key: written
            for key, written in self.record.written.items()
            if is_written(str(self._call.root / key), written)
        }

    def _key(self, path: str) -> str:
        return os.path.relpath(os.path.abspath(path), self._call.root).replace(os.sep, "/")


def _fixable(result: FileResult) -> Mapping[tuple[str, str], int]:
    return Counter(
        (finding.code, finding.applicability) for finding in result.findings if finding.applicability != "manual"
    )
