"""What a ledger comes to, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tffix.migrate.ledger import File, Ledger, State
from tffix.results import Finding

IN_PLAN = (State.PLANNED, State.WRITING, State.DONE)
"""The states of files whose change is part of the plan, made or not."""
OPEN = (State.PENDING, State.PLANNED, State.WRITING, State.UNDOING)
"""The states of files that a run has something to do with."""


@dataclass
class Count:
    """Findings of one kind: fixes that are part of the change, by applicability, those left, and the files."""

    safe: int = 0
    unsafe: int = 0
    left: int = 0
    files: int = 0


def by_codemod(ledger: Ledger) -> dict[tuple[str, str], Count]:
    """The findings in all files that are there, by code and name of the codemod."""
    counts: dict[tuple[str, str], Count] = {}
    gone = {file.id for file in ledger.files(State.GONE)}
    for number, findings in ledger.all_findings().items():
        if number not in gone:
            _add(counts, findings)
    return dict(sorted(counts.items()))


def by(files: Iterable[File], key: Callable[[str], str]) -> dict[str, int]:
    """How many of ``files`` there are for each key of their paths, the largest numbers first."""
    counts = Counter(key(file.path) for file in files)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def files_text(number: int) -> str:
    """``"1 file"``, ``"2,000 files"``."""
    return f"{number:,} {'file' if number == 1 else 'files'}"


def _add(counts: dict[tuple[str, str], Count], findings: tuple[Finding, ...]) -> None:
    for key in {(finding.code, finding.name) for finding in findings}:
        counts.setdefault(key, Count()).files += 1
    for finding in findings:
        count = counts[finding.code, finding.name]
        if not finding.fixed:
            count.left += 1
        elif finding.applicability == "safe":
            count.safe += 1
        else:
            count.unsafe += 1
