"""What ``plan`` and ``status`` show of a ledger."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tffix.migrate.ledger import Ledger, State
from tffix.migrate.message import shown
from tffix.migrate.packages import Packages
from tffix.migrate.summary import IN_PLAN, by, by_codemod, files_text
from tffix.reports.output import Paint

_ROWS = 20
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


def plan_lines(ledger: Ledger, owner: Callable[[str], str] | None, paint: Paint) -> Iterator[str]:
    """The plan: what would change, by codemod, package and owner, and what of it a person should read.

    Args:
        ledger: what was planned.
        owner: the owner of a path; ``None`` if no file says who owns what.
        paint: for a terminal.
    """
    files = ledger.files(*IN_PLAN)
    counts = by_codemod(ledger)
    if counts:
        rows = {
            f"{code} {name}": (count.files, count.safe, count.unsafe, count.left)
            for (code, name), count in counts.items()
        }
        yield from _table("Codemod", ("Files", "Safe", "Unsafe", "Left"), rows, paint)
    if files:
        yield from _files("Package", by(files, Packages(ledger.root).of), paint)
        if owner is not None:
            yield from _files("Owner", by(files, owner), paint)
    unsafe = sum(count.unsafe for count in counts.values())
    if unsafe:
        yield f"{unsafe:,} of the fixes are unsafe: right in most cases, read their diffs (`tffix migrate report`)."
    left = sum(count.left for count in counts.values())
    if left:
        stays = "finding stays as it is" if left == 1 else "findings stay as they are"
        yield f"{left:,} {stays}, for people to look at."
    done = sum(file.state is State.DONE for file in files)
    made = f", {done:,} of them done" if done else ""
    yield f"{files_text(len(files))} would change{made}. `tffix migrate run` carries it out, `split` hands it out."


def _files(what: str, counts: dict[str, int], paint: Paint) -> Iterator[str]:
    """The largest of ``counts``, and the others together."""
    rows = {shown(key): (number,) for key, number in list(counts.items())[:_ROWS]}
    rest = list(counts.values())[_ROWS:]
    if rest:
        rows[f"({len(rest):,} more)"] = (sum(rest),)
    return _table(what, ("Files to change",), rows, paint)


def _table(what: str, columns: Sequence[str], rows: Mapping[str, Sequence[int]], paint: Paint) -> Iterator[str]:
    width = max(map(len, (what, *rows)))
    yield paint("  ".join((what.ljust(width), *(f"{column:>7}" for column in columns))), "bold")
    for key, numbers in rows.items():
        cells = (f"{number:>{max(7, len(column))},}" for number, column in zip(numbers, columns, strict=True))
        yield "  ".join((key.ljust(width), *cells))
    yield ""


def status_lines(ledger: Ledger, paint: Paint) -> Iterator[str]:
    """Where the migration stands."""
    counts = ledger.counts()
    yield paint(f"Migration of {ledger.root}", "bold")
    for state in State:
        if state in counts:
            yield f"{counts[state]:>9,}  {_MEANING[state]}"
    for file in ledger.files(State.FAILED, State.ASIDE):
        yield f"{paint(file.state.value, 'bold red')}: {shown(f'{file.path}: {file.reason}')}"
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
