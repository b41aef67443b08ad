"""What the ledger says of a plan, as changes and findings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tffix.migrate.ledger import Ledger, State, digest
from tffix.migrate.parts import Change
from tffix.results import Finding
from tffix.running.files import FileError, read_bytes

CHANGED = "has changed since it was planned: `tffix migrate plan` looks at it again"


def changes(ledger: Ledger, *states: State) -> list[Change]:
    """The changes of the files in ``states``, in the order of their paths."""
    findings = ledger.all_findings()
    found = []
    for file in ledger.files(*states):
        if file.after is not None:
            before, after = ledger.change(file)
            of_file = findings.get(file.id, ())
            fixed, left = (tuple(f for f in of_file if f.fixed is is_fixed) for is_fixed in (True, False))
            found.append(Change(file.path, before, after, fixed, left))
    return found


def left(ledger: Ledger, *states: State) -> list[Finding]:
    """The findings for people in the files in ``states``."""
    findings = ledger.all_findings()
    return [finding for file in ledger.files(*states) for finding in findings.get(file.id, ()) if not finding.fixed]


def as_planned(root: Path) -> Callable[[Change], bool]:
    """Says whether the file of a change is on the disk as it was when it was planned."""

    def holds(change: Change) -> bool:
        try:
            return digest(read_bytes(str(root / change.path))) == digest(change.before)
        except FileError:
            return False

    return holds
