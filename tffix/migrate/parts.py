"""The change of a tree, cut into parts that each apply on their own, in any order, with the same result."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tffix.migrate import lines
from tffix.migrate.owners import CodeOwners, Owners, label
from tffix.migrate.packages import Packages
from tffix.results import FileResult, Finding

By = Literal["owner", "package", "codemod", "size"]
Codes = frozenset[str]
FixOnly = Callable[[str, bytes, Codes], FileResult]
"""What becomes of a file (its path and content) if only these codemods run."""


@dataclass(frozen=True)
class Change:
    """What becomes of one file; ``fixed`` are the findings whose fixes are in it, ``left`` those that remain."""

    path: str
    before: bytes
    after: bytes
    fixed: tuple[Finding, ...] = ()
    left: tuple[Finding, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """How many lines come and how many go."""
        return lines.size(self.before, self.after)

    @property
    def codes(self) -> Codes:
        """The codemods whose fixes are in it."""
        return frozenset(finding.code for finding in self.fixed)


@dataclass(frozen=True)
class Part:
    """Changes that go together.

    ``label`` says what they have in common, ``name`` is the same as a file name; ``piece`` is ``(2, 3)`` for the second
    of three parts with one label.  ``left`` are findings for people.
    """

    name: str
    label: str
    owners: tuple[Owners, ...]
    packages: tuple[str, ...]
    changes: tuple[Change, ...]
    left: tuple[Finding, ...] = ()
    piece: tuple[int, int] = (1, 1)

    @property
    def codes(self) -> Codes:
        """The codemods whose fixes are in it."""
        return frozenset(code for change in self.changes for code in change.codes)

    @property
    def size(self) -> tuple[int, int]:
        """How many lines come and how many go."""
        sizes = [change.size for change in self.changes]
        return sum(come for come, _ in sizes), sum(go for _, go in sizes)


@dataclass(frozen=True)
class Limits:
    """The most that one part may hold; a file is never cut, so one that is larger is a part by itself."""

    files: int | None = None
    lines: int | None = None


class Grouping:
    """Says what the changes of a tree have in common.

    Args:
        by: what the parts are made by.
        owners: the CODEOWNERS of the repository, if it has one.
        packages: of the files.
        prefix: from the root of the repository to that of the tree: empty, or with a slash at its end.
        fix_only: runs some codemods only; asked where fixes of several are in one file.
    """

    def __init__(self, by: By, owners: CodeOwners | None, packages: Packages, prefix: str, fix_only: FixOnly) -> None:
        self._by = by
        self._owners = owners
        self._packages = packages
        self._prefix = prefix
        self._fix_only = fix_only

    def parts(self, changes: Iterable[Change], others: Iterable[Finding], limits: Limits) -> list[Part]:
        """The parts, in the order of their labels; ``others`` are findings in files that do not change."""
        groups: dict[str, list[Change]] = {}
        left: dict[str, list[Finding]] = {}
        for change in changes:
            for key, piece in self._keyed(change):
                groups.setdefault(key, []).append(piece)
        for finding in others:
            left.setdefault(self._key_of(finding), []).append(finding)
        parts = [
            part
            for key in sorted(groups, key=lambda key: (key == label(()), key))
            for part in self._pieces(key, groups[key], left.get(key, []), limits)
        ]
        width = max(2, len(str(len(parts))))
        return [
            replace(part, name=f"{number:0{width}}-{_slug(part.label)}") for number, part in enumerate(parts, start=1)
        ]

    def owners(self, path: str) -> Owners:
        """The owners of a file of the tree."""
        return () if self._owners is None else self._owners.of(self._prefix + path)

    def package(self, path: str) -> str:
        """The package of a file of the tree."""
        return self._packages.of(path)

    def _keyed(self, change: Change) -> Iterator[tuple[str, Change]]:
        if self._by != "codemod":
            yield self._key(change.path), change
            return
        for codes, piece in separated(change, self._fix_only):
            yield "+".join(sorted(codes)), piece

    def _key(self, path: str) -> str:
        if self._by == "owner":
            return label(self.owners(path))
        return self.package(path) if self._by == "package" else "changes"

    def _key_of(self, finding: Finding) -> str:
        return finding.code if self._by == "codemod" else self._key(finding.path)

    def _pieces(self, key: str, changes: Sequence[Change], left: Sequence[Finding], limits: Limits) -> Iterator[Part]:
        chunks = list(_chunks(sorted(changes, key=lambda change: change.path), limits))
        for number, chunk in enumerate(chunks, start=1):
            paths = [change.path for change in chunk]
            # What is left in files that do not change goes with the first.
            own = [*(left if number == 1 and self._by != "size" else ()), *(f for change in chunk for f in change.left)]
            yield Part(
                name="",
                label=key,
                owners=tuple(dict.fromkeys(map(self.owners, paths))),
                packages=tuple(dict.fromkeys(map(self.package, paths))),
                changes=tuple(chunk),
                left=tuple(sorted(own, key=lambda finding: (finding.path, finding.line, finding.column, finding.code))),
                piece=(number, len(chunks)),
            )


def separated(change: Change, fix_only: FixOnly) -> list[tuple[Codes, Change]]:
    """``change`` by codemod, as far as that goes: what stands too close together stays together.

    The pieces are patches of the same content that touch neither each other nor each other's context, and together they
    make the whole change.  Where that cannot be had, the change is one piece.
    """
    whole = [(change.codes, change)]
    if len(change.codes) < 2:
        return whole
    made: dict[Codes, list[lines.Edit]] = {}
    waiting = [frozenset({code}) for code in sorted(change.codes)]
    while waiting:
        codes = waiting.pop(0)
        result = fix_only(change.path, change.before, codes)
        if result.error is not None or result.after is None:
            return whole
        own = lines.edits(change.before, result.after)
        near = [other for other, edits in made.items() if lines.touch(own, edits)]
        if near:
            # Together they may change something else again: they are made together, and compared with the others.
            for other in near:
                del made[other]
            waiting.append(codes.union(*near))
        else:
            made[codes] = own
    if len(made) < 2 or not lines.commute(change.before, change.after, list(made.values())):
        return whole
    return [
        (codes, _piece(change, codes, edits)) for codes, edits in sorted(made.items(), key=lambda item: sorted(item[0]))
    ]


def _piece(change: Change, codes: Codes, edits: Sequence[lines.Edit]) -> Change:
    return replace(
        change,
        after=lines.applied(change.before, edits),
        fixed=tuple(finding for finding in change.fixed if finding.code in codes),
        left=tuple(finding for finding in change.left if finding.code in codes),
    )


def _chunks(changes: Sequence[Change], limits: Limits) -> Iterator[list[Change]]:
    chunk: list[Change] = []
    size = 0
    for change in changes:
        own = sum(change.size)
        too_many = limits.files is not None and len(chunk) >= limits.files
        too_long = limits.lines is not None and size + own > limits.lines
        if chunk and (too_many or too_long):
            yield chunk
            chunk, size = [], 0
        chunk.append(change)
        size += own
    if chunk:
        yield chunk


def _slug(text: str) -> str:
    """``text`` as a name that every file system and git take."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60].strip("-") or "root"


def counted(findings: Iterable[Finding]) -> Mapping[str, int]:
    """How many findings there are of each codemod, by code."""
    counts: dict[str, int] = {}
    for finding in sorted(findings, key=lambda finding: finding.code):
        counts[finding.code] = counts.get(finding.code, 0) + 1
    return counts
