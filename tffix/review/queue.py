"""The next diffs, computed by worker processes while the user reads this one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from tffix.config.settings import Settings
from tffix.review import fixes
from tffix.review.answers import Answer
from tffix.review.stage import Refusal, Stage
from tffix.running import pool

P = ParamSpec("P")
T = TypeVar("T")
_KEPT = 256
"""Stages kept; what is needed again later is computed again."""
_MOST_WORKERS = 4
"""More than one person can keep busy."""


@dataclass(frozen=True)
class Item:
    """A file to review.

    ``path`` is its name as the user writes it, ``fixable`` counts what the first look found, by code and
    applicability, ``hopeless`` the findings without a fix, ``refused`` holds what is not asked about again.
    """

    path: str
    settings: Settings
    fixable: Mapping[tuple[str, str], int] = field(default_factory=dict)
    hopeless: int = 0
    refused: frozenset[Refusal] = frozenset()


class Queue:
    """Stages of the files, each computed once and possibly ahead of time.

    Args:
        items: the files, by their path below the root of the review.
        jobs: worker processes; with one everything is computed here, when it is asked for.
    """

    def __init__(self, items: Mapping[str, Item], jobs: int | None = None) -> None:
        self._items = items
        self._workers = min(jobs or pool.available_cores(), _MOST_WORKERS)
        self._executor: Executor | None = None
        self._stages: OrderedDict[tuple[str, tuple[Answer, ...]], Future[Stage]] = OrderedDict()
        self._suspects: set[str] = set()

    def stage(self, key: str, answers: tuple[Answer, ...]) -> Stage:
        """The file ``key`` after ``answers``; waits until it is computed."""
        try:
            return self._future(key, answers).result()
        except BrokenExecutor:
            self._break()
        stage = self._alone(key, answers)
        self._stages[key, answers] = _done(stage)
        return stage

    def prefetch(self, key: str, answers: tuple[Answer, ...]) -> None:
        """Begin to compute what :meth:`stage` may be asked for next."""
        if self._workers > 1 and key not in self._suspects:
            self._future(key, answers)

    def only(self, wanted: Collection[tuple[str, tuple[Answer, ...]]]) -> None:
        """Give up what was begun ahead of time and is not ``wanted`` any more, unless a worker has it already."""
        for known, future in list(self._stages.items()):
            if known not in wanted and future.cancel():
                del self._stages[known]

    def refusals(self, key: str, stage: Stage) -> Callable[[], tuple[Refusal, ...]]:
        """Begin to name what stands refused in ``stage``; what is returned waits for it."""
        settings = self._items[key].settings
        future = self._submit(fixes.refusals, stage, settings)

        def result() -> tuple[Refusal, ...]:
            try:
                return future.result()
            except BrokenExecutor:
                self._break()
                return fixes.refusals(stage, settings)

        return result

    def forget(self, key: str) -> None:
        """The file ``key`` changed: what is known of it does not hold."""
        for known in [known for known in self._stages if known[0] == key]:
            del self._stages[known]

    def close(self) -> None:
        """End the workers."""
        if self._executor is not None:
            pool.stop(self._executor)
            self._executor = None

    def _future(self, key: str, answers: tuple[Answer, ...]) -> Future[Stage]:
        known = self._stages.get((key, answers))
        if known is None:
            known = self._stages[key, answers] = self._compute(key, answers)
            while len(self._stages) > _KEPT:
                self._stages.popitem(last=False)
        self._stages.move_to_end((key, answers))
        return known

    def _compute(self, key: str, answers: tuple[Answer, ...]) -> Future[Stage]:
        """One more answer is a step from the stage before; otherwise the file is read."""
        item = self._items[key]
        before = self._stages.get((key, answers[:-1])) if answers else None
        if before is not None and before.done() and not before.cancelled() and before.exception() is None:
            at_once = fixes.refused_at_once(before.result(), answers[-1])
            if at_once is not None:
                return _done(at_once)
            return self._submit(fixes.advance, before.result(), answers[-1:], item.settings, item.refused)
        return self._submit(fixes.begin, item.path, item.settings, answers, item.refused)

    def _submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._workers == 1:
            return _done(work(*args, **kwargs))
        if self._executor is None:
            self._executor = pool.process_pool(self._workers)
        try:
            return self._executor.submit(work, *args, **kwargs)
        except BrokenExecutor as error:
            broken: Future[T] = Future()
            broken.set_exception(error)
            return broken

    def _break(self) -> None:
        """A worker died: which file it died on cannot be told, so none of those is computed ahead again."""
        unfinished = [k for k, future in self._stages.items() if not future.done() or future.exception() is not None]
        self._suspects.update(key for key, _ in unfinished)
        for known in unfinished:
            del self._stages[known]
        self.close()

    def _alone(self, key: str, answers: tuple[Answer, ...]) -> Stage:
        item = self._items[key]
        executor = pool.process_pool(1)
        try:
            return executor.submit(fixes.begin, item.path, item.settings, answers, item.refused).result()
        except BrokenExecutor:
            return Stage(item.path, error="the worker process died on this file: it is left as it is")
        finally:
            pool.stop(executor)


def _done(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future
