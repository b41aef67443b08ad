"""What ``check`` and ``apply`` have in common: from paths to a report and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import click

from tffix.cli.known import check_options, news
from tffix.cli.options import RunOptions
from tffix.cli.progress import progress
from tffix.cli.streams import stderr, stdout
from tffix.config.patterns import Patterns, is_within, patterns
from tffix.config.resolve import Resolver
from tffix.config.settings import Settings
from tffix.reports import Report, reporter
from tffix.reports.output import Stream
from tffix.reports.summary import Balance, Outcome, Summary, summarize
from tffix.results import FileResult

CLEAN, FOUND, FAILED = 0, 1, 2
STDIN = "-"

Item = tuple[str, Settings]
Work = Callable[[bytes, str, Settings], FileResult]


def run(paths: Sequence[str], resolver: Resolver, options: RunOptions) -> int:
    """Check or fix what ``paths`` name, report it, and return the exit code."""
    streams = Streams(options)
    check_options(options)
    if STDIN in paths:
        if len(paths) > 1:
            raise click.UsageError("`-` (stdin) cannot be mixed with paths")
        return _run_stdin(resolver, options, streams)
    items, unreadable = discovered(paths, resolver)
    results = _work(items, options)
    outcomes = [Outcome(result, settings.unsafe_fixes) for result, (_, settings) in zip(results, items, strict=True)]
    outcomes, balance = news(outcomes, [settings for _, settings in items], options, paths)
    return _finish(outcomes, unreadable, options, streams, balance=balance)


class Streams:
    """stdout and stderr, and which of them the report goes to.

    A diff that is meant for ``git apply``, and source that goes to a pipe, have stdout to themselves.
    """

    def __init__(self, options: RunOptions) -> None:
        self.out = stdout(options.color)
        self.err = stderr(options.color)

    def report(self, options: RunOptions, *, stdin: bool = False) -> Stream:
        return self.err if options.dry_run or (stdin and options.fix) else self.out

    def flush(self) -> None:
        self.out.flush()
        self.err.flush()


def discovered(paths: Sequence[str], resolver: Resolver) -> tuple[list[Item], list[tuple[str, str]]]:
    """The files to work on, each with what holds for it, and the paths that could not be read."""
    from tffix.running.discover import discover

    roots = (resolver.overrides.root, *map(os.path.abspath, paths))

    def excludes(folder: str, names: Collection[str]) -> Iterable[Patterns]:
        layer = resolver.layer(folder, names)
        if layer is not None and layer.exclude:
            yield patterns(layer.exclude, layer.root)
        if resolver.overrides.exclude:
            # Patterns of the command line are relative to the working directory, outside of it to the path named.
            root = next(root for root in roots if is_within(folder, root))
            yield patterns(resolver.overrides.exclude, root)

    found = discover(paths, excludes)
    return [(path, resolver.settings(path)) for path in found.files], found.errors


def _work(items: list[Item], options: RunOptions) -> list[FileResult]:
    from tffix.cli import Failure
    from tffix.running import pool
    from tffix.running.files import written

    results = _results(items, options)
    if options.fix and not options.dry_run:
        results = written(results)
    try:
        return list(progress(results, len(items), shown=not options.quiet))
    except pool.PoolError as error:
        raise Failure(str(error)) from error


def _results(items: list[Item], options: RunOptions) -> Iterator[FileResult]:
    """The results for ``items``, from the cache where it knows them."""
    from tffix.running import pool

    if options.no_cache or len(items) < pool.SMALL:
        return pool.run(items, _task(options), options.jobs)
    from tffix.running.cache import Cache, Hashed

    work = Hashed(_task(options))
    # A fix is more than its findings.
    clean_only = options.fix or options.show_diff
    return Cache(options.cache_dir).results(
        items, lambda missing: pool.run(missing, work, options.jobs), clean_only=clean_only
    )


def _task(options: RunOptions) -> Work:
    """What is done with the bytes of each file."""
    from tffix.engine import check_file, fix_file
    from tffix.running.preview import preview_file

    if options.fix:
        return fix_file
    return preview_file if options.show_diff else check_file


def _run_stdin(resolver: Resolver, options: RunOptions, streams: Streams) -> int:
    """Check or fix what comes from stdin; ``apply`` writes the new text (or the old one, on an error) to stdout."""
    data = sys.stdin.buffer.read()
    name = options.stdin_filename or STDIN
    settings = resolver.settings(name)
    result = _task(options)(data, name, settings)
    if options.fix and not options.dry_run:
        streams.out.write_bytes(data if result.after is None else result.after)
    outcomes, balance = news([Outcome(result, settings.unsafe_fixes)], [settings], options, (), stdin=data)
    return _finish(outcomes, [], options, streams, stdin=data, balance=balance)


def _finish(
    outcomes: list[Outcome],
    unreadable: list[tuple[str, str]],
    options: RunOptions,
    streams: Streams,
    *,
    stdin: bytes | None = None,
    balance: Balance | None = None,
) -> int:
    """Write the report; return the exit code."""
    failed = [(outcome.result.path, outcome.result.error) for outcome in outcomes if outcome.result.error is not None]
    errors = sorted([*unreadable, *failed])
    summary = summarize(outcomes, errors=len(unreadable))
    report = Report(
        outcomes=outcomes,
        errors=errors,
        summary=summary,
        fixing=options.fix,
        written=not options.dry_run,
        verbose=options.verbose,
        quiet=options.quiet,
        statistics=options.statistics,
        diffs=_diffs(outcomes) if options.show_diff and not options.dry_run else None,
        stdin=stdin,
        balance=balance,
    )
    format_, stream = reporter(options.output_format), streams.report(options, stdin=stdin is not None)
    if not (format_.exclusive and stream is streams.err):
        for path, reason in errors:
            streams.err.line(f"{streams.err.paint('error', 'bold red')}: {path}: {reason}")
        if not outcomes and not errors and not options.quiet:
            streams.err.line(f"{streams.err.paint('warning', 'bold yellow')}: no Python files found")
    if options.dry_run:
        _write_diffs(outcomes, streams.out)
    format_.write(report, stream)
    streams.flush()
    return _exit_code(summary, options)


def _exit_code(summary: Summary, options: RunOptions) -> int:
    if summary.errors:
        return FAILED
    if options.fix:
        return FOUND if options.exit_non_zero_on_fix and summary.changed else CLEAN
    return FOUND if summary.findings else CLEAN


def _diffs(outcomes: Iterable[Outcome]) -> dict[str, bytes]:
    from tffix.reports.diff import unified

    return {
        result.path: unified(result.path, result.before, result.after)
        for result in (outcome.result for outcome in outcomes)
        if result.before is not None and result.after is not None
    }


def _write_diffs(outcomes: Iterable[Outcome], stream: Stream) -> None:
    from tffix.reports.diff import painted

    for diff in _diffs(outcomes).values():
        stream.write_bytes(painted(diff, stream.paint) if stream.colored else diff)
