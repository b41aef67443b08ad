"""``tffix`` that dies by SIGKILL at a step which changes something on the disk, and says which files it replaced."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from typing import Any

from tffix.cli import main


class Fuse:
    """Burns down with every step, and kills the process before or after the last one."""

    def __init__(self, number: int) -> None:
        self._left = abs(number)
        self._before = number < 0

    def guard(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any, **options: Any) -> Any:
            self._left -= 1
            if self._left <= 0 and self._before:
                os.kill(os.getpid(), signal.SIGKILL)
            result = function(*arguments, **options)
            if function is REPLACE:
                note(str(arguments[1]))
            if self._left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return guarded


REPLACE = os.replace


def note(path: str) -> None:
    """Keep the name of a file that was replaced, whatever happens next."""
    with open(os.environ["REPLACED"], "a", encoding="utf-8") as log:
        log.write(path + "\n")


def burn(number: int) -> None:
    """Let the fuse burn with every step of this process."""
    fuse = Fuse(number)
    for name in ("replace", "unlink", "fsync", "chmod"):
        setattr(os, name, fuse.guard(getattr(os, name)))

    class Connection(sqlite3.Connection):
        execute = fuse.guard(sqlite3.Connection.execute)
        executemany = fuse.guard(sqlite3.Connection.executemany)

    connect = sqlite3.connect
    sqlite3.connect = lambda *arguments, **options: connect(*arguments, factory=Connection, **options)  # type: ignore[assignment]


if __name__ == "__main__":
    burn(int(os.environ["DIE_AT"]))
    main()
