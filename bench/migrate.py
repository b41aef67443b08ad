"""Measure how fast a migration is planned: in processes of this machine, and on a Dask cluster of as many workers.

    python bench/monorepo.py ../monorepo
    python bench/migrate.py ../monorepo

Both plan the whole tree into a ledger of their own, in turn, several times; the scheduler and the workers are processes
of this machine, so the difference is what it costs to send source text to them and results back.  It prints a table,
and fails if the two do not come to the same plan.  Needs `pip install tffix[dask]`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tffix.cli.migrate.shared import tree
from tffix.cli.options import CONFIG_NAMES
from tffix.migrate.cluster import SameBuild, cluster
from tffix.migrate.look import Compute, Item, Looking, Tree, at_once, planned
from tffix.migrate.writer import Writer, new_ledger
from tffix.results import FileResult
from tffix.running import pool
from tffix.running.folder import FOLDER, prepare

Plan = list[tuple[object, ...]]


def on_processes(workers: int) -> Compute:
    """The work in processes, which read the files themselves."""
    return lambda items: pool.run(items, planned, workers)


def on_cluster(address: str) -> Compute:
    """The work on a cluster, which gets the source text that has to be parsed."""

    def compute(items: Sequence[Item]) -> Iterator[FileResult]:
        with cluster(address) as found:
            work = SameBuild(planned)
            yield from pool.run(items, work, found.workers, executor=found.make, send_bytes=True, first=at_once)

    return compute


@contextmanager
def processes_of_a_cluster(workers: int, scratch: Path) -> Iterator[str]:
    """The address of a scheduler with so many workers, each a process with one thread."""
    file = scratch / "scheduler.json"

    def start(what: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.dask_{what}",
            "--scheduler-file",
            str(file),
            "--no-dashboard",
        ]
        return subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    started = [start("scheduler", "--host", "127.0.0.1", "--port", "0")]
    try:
        started += [start("worker", "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        while not file.exists():
            time.sleep(0.1)
        from distributed import Client

        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(workers)
            address: str = client.scheduler.address
        yield address
    finally:
        for process in started:
            process.kill()
            process.wait()


def timed(found: Tree, compute: Compute, scratch: Path) -> tuple[float, Plan]:
    """Seconds to plan the tree into an empty ledger, and the plan."""
    prepare(scratch / FOLDER)
    started = time.perf_counter()
    with new_ledger(scratch, {}) as ledger:
        looks = Looking(ledger, found)
        for _ in looks.look(looks.refresh(all_again=True), compute):
            pass
        return time.perf_counter() - started, _plan(ledger)


def _plan(ledger: Writer) -> Plan:
    findings = ledger.all_findings()
    return [(file.path, file.state, file.before, file.after, findings.get(file.id)) for file in ledger.files()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--workers", type=int, default=pool.available_cores())
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    root = given.tree.resolve()
    found = tree(
        root, {**dict.fromkeys(CONFIG_NAMES, ()), "unsafe_fixes": True, "target_keras": None, "config_file": None}
    )
    seconds: dict[str, list[float]] = {}
    plans = []
    with (
        tempfile.TemporaryDirectory() as scratch,
        processes_of_a_cluster(given.workers, Path(scratch)) as address,
    ):
        ways: dict[str, Callable[[], Compute]] = {
            f"{given.workers} processes": lambda: on_processes(given.workers),
            f"Dask, {given.workers} workers": lambda: on_cluster(address),
        }
        for _ in range(given.rounds):
            for name, way in ways.items():
                took, plan = timed(found, way(), Path(scratch))
                seconds.setdefault(name, []).append(took)
                plans.append(plan)
    print(f"{len(found.items):,} files, {sum(entry[3] is not None for entry in plans[0]):,} of them to change\n")
    print("| | wall, s | files/s |\n|---|---|---|")
    for name, each in seconds.items():
        median = statistics.median(each)
        print(f"| {name} | {median:.1f} | {len(found.items) / median:,.0f} |")
    first, second = seconds.values()
    ratio = statistics.median(other / one for one, other in zip(first, second, strict=True))
    print(f"\nDask / processes: {ratio:.2f}")
    return 0 if all(plan == plans[0] for plan in plans) else 1


if __name__ == "__main__":
    sys.exit(main())
