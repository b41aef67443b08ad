"""One child process: started in a group of its own, ended with everything it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_TAIL = 1 << 16
_MARK = "TFFIX_VERIFY_RUN"


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code (negative: the signal), the end of its output, and whether time was up."""

    code: int
    out: str
    err: str
    timed_out: bool
    seconds: float


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str], timeout: float) -> Ended:
    """Run ``command`` in ``folder`` until it ends or ``timeout`` seconds have passed.

    It reads nothing from stdin.  Whatever it started is ended with it, also what left its process group, and also when
    this process is interrupted.
    """
    mark = uuid.uuid4().hex
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, _MARK: mark},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = _Tail(process.stdout), _Tail(process.stderr)
    try:
        with _terminated_as_interrupted():
            timed_out = not _wait(process, timeout)
    finally:
        _end_group(process, mark)
        out.join()
        err.join()
    return Ended(process.returncode, out.text(), err.text(), timed_out, time.monotonic() - started)


class _Tail(threading.Thread):
    """Reads a stream to its end and keeps the last of it: a script may print without bound."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._kept = b""
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._stream.fileno(), _TAIL):
                self._kept = (self._kept + chunk)[-_TAIL:]

    def join(self, timeout: float | None = 5) -> None:
        super().join(timeout)
        if not self.is_alive():
            self._stream.close()

    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")


def _wait(process: subprocess.Popen[bytes], timeout: float) -> bool:
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        return False
    return True


def _end_group(process: subprocess.Popen[bytes], mark: str) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pid in _marked(mark):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _marked(mark: str) -> Iterator[int]:
    """The processes that inherited the mark, on systems that show environments."""
    needle = f"{_MARK}={mark}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if needle in entry.read_bytes():
                yield int(entry.parent.name)


@contextlib.contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Let SIGTERM raise, so that the child is ended before this process ends."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
