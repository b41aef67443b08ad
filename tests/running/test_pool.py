"""Many files: order, isolation, what crosses a process border."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pool_workers
import pytest

from tffix.config.settings import Settings
from tffix.results import FileResult
from tffix.running import pool
from tffix.running.pool import PoolError, run

SETTINGS = Settings(frozenset({"TF901"}))
DIED = "the worker process died on this file: it is left as it is"


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., list[tuple[str, Settings]]]:
    """Write a file for each content; the names count up."""

    def make(*contents: str) -> list[tuple[str, Settings]]:
        files = []
        for number, content in enumerate(contents):
            path = tmp_path / f"{number:04}.py"
            path.write_text(content)
            files.append((str(path), SETTINGS))
        return files

    return make


Make = Callable[..., list[tuple[str, Settings]]]


def _said(results: list[FileResult]) -> list[str]:
    return [result.error or result.findings[0].message.split()[0] for result in results]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_files(make: Make, jobs: int) -> None:
    files = make(*(str(number) for number in range(100)))

    results = list(run(files, pool_workers.work, jobs))

    assert [result.path for result in results] == [path for path, _ in files]
    assert _said(results) == [str(number) for number in range(100)]


def test_no_files_no_results() -> None:
    assert list(run([], pool_workers.work, 2)) == []
    assert list(run([], pool_workers.work, 2, executor=pool.process_pool)) == []


@pytest.mark.parametrize(("count", "jobs", "here"), [(5, 2, True), (100, 1, True), (100, 2, False)])
def test_few_files_and_one_job_stay_in_this_process(make: Make, count: int, jobs: int, here: bool) -> None:
    results = list(run(make(*["x"] * count), pool_workers.pid, jobs))

    assert ({result.error for result in results} == {str(os.getpid())}) is here


def test_each_file_has_its_own_settings(make: Make) -> None:
    files = make(*["x"] * 80)
    other = Settings(frozenset({"TF902"}))
    files[40:] = [(path, other) for path, _ in files[40:]]

    results = list(run(files, pool_workers.work, 2))

    assert [result.findings[0].message for result in results] == ["x ['TF901']"] * 40 + ["x ['TF902']"] * 40


@pytest.mark.parametrize("how", ["die", "exit"])
def test_a_worker_that_dies_costs_its_file_only(make: Make, how: str) -> None:
    contents = [str(number) for number in range(100)]
    for place in (0, 37, 38, 99):
        contents[place] = how

    results = list(run(make(*contents), pool_workers.work, 2))

    assert _said(results) == [DIED if content == how else content for content in contents]


def test_an_exception_costs_its_file_only(make: Make) -> None:
    results = list(run(make("a", "raise", "recurse", "b"), pool_workers.work, 1))

    first, second, third, fourth = _said(results)
    assert (first, fourth) == ("a", "b")
    assert second.startswith("internal error in tffix: ValueError: on purpose at pool_workers.py:")
    assert third == "the code is nested too deeply to be analysed"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_cannot_be_read_is_named(make: Make, jobs: int) -> None:
    files = make(*["x"] * 70)
    files.insert(3, (files[0][0] + ".gone", SETTINGS))

    results = list(run(files, pool_workers.work, jobs))

    assert results[3] == FileResult(files[3][0], error="cannot be read: does not exist")
    assert _said(results[:3] + results[4:]) == ["x"] * 70


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"\xff.py")
    try:
        Path(os.fsdecode(name)).write_bytes(b"x")
    except OSError:
        pytest.skip("the file system takes UTF-8 only")

    (result,) = run([(os.fsdecode(name), SETTINGS)], pool_workers.work, 2, executor=pool.process_pool)

    assert os.fsencode(result.path) == name
    assert result.error is None


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_every_way_to_start_a_process_will_do(make: Make, method: str) -> None:
    def executor(workers: int) -> Executor:
        return ProcessPoolExecutor(workers, multiprocessing.get_context(method))

    assert _said(list(run(make("a", "b", "c"), pool_workers.work, 2, executor=executor))) == ["a", "b", "c"]


def test_a_result_that_does_not_come_through_is_no_death(make: Make) -> None:
    results = list(run(make("a", "stick", "b"), pool_workers.work, 2, executor=pool.process_pool))

    assert _said([results[0], results[2]]) == ["a", "b"]
    assert results[1].error is not None
    assert results[1].error.startswith("internal error in tffix: TypeError: cannot pickle")


def test_any_executor_will_do(make: Make) -> None:
    assert _said(list(run(make("a", "b", "c"), pool_workers.work, 2, executor=ThreadPoolExecutor))) == ["a", "b", "c"]


class _Cluster(Executor):
    """Records what is sent; does the work elsewhere: the files are gone by then."""

    def __init__(self, _workers: int) -> None:
        self.sent: list[Any] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        for path, _, _ in filter(None, args[0]):
            Path(path).unlink(missing_ok=True)
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_content_is_sent_to_workers_that_do_not_see_the_disk(make: Make) -> None:
    files = make("a", "b")
    files.append(("gone.py", SETTINGS))

    results = list(run(files, pool_workers.work, 2, executor=_Cluster, send_bytes=True))

    assert _said(results) == ["a", "b", "cannot be read: does not exist"]


def test_only_a_window_of_files_is_in_flight(make: Make) -> None:
    files = make(*["x"] * 2000)
    results = run(files, pool_workers.work, 2, executor=_Cluster, send_bytes=True)

    next(results)
    left = [path for path, _ in files if Path(path).exists()]

    assert 900 < len(left) < 2000
    assert len(list(results)) == 1999


def test_a_run_that_is_given_up_ends_its_workers(make: Make) -> None:
    results = run(make(*["x"] * 200), pool_workers.pid, 2)
    worker = int(next(results).error or 0)
    results.close()  # type: ignore[attr-defined]

    for _ in range(1000):
        if not _runs(worker):
            return
        time.sleep(0.01)
    pytest.fail("the worker goes on")


def _runs(process: int) -> bool:
    """Whether the process is there and no zombie that waits to be collected."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_that_cannot_start_are_not_blamed_on_a_file(make: Make) -> None:
    def executor(workers: int) -> Executor:
        return ProcessPoolExecutor(workers, initializer=os._exit, initargs=(1,))

    with pytest.raises(PoolError, match="worker processes die before they begin"):
        list(run(make("a", "b"), pool_workers.work, 2, executor=executor))


