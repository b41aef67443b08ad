"""The review on a terminal of its own: one question on the screen, whose diff scrolls."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import TracebackType

from rich.console import Console
from rich.text import Text

from tffix.reports.snippet import display
from tffix.review import keys, view
from tffix.review.diffview import cut
from tffix.review.question import Question

_NOTICED = 0.2
"""Seconds of waiting that pass without a word."""


class Screen:
    """Shows one question at a time, and follows the size of the terminal."""

    def __init__(self, console: Console, source: keys.TerminalKeys) -> None:
        self._console = console
        self._keys = source
        self._stack = ExitStack()
        self._first = 0
        self._rows: list[Text] = []

    def __enter__(self) -> Screen:
        """Take the terminal over."""
        self._console.set_alt_screen(True)
        self._console.show_cursor(False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the terminal as it was."""
        self._console.show_cursor(True)
        self._console.set_alt_screen(False)

    def ask(self, question: Question) -> str:
        """Show ``question`` and return the key that answers it; empty when the terminal is gone."""
        self._first = 0
        while True:
            width = self._console.width
            page = self._draw(view.head(question, width), view.body(question, width), view.foot(question, width))
            key = self._keys.read()
            if not self._scroll(key, page) and key != keys.RESIZE:
                return key

    def line(self, prompt: str) -> str:
        """A line of text that the user writes; empty if it is called off."""
        return self._keys.line(lambda typed: self._status(f"{prompt}{typed}▏", "bold"))

    def show(self, title: str, text: str, *, markdown: bool = False) -> None:
        """Show a text until a key is pressed that does not scroll."""
        self._first = 0
        while True:
            width = self._console.width
            body = view.document(text, width) if markdown else view.wrapped(text, width)
            head = [cut(Text(title, "bold"), width)]
            page = self._draw(head, body, [cut(Text("any key: back to the question", "dim"), width)])
            key = self._keys.read()
            if not self._scroll(key, page) and key != keys.RESIZE:
                return

    @contextmanager
    def wait(self, message: str) -> Iterator[None]:
        """Say what is waited for, over the last line of the screen, if that takes long enough to be noticed."""
        timer = threading.Timer(_NOTICED, lambda: self._status(f"{message} ...", "dim"))
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    @contextmanager
    def outside(self) -> Iterator[None]:
        """The terminal as another program finds it."""
        self.__exit__(None, None, None)
        try:
            with self._keys.released():
                yield
        finally:
            self.__enter__()

    def _draw(self, head: Sequence[Text], body: Sequence[Text], foot: Sequence[Text]) -> int:
        """Fill the screen; return how many rows of ``body`` are shown."""
        page = view.page(head, body, foot, self._first, *self._console.size)
        self._first, self._rows = page.first, page.rows
        self._print()
        return page.room

    def _print(self) -> None:
        """Write the rows from the top left corner on; what was there before is cleared."""
        lines = []
        for row in self._rows:
            with self._console.capture() as capture:
                self._console.print(row, end="", soft_wrap=True)
            # A line is cleared first: behind a full one the cursor still stands on its last cell.
            lines.append("\x1b[2K" + capture.get())
        rest = "\x1b[J" * (len(lines) < self._console.height)
        # Synchronised output: a terminal that knows it shows the whole screen at once, others ignore it.
        self._console.file.write("\x1b[?2026h\x1b[H" + "\r\n".join(lines) + rest + "\x1b[?2026l")
        self._console.file.flush()

    def _status(self, message: str, style: str) -> None:
        self._rows[-1:] = [cut(Text(display(message), style), self._console.width)]
        self._print()

    def _scroll(self, key: str, page: int) -> bool:
        steps = {
            keys.UP: -1,
            keys.DOWN: 1,
            keys.PAGE_UP: 1 - page,
            keys.PAGE_DOWN: page - 1,
            " ": page - 1,
            keys.HOME: -(10**9),
            keys.END: 10**9,
        }
        self._first = max(0, self._first + steps.get(key, 0))
        return key in steps
