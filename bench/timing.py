"""Wall time, CPU time and memory of commands, with all the processes they start (Linux)."""

from __future__ import annotations

import ctypes
import os
import resource
import statistics
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_COMPILED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""Without bytecode every start would compile everything."""


@dataclass(frozen=True)
class Timing:
    """One run: seconds of wall and of CPU, and the MiB of its largest process."""

    wall: float
    cpu: float
    memory: float


@dataclass(frozen=True)
class Command:
    """A command, the folder to run it in, and what is set in its environment."""

    arguments: Sequence[str]
    folder: Path
    environment: Mapping[str, str]

    def run(self) -> Timing:
        """Run it; what it prints is discarded."""
        # Processes that outlive their parent (a fork server) become ours, so that their time counts.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        started = time.perf_counter()
        process = subprocess.Popen(
            self.arguments,
            cwd=self.folder,
            env={**_COMPILED, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, _, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = 0
        usages = [usage, *_orphans()]
        return Timing(wall, sum(map(_cpu, usages)), max(usage.ru_maxrss for usage in usages) / 1024)


def command(*arguments: str | Path, folder: Path = Path("."), **environment: str) -> Command:
    """A command by its parts."""
    return Command([str(argument) for argument in arguments], folder, environment)


def interleaved(commands: Mapping[str, Command], rounds: int) -> dict[str, list[Timing]]:
    """Every command ``rounds`` times, in turn, so that what disturbs the machine disturbs all of them."""
    timings: dict[str, list[Timing]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, each in commands.items():
            timings[name].append(each.run())
    return timings


def median(timings: Sequence[Timing], what: str = "wall") -> float:
    """The median of one figure."""
    return statistics.median(getattr(timing, what) for timing in timings)


def ratio(some: Sequence[Timing], others: Sequence[Timing], what: str = "wall") -> float:
    """The median of the ratios of runs of the same round."""
    pairs = zip(some, others, strict=True)
    return statistics.median(getattr(one, what) / getattr(other, what) for one, other in pairs)


def _orphans() -> Iterator[resource.struct_rusage]:
    try:
        while True:
            yield os.wait4(-1, 0)[2]
    except ChildProcessError:
        return


def _cpu(usage: resource.struct_rusage) -> float:
    return usage.ru_utime + usage.ru_stime
