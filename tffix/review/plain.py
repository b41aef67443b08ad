"""The review without a screen of its own: for pipes, and terminals that only print."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from tffix.review import view
from tffix.review.keys import Keys
from tffix.review.question import KEYS, Question


class Plain:
    """Prints one question below the other and reads the answers from ``keys``."""

    def __init__(self, console: Console, keys: Keys) -> None:
        self._console = console
        self._keys = keys

    def ask(self, question: Question) -> str:
        """Show ``question`` and return the key that answers it; empty when there are no more answers."""
        width = self._console.width
        rows = [*view.head(question, width), *view.body(question, width)]
        if question.note:
            self._print(question.note)
        for row in rows:
            self._console.print(row, crop=False, no_wrap=True, overflow="ignore", soft_wrap=True)
        self._prompt(f"Accept? [{','.join(KEYS)}] ")
        key = self._keys.read()
        self._print(key)
        self._print("")
        return key

    def line(self, prompt: str) -> str:
        """A line of text that the user writes; empty if it is called off."""
        self._prompt(prompt)
        line = self._keys.line(lambda _text: None)
        self._print(line)
        return line

    def show(self, title: str, text: str, *, markdown: bool = False) -> None:
        """Print a text."""
        self._print(title)
        self._print(text)

    @contextmanager
    def wait(self, message: str) -> Iterator[None]:
        """Print nothing: the next question shows that the wait is over."""
        yield

    @contextmanager
    def outside(self) -> Iterator[None]:
        """The terminal as another program finds it."""
        sys.stdout.flush()
        with self._keys.released():
            yield

    def _print(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _prompt(self, text: str) -> None:
        self._console.print(text, end="", markup=False, highlight=False, soft_wrap=True)
        self._console.file.flush()


def is_dumb() -> bool:
    """Whether the terminal can do no more than print."""
    return os.environ.get("TERM") in ("dumb", "unknown")
