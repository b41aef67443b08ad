"""``tffix review``: decide on each fix, one at a time."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from tffix.cli.options import (
    CONFIG_NAMES,
    cache_dir_option,
    color_option,
    config_options,
    jobs_option,
    no_cache_option,
    resolver,
    review_options,
)
from tffix.cli.run import CLEAN, FAILED, FOUND, STDIN, discovered
from tffix.cli.streams import stderr, stdout
from tffix.reports.output import ColorMode

if TYPE_CHECKING:
    from tffix.config.settings import Settings
    from tffix.results import FileResult
    from tffix.review.command import Call, Result, Review
    from tffix.running.cache import Cache


@click.command("review")
@click.argument("paths", nargs=-1, metavar="PATH...")
@review_options
@config_options
@jobs_option
@no_cache_option
@cache_dir_option
@color_option
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Decide on each fix, safe or unsafe, one at a time; what is accepted is written at the end.

    Every answer is kept on the disk at once: after a crash, --resume goes on where the review stopped. Answers can come
    from a pipe: `yes y | tffix review .`

    Exit code 0: everything that was found is settled; 1: findings are left (refused, skipped, not answered, without a
    fix); 2: wrong usage or configuration, or a file that could not be read, parsed, checked or written.
    """
    config: dict[str, Any] = {name: options.pop(name) for name in CONFIG_NAMES}
    ctx.exit(review(paths, config, **options))


def review(
    paths: tuple[str, ...],
    config: Mapping[str, Any],
    *,
    resume: bool,
    restart: bool,
    forget: bool,
    jobs: int | None,
    no_cache: bool,
    cache_dir: str | None,
    color: ColorMode,
) -> int:
    """Review what ``paths`` name; ``config`` holds the options of the configuration."""
    if STDIN in paths:
        raise click.UsageError("a review needs files: the answers come from stdin")
    if resume and restart:
        raise click.UsageError("--resume and --restart exclude each other")
    if not paths and not resume:
        raise click.UsageError("Missing argument 'PATH...'.")
    from tffix.cli import Failure
    from tffix.review.command import Call, RefusalError, Review
    from tffix.review.session import root_of
    from tffix.running.cache import Cache
    from tffix.running.folder import FolderError

    root = root_of(paths)
    given = {
        "folder": os.path.relpath(os.getcwd(), root),
        "paths": list(paths),
        "config": dict(config),
        "forget": forget,
    }
    resolver(**config)  # what cannot be used is said before anything is begun
    again = "tffix review --resume" if root_of(()) == root else f"tffix review --resume {shlex.quote(str(root))}"
    call = Call(root, given if paths else {}, resume, restart, jobs, color, again)
    try:
        session = Review(call)
        try:
            return _run(session, call, None if no_cache else partial(Cache, cache_dir))
        finally:
            session.close()
    except (FolderError, RefusalError) as error:
        raise Failure(str(error)) from error


def _run(session: Review, call: Call, cache: Callable[[], Cache] | None) -> int:
    from tffix.cli import Failure
    from tffix.cli.progress import progress
    from tffix.review.scan import Scan
    from tffix.running import pool

    kept = session.record.call
    config: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in kept["config"].items()
    }
    items, unreadable = discovered(kept["paths"], resolver(**config))
    workers = (call.jobs or pool.available_cores()) > 1 and len(items) >= pool.SMALL
    err = stderr(call.color)
    if workers and err.terminal:
        err.line(f"Looking at {len(items):,} files ...")
        err.flush()
    found = _found(items, call, cache if workers else None, behind=workers)
    found = found if workers else progress(found, len(items))
    try:
        result = session.run(Scan(found, ahead=workers), len(items))
    except pool.PoolError as error:
        raise Failure(str(error)) from error
    except KeyboardInterrupt:
        _interrupted(session, call)
        raise
    return _report(result, sorted([*unreadable, *result.errors]), call)


def _found(
    items: list[tuple[str, Settings]], call: Call, cache: Callable[[], Cache] | None, *, behind: bool
) -> Iterator[tuple[FileResult, Settings]]:
    """What is found in each file."""
    from tffix.engine import check_file
    from tffix.review.scan import look
    from tffix.running import pool
    from tffix.running.cache import Hashed

    work = look if behind else check_file
    if cache is None:
        results = pool.run(items, work, call.jobs)
    else:
        results = cache().results(items, lambda missing: pool.run(missing, Hashed(work), call.jobs))
    yield from zip(results, (settings for _, settings in items), strict=True)


def _interrupted(session: Review, call: Call) -> None:
    from tffix.review.report import nothing_written

    err = stderr(call.color)
    err.line(nothing_written(len(session.record.answers), call.again, err.paint))
    err.flush()


def _report(result: Result, errors: list[tuple[str, str]], call: Call) -> int:
    from tffix.review.report import lines

    out, err = stdout(call.color), stderr(call.color)
    for path, reason in errors:
        err.line(f"{err.paint('error', 'bold red')}: {path}: {reason}")
    for line in lines(result, call.again, out.paint):
        out.line(line)
    out.flush()
    err.flush()
    if errors:
        return FAILED
    return FOUND if result.ending == "discard" or result.balance.left else CLEAN
