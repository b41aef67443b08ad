"""Many files through the engine, in processes, with the results in the order of the files.

A task is plain data in and plain data out, so any :class:`concurrent.futures.Executor` can do the work, one of a
cluster too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tffix.config.settings import Settings
from tffix.results import FileResult
from tffix.running.memory import taken_over
from tffix.running.task import First, Work, one

if TYPE_CHECKING:
    from concurrent.futures import Executor

MakeExecutor = Callable[[int], "Executor"]
"""Makes an executor with so many workers.  It is made again when a worker dies, and shut down at the end."""

SMALL = 64
"""Below this many files a pool costs more than it brings."""
_PRELOADED = ["__main__", "tffix.running.window", "tffix.running.preload"]
"""Imported once, before the workers are split off."""


class PoolError(RuntimeError):
    """No worker can be started at all."""


def run(
    files: Sequence[tuple[str, Settings]],
    work: Work,
    jobs: int | None = None,
    *,
    executor: MakeExecutor | None = None,
    send_bytes: bool = False,
    first: First | None = None,
) -> Iterator[FileResult]:
    """Yield the result of ``work`` for each of ``files``, in their order, whatever the number of workers.

    Args:
        files: paths, each with its settings; a settings object shared by many files is sent once a chunk.
        work: :func:`~tffix.engine.check_file` or :func:`~tffix.engine.fix_file`.
        jobs: the number of workers; all cores by default.
        executor: makes the executor to use; by default a process pool, or none for one job or few files.
        send_bytes: read the files here and send their content, for workers that do not see the same disk.
        first: with ``send_bytes``, says of most files what ``work`` would, so that they need not be sent.

    Raises:
        PoolError: workers cannot be started, whatever they are given to do.
    """
    jobs = jobs or available_cores()
    if executor is None and (jobs == 1 or len(files) < SMALL):
        with taken_over():
            for path, settings in files:
                yield one((path, settings, None), work)
        return
    # Imported here: multiprocessing takes longer to import than a small file takes.
    from tffix.running.window import Window

    window = Window(work, jobs, executor or process_pool, send_bytes=send_bytes, first=first)
    try:
        yield from window.results(files)
    finally:
        window.close()


def process_pool(workers: int) -> Executor:
    """A process pool whose workers leave Ctrl-C to the main process, and end with it.

    Workers are not forked from this process: it may run threads (a progress bar), which a fork does not survive.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    from tffix.running.window import start

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    context.set_forkserver_preload(_PRELOADED)
    return ProcessPoolExecutor(workers, context, initializer=start)


def available_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def stop(executor: Executor) -> None:
    """End the workers of ``executor`` at once."""
    # Workers never write: they can be ended in the middle of a file.  Before Python 3.14 there is no public way.
    for worker in list((getattr(executor, "_processes", None) or {}).values()):
        worker.terminate()
    # Of a result that one ended in the middle of, the reader waits for the rest as long as an end to write is open.
    results = getattr(executor, "_result_queue", None)
    if results is not None:
        results._writer.close()
    executor.shutdown(cancel_futures=True)
