"""Measure tffix against its goals, the floors and other tools, and write docs/performance.md.

    python bench/monorepo.py ../monorepo
    python bench/run.py ../monorepo

Run it with the Python of an environment that holds tffix and ruff (`pip install .[bench]`, not editable: bytecode
counts).  ast-grep, semgrep and torchfix are measured too where they are given with --peer NAME=PATH.  All commands of a
group run in turn, several times; ratios are of runs of the same round, and their median counts.  Nothing else should
run on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from timing import Command, Timing, command, interleaved, median, ratio

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
FLOORS = Path(__file__).with_name("floors.py")
BIN = Path(sys.executable).parent
ONE = "TF102"
"""The codemod whose words occur in most files: one alone that costs most."""
CLEAN = "import tensorflow as tf\n\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
FIXABLE = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    y = tf.square(x)\n    print(y)\n    return y\n"
PEERS = {
    "ast-grep": ("run", "--lang", "python", "--pattern", "np.float($A)", "."),
    "semgrep": ("scan", "--quiet", "--metrics=off", "--jobs=2", "--lang=python", "--pattern=np.float($A)", "."),
    "torchfix": ("--show-stderr", "."),
}
Timings = Mapping[str, Sequence[Timing]]


@dataclass(frozen=True)
class Goal:
    """One line of the table of goals."""

    number: int
    what: str
    figure: float
    limit: float

    def __str__(self) -> str:
        met = "yes" if self.figure <= self.limit else "**no**"
        return f"| {self.number} | {self.what} | {self.figure:.2f} | {self.limit:g} | {met} |"


# -- the groups --------------------------------------------------------------------------------------------------------


def on_the_tree(tree: Path, cache: Path, peers: Mapping[str, str]) -> dict[str, Command]:
    """The runs over the whole tree, two processes each."""

    def tffix(*arguments: str) -> Command:
        return command(BIN / "tffix", *arguments, folder=tree)

    def ruff(*arguments: str) -> Command:
        check = ("check", "--no-cache", "--isolated", *arguments, ".")
        return command(BIN / "ruff", *check, folder=tree, RAYON_NUM_THREADS="2")

    check = ("check", ".", "--no-cache", "--jobs")
    return {
        "tffix check": tffix(*check, "2"),
        "tffix check, one process": tffix(*check, "1"),
        f"tffix check --select {ONE}, one process": tffix(*check, "1", "--select", ONE),
        "tffix check, unchanged tree": tffix("check", ".", "--jobs", "2", "--cache-dir", str(cache)),
        "tffix apply --dry-run": tffix("apply", ".", "--dry-run", "--unsafe-fixes", "--no-cache", "--jobs", "2"),
        "floor: read, search, ast.parse and walk": command(sys.executable, FLOORS, "find", tree),
        "ruff check --select NPY,UP": ruff("--select", "NPY,UP"),
        "ruff check": ruff(),
        **{name: command(path, *PEERS[name], folder=tree) for name, path in peers.items()},
    }


def starts(folder: Path) -> dict[str, Command]:
    """Runs that are mostly start."""
    (folder / "clean.py").write_text(CLEAN, encoding="utf-8")
    (folder / "fixable.py").write_text(FIXABLE, encoding="utf-8")
    python, tffix = sys.executable, BIN / "tffix"
    return {
        "python -c pass": command(python, "-c", "pass", folder=folder),
        'python -c "import click"': command(python, "-c", "import click", folder=folder),
        'python -c "import libcst"': command(python, "-c", "import libcst", folder=folder),
        "tffix check, one small file, nothing found": command(tffix, "check", "clean.py", folder=folder),
        "tffix check, one small file, one finding": command(tffix, "check", "fixable.py", folder=folder),
        "tffix apply --dry-run, one small file": command(tffix, "apply", "--dry-run", "fixable.py", folder=folder),
    }


# -- single figures ----------------------------------------------------------------------------------------------------


def engine_ratio(tree: Path, rounds: int) -> float:
    """CPU of the engine on the files with findings, against bare libcst on the same files."""
    check = [BIN / "tffix", "check", ".", "--no-cache", "--output-format", "json"]
    found = json.loads(subprocess.run(check, cwd=tree, stdout=subprocess.PIPE, check=False).stdout)
    files = sorted({finding["path"] for finding in found["findings"]})
    floors = [_printed("rewrite", *files, folder=tree)[0] for _ in range(rounds)]
    ratios = [_printed("fix", *files, folder=tree)[0] / floor for floor in floors]
    return sorted(ratios)[len(ratios) // 2]


def memory_ratio(tree: Path) -> float:
    """Memory of the largest process of a run, against that of libcst parsing the largest file."""
    from tffix.engine.parsing import MAX_BYTES

    sizes = ((path.stat().st_size, path) for path in tree.rglob("*.py") if path.is_file())
    largest = max((size, path) for size, path in sizes if size <= MAX_BYTES)[1]
    parsed = command(sys.executable, FLOORS, "parse", largest).run()
    run = command(BIN / "tffix", "check", ".", "--no-cache", "--jobs", "2", folder=tree).run()
    return run.memory / parsed.memory


def _printed(*arguments: str | Path, folder: Path = ROOT) -> list[float]:
    """The numbers that a program of floors.py prints."""
    parts = [sys.executable, str(FLOORS), *map(str, arguments)]
    result = subprocess.run(parts, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    return [float(line) for line in result.stdout.split()]


# -- the report --------------------------------------------------------------------------------------------------------


def goals(trees: Timings, small: Timings, tree: Path, rounds: int) -> Iterator[Goal]:
    """The goals, each with what was measured."""

    def wall(one: str, other: str) -> float:
        return ratio(trees[one], trees[other])

    floor = "floor: read, search, ast.parse and walk"
    yield Goal(1, "check / ruff NPY,UP, wall", wall("tffix check", "ruff check --select NPY,UP"), 0.6)
    yield Goal(1, "check / ruff default, wall", wall("tffix check", "ruff check"), 0.4)
    yield Goal(1, "check / floor, CPU", ratio(trees["tffix check"], trees[floor], "cpu"), 1.5)
    yield Goal(2, "apply --dry-run / ruff default, wall", wall("tffix apply --dry-run", "ruff check"), 1.0)
    yield Goal(2, "engine / bare libcst, files with findings, CPU", engine_ratio(tree, rounds), 0.8)
    yield Goal(3, "unchanged tree / cold, wall", wall("tffix check, unchanged tree", "tffix check"), 0.10)
    start = ratio(small["tffix check, one small file, nothing found"], small["python -c pass"])
    yield Goal(4, "one small file, nothing found / python -c pass, wall", start, 5)
    diff = ratio(small["tffix apply --dry-run, one small file"], small['python -c "import libcst"'])
    yield Goal(4, "one small file with a diff / import libcst, wall", diff, 1.5)
    one = f"tffix check --select {ONE}, one process"
    yield Goal(5, f"all codemods / {ONE} alone, CPU", ratio(trees["tffix check, one process"], trees[one], "cpu"), 1.5)
    yield Goal(6, "largest worker / libcst on the largest file, memory", memory_ratio(tree), 1.3)
    quarters = _printed("memory", tree)
    yield Goal(6, "memory after the tree / after a quarter of it", quarters[-1] / quarters[0], 1.3)
    yield Goal(7, "two processes / one, wall", wall("tffix check", "tffix check, one process"), 0.6)
    yield Goal(8, "findings in files that the prefilter drops", _printed("dropped", tree)[0], 0)


def table(timings: Timings) -> Iterator[str]:
    """The measured commands."""
    yield "| | wall, s | CPU, s | largest process, MiB |"
    yield "|---|---|---|---|"
    for name, runs in timings.items():
        digits = 3 if median(runs) < 1 else 2
        figures = f"{median(runs):.{digits}f} | {median(runs, 'cpu'):.{digits}f} | {median(runs, 'memory'):.0f}"
        yield f"| `{name}` | {figures} |"


def machine(tree: Path, rounds: int) -> str:
    """What the figures were measured on."""
    files = sum(1 for path in tree.rglob("*.py") if path.is_file())
    ruff = subprocess.run([BIN / "ruff", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    system = f"{len(os.sched_getaffinity(0))} cores, {platform.machine()}, {platform.system()}"
    versions = ", ".join(f"{name} {version(name)}" for name in ("tffix", "libcst", "click"))
    python = f"Python {platform.python_version()}"
    return f"{files:,} Python files; medians of {rounds} rounds; {system}; {python}, {versions}, {ruff}"


def report(lines: Sequence[str]) -> None:
    """Put ``lines`` between the marks of the document."""
    text = REPORT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    REPORT.write_text("\n".join([before + BEGIN, *lines, END]) + after, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tree", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH", help=", ".join(PEERS))
    parser.add_argument("--print", action="store_true", help="print the result instead of writing the document")
    options = parser.parse_args()
    tree: Path = options.tree.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        commands = on_the_tree(tree, Path(scratch, "cache"), dict(peer.split("=", 1) for peer in options.peer))
        # Once, so that the files are in memory and the cache is filled.
        commands["tffix check, unchanged tree"].run()
        commands["ruff check"].run()
        trees = interleaved(commands, options.rounds)
        small = interleaved(starts(Path(scratch)), 4 * options.rounds)
    measured = list(goals(trees, small, tree, options.rounds))
    lines = [
        f"{machine(tree, options.rounds)}.",
        "",
        "| goal | | measured | at most | met |",
        "|---|---|---|---|---|",
        *map(str, measured),
        "",
        *table(trees),
        "",
        *table(small),
    ]
    if options.print:
        print("\n".join(lines))
    else:
        report(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
