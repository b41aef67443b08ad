"""Time and memory of a command and of all the processes it starts (Linux)."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

INTERVAL = 0.1
"""Seconds between two looks at the processes' memory."""
MIB = 1024 * 1024


@dataclass(frozen=True)
class Measured:
    """What a command printed and used.

    ``peak_total`` is the largest sum over all its processes at one moment, in MiB (proportional set size: a page that
    several share counts once); ``peak_single`` is the resident peak of the largest of them.
    """

    stdout: bytes
    stderr: bytes
    exit_code: int
    seconds: float
    peak_total: float
    peak_single: float


def measure(command: Sequence[str], folder: Path) -> Measured:
    """Run ``command`` in ``folder`` to its end."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        # A session of its own, so that its processes can be told from all others.
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=err, start_new_session=True)
        watch = _Watch(process.pid)
        watch.start()
        exit_code = process.wait()
        seconds = time.perf_counter() - started
        watch.stop()
        out.seek(0)
        err.seek(0)
        return Measured(out.read(), err.read(), exit_code, seconds, watch.peak_total / MIB, watch.peak_single / MIB)


class _Watch(threading.Thread):
    """Looks at the memory of the processes of one session from time to time."""

    def __init__(self, session: int) -> None:
        super().__init__(daemon=True)
        self._session = session
        self._done = threading.Event()
        self.peak_total = 0
        self.peak_single = 0

    def stop(self) -> None:
        self._done.set()
        self.join()

    def run(self) -> None:
        while not self._done.wait(INTERVAL):
            sizes = [_sizes(pid) for pid in _processes(self._session)]
            self.peak_total = max(self.peak_total, sum(shared for shared, _ in sizes))
            self.peak_single = max([self.peak_single, *(resident for _, resident in sizes)])


def _processes(session: int) -> Iterator[int]:
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.getsid(int(name)) == session:
                    yield int(name)
            except ProcessLookupError:
                continue


def _sizes(pid: int) -> tuple[int, int]:
    """The proportional size now and the resident peak, in bytes; zeros for a process that has ended."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0, 0
    return _kilobytes(rollup, "Pss:"), _kilobytes(status, "VmHWM:")


def _kilobytes(text: str, key: str) -> int:
    line = next((line for line in text.splitlines() if line.startswith(key)), f"{key} 0")
    return int(line.split()[1]) * 1024
