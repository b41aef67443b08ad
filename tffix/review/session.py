"""The answers of a review on the disk: each is written, and synced, before the next question is asked.

They live in the folder ``.tffix`` at the root of what is reviewed, beside the memory of what was refused.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tffix.review.answers import Answer, dumps
from tffix.review.stage import Refusal
from tffix.running.folder import FolderError, prepare, reason, sync_folder

_VERSION = 1


class SessionError(FolderError):
    """The answers cannot be kept; the message says why."""


def root_of(paths: Sequence[str]) -> Path:
    """The folder that the review of ``paths`` belongs to.

    That is the root of the repository they are in; without one the working directory, or the folder that holds them
    all when they are outside of it.
    """
    working = Path.cwd()
    absolute = [Path(os.path.abspath(path)) for path in paths] or [working]
    common = Path(os.path.commonpath(absolute))
    if not common.is_dir():
        common = common.parent
    for folder in (common, *common.parents):
        if (folder / ".git").exists():
            return folder
    return working if common.is_relative_to(working) else common


@dataclass(frozen=True)
class Written:
    """A file as it was written at the end of a review: by this a crash between two files is told from a change."""

    path: str
    digest: str
    fixed: int
    suppressed: int
    refused: tuple[Refusal, ...]


@dataclass
class Record:
    """What a session file holds: how the review was called, and the answers in the order in which they count."""

    call: Mapping[str, Any] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    written: dict[str, Written] = field(default_factory=dict)


class Journal:
    """The session file: lines are only ever added, each synced to the disk.

    Raises:
        SessionError: the file cannot be read or written, or is that of another version.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "review.jsonl"
        self._file: int | None = None
        self._kept = b""

    def exists(self) -> bool:
        """Whether a review was begun and not ended."""
        return self.path.exists()

    def begin(self, call: Mapping[str, Any]) -> None:
        """Start a new session, which ends the one that was there."""
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        self._open()
        self._kept = b""
        self._add({"version": _VERSION})
        self.call(call)
        sync_folder(self.path.parent)

    def resume(self) -> Record:
        """What the session file holds; what is answered from now on is added to it."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise SessionError(f"{self.path} cannot be read: {reason(error)}") from None
        # A line that was being written when the process was killed has no end.
        whole = data[: data.rfind(b"\n") + 1]
        record = _read(whole, self.path)
        self._kept = whole
        self._open()
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))
        return record

    def call(self, call: Mapping[str, Any]) -> None:
        """The review goes on as it is called now."""
        self._add({"call": call})

    def answer(self, answer: Answer, at: int | None = None) -> None:
        """Keep ``answer``: a new one, or in place of the answer number ``at``."""
        self._add({"answer": answer.to_json(), **({} if at is None else {"at": at})})

    def undo(self) -> None:
        """The last answer does not count."""
        self._add({"undo": 1})

    def moved(self, path: str, key: str) -> None:
        """The answers to the file ``path`` belong to ``key`` now."""
        self._add({"moved": [path, key]})

    def written(self, written: Written) -> None:
        """Say what a file is about to become."""
        self._add({"written": {**vars(written)}})

    def end(self) -> None:
        """Everything is done: there is nothing to resume."""
        self.close()
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()

    def close(self) -> None:
        """Write no more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        self.close()
        try:
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise SessionError(f"{self.path} cannot be written: {reason(error)}") from None

    def _add(self, data: Mapping[str, Any]) -> None:
        assert self._file is not None
        line = (dumps(data) + "\n").encode("utf-8", "surrogateescape")
        try:
            if os.fstat(self._file).st_nlink == 0:
                self._restore()
            _write(self._file, line)
        except OSError as error:
            raise SessionError(f"{self.path} cannot be written: {reason(error)}") from None
        self._kept += line

    def _restore(self) -> None:
        """The file was removed while the review goes on, as ``git clean -x`` does: write it again."""
        assert self._file is not None
        prepare(self.path.parent)
        self._open()
        _write(self._file, self._kept)
        sync_folder(self.path.parent)


def _read(data: bytes, path: Path) -> Record:
    record = Record()
    lines = data.decode("utf-8", "surrogateescape").split("\n")[:-1]
    try:
        version = json.loads(lines[0])["version"]
        for line in lines[1:]:
            _take(record, json.loads(line))
    except (ValueError, KeyError, TypeError, IndexError):
        raise SessionError(f"{path} is damaged: --restart drops it") from None
    if version != _VERSION:
        raise SessionError(f"{path} was written by another version of tffix: --restart drops it")
    return record


def _take(record: Record, entry: Mapping[str, Any]) -> None:
    if "call" in entry:
        record.call = entry["call"]
    elif "answer" in entry:
        answer = Answer.from_json(entry["answer"])
        if "at" in entry:
            record.answers[entry["at"]] = answer
        else:
            record.answers.append(answer)
    elif "undo" in entry:
        record.answers.pop()
    elif "moved" in entry:
        path, key = entry["moved"]
        record.answers = [answer.moved(path, key) for answer in record.answers]
    elif "written" in entry:
        fields = dict(entry["written"])
        fields["refused"] = tuple((ident, diff) for ident, diff in fields["refused"])
        written = Written(**fields)
        record.written[written.path] = written
    else:
        raise KeyError("unknown entry")


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)
