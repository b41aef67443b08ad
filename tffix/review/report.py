"""What is said at the end of a review: what was written, what not, and why."""

from __future__ import annotations

from collections.abc import Iterator

from tffix.reports.output import Paint
from tffix.review.command import Result
from tffix.review.finish import Balance


def lines(result: Result, resume: str, paint: Paint) -> Iterator[str]:
    """The last lines of a review; ``resume`` is the command that goes on with it."""
    if result.ending == "discard":
        yield nothing_written(result.answers, resume, paint)
        return
    balance = result.balance
    for path, fixed, suppressed in balance.written:
        parts = [counted(fixed, "fix", "fixes")] if fixed else []
        parts += [counted(suppressed, "suppression", "suppressions")] if suppressed else []
        yield f"Wrote {paint(path, 'bold')}: {' and '.join(parts) or 'as edited'}"
    for path, _ in balance.failed:
        yield f"{paint('Not written:', 'bold red')} {path} (see the error)"
    yield _total(balance)
    yield from _left(balance)
    if balance.kept:
        kept = counted(result.answers, "answer is", "answers are")
        yield f"{kept} kept: `{resume}` tries again."


def nothing_written(answers: int, resume: str, paint: Paint) -> str:
    """The last line of a review that was broken off."""
    kept = f" {counted(answers, 'answer is', 'answers are')} kept: `{resume}` goes on." if answers else ""
    return paint("Nothing was written.", "bold") + kept


def _total(balance: Balance) -> str:
    if not balance.written and not balance.left and not balance.failed:
        return "No fixes to review."
    files = counted(len(balance.written), "file", "files")
    suppressed = f" and {counted(balance.suppressed, 'suppression', 'suppressions')}" if balance.suppressed else ""
    if not balance.written:
        return "Nothing was written." if balance.kept else "Nothing was written: no fix was accepted."
    return f"Wrote {counted(balance.fixed, 'fix', 'fixes')}{suppressed} in {files}."


def _left(balance: Balance) -> Iterator[str]:
    for number, what in (
        (balance.refused, "refused: not asked about again unless the code changes"),
        (balance.remembered, "refused in an earlier review (--forget asks again)"),
        (balance.skipped, "skipped"),
        (balance.unanswered, "not answered"),
        (balance.hopeless, "without a fix (`tffix check` says why)"),
    ):
        if number:
            yield f"  {number} {what}"
    if balance.unseen:
        yield f"  {counted(balance.unseen, 'file was', 'files were')} not looked at"
    if balance.dropped:
        yield f"  {counted(balance.dropped, 'answer', 'answers')} given to code that has changed since: dropped"


def counted(number: int, one: str, many: str) -> str:
    """``1 fix``, ``2 fixes``."""
    return f"{number} {one if number == 1 else many}"