SCRIPT = """
import os, signal, sys, time
from tffix.config.settings import Settings
from tffix.results import FileResult
from tffix.running.pool import run

def slow(data, path, settings):
    time.sleep(0.01)
    return FileResult(path)

if __name__ == "__main__":
    results = run([(__file__, Settings(frozenset()))] * 300, slow, 2)
    next(results)
    {}
"""


def _script(tmp_path: Path, end: str) -> tuple[str, str, int]:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(textwrap.indent(textwrap.dedent(end), "    ").strip()))
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, start_new_session=True, check=False
    )
    return done.stdout, done.stderr, done.returncode


def test_a_run_ends_quietly(tmp_path: Path) -> None:
    assert _script(tmp_path, "print(len(list(results)))") == ("299\n", "", 0)


def test_a_run_that_is_given_up_ends_quietly(tmp_path: Path) -> None:
    assert _script(tmp_path, "results.close()") == ("", "", 0)


@pytest.mark.skipif(os.name == "nt", reason="signals of a process group")
def test_an_interrupt_ends_the_run_quietly(tmp_path: Path) -> None:
    """Ctrl-C reaches every process of the terminal: none of them may print a traceback or go on."""
    end = """
        try:
            os.killpg(0, signal.SIGINT)
            list(results)
        except KeyboardInterrupt:
            results.close()
            print("interrupted")
            sys.exit(130)
    """
    assert _script(tmp_path, end) == ("interrupted\n", "", 130)


def test_a_worker_that_is_stopped_in_the_middle_of_a_result_keeps_nobody_waiting(tmp_path: Path) -> None:
    executor = pool.process_pool(1)
    started = tmp_path / "started"
    executor.submit(pool_workers.half_a_result, str(started))
    while not started.exists():
        time.sleep(0.01)
    stopping = threading.Thread(target=pool.stop, args=[executor], daemon=True)
    stopping.start()
    stopping.join(20)
    assert not stopping.is_alive()
