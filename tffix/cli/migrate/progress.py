"""How far a migration is: a live bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

T = TypeVar("T")
EVERY = 10.0
"""Seconds between two plain lines."""


def watched(results: Iterable[T], total: int, what: str, say: Callable[[str], None]) -> Iterator[T]:
    """Yield ``results`` unchanged, and show how many of ``total`` there are, how fast they come, and when they end.

    Args:
        results: what is waited for.
        total: how many there will be.
        what: what is done, as in ``"Looked at"``.
        say: writes a plain line.
    """
    if not total:
        yield from results
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        yield from _with_bar(results, total, what)
    else:
        yield from _with_lines(results, total, what, say)


def follow(
    results: Generator[T, None, None],
    total: int,
    what: str,
    say: Callable[[str], None],
    each: Callable[[T], object] = lambda _: None,
) -> None:
    """Wait for all ``results``, as :func:`watched` shows them, and call ``each`` with every one.

    However that ends, ``results`` is closed then: what it has to do at its end is done before anything else ends.
    """
    with closing(results):
        for result in watched(results, total, what, say):
            each(result)


def line(what: str, done: int, total: int, seconds: float) -> str:
    """One plain line."""
    left = round((total - done) * seconds / done)
    return f"{what} {done:,} of {total:,} files, {done / seconds:,.0f} files/s, {_span(left)} left"


def _with_lines(results: Iterable[T], total: int, what: str, say: Callable[[str], None]) -> Iterator[T]:
    started = last = time.monotonic()
    for done, result in enumerate(results, 1):
        yield result
        now = time.monotonic()
        if now - last >= EVERY and done < total:
            last = now
            say(line(what, done, total, now - started))


def _with_bar(results: Iterable[T], total: int, what: str) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        for result in results:
            yield result
            bar.advance(task)


def _rate() -> ProgressColumn:
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} files/s" if task.speed else "", style="progress.data.speed")

    return Rate()


def _span(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
