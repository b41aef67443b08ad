"""Time from a key press to the next diff on the screen, over a whole review of a tree.

python bench/monorepo.py /tmp/mono
python bench/review_latency.py /tmp/mono --think 2 --keys yn

The review runs on a terminal as a person would use it, in a copy of the tree that is made of hard links and removed in
the end: the tree stays as it is.  ``--think`` is how long the "person" looks at a diff before the next key; 0 is
nobody's way to read, and shows what the workers cannot hide.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pexpect

POSITION = re.compile(rb"(\d+) of (\d+)(\+?)")
END = "write nothing"
"""The last words of the help line, behind which the screen is complete."""


class Terminal:
    """A review of ``tree``, and how long its answers take."""

    def __init__(self, tree: Path, options: list[str]) -> None:
        environment = {**os.environ, "TERM": "xterm-256color"}
        command = [sys.executable, "-m", "tffix", "review", ".", "--restart", *options]
        self.started = time.perf_counter()
        self._process = pexpect.spawn(
            command[0], command[1:], cwd=str(tree), env=environment, dimensions=(50, 120), timeout=600
        )
        self._process.delaybeforesend = None

    def question(self) -> re.Match[bytes] | None:
        """Wait for the next question; its position, or ``None`` at the end of the review."""
        if self._process.expect([POSITION.pattern, pexpect.EOF]) == 1:
            return None
        position = self._process.match
        if self._process.expect([END, pexpect.EOF]) == 1:
            return None
        return position

    def press(self, key: str) -> None:
        """Press ``key``."""
        self._process.send(key)

    def end(self) -> None:
        """Stop without writing."""
        self._process.send("Q")
        self._process.expect(pexpect.EOF)
        self._process.close()


@dataclass(frozen=True)
class Step:
    """One key: how long it took in seconds, and whether files were still looked at for the first time."""

    key: str
    seconds: float
    growing: bool


def steps(tree: Path, keys: str, think: float, most: int, options: list[str]) -> Iterator[Step]:
    """How long each key took; the first step is the time until the first question."""
    terminal = Terminal(tree, options)
    shown = terminal.question()
    yield Step("", time.perf_counter() - terminal.started, growing=True)
    for key in itertools.islice(itertools.cycle(keys), most):
        if shown is None:
            return
        time.sleep(think)
        pressed = time.perf_counter()
        terminal.press(key)
        shown = terminal.question()
        if shown is not None:
            yield Step(key, time.perf_counter() - pressed, growing=bool(shown[3]))
    if shown is not None:
        terminal.end()


@contextmanager
def copied(tree: Path) -> Iterator[Path]:
    """A copy of ``tree`` to write in: tffix replaces files and never changes one, so links keep the originals."""
    with tempfile.TemporaryDirectory(prefix=".review-latency-", dir=tree.parent) as folder:
        copy = Path(folder) / tree.name
        shutil.copytree(
            tree, copy, symlinks=True, copy_function=os.link, ignore=shutil.ignore_patterns(".git", ".tffix")
        )
        yield copy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--keys", default="yn", help="pressed in turn (default: %(default)s)")
    parser.add_argument("--think", type=float, default=1.0, help="seconds between a diff and the key (default: 1)")
    parser.add_argument("--most", type=int, default=200, help="keys to press (default: %(default)s)")
    parser.add_argument("options", nargs="*", help="more options of `tffix review`, behind --")
    given = parser.parse_args()
    with copied(given.tree.resolve()) as tree:
        first, *measured = steps(tree, given.keys, given.think, given.most, given.options)
    load = os.getloadavg()[0]
    print(f"first diff after {first.seconds:.1f} s; {os.cpu_count()} cores, load {load:.1f}")
    report("while other files are looked at", [step for step in measured if step.growing])
    rest = [step for step in measured if not step.growing]
    for key in sorted(set(given.keys)):
        report(f"afterwards, {key}", [step for step in rest if step.key == key])
    report("afterwards, all keys", rest)


def report(what: str, measured: list[Step]) -> None:
    """Print the median, the 95th percentile and the worst of ``measured``."""
    times = sorted(1000 * step.seconds for step in measured)
    if times:
        high = times[min(len(times) - 1, int(len(times) * 0.95))]
        print(f"{what}: {len(times)} keys, median {statistics.median(times):.0f} ms, 95% {high:.0f} ms,", end=" ")
        print(f"worst {times[-1]:.0f} ms")


if __name__ == "__main__":
    main()
