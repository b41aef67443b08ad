"""The first look at all files, which goes on while the first questions are asked."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterable, Iterator
from multiprocessing import parent_process
from typing import Generic, TypeVar

from tffix.config.settings import Settings
from tffix.engine import check_file
from tffix.results import FileResult

T = TypeVar("T")
_NICENESS = 10


def look(data: bytes, path: str, settings: Settings) -> FileResult:
    """``check_file`` in a process that gives way to those which compute what the user waits for."""
    if parent_process() is not None and hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)
    return check_file(data, path, settings)


class Scan(Generic[T]):
    """Passes ``results`` on as they come.

    Args:
        results: what is found, file by file; closed when the scan is.
        ahead: take them in a thread of their own, so that nobody waits for the last one; it must do no more than wait
            for other processes.
    """

    def __init__(self, results: Iterable[T], *, ahead: bool) -> None:
        self._results = iter(results)
        self._passed: queue.SimpleQueue[T | Exception | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self.growing = ahead
        self.seen = 0
        if ahead:
            self._thread = threading.Thread(target=self._pass_on, daemon=True)
            self._thread.start()

    def take(self, *, wait: bool) -> Iterator[T]:
        """What came since the last call; with ``wait`` at least one more unless that was all."""
        if self._thread is None:
            for result in self._results:
                self.seen += 1
                yield result
            return
        while self.growing:
            try:
                passed = self._passed.get(block=wait)
            except queue.Empty:
                return
            if passed is None:
                self.growing = False
            elif isinstance(passed, Exception):
                self.growing = False
                raise passed
            else:
                self.seen += 1
                wait = False
                yield passed

    def close(self) -> None:
        """Look no further."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _pass_on(self) -> None:
        try:
            for result in self._results:
                self._passed.put(result)
                if self._stopped.is_set():
                    break
        except Exception as error:  # for the thread that asks
            self._passed.put(error)
        finally:
            self._passed.put(None)
            close = getattr(self._results, "close", None)
            if close is not None:
                close()
