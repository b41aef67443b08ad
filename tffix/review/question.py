"""What is put to the user: one fix, where it stands, and how far the review is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from tffix.results import Finding

KEYS = {
    "y": "accept",
    "n": "refuse",
    "a": "accept the rest of {code}",
    "d": "refuse the rest of {code}",
    "f": "skip the rest of the file",
    "A": "accept all safe ones",
    "k": "back",
    "u": "undo",
    "e": "edit",
    "s": "suppress",
    "v": "verify",
    "x": "explain",
    "q": "write and stop",
    "Q": "stop, write nothing",
}
"""The keys, with what the help line says of them."""


@dataclass(frozen=True)
class Question:
    """A fix to decide on.

    ``before`` and ``after`` are the text of the file without and with this fix alone; ``position`` of ``total`` says
    how far the review is (``growing`` while files are still looked at); ``left`` counts the fixes of this file that
    are not answered, this one included.  ``answered`` is the answer it has when the user went back to it.
    """

    finding: Finding
    before: str
    after: str
    position: int
    total: int
    left: int
    growing: bool = False
    answered: str = ""
    note: str = ""


class Interface(Protocol):
    """A way to ask."""

    def ask(self, question: Question) -> str:
        """Show ``question`` and return the key that answers it; empty when there are no more answers."""

    def line(self, prompt: str) -> str:
        """A line of text that the user writes; empty if it is called off."""

    def show(self, title: str, text: str, *, markdown: bool = False) -> None:
        """Show a text, which may be Markdown, until the user has read it."""

    def wait(self, message: str) -> AbstractContextManager[None]:
        """Say what is waited for while something is computed."""

    def outside(self) -> AbstractContextManager[None]:
        """The terminal as another program finds it."""


def help_items(question: Question) -> Iterator[tuple[str, str]]:
    """The keys and what they do to ``question``."""
    for key, text in KEYS.items():
        yield key, text.format(code=question.finding.code)
