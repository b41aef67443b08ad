"""What the commands of a migration share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tffix.cli.options import color_option, jobs_option, resolver
from tffix.cli.run import discovered
from tffix.cli.streams import stderr
from tffix.reports.output import Stream

if TYPE_CHECKING:
    from tffix.config.settings import Settings
    from tffix.migrate.look import Tree
    from tffix.results import FileResult

F = TypeVar("F", bound=Callable[..., Any])

root_option = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    metavar="ROOT",
    help="The migration of this folder (default: the nearest from the working directory upwards).",
)


def work_options(command: F) -> F:
    """The options of the commands that look at files."""
    for option in reversed((jobs_option, color_option)):
        command = option(command)
    return command


@contextmanager
def failures() -> Iterator[None]:
    """What stops a migration, as an error of the command line."""
    from tffix.cli import Failure
    from tffix.running.folder import FolderError
    from tffix.running.pool import PoolError

    try:
        yield
    except (FolderError, PoolError) as error:
        raise Failure(str(error)) from error


def named_root(root: str | None) -> Path:
    """The root of the migration to go on with."""
    from tffix.migrate.ledger import root_above

    return Path(os.path.realpath(root)) if root else root_above(Path(os.path.realpath(os.curdir)))


def tree(root: Path, config: Mapping[str, Any]) -> Tree:
    """What is below ``root``; ``config`` holds the options of the configuration."""
    from tffix.migrate.look import Tree

    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in config.items()}
    items, errors = discovered([str(root)], resolver(root=str(root), **given))
    return Tree(root, items, errors)


def compute(jobs: int | None) -> Callable[[Sequence[tuple[str, Settings]]], Iterator[FileResult]]:
    """What looks at files."""
    from tffix.migrate.look import planned
    from tffix.running import pool

    return lambda items: pool.run(items, planned, jobs)


def errors_of(stream: Stream, errors: Sequence[tuple[str, str]]) -> None:
    """Name what failed."""
    for path, reason in errors:
        stream.line(f"{stream.paint('error', 'bold red')}: {path}: {reason}")
    stream.flush()


def said(text: str) -> None:
    """Say what is about to happen, at once."""
    err = stderr("never")
    err.line(text)
    err.flush()
