"""A Dask cluster as the executor of a migration: source text goes out with the tasks, results come back.

No file system is shared.  Dask gives the tasks of a worker that is lost to the others; a task that kills one worker
after another is done again in halves, as in a process pool, to name the file at fault.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tffix
from tffix.config.settings import Settings
from tffix.results import FileResult
from tffix.running.files import FileError
from tffix.running.pool import PoolError
from tffix.running.task import Work

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 30
"""Seconds to wait for the scheduler, and for its first worker."""


@dataclass(frozen=True)
class Cluster:
    """A cluster that can work."""

    workers: int
    make: Callable[[int], Executor]


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is at ``address``.

    Raises:
        PoolError: Dask is not installed, nobody answers, no worker comes, or the workers run another tffix.
    """
    try:
        from distributed import Client
        from distributed.comm import resolve_address
    except ImportError:
        raise PoolError("Dask is not installed: pip install 'tffix[dask]'") from None
    try:
        resolve_address(address)  # a client that cannot even try takes a minute to end
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, asyncio.TimeoutError) as error:
        raise PoolError(f"no Dask scheduler answers at {address}: {error}") from None
    try:
        yield Cluster(_workers(client, address), lambda _: ClusterExecutor(client))
    finally:
        client.close()


class SameBuild:
    """``work``, but only where tffix and Python are those of the one who sends it."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.build = build()

    def __call__(self, data: bytes, path: str, settings: Settings) -> FileResult:
        if build() != self.build:
            raise FileError("was sent to a worker with another tffix or Python")
        return self._work(data, path, settings)


@cache
def build() -> str:
    """What tells one tffix on one Python from another: the same on every machine that has the same."""
    seen = hashlib.sha256(repr((tffix.__version__, sys.version_info[:2])).encode())
    for package in (tffix, importlib.import_module("tffix.codemods")):
        for module in sorted(pkgutil.walk_packages(package.__path__, f"{package.__name__}."), key=lambda m: m.name):
            source = importlib.util.find_spec(module.name)
            if source is not None and source.origin is not None:
                seen.update(module.name.encode() + b"\0" + Path(source.origin).read_bytes())
    return seen.hexdigest()


class ClusterExecutor(Executor):
    """The executor of ``client``, which says of lost workers what a process pool says."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inner: Any = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As :meth:`concurrent.futures.Executor.submit`.

        Raises:
            PoolError: the scheduler is gone.
        """
        if self._client.status != "running":
            raise PoolError("the Dask scheduler is gone: what was done is kept, and the same command goes on with it")
        passed: Future[Any] = Future()
        self._inner.submit(fn, *args, **kwargs).add_done_callback(lambda done: _pass_on(done, passed))
        return passed

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As :meth:`concurrent.futures.Executor.shutdown`; the workers go on, for others."""
        self._inner.shutdown(wait=wait and not cancel_futures)


def _pass_on(done: Future[Any], passed: Future[Any]) -> None:
    from distributed.scheduler import KilledWorker

    if done.cancelled():
        passed.set_exception(BrokenExecutor("the cluster gave the task up"))
    elif isinstance(error := done.exception(), KilledWorker):
        passed.set_exception(BrokenExecutor(str(error)))
    elif error is not None:
        passed.set_exception(error)
    else:
        passed.set_result(done.result())


expected_build = build


def _workers(client: Client, address: str) -> int:
    """How many tasks the cluster does at once."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (TimeoutError, asyncio.TimeoutError):  # two of them before Python 3.11
        raise PoolError(f"the scheduler at {address} has no workers") from None
    try:
        builds = client.run(build)
    except Exception as error:  # whatever the worker raises when it cannot import us
        raise PoolError(f"a worker cannot run tffix: {error}") from error
    if other := sorted(worker for worker, said in builds.items() if said != expected_build()):
        raise PoolError(f"the workers must have the same tffix and Python as here; {other[0]} has not")
    return sum(client.nthreads().values())
