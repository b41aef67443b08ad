"""On a Dask cluster: a real scheduler and workers, each a process of its own, on the loopback interface."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.migrate.monorepo import contents, monorepo
from tests.migrate.test_kill import known
from tffix.config.settings import Settings
from tffix.migrate import cluster as cluster_module
from tffix.migrate.cluster import SameBuild, cluster
from tffix.migrate.ledger import open_ledger
from tffix.migrate.look import at_once, planned
from tffix.results import FileResult
from tffix.running import pool

pytest.importorskip("distributed", reason="Dask is not installed (pip install 'tffix[dask]')")
# A part of a cluster that is lost is complained about in threads of Dask.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default::pytest.PytestUnhandledThreadExceptionWarning")]

SETTINGS = Settings(frozenset({"TF101", "TF112", "TF301"}), unsafe_fixes=True)


class Parts:
    """The processes of a cluster."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._folder = folder / "elsewhere"
        self._folder.mkdir()
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        for _ in range(600):
            if self._file.exists():
                break
            time.sleep(0.1)
        from distributed import Client

        with Client(scheduler_file=str(self._file), set_as_default=False) as client:
            self.address = client.scheduler.address

    def add_worker(self) -> None:
        self.workers.append(self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard"))

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.dask_{what}",
            "--scheduler-file",
            str(self._file),
            *arguments,
        ]
        return subprocess.Popen(command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    parts = Parts(tmp_path)
    yield parts
    parts.end()


def items_of(root: Path) -> list[tuple[str, Settings]]:
    return [(str(path), SETTINGS) for path in sorted(root.rglob("*.py"))]


def results(items: list[tuple[str, Settings]], address: str) -> Iterator[FileResult]:
    with cluster(address) as found:
        yield from pool.run(
            items, SameBuild(planned), found.workers, executor=found.make, send_bytes=True, first=at_once
        )


def test_a_worker_lost_in_the_middle_costs_nothing_but_time(tmp_path: Path, parts: Parts) -> None:
    items = items_of(monorepo(tmp_path / "repository"))
    expected = list(pool.run(items, planned, 2))
    for _ in range(2):
        parts.add_worker()
    while_working = results(items, parts.address)
    found = [next(while_working) for _ in range(10)]
    parts.workers[0].kill()
    found += while_working
    assert found == expected
    assert sum(result.after is not None for result in found) > 300


def test_one_migration_on_a_cluster_is_the_same_as_on_this_machine(tmp_path: Path, parts: Parts) -> None:
    here, there = (monorepo(tmp_path / name / "repository", 300) for name in ("here", "there"))
    parts.add_worker()
    for root, options in ((here, ["--jobs", "1"]), (there, ["--dask", parts.address])):
        for command in (["plan", str(root)], ["run", "--root", str(root)]):
            subprocess.run(
                [sys.executable, "-m", "tffix", "migrate", *command, *options], check=True, capture_output=True
            )
    assert contents(here) == contents(there)
    with open_ledger(here) as ledger, open_ledger(there) as other:
        assert known(ledger) == known(other)


def test_a_cluster_without_workers_is_named(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)
    with pytest.raises(pool.PoolError, match="has no workers"), cluster(parts.address):
        pass


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)
    with pytest.raises(pool.PoolError, match="no Dask scheduler answers"), cluster("tcp://127.0.0.1:1"):
        pass


@pytest.mark.parametrize("address", ["nonsense", "8786", "foo://host:8786", ""])
def test_what_is_no_address_is_told_without_a_client(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # One that cannot even try takes a minute to end.
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(pool.PoolError, match="no Dask scheduler answers"), cluster(address):
        pass


def test_workers_with_another_tffix_are_refused(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    parts.add_worker()
    with monkeypatch.context() as patched:
        patched.setattr(cluster_module, "expected_build", lambda: "another")
        with pytest.raises(pool.PoolError, match="must have the same tffix"), cluster(parts.address):
            pass


def test_a_worker_that_comes_later_with_another_tffix_does_nothing(tmp_path: Path) -> None:
    work = SameBuild(planned)
    work.build = "another"
    path = tmp_path / "a.py"
    path.write_bytes(b"import keras\n")
    (result,) = pool.run([(str(path), SETTINGS)], work, 1)
    assert result.error == "was sent to a worker with another tffix or Python"


def test_a_scheduler_that_is_lost_ends_the_run(tmp_path: Path, parts: Parts) -> None:
    items = items_of(monorepo(tmp_path / "repository", 600))
    parts.add_worker()
    while_working = results(items, parts.address)
    next(while_working)
    parts.scheduler.kill()
    with pytest.raises(pool.PoolError, match="scheduler is gone"):
        list(while_working)
