"""``tffix review``: from paths to a review and an exit code."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tffix.config.settings import Settings
from tffix.reports.output import ColorMode
from tffix.results import FileResult
from tffix.review.course import WIDE, Course
from tffix.review.finish import Balance, Finish, is_written
from tffix.review.loop import AnswerError, Ending, Loop
from tffix.review.memory import Refused
from tffix.review.queue import Item, Queue
from tffix.review.scan import Scan
from tffix.review.session import Journal, Record, Written
from tffix.review.terminal import opened
from tffix.running.folder import FOLDER, Lock

Found = tuple[FileResult, Settings]


@dataclass(frozen=True)
class Call:
    """How the review was called.

    ``command`` is kept with the session, so that ``--resume`` alone goes on with the same files and options.
    ``again`` is what the user types for that.
    """

    root: Path
    command: Mapping[str, Any]
    resume: bool
    restart: bool
    jobs: int | None
    color: ColorMode
    again: str


@dataclass(frozen=True)
class Result:
    """What became of a review."""

    ending: Ending
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
        lock = Lock(self._folder, "review")
        self._stack.callback(lock.release)
        self._journal = Journal(self._folder)
        self._stack.callback(self._journal.close)
        try:
            self.record = self._record()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the next review in."""
        self._stack.close()

    def run(self, scan: Scan[Found], total: int) -> Result:
        """Ask about what ``scan`` finds in ``total`` files, and write what is accepted."""
        self._stack.callback(scan.close)
        memory = Refused(self._folder)
        written = self._written()
        files = _Files(self._call.root, bool(self.record.call.get("forget")), scan, memory, written)
        queue = Queue(files.items, self._call.jobs)
        self._stack.callback(queue.close)
        done = {key: len(self.record.answers) for key in written}
        course = Course(files.items, files.more, self._journal, self.record, done, queue)
        course.follow(self._gone())
        # The screen is opened only if there is something to ask.
        while not files.items and files.more(True):
            pass
        finish = Finish(self._call.root, course, self._journal, memory, written.values())
        if files.items:
            ending, balance = self._asked(course, files, finish)
        else:
            ending, balance = "write", finish.run(files.broken, files.seen)
        balance.hopeless += files.hopeless
        balance.unseen = total - scan.seen
        return Result(ending, balance, len(self.record.answers), [*files.errors, *balance.failed])

    def _asked(self, course: Course, files: _Files, finish: Finish) -> tuple[Ending, Balance]:
        with opened(self._call.color) as (interface, strict):
            try:
                ending = Loop(course, interface, strict=strict, growing=files.growing).run()
            except AnswerError as error:
                files.errors.append(("stdin", str(error)))
                return "discard", Balance()
            if ending == "discard":
                return ending, Balance()
            with interface.wait("writing"):
                if any(answer.scope in WIDE for answer in self.record.answers):
                    course.rest()
                return ending, finish.run(files.broken, files.seen)

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

    def _gone(self) -> list[str]:
        """The files with answers that are no longer there."""
        paths = dict.fromkeys(answer.path for answer in self.record.answers)
        return [path for path in paths if not os.path.exists(self._call.root / path)]

    def _written(self) -> dict[str, Written]:
        """The files that an interrupted end of this review wrote."""
        return {
            key: written
            for key, written in self.record.written.items()
            if is_written(str(self._call.root / key), written)
        }


class _Files:
    """The files to review, as they are found."""

    def __init__(
        self, root: Path, forget: bool, scan: Scan[Found], memory: Refused, written: Mapping[str, Written]
    ) -> None:
        self.items: dict[str, Item] = {}
        self.errors: list[tuple[str, str]] = []
        self.seen: set[str] = set()
        self.broken: list[str] = []
        self.hopeless = 0
        self._root = root
        self._forget = forget
        self._scan = scan
        self._memory = memory
        self._written = written

    def growing(self) -> bool:
        """Whether files are still looked at."""
        return self._scan.growing

    def more(self, wait: bool) -> bool:
        """Add what was found since; false if there is no more to come."""
        before = self._scan.seen
        for result, settings in self._scan.take(wait=wait):
            self._add(result, settings)
        return self._scan.seen > before

    def _add(self, result: FileResult, settings: Settings) -> None:
        key = os.path.relpath(os.path.abspath(result.path), self._root).replace(os.sep, "/")
        self.seen.add(key)
        if result.error is not None:
            self.errors.append((result.path, result.error))
            self.broken.append(key)
            return
        fixable = Counter((f.code, f.applicability) for f in result.findings if f.applicability != "manual")
        hopeless = len(result.findings) - fixable.total()
        if not fixable:
            self.hopeless += hopeless
            return
        refused = frozenset(self._written[key].refused) if key in self._written else frozenset()
        if not self._forget:
            refused |= self._memory.of(key)
        self.items[key] = Item(result.path, settings, fixable, hopeless, refused)
