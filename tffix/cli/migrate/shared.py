"""What the commands of a migration share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from tffix.cli.options import color_option, jobs_option, resolver
from tffix.cli.run import discovered
from tffix.cli.streams import stderr
from tffix.reports.output import ColorMode

if TYPE_CHECKING:
    from tffix.config.resolve import Resolver
    from tffix.config.settings import Settings
    from tffix.migrate.ledger import Ledger
    from tffix.migrate.look import Tree
    from tffix.results import FileResult

F = TypeVar("F", bound=Callable[..., Any])

root_option = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    help="The migration of this folder (default: the nearest from the working directory upwards).",
)


def work_options(command: F) -> F:
    """The options of the commands that look at files."""
    dask = click.option(
        "--dask",
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler is at ADDRESS, such as tcp://host:8786 (extra: tffix[dask]).",
    )
    for option in reversed((jobs_option, dask, color_option)):
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


def resolver_of(root: Path, config: Mapping[str, Any]) -> Resolver:
    """What holds below ``root``; ``config`` holds the options of the configuration, as the ledger keeps them."""
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in config.items()}
    return resolver(root=str(root), **given)


class Owner(NamedTuple):
    """Who owns a file below a root, and the file that says so."""

    of: Callable[[str], tuple[str, ...]]
    source: str

    def label(self, path: str) -> str:
        """The owners of ``path``, as they are listed."""
        from tffix.migrate.owners import label

        return label(self.of(path))


def owner_of(root: Path, codeowners: Path | None = None) -> Owner | None:
    """Who owns the files below ``root``, as CODEOWNERS says; ``None`` if there is none."""
    from tffix.git import top_of
    from tffix.migrate import owners

    top = Path(top_of(str(root)) or root)
    named = owners.find(top, codeowners)
    if named is None:
        return None
    inside = root.relative_to(top)
    return Owner(lambda path: named.of((inside / path).as_posix()), named.source)


def tree(root: Path, config: Mapping[str, Any]) -> Tree:
    """What is below ``root``; ``config`` holds the options of the configuration."""
    from tffix.migrate.git import nested_in
    from tffix.migrate.look import Tree

    found, errors = discovered([str(root)], resolver_of(root, config))
    nested = nested_in(root)
    repositories = {path: nested(os.path.dirname(path)) for path, _ in found}
    items = [item for item in found if repositories[item[0]] is None]
    return Tree(root, items, errors, sorted(set(filter(None, repositories.values()))))


class Workers:
    """What looks at files: processes of this machine, or a cluster, which is asked only if there is work for it."""

    def __init__(self, jobs: int | None, dask: str | None) -> None:
        self._jobs = jobs
        self._dask = dask
        self._stack = ExitStack()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def compute(self, items: Sequence[tuple[str, Settings]]) -> Iterator[FileResult]:
        """The results for ``items``, in their order."""
        from tffix.migrate.look import at_once, planned
        from tffix.running import pool

        if self._dask is None or not items:
            return pool.run(items, planned, self._jobs)
        from tffix.migrate.cluster import SameBuild, cluster

        found = self._stack.enter_context(cluster(self._dask))
        jobs = self._jobs or found.workers
        return pool.run(items, SameBuild(planned), jobs, executor=found.make, send_bytes=True, first=at_once)


class Voice:
    """What a migration says on stderr while it works."""

    def __init__(self, color: ColorMode) -> None:
        self._stream = stderr(color)

    def say(self, text: str) -> None:
        """Say ``text`` at once."""
        self._stream.line(text)
        self._stream.flush()

    def left_out(self, tree: Tree) -> None:
        """Name the repositories inside of the tree."""
        for path in tree.repositories:
            self._warn(f"{tree.name(path)} is a repository of its own: it is left out, plan it by itself")

    def errors(self, ledger: Ledger, unreadable: Sequence[tuple[str, str]] = ()) -> int:
        """Name what failed, and say how much that is."""
        from tffix.migrate.ledger import State

        failed = [(file.path, file.reason or "") for file in ledger.files(State.FAILED)]
        inside = [(os.path.relpath(path, ledger.root), reason) for path, reason in unreadable]
        for path, reason in sorted([*failed, *inside]):
            self.error(path, reason)
        return len(failed) + len(inside)

    def error(self, path: str, reason: str) -> None:
        """Name one file that failed."""
        from tffix.migrate.message import shown

        self._stream.line(f"{self._stream.paint('error', 'bold red')}: {shown(f'{path}: {reason}')}")
        self._stream.flush()

    def _warn(self, text: str) -> None:
        from tffix.migrate.message import shown

        self._stream.line(f"{self._stream.paint('warning', 'bold yellow')}: {shown(text)}")
        self._stream.flush()
