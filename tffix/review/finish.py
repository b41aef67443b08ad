"""The end of a review: what was accepted is written, what was refused is remembered, and both are said."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tffix.engine.files import encode
from tffix.review.course import WIDE, Course
from tffix.review.memory import Refused
from tffix.review.session import Journal, Written
from tffix.review.stage import Refusal, Stage
from tffix.running.files import FileError, read_bytes, write_bytes
from tffix.source import SourceError


@dataclass
class Balance:
    """What a review came to: counts of fixes, the files written with the fixes in each, those not written and why.

    ``unseen`` counts the files that were not looked at when the user stopped; ``kept`` says that
    answers could not be carried out.
    """

    written: list[tuple[str, int, int]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    refused: int = 0
    remembered: int = 0
    skipped: int = 0
    unanswered: int = 0
    hopeless: int = 0
    dropped: int = 0
    unseen: int = 0
    kept: bool = False

    @property
    def fixed(self) -> int:
        """The fixes written."""
        return sum(fixed for _, fixed, _ in self.written)

    @property
    def suppressed(self) -> int:
        """The suppressions written."""
        return sum(suppressed for _, _, suppressed in self.written)

    @property
    def left(self) -> int:
        """The findings that are still there, and the files that were not looked at."""
        return self.refused + self.remembered + self.skipped + self.unanswered + self.hopeless + self.unseen


class Finish:
    """Writes the files of ``course``, which are below ``root``, and keeps the refusals."""

    def __init__(
        self, root: Path, course: Course, journal: Journal, refused: Refused, earlier: Iterable[Written]
    ) -> None:
        self._root = root
        self._course = course
        self._journal = journal
        self._refused = refused
        self._earlier = {written.path: written for written in earlier}
        self._refusals: dict[str, tuple[Refusal, ...]] = {}

    def run(self, broken: Collection[str], seen: Collection[str]) -> Balance:
        """Write everything; the session ends unless answers are left.

        Args:
            broken: files that cannot be analysed: answers to them are kept.
            seen: all files that were looked at, those without a fix too.
        """
        balance = Balance(kept=any(self._course.has_answers(key) for key in broken))
        self._homeless(broken, seen, balance)
        for written in self._earlier.values():
            balance.written.append((written.path, written.fixed, written.suppressed))
            self._refusals[written.path] = written.refused
        for key, stage, refused in self._course.ends():
            self._file(key, stage, refused, balance)
        for key, item in self._course.items.items():
            if not self._course.is_touched(key):
                balance.unanswered += sum(item.fixable.values())
                balance.hopeless += item.hopeless
        self._refused.replace(self._refusals)
        if not balance.kept:
            self._journal.end()
        return balance

    def _homeless(self, broken: Collection[str], seen: Collection[str], balance: Balance) -> None:
        """Answers to files without a fix, or that are gone, are dropped; those to files not looked at are kept."""
        for answer in self._course.answers:
            if answer.scope in WIDE or answer.path in self._course.items or answer.path in broken:
                continue
            if answer.path in seen or not os.path.exists(self._root / answer.path):
                balance.dropped += answer.path not in self._earlier
            else:
                balance.kept = True

    def _file(self, key: str, stage: Stage, refused: tuple[Refusal, ...], balance: Balance) -> None:
        balance.dropped += stage.dropped
        if stage.error is not None:
            balance.failed.append((stage.path, stage.error))
            balance.kept |= self._course.has_answers(key)
            return
        if stage.text != stage.source.text:
            try:
                self._write(key, stage, refused)
            except (FileError, SourceError) as error:
                balance.failed.append((stage.path, str(error)))
                balance.kept = True
                return
            balance.written.append((stage.path, len(stage.fixed), len(stage.suppressed)))
        self._refusals[key] = refused
        balance.refused += stage.counted("refuse")
        balance.remembered += stage.counted("remembered")
        balance.skipped += stage.counted("skip")
        balance.unanswered += len(stage.open)
        balance.hopeless += len(stage.hopeless)

    def _write(self, key: str, stage: Stage, refused: tuple[Refusal, ...]) -> None:
        before = stage.source.encode(stage.source.text)
        after = encode(stage.source, before, stage.text)
        # Said before it is done: after a crash the file tells by its content whether it was.
        self._journal.written(Written(key, digest(after), len(stage.fixed), len(stage.suppressed), refused))
        write_bytes(stage.path, before, after)


def is_written(path: str, written: Written) -> bool:
    """Whether the file ``path`` is what an interrupted review was about to make of it."""
    try:
        return digest(read_bytes(path)) == written.digest
    except FileError:
        return False


def digest(data: bytes) -> str:
    """A hash of the content of a file."""
    return hashlib.sha256(data).hexdigest()
