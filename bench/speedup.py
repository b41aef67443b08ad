"""Measure what the fix of each codemod gains or costs, and write docs/speedups.md.

    python bench/speedup.py --repeat 5              measures all workloads
    python bench/speedup.py missing-prefetch        measures those of one codemod again

``bench/workloads/<codemod>/`` holds small programs in which the gain or the cost shows; the first line of each says
what it is.  The other version is made by the codemod itself, unsafe fixes included.  The runner of ``tffix verify``
runs both in turn, but without deterministic operations: under those, ``tf.data`` reads nothing ahead in stateful
pipelines.
"""

from __future__ import annotations

import argparse
import ast
import os
import platform
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from tffix import registry
from tffix.codemod import Codemod
from tffix.config.settings import Settings
from tffix.verify.runs import Options, Run, Runner, Version
from tffix.verify.scratch import Source
from tffix.verify.versions import fixed

ROOT = Path(__file__).resolve().parent.parent
WORKLOADS = Path(__file__).resolve().parent / "workloads"
REPORT = ROOT / "docs" / "speedups.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
REPLICAS = {"outside-scope": 2}
NOT_TIMED = frozenset(
    [
        *("TF307", "TF402", "TF403", "TF405", "TF503", "TF504", "TF505", "TF801", "TF803"),
        *("TF601", "TF602", "TF701", "TF702", "TF901", "TF902", "TF903"),
    ]
)
"""Codemods whose fixes are about what is trained, saved, or can run at all, not about the cost of a step."""
MIB = 1 << 20
HEAD = (
    "| codemod | workload | steps/s before | steps/s after | after / before | peak memory, MiB | traces |\n"
    "| --- | --- | --- | --- | --- | --- | --- |"
)


@dataclass(frozen=True)
class Workload:
    """A program in which the gain or the cost of one codemod shows."""

    path: Path
    codemod: Codemod

    @property
    def title(self) -> str:
        """The first line of the program's docstring."""
        return (ast.get_docstring(ast.parse(self.path.read_text(encoding="utf-8"))) or self.path.stem).splitlines()[0]

    def versions(self) -> tuple[Version, Version]:
        """The program as it is, and with the fixes of its codemod alone."""
        settings = Settings(frozenset([self.codemod.code]), unsafe_fixes=True, keras=3, keras_explicit=True)
        before, after, findings = fixed(self.path, settings, (), working=self.path.parent)
        if not any(finding.fixed for finding in findings):
            raise SystemExit(f"{self.path}: {self.codemod.code} fixes nothing there")
        source = Source(self.path, self.path.parent)
        return replace(before, source=source), replace(after, source=source)


@dataclass(frozen=True)
class Measured:
    """What came of the runs of one workload, those of both versions in the order in which they ran."""

    workload: Workload
    before: tuple[Run, ...]
    after: tuple[Run, ...]

    def row(self) -> str:
        """The line of the table."""
        before, after = speeds(self.before), speeds(self.after)
        cells = [
            f"{self.workload.codemod.code} {self.workload.codemod.name}",
            self.workload.title,
            _speed(before, self.before),
            _speed(after, self.after),
            ratio(before, after),
            f"{_memory(self.before)} → {_memory(self.after)}",
            f"{self.before[0].recording.traced} → {self.after[0].recording.traced}",
        ]
        return f"| {' | '.join(cells)} |"


def workloads(names: Sequence[str]) -> Iterator[Workload]:
    """The workloads of the codemods of these names, or all, in the order of the codes."""
    found = [Workload(path, registry.find(path.parent.name)) for path in WORKLOADS.glob("*/*.py")]
    for workload in sorted(found, key=lambda workload: (workload.codemod.code, workload.path)):
        if not names or workload.codemod.name in names:
            yield workload


def measured(workload: Workload, repeat: int) -> Measured:
    """Run both versions ``repeat`` times, in turn: so a slow machine is slow for both."""
    versions = workload.versions()
    runs: tuple[list[Run], list[Run]] = ([], [])
    options = Options(device="cpu", replicas=REPLICAS.get(workload.codemod.name, 1), deterministic=False)
    with Runner(options, lambda text: print(f"{workload.path.name}: {text}", file=sys.stderr)) as runner:
        for _ in range(repeat):
            for mine, one in zip(runs, versions, strict=True):
                mine.append(runner.run(one))
    return Measured(workload, tuple(runs[0]), tuple(runs[1]))


def speeds(runs: Sequence[Run]) -> list[float]:
    """The steps per second of the runs that came to their end."""
    known = [run.recording.curves[0].throughput for run in runs if not run.problem]
    return [speed for speed in known if speed is not None]


def ratio(before: Sequence[float], after: Sequence[float]) -> str:
    """The ratio of the medians, and the range of those of the pairs that ran one after the other."""
    if not before or not after:
        return "—"
    pairs = [two / one for one, two in zip(before, after, strict=False)]
    spread = f"{min(pairs):.2f}–{max(pairs):.2f}, {len(pairs)} pair{'s' if len(pairs) > 1 else ''}"
    return f"**{statistics.median(after) / statistics.median(before):.2f}x** ({spread})"


def _speed(speeds: Sequence[float], runs: Sequence[Run]) -> str:
    if not speeds:
        return f"fails: `{(runs[0].recording.headline or runs[0].problem or '').split(':')[0]}`"
    return f"{statistics.median(speeds):.4g} ({min(speeds):.4g}–{max(speeds):.4g})"


def _memory(runs: Sequence[Run]) -> str:
    known = [run.recording.memory for run in runs if run.recording.memory and not run.problem]
    return f"{statistics.median(known) / MIB:.0f}" if known else "—"


def machine() -> str:
    """The machine and the versions, in a sentence."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("tensorflow", "keras", "numpy"))
    cores = f"{os.cpu_count()} CPU cores ({platform.machine()}, {platform.system()})"
    return f"{cores}, Python {platform.python_version()}, {packages}."


def write(row: str) -> None:
    """Put ``row`` into the table of the report, in the place of an older one of that workload.

    What stands around the table was written by hand.
    """
    head, _, rest = REPORT.read_text(encoding="utf-8").partition(BEGIN)
    table, _, tail = rest.partition(END)
    rows = {_key(line): line for line in [*table.splitlines(), row] if line.startswith("| TF")}
    text = "\n".join([machine(), "", HEAD, *(rows[key] for key in sorted(rows))])
    REPORT.write_text(f"{head}{BEGIN}\n\n{text}\n\n{END}{tail}", encoding="utf-8")


def _key(row: str) -> tuple[str, ...]:
    return tuple(row.split(" | ")[:2])


def main() -> int:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("codemods", nargs="*", help="names of codemods (default: all)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each version (default: %(default)s)")
    given = parser.parse_args()
    for workload in workloads(given.codemods):
        row = measured(workload, given.repeat).row()
        print(row, flush=True)
        write(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
