"""Many files through the engine, in processes, with the results in the order of the files.

A task is plain data in and plain data out, so any :class:`concurrent.futures.Executor` can do the work, one of a
cluster too.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from itertools import islice

from tffix.config.settings import Settings
from tffix.engine.finding import internal_error
from tffix.engine.parsing import TOO_DEEP
from tffix.results import FileResult
from tffix.running.files import FileError, read_bytes

Work = Callable[[bytes, str, Settings], FileResult]
Task = tuple[str, Settings, bytes | None]
"""A path, what holds for it, and its content if the worker is not to read it."""
MakeExecutor = Callable[[int], Executor]
"""Makes an executor with so many workers.  It is made again when a worker dies, and shut down at the end."""

_CHUNK = 16
_IN_FLIGHT = 4
"""Chunks a worker has waiting: enough to keep it busy, few enough to lose and to hold in memory."""
SMALL = 64
"""Below this many files a pool costs more than it brings."""


def run(
    files: Sequence[tuple[str, Settings]],
    work: Work,
    jobs: int | None = None,
    *,
    executor: MakeExecutor | None = None,
    send_bytes: bool = False,
) -> Iterator[FileResult]:
    """Yield the result of ``work`` for each of ``files``, in their order, whatever the number of workers.

    Args:
        files: paths, each with its settings; a settings object shared by many files is sent once a chunk.
        work: :func:`~tffix.engine.check_file` or :func:`~tffix.engine.fix_file`.
        jobs: the number of workers; all cores by default.
        executor: makes the executor to use; by default a process pool, or none for one job or few files.
        send_bytes: read the files here and send their content, for workers that do not see the same disk.

    Raises:
        PoolError: workers cannot be started, whatever they are given to do.
    """
    jobs = jobs or available_cores()
    if executor is None and (jobs == 1 or len(files) < SMALL):
        for path, settings in files:
            yield _one((path, settings, None), work)
        return
    pool = _Pool(work, jobs, executor or process_pool, send_bytes)
    try:
        yield from pool.results(files)
    finally:
        pool.close()


def process_pool(workers: int) -> Executor:
    """A process pool whose workers leave Ctrl-C to the main process, and end with it.

    Workers are not forked from this process: it may run threads (a progress bar), which a fork does not survive.
    """
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    return ProcessPoolExecutor(workers, context, initializer=_start)


def available_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class PoolError(RuntimeError):
    """No worker can be started at all."""


class _Pool:
    """Keeps a window of chunks in flight; a chunk whose worker died is done again, apart from all others."""

    def __init__(self, work: Work, jobs: int, make: MakeExecutor, send_bytes: bool) -> None:
        self._work = work
        self._jobs = jobs
        self._make = make
        self._send_bytes = send_bytes
        self._executor: Executor | None = None

    def results(self, files: Sequence[tuple[str, Settings]]) -> Iterator[FileResult]:
        chunks = self._chunks(files)
        window: deque[tuple[list[Task], Future[list[FileResult]] | None]] = deque()
        while True:
            for chunk in islice(chunks, self._jobs * _IN_FLIGHT - len(window)):
                window.append((chunk, self._submit(chunk)))
            if not window:
                return
            chunk, future = window.popleft()
            outcome = _LOST if future is None else _outcome(future)
            yield from self._alone(chunk) if isinstance(outcome, Exception) else outcome

    def close(self) -> None:
        """Stop at once: no result is asked for any more."""
        if self._executor is not None:
            stop(self._executor)
            self._executor = None

    def _chunks(self, files: Sequence[tuple[str, Settings]]) -> Iterator[list[Task]]:
        # The last chunks are small, so that all workers end at about the same time.
        start = 0
        while start < len(files):
            size = max(1, min(_CHUNK, (len(files) - start) // (2 * self._jobs)))
            yield [self._task(path, settings) for path, settings in files[start : start + size]]
            start += size

    def _task(self, path: str, settings: Settings) -> Task:
        if self._send_bytes:
            try:
                return path, settings, read_bytes(path)
            except FileError:
                pass  # the worker will say why
        return path, settings, None

    def _submit(self, chunk: list[Task]) -> Future[list[FileResult]] | None:
        """Hand ``chunk`` to the executor, to a new one if the last has broken."""
        for _ in range(2):
            if self._executor is None:
                self._executor = self._make(self._jobs)
            try:
                return self._executor.submit(_chunk, chunk, self._work)
            except BrokenExecutor:
                self.close()
        return None

    def _alone(self, chunk: list[Task]) -> Iterator[FileResult]:
        """Do ``chunk`` again with a worker of its own; if that dies too, file by file, to name the one at fault."""
        executor = self._make(1)
        try:
            executor.submit(_alive).result()
            outcome = _outcome(executor.submit(_chunk, chunk, self._work))
        except BrokenExecutor as error:
            raise PoolError("worker processes die before they begin; try one job") from error
        finally:
            stop(executor)
        if not isinstance(outcome, Exception):
            yield from outcome
        elif len(chunk) > 1:
            for task in chunk:
                yield from self._alone([task])
        elif isinstance(outcome, BrokenExecutor):
            yield FileResult(chunk[0][0], error="the worker process died on this file: it is left as it is")
        else:
            yield FileResult(chunk[0][0], error=internal_error([], outcome))


_LOST = BrokenExecutor("no worker took it")


def _outcome(future: Future[list[FileResult]]) -> list[FileResult] | Exception:
    try:
        return future.result()
    except Exception as error:  # the worker died, or the task or its result did not come through
        return error


def _alive() -> None:
    """Nothing: that it can be done shows that a worker started."""


def _chunk(tasks: list[Task], work: Work) -> list[FileResult]:
    return [_one(task, work) for task in tasks]


def _one(task: Task, work: Work) -> FileResult:
    path, settings, data = task
    try:
        return work(read_bytes(path) if data is None else data, path, settings)
    except FileError as error:
        return FileResult(path, error=str(error))
    except RecursionError:
        return FileResult(path, error=TOO_DEEP)
    except Exception as error:
        return FileResult(path, error=internal_error([], error))


def _start() -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A worker whose main process was killed would wait for work for ever, and keep a reader of its output waiting.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def stop(executor: Executor) -> None:
    """End the workers of ``executor`` at once."""
    # Workers never write: they can be ended in the middle of a file.  Before Python 3.14 there is no public way.
    for worker in list((getattr(executor, "_processes", None) or {}).values()):
        worker.terminate()
    executor.shutdown(cancel_futures=True)
