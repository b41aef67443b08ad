"""A window of chunks in flight: results in the order of the files, and nothing lost when a worker dies."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from multiprocessing import parent_process

from tffix.config.settings import Settings
from tffix.engine.errors import internal_error
from tffix.results import FileResult
from tffix.running.files import FileError, read_bytes
from tffix.running.memory import take_over
from tffix.running.pool import MakeExecutor, PoolError, stop
from tffix.running.task import First, Task, Work, several

Chunk = list["Task | FileResult"]
"""What is to be sent, and results that are known before."""

_MAX_FILES = 128
_MAX_BYTES = 500_000
"""Of a chunk.  Large ones cost less to send, small ones keep all workers busy to the end."""
_IN_FLIGHT = 4
"""Chunks a worker has waiting: enough to keep it busy, few enough to lose and to hold in memory."""


class Window:
    """Keeps a window of chunks in flight; a chunk whose worker died is done again, apart from all others."""

    def __init__(
        self, work: Work, jobs: int, make: MakeExecutor, *, send_bytes: bool = False, first: First | None = None
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._make = make
        self._send_bytes = send_bytes
        self._first = first
        self._executor: Executor | None = None

    def results(self, files: Sequence[tuple[str, Settings]]) -> Iterator[FileResult]:
        chunks = self._chunks(files)
        window: deque[tuple[Chunk, Future[dict[int, FileResult]] | None]] = deque()
        while True:
            for chunk in islice(chunks, self._jobs * _IN_FLIGHT - len(window)):
                window.append((chunk, self._submit(chunk)))
            if not window:
                return
            chunk, future = window.popleft()
            outcome = _LOST if future is None else _outcome(future)
            yield from self._alone(chunk) if isinstance(outcome, Exception) else _in_order(chunk, outcome)

    def close(self) -> None:
        """Stop at once: no result is asked for any more."""
        if self._executor is not None:
            stop(self._executor)
            self._executor = None

    def _chunks(self, files: Sequence[tuple[str, Settings]]) -> Iterator[Chunk]:
        chunk: Chunk = []
        size = count = 0
        for number, (path, settings) in enumerate(files):
            task = self._task(path, settings)
            chunk.append(task)
            if not isinstance(task, FileResult):
                size += _size(path)
                count += 1
            # The last chunks are small, so that all workers end at about the same time.
            if size >= _MAX_BYTES or count >= min(_MAX_FILES, (len(files) - number) // (2 * self._jobs)):
                yield chunk
                chunk, size, count = [], 0, 0

    def _task(self, path: str, settings: Settings) -> Task | FileResult:
        if self._send_bytes:
            try:
                data = read_bytes(path)
            except FileError as error:
                return FileResult(path, error=str(error))
            return (self._first and self._first(data, path, settings)) or (path, settings, data)
        return path, settings, None

    def _submit(self, chunk: Chunk) -> Future[dict[int, FileResult]] | None:
        """Hand ``chunk`` to the executor, to a new one if the last has broken."""
        for _ in range(2):
            if self._executor is None:
                self._executor = self._make(self._jobs)
            try:
                return self._executor.submit(several, _to_send(chunk), self._work)
            except BrokenExecutor:
                self.close()
        return None

    def _alone(self, chunk: Chunk) -> Iterator[FileResult]:
        """Do ``chunk`` again with a worker of its own; if that dies too, half by half, to name the file at fault."""
        executor = self._make(1)
        try:
            executor.submit(_alive).result()
            outcome = _outcome(executor.submit(several, _to_send(chunk), self._work))
        except BrokenExecutor as error:
            raise PoolError("worker processes die before they begin; try one job") from error
        finally:
            stop(executor)
        if not isinstance(outcome, Exception):
            yield from _in_order(chunk, outcome)
        elif len(chunk) > 1:
            yield from self._alone(chunk[: len(chunk) // 2])
            yield from self._alone(chunk[len(chunk) // 2 :])
        elif isinstance(outcome, BrokenExecutor):
            yield FileResult(_path(chunk[0]), error="the worker process died on this file: it is left as it is")
        else:
            yield FileResult(_path(chunk[0]), error=internal_error([], outcome))


_LOST = BrokenExecutor("no worker took it")


def _outcome(future: Future[dict[int, FileResult]]) -> dict[int, FileResult] | Exception:
    try:
        return future.result()
    except Exception as error:  # the worker died, or the task or its result did not come through
        return error


def _to_send(chunk: Chunk) -> list[Task | None]:
    return [None if isinstance(task, FileResult) else task for task in chunk]


def _in_order(chunk: Chunk, results: dict[int, FileResult]) -> Iterator[FileResult]:
    for number, task in enumerate(chunk):
        if isinstance(task, FileResult):
            yield task
        else:
            yield results.get(number) or FileResult(task[0])


def _path(task: Task | FileResult) -> str:
    return task.path if isinstance(task, FileResult) else task[0]


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _alive() -> None:
    """Nothing: that it can be done shows that a worker started."""


def start() -> None:
    """Prepare a worker: it leaves Ctrl-C to the main process, and ends with it."""
    take_over()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A worker whose main process was killed would wait for work for ever, and keep a reader of its output waiting.
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
