"""What ``plan`` and ``status`` show of a ledger."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from tffix.migrate.ledger import Ledger, State
from tffix.migrate.summary import IN_PLAN, by_codemod, by_folder
from tffix.reports.output import Paint

_FOLDERS = 20
_MEANING = {
    State.PENDING: "to be looked at",
    State.CLEAN: "nothing changes",
    State.PLANNED: "to be changed",
    State.WRITING: "were being changed",
    State.DONE: "changed",
    State.ASIDE: "set aside",
    State.UNDOING: "were being restored",
    State.UNDONE: "restored",
    State.FAILED: "failed",
    State.GONE: "no longer there",
}


def plan_lines(ledger: Ledger, paint: Paint) -> Iterator[str]:
    """The plan: what would change, by codemod and by folder."""
    files = ledger.files(*IN_PLAN)
    counts = by_codemod(ledger)
    if counts:
        yield paint(f"{'Codemod':<34} {'Files':>8} {'Safe':>8} {'Unsafe':>8} {'Left':>8}", "bold")
        for (code, name), count in counts.items():
            numbers = (count.files, count.safe, count.unsafe, count.left)
            yield f"{paint(code, 'bold red')} {name:<28} " + " ".join(f"{number:>8,}" for number in numbers)
        yield ""
    if files:
        yield paint(f"{'Folder':<34} {'Files to change':>15}", "bold")
        folders = list(by_folder(files).items())
        for folder, number in folders[:_FOLDERS]:
            yield f"{folder:<34} {number:>15,}"
        if len(folders) > _FOLDERS:
            rest = sum(number for _, number in folders[_FOLDERS:])
            yield f"{f'({len(folders) - _FOLDERS:,} more)':<34} {rest:>15,}"
        yield ""
    done = sum(file.state is State.DONE for file in files)
    made = f", {done:,} of them done" if done else ""
    yield f"{len(files):,} files would change{made}. `tffix migrate run` carries it out."


def status_lines(ledger: Ledger, paint: Paint) -> Iterator[str]:
    """Where the migration stands."""
    counts = ledger.counts()
    yield paint(f"Migration of {ledger.root}", "bold")
    for state in State:
        if state in counts:
            yield f"{counts[state]:>9,}  {_MEANING[state]}"
    for file in ledger.files(State.FAILED, State.ASIDE):
        yield f"{paint(file.state.value, 'bold red')}: {file.path}: {file.reason}"
    times = [file.time for file in ledger.files()]
    if times:
        yield f"Last change: {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(max(times)))}"


def status_json(ledger: Ledger) -> dict[str, Any]:
    """:func:`status_lines` for programs."""
    counts = ledger.counts()
    return {
        "root": str(ledger.root),
        "files": {state.value: counts.get(state, 0) for state in State},
        "failed": [{"path": file.path, "reason": file.reason} for file in ledger.files(State.FAILED)],
        "aside": [{"path": file.path, "reason": file.reason} for file in ledger.files(State.ASIDE)],
        "time": max((file.time for file in ledger.files()), default=None),
    }
