"""What a report tells, collected from the ledger."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tffix import __version__, registry
from tffix.codemod import Codemod
from tffix.migrate import planned
from tffix.migrate.ledger import File, Ledger, State
from tffix.migrate.message import paragraph
from tffix.migrate.owners import Owners, label
from tffix.migrate.parts import Change
from tffix.reports.diff import unified_as
from tffix.results import Finding

VERSION = 1
UNSAFE = "its fix is unsafe; `--unsafe-fixes` applies it, and the diff should be read"
NOT_CARRIED_OUT = "the change of its file was set aside, taken back, or failed"
_WAITING = (State.PENDING, State.PLANNED, State.WRITING, State.UNDOING)
_SETTLED = {State.DONE: "done", State.ASIDE: "aside", State.FAILED: "failed", State.UNDONE: "undone"}
_MOST_RISKS = 8
_LARGEST = 5


@dataclass
class Tally:
    """The files of one owner or package that something was found in, by where they stand."""

    label: str
    files: int = 0
    done: int = 0
    planned: int = 0
    aside: int = 0
    failed: int = 0
    undone: int = 0
    left_only: int = 0
    fixes: int = 0
    left: int = 0

    def add(self, file: File, findings: Sequence[Finding]) -> None:
        """Count ``file``."""
        self.files += 1
        name = _SETTLED.get(file.state) or ("planned" if file.state in _WAITING else "left_only")
        setattr(self, name, getattr(self, name) + 1)
        self.fixes += sum(finding.fixed for finding in findings)
        self.left += sum(not finding.fixed for finding in findings)


@dataclass
class Row:
    """One codemod: its fixes, those carried out, those not safe, and the findings without one."""

    code: str
    name: str
    summary: str
    fixes: int = 0
    done: int = 0
    unsafe: int = 0
    left: int = 0
    files: int = 0


@dataclass(frozen=True)
class Risk:
    """Something to look at first, and where."""

    title: str
    why: str
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Left:
    """Findings of one codemod that are left for people; ``places`` are path, line, message, and why it is left."""

    code: str
    name: str
    places: tuple[tuple[str, int, str, str], ...]


@dataclass(frozen=True)
class Diff:
    """What becomes, or became, of a file."""

    path: str
    owners: Owners
    state: str
    codes: tuple[str, ...]
    unsafe: int
    added: int
    removed: int
    text: str


@dataclass(frozen=True)
class Report:
    """Everything that is told."""

    root: str
    tool: str
    when: str
    totals: Mapping[str, int]
    owners_from: str | None
    owners: list[Tally]
    packages: list[Tally]
    codemods: list[Row]
    risks: list[Risk]
    left: list[Left]
    diffs: list[Diff]
    diffs_left_out: int
    failed: list[tuple[str, str]]
    split: Mapping[str, Any] | None = None
    version: int = field(default=VERSION)

    def document(self) -> dict[str, Any]:
        """The report as plain data: what the JSON form holds."""
        return asdict(self)


def collect(
    ledger: Ledger,
    owners: Callable[[str], Owners],
    package: Callable[[str], str],
    source: str | None,
    *,
    most_diffs: int,
) -> Report:
    """The report on the migration of ``ledger``.

    Args:
        ledger: the ledger.
        owners: those of a path.
        package: that of a path.
        source: the file that names the owners.
        most_diffs: the most diffs to show, those with unsafe fixes first.
    """
    files = [file for file in ledger.files() if file.state is not State.GONE]
    findings = ledger.all_findings()
    of_interest = [file for file in files if findings.get(file.id) or file.after or file.state is State.FAILED]
    states = {file.path: file.state for file in files}
    found = [(file, findings.get(file.id, ())) for file in of_interest]
    changes = planned.changes(ledger, *(state for state in State if state not in (State.GONE, State.CLEAN)))
    failed = [(file.path, file.reason or "") for file in files if file.state is State.FAILED]
    diffs = [_diff(change, owners(change.path), states[change.path]) for change in changes]
    diffs.sort(key=lambda diff: (not diff.unsafe, diff.path))
    return Report(
        root=os.path.basename(ledger.root),
        tool=f"tffix {__version__}",
        when=_when(files),
        totals=_totals(files, found, diffs),
        owners_from=source,
        owners=_tallied(found, lambda path: label(owners(path))),
        packages=_tallied(found, package),
        codemods=_rows(found),
        risks=[*_aside(files), *_failures(failed), *_unsafe(found), *_largest(diffs)],
        left=_left(found),
        diffs=diffs[:most_diffs],
        diffs_left_out=max(0, len(diffs) - most_diffs),
        failed=failed,
        split=ledger.meta("split"),
    )


def _when(files: Sequence[File]) -> str:
    latest = max((file.time for file in files), default=0.0)
    return datetime.datetime.fromtimestamp(latest, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")


def _totals(
    files: Sequence[File], found: Sequence[tuple[File, Sequence[Finding]]], diffs: Sequence[Diff]
) -> dict[str, int]:
    counts = Tally("")
    for file, of_file in found:
        counts.add(file, of_file)
    return {
        "files": len(files),
        "to_change": len(diffs),
        "done": counts.done,
        "planned": counts.planned,
        "aside": counts.aside,
        "failed": counts.failed,
        "undone": counts.undone,
        "fixes": counts.fixes,
        "fixes_done": sum(f.fixed for file, of_file in found if file.state is State.DONE for f in of_file),
        "left": counts.left,
        "added": sum(diff.added for diff in diffs),
        "removed": sum(diff.removed for diff in diffs),
    }


def _tallied(found: Iterable[tuple[File, Sequence[Finding]]], key: Callable[[str], str]) -> list[Tally]:
    tallies: dict[str, Tally] = {}
    for file, of_file in found:
        name = key(file.path)
        tallies.setdefault(name, Tally(name)).add(file, of_file)
    return sorted(tallies.values(), key=lambda tally: (-tally.files, tally.label))


def _rows(found: Iterable[tuple[File, Sequence[Finding]]]) -> list[Row]:
    rows: dict[str, Row] = {}
    for file, of_file in found:
        for finding in of_file:
            row = rows.setdefault(finding.code, Row(finding.code, finding.name, _summary(finding.code)))
            row.fixes += finding.fixed
            row.done += finding.fixed and file.state is State.DONE
            row.unsafe += finding.fixed and finding.applicability == "unsafe"
            row.left += not finding.fixed
        for code in {finding.code for finding in of_file}:
            rows[code].files += 1
    return sorted(rows.values(), key=lambda row: row.code)


def _summary(code: str) -> str:
    try:
        return registry.find(code).summary
    except registry.UnknownCodemodError:
        return ""


def _aside(files: Iterable[File]) -> list[Risk]:
    reasons: dict[str, list[str]] = {}
    for file in files:
        if file.state is State.ASIDE:
            reasons.setdefault(file.reason or "", []).append(file.path)
    return [Risk("Set aside", why, tuple(paths)) for why, paths in reasons.items()]


def _failures(failed: Sequence[tuple[str, str]]) -> list[Risk]:
    why = "could not be read, parsed, checked or written: nothing is known of what they need"
    return [Risk("Not understood", why, tuple(path for path, _ in failed))] if failed else []


def _unsafe(found: Iterable[tuple[File, Sequence[Finding]]]) -> list[Risk]:
    places: dict[str, dict[str, int]] = {}
    for _, of_file in found:
        for finding in of_file:
            if finding.fixed and finding.applicability == "unsafe":
                paths = places.setdefault(finding.code, {})
                paths[finding.path] = paths.get(finding.path, 0) + 1
    ordered = sorted(places.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    return [_unsafe_risk(code, paths) for code, paths in ordered[:_MOST_RISKS]]


def _unsafe_risk(code: str, paths: Mapping[str, int]) -> Risk:
    codemod = registry.find(code)
    number = sum(paths.values())
    title = f"{code} {codemod.name}: {number} unsafe {'fix' if number == 1 else 'fixes'}"
    most_first = sorted(paths, key=lambda path: (-paths[path], path))
    return Risk(title, _why_unsafe(codemod), tuple(most_first))


def _why_unsafe(codemod: Codemod) -> str:
    said = paragraph(codemod, "When the fix is safe")
    if not said:
        return codemod.summary
    never = said.removeprefix("Never: ")
    return never[:1].upper() + never[1:] if never != said else f"what makes it safe is not certain here. {said}"


def _largest(diffs: Iterable[Diff]) -> list[Risk]:
    largest = sorted(diffs, key=lambda diff: (-(diff.added + diff.removed), diff.path))[:_LARGEST]
    listed = tuple(diff.path for diff in largest)
    most = f"up to {largest[0].added + largest[0].removed} lines come or go in one file" if largest else ""
    return [Risk("The largest changes", most, listed)] if listed else []


def _left(found: Iterable[tuple[File, Sequence[Finding]]]) -> list[Left]:
    places: dict[tuple[str, str], list[tuple[str, int, str, str]]] = {}
    for file, of_file in found:
        is_kept = file.state in (State.ASIDE, State.UNDONE, State.FAILED)
        for finding in of_file:
            if finding.fixed and not is_kept:
                continue
            why = NOT_CARRIED_OUT if finding.fixed else finding.reason or UNSAFE
            of_codemod = places.setdefault((finding.code, finding.name), [])
            of_codemod.append((finding.path, finding.line, finding.message, why))
    return [Left(code, name, tuple(sorted(listed))) for (code, name), listed in sorted(places.items())]


def _diff(change: Change, owners: Owners, state: State) -> Diff:
    added, removed = change.size
    name = os.fsencode(change.path)
    text = unified_as(name, change.before, change.after).decode("utf-8", "replace")
    unsafe = sum(finding.applicability == "unsafe" for finding in change.fixed)
    return Diff(change.path, owners, state.value, tuple(sorted(change.codes)), unsafe, added, removed, text)
