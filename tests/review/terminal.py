"""A terminal that a test drives: keys go in, and what a person would see comes out."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pexpect
import pyte

TFFIX = [sys.executable, "-m", "tests.review.run"]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
_DRAWING = 2026 << 5  # as pyte notes the private mode in which a screen is half written


class Terminal:
    """``tffix review`` on a terminal of its own."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int = 100,
        rows: int = 40,
        environment: dict[str, str] | None = None,
        command: Sequence[str] = (*TFFIX, "review"),
    ) -> None:
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        env |= {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **(environment or {})}
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.process = pexpect.spawn(
            command[0],
            [*command[1:], *arguments],
            cwd=str(folder),
            env=env,
            dimensions=(rows, columns),
            timeout=PATIENCE,
        )
        self.process.delaybeforesend = None

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys: str) -> Terminal:
        """Press keys, without waiting for what they do."""
        for key in keys:
            self.process.send(key)
        return self

    def see(self, *words: str) -> str:
        """Wait until all of ``words`` are on the screen; return what is."""
        return self.until(lambda text: all(word in text for word in words), f"{words} on the screen")

    def until(self, true: Callable[[str], bool], what: str) -> str:
        """Wait until the screen is wholly drawn and as it should be."""
        end = time.monotonic() + PATIENCE
        while _DRAWING in self.screen.mode or not true(self.text):
            if time.monotonic() > end or not self._read(0.1):
                assert true(self.text), f"no {what}:\n{self.text}"
                break
        return self.text

    def end(self) -> int:
        """Wait for the end of the program; its exit code."""
        while self._read(PATIENCE):
            pass
        self.process.close()
        return self.process.exitstatus if self.process.exitstatus is not None else -(self.process.signalstatus or 0)

    def kill(self) -> None:
        """End the program as a crash of the machine would."""
        os.kill(self.process.pid, signal.SIGKILL)
        while self._read(PATIENCE):
            pass
        self.process.close()

    def resize(self, columns: int, rows: int = 40) -> None:
        """Change the size of the terminal."""
        self.screen.resize(rows, columns)
        self.screen.reset()
        self.process.setwinsize(rows, columns)

    def _read(self, seconds: float) -> bool:
        """Read what is there; whether there may be more."""
        try:
            data = self.process.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True
