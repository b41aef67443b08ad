"""``check`` with a baseline and on changed lines only: which findings are told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import click

from tffix.cli.options import RunOptions
from tffix.config.settings import Settings
from tffix.reports.summary import Balance, Outcome
from tffix.results import FileResult

if TYPE_CHECKING:
    from tffix.baseline.file import Entry, Names
    from tffix.baseline.places import Place

Places = list[list["Place | None"]]


def news(
    outcomes: list[Outcome],
    settings: Sequence[Settings],
    options: RunOptions,
    roots: Sequence[str],
    stdin: bytes | None = None,
) -> tuple[list[Outcome], Balance | None]:
    """``outcomes`` with those findings only that the baseline does not know and that stand on changed lines.

    Args:
        outcomes: what was found.
        settings: what holds for each file.
        options: name the baseline and the revision.
        roots: the paths that were named.
        stdin: the content of the only file, if it did not come from the disk.
    """
    if options.baseline is None and options.diff_base is None:
        return outcomes, None
    from tffix.baseline.file import BaselineError
    from tffix.cli import Failure
    from tffix.git import GitError

    data = [_content(outcome.result, stdin) for outcome in outcomes]
    places = _places(outcomes, data)
    balance = Balance()
    keep = [[True] * len(outcome.result.findings) for outcome in outcomes]
    try:
        if options.baseline is not None:
            _against_baseline(outcomes, settings, places, keep, options, roots, balance)
        if options.diff_base is not None:
            _against_revision(outcomes, data, places, keep, options.diff_base, roots, balance)
    except (BaselineError, GitError) as error:
        raise Failure(str(error)) from error
    return [_only(outcome, kept) for outcome, kept in zip(outcomes, keep, strict=True)], balance


def check_options(options: RunOptions) -> None:
    """Refuse what has no meaning together."""
    if options.update_baseline and options.baseline is None:
        raise click.UsageError("--update-baseline needs --baseline FILE")
    if options.update_baseline and options.diff_base is not None:
        raise click.UsageError("--update-baseline looks at all lines: it has no meaning with --diff-base")


def _content(result: FileResult, stdin: bytes | None) -> bytes:
    from tffix.running.files import FileError, read_bytes

    if stdin is not None or not result.findings:
        return stdin or b""
    try:
        return read_bytes(result.path)
    except FileError:
        return b""


def _places(outcomes: Sequence[Outcome], data: Sequence[bytes]) -> Places:
    if not any(outcome.result.findings for outcome in outcomes):
        return [[] for _ in outcomes]
    from tffix.baseline.places import places

    return [
        places(content, outcome.result.findings) if outcome.result.findings else []
        for outcome, content in zip(outcomes, data, strict=True)
    ]


def _against_baseline(
    outcomes: Sequence[Outcome],
    settings: Sequence[Settings],
    places: Places,
    keep: list[list[bool]],
    options: RunOptions,
    roots: Sequence[str],
    balance: Balance,
) -> None:
    from tffix.baseline import file
    from tffix.baseline.match import match

    path = options.baseline
    assert path is not None
    names = file.Names(path)
    found = list(_entries(outcomes, places, names))
    entries = file.load(path)
    if entries is None:
        if not options.update_baseline:
            raise file.BaselineError(f"baseline {path} does not exist; --update-baseline writes it")
        entries = [entry for entry in found if entry is not None]
        balance.added = len(entries)
    looked = _Looked(outcomes, settings, roots, names)
    matched = match(found, entries, looked.may_have_moved)
    known = iter(matched.known)
    for kept in keep:
        kept[:] = [not next(known) for _ in kept]
    balance.known = sum(matched.known)
    gone = [entry for entry in matched.left if looked.for_entry(entry)]
    balance.gone = [str(entry) for entry in sorted(gone)]
    if options.update_baseline:
        stay = [entry for entry, is_known in zip(found, matched.known, strict=True) if is_known and entry is not None]
        stay += [entry for entry in matched.left if not looked.for_entry(entry)]
        file.store(path, stay)
        balance.written = path
        balance.size = len(stay)


def _entries(outcomes: Sequence[Outcome], places: Places, names: Names) -> Iterator[Entry | None]:
    from tffix.baseline import file

    for outcome, row in zip(outcomes, places, strict=True):
        name = names.of(outcome.result.path) if row else ""
        for finding, place in zip(outcome.result.findings, row, strict=True):
            yield None if place is None else file.entry(name, finding.code, place)


class _Looked:
    """What this run has looked for, and where: of the rest it is not said that it is gone."""

    def __init__(
        self, outcomes: Sequence[Outcome], settings: Sequence[Settings], roots: Sequence[str], names: Names
    ) -> None:
        self._outcomes, self._settings = outcomes, settings
        self._names = names
        self._folder = names.folder
        self._roots = [os.path.join(os.path.realpath(root), "") for root in roots]

    @cached_property
    def _codes(self) -> dict[str, frozenset[str]]:
        """The codemods that ran, by file; asked for only if an entry is not found where it was."""
        return {
            self._names.of(outcome.result.path): frozenset() if outcome.result.error else held.codes
            for outcome, held in zip(self._outcomes, self._settings, strict=True)
        }

    @cached_property
    def _any(self) -> frozenset[str]:
        return frozenset().union(*set(self._codes.values()))

    def for_entry(self, entry: Entry) -> bool:
        codes = self._codes.get(entry.path)
        if codes is None:
            return self._is_gone(entry) and self._is_below_a_root(entry) and entry.code in self._any
        return entry.code in codes

    def may_have_moved(self, entry: Entry) -> bool:
        return self._is_gone(entry) or self.for_entry(entry)

    def _is_gone(self, entry: Entry) -> bool:
        return entry.path not in self._codes and not os.path.lexists(os.path.join(self._folder, entry.path))

    def _is_below_a_root(self, entry: Entry) -> bool:
        place = os.path.join(self._folder, entry.path, "")
        return any(place.startswith(root) for root in self._roots)


def _against_revision(
    outcomes: Sequence[Outcome],
    data: Sequence[bytes],
    places: Places,
    keep: list[list[bool]],
    revision: str,
    roots: Sequence[str],
    balance: Balance,
) -> None:
    from tffix.baseline.changed import Changes

    told = [outcome.result.path for outcome, kept in zip(outcomes, keep, strict=True) if any(kept)]
    changes = Changes(revision, [*roots, *told])
    for outcome, content, row, kept in zip(outcomes, data, places, keep, strict=True):
        for index, place in enumerate(row):
            if kept[index] and place is not None and not changes.touch(outcome.result.path, place, content):
                kept[index] = False
                balance.elsewhere += 1


def _only(outcome: Outcome, kept: Sequence[bool]) -> Outcome:
    """``outcome`` with those findings that are ``kept``; without its diff if there are none."""
    result = outcome.result
    if all(kept):
        return outcome
    findings = tuple(finding for finding, is_kept in zip(result.findings, kept, strict=True) if is_kept)
    if not findings:
        result = replace(result, before=None, after=None)
    return outcome._replace(result=replace(result, findings=findings))
