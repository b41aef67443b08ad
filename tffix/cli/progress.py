"""The progress bar: on stderr, only on a terminal, and only once the work turns out to be long."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 1.0
"""Seconds before a bar is shown: most runs are over by then, and rich is never imported."""


def progress(results: Iterable[T], total: int, *, shown: bool = True) -> Iterator[T]:
    """Yield ``results`` unchanged, with a bar on stderr while that takes long."""
    if not shown or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from results
        return
    started = time.monotonic()
    done = 0
    iterator = iter(results)
    for result in iterator:
        done += 1
        yield result
        if time.monotonic() - started > PATIENCE:
            break
    else:
        return
    yield from _with_bar(iterator, done, total)


def _with_bar(results: Iterator[T], done: int, total: int) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Files", total=total, completed=done)
        for result in results:
            yield result
            bar.advance(task)
