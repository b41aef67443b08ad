"""Where the answers come from: single keys of a terminal, or the characters of a pipe."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol

ENTER, ESCAPE, BACKSPACE, CLEAR, RESIZE = "enter", "escape", "backspace", "clear", "resize"
UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END = "up", "down", "page up", "page down", "home", "end"
_SEQUENCES = {
    "[A": UP,
    "[B": DOWN,
    "OA": UP,
    "OB": DOWN,
    "[5~": PAGE_UP,
    "[6~": PAGE_DOWN,
    "[H": HOME,
    "[F": END,
    "OH": HOME,
    "OF": END,
    "[1~": HOME,
    "[4~": END,
}
_NAMES = {"\r": ENTER, "\n": ENTER, "\x7f": BACKSPACE, "\b": BACKSPACE, "\x15": CLEAR}
_ESCAPE_WAIT = 0.05
"""Seconds after which an escape is the key of that name and not the start of a sequence."""


class Keys(Protocol):
    """A source of keys."""

    def read(self) -> str:
        """The next key: a character, or one of the names above; empty at the end."""

    def line(self, typed: Callable[[str], None]) -> str:
        """The next line; ``typed`` is told what there is of it while it is written.  Empty if it is called off."""

    def released(self) -> AbstractContextManager[None]:
        """The terminal as another program finds it."""


class PipeKeys:
    """Each character of stdin is a key; spaces and line ends only part them.  A line ends at its line end."""

    def __init__(self) -> None:
        self._stdin = sys.stdin

    def read(self) -> str:
        """The next character; empty at the end."""
        while True:
            character = self._stdin.read(1)
            if not character or not character.isspace():
                return character

    def line(self, typed: Callable[[str], None]) -> str:
        """The rest of the line."""
        line = self._stdin.readline().strip()
        typed(line)
        return line

    def released(self) -> AbstractContextManager[None]:
        """Nothing is held."""
        return nullcontext()


class TerminalKeys:
    """Single keys of the terminal on stdin, without echo; a change of its size is a key, too."""

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._wake: tuple[int, int] = os.pipe()
        self._waiting: list[str] = []
        self._released = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Read single keys until the end of the block."""
        import termios
        import tty

        for end in self._wake:
            os.set_blocking(end, False)
        before = termios.tcgetattr(self._descriptor)
        tty.setcbreak(self._descriptor, termios.TCSADRAIN)
        handlers: dict[signal.Signals, Callable[..., None]] = {
            signal.SIGWINCH: _nothing,
            signal.SIGCONT: self._continue,
            signal.SIGTERM: _end,
        }
        previous = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        # A signal may come to a thread of the worker pool: this wakes the one that waits for a key.
        waker = signal.set_wakeup_fd(self._wake[1], warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(waker)
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, before)
            for number, handler in previous.items():
                signal.signal(number, handler)

    def _continue(self, *_: object) -> None:
        """The shell has changed the terminal while the program was stopped."""
        import termios
        import tty

        if not self._released:
            tty.setcbreak(self._descriptor, termios.TCSADRAIN)

    @contextmanager
    def released(self) -> Iterator[None]:
        """The terminal as another program finds it: with echo, line by line."""
        import termios
        import tty

        held = termios.tcgetattr(self._descriptor)
        cooked = [*held]
        cooked[tty.LFLAG] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, cooked)
        self._released = True
        try:
            yield
        finally:
            self._released = False
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, held)

    def read(self) -> str:
        """The next key; empty when the terminal is gone."""
        key = self._character()
        if key != "\x1b":
            return _NAMES.get(key, key)
        sequence = ""
        while sequence not in _SEQUENCES and len(sequence) < 6:
            character = self._character(_ESCAPE_WAIT)
            if not character:
                return ESCAPE if not sequence else "unknown"
            sequence += character
            if len(sequence) > 1 and character.isalpha():
                break
        return _SEQUENCES.get(sequence, "unknown")

    def line(self, typed: Callable[[str], None]) -> str:
        """The next line; Escape calls it off."""
        text = ""
        while True:
            typed(text)
            key = self.read()
            if key == ENTER:
                return text.strip()
            if key in ("", ESCAPE):
                return ""
            if key == BACKSPACE:
                text = text[:-1]
            elif key == CLEAR:
                text = ""
            elif len(key) == 1 and key.isprintable():
                text += key

    def _character(self, seconds: float | None = None) -> str:
        while not self._waiting:
            ready, _, _ = select.select([self._descriptor, self._wake[0]], [], [], seconds)
            if not ready:
                return ""
            if self._wake[0] in ready:
                os.read(self._wake[0], 1024)
                if seconds is None:
                    return RESIZE
                continue
            try:
                data = os.read(self._descriptor, 1024)
            except OSError:
                data = b""
            if not data:
                return ""
            self._waiting += self._decoder.decode(data)
        return self._waiting.pop(0)


def _nothing(_number: int, _frame: object) -> None:
    """Waiting for a key ends with every signal that is handled."""


def _end(number: int, _frame: object) -> None:
    """End as a signal would, but leave the terminal as it was."""
    raise SystemExit(128 + number)
