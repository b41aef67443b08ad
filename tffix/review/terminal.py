"""Which way to ask fits what stdin and stdout are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper

from rich.console import Console

from tffix.reports.output import ColorMode, OutputError
from tffix.review.keys import PipeKeys, TerminalKeys
from tffix.review.plain import Plain, is_dumb
from tffix.review.question import Interface


@contextmanager
def opened(color: ColorMode) -> Iterator[tuple[Interface, bool]]:
    """A way to ask, and whether the answers come from a script.

    Raises:
        BrokenPipeError, OutputError: stdout cannot be written.
    """
    try:
        with _opened(color) as found:
            yield found
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the output cannot be written: {(error.strerror or str(error)).lower()}") from error


@contextmanager
def _opened(color: ColorMode) -> Iterator[tuple[Interface, bool]]:
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that cannot show a character of somebody's code shows another one.
        sys.stdout.reconfigure(errors="replace")
    console = _console(color)
    if not sys.stdin.isatty():
        yield Plain(console, PipeKeys()), True
        return
    keys = TerminalKeys()
    with keys.held():
        if console.is_terminal and not is_dumb():
            from tffix.review.screen import Screen

            with Screen(console, keys) as screen:
                yield screen, False
        else:
            yield Plain(console, keys), False


class _Console(Console):
    """Leaves it to the command what a pipe means that nobody reads."""

    def on_broken_pipe(self) -> None:
        raise


def _console(color: ColorMode) -> Console:
    if color == "always":
        return _Console(force_terminal=sys.stdout.isatty() or None, color_system="standard", no_color=False)
    return _Console(no_color=True if color == "never" else None)
