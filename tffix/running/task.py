"""What is done with one file, here or in a worker process: read it, hand it to the engine, survive what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tffix.config.settings import Settings
from tffix.engine.errors import TOO_DEEP, internal_error
from tffix.results import FileResult
from tffix.running.files import FileError, read_bytes
from tffix.running.memory import collect

Work = Callable[[bytes, str, Settings], FileResult]
Task = tuple[str, Settings, bytes | None]
"""A path, what holds for it, and its content if the worker is not to read it."""
First = Callable[[bytes, str, Settings], "FileResult | None"]
"""What can be said of a file before it is sent anywhere; ``None`` if it has to be worked on."""


def one(task: Task, work: Work) -> FileResult:
    """The result of ``work`` for one file, whatever happens."""
    path, settings, data = task
    try:
        return work(read_bytes(path) if data is None else data, path, settings)
    except FileError as error:
        return FileResult(path, error=str(error))
    except RecursionError:
        return FileResult(path, error=TOO_DEEP)
    except Exception as error:
        return FileResult(path, error=internal_error([], error))
    finally:
        collect()


def several(tasks: Sequence[Task | None], work: Work) -> dict[int, FileResult]:
    """The results of ``tasks`` by their number, without those that say nothing: most files are clean.

    ``None`` stands for a file of which everything has been said.
    """
    results = ((number, one(task, work)) for number, task in enumerate(tasks) if task is not None)
    return {number: result for number, result in results if result != FileResult(result.path)}
