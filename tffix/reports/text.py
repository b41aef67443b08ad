"""The formats for people: ``text`` with source lines, ``concise`` with one line a finding."""

from __future__ import annotations

from collections.abc import Iterator

from tffix.reports import Report
from tffix.reports.output import Paint, Stream
from tffix.reports.summary import Balance, Outcome, Statistic
from tffix.results import Finding


class ConciseReporter:
    """One line a finding: ``path:line:column: CODE name: message [what can be done, or why nothing]``."""

    exclusive = False

    def write(self, report: Report, stream: Stream) -> None:
        """Write findings, diffs and the summary."""
        if report.statistics:
            for line in statistics_lines(report.summary.statistics, stream.paint):
                stream.line(line)
        for outcome in report.outcomes:
            if not report.statistics:
                self._outcome(report, outcome, stream)
            diff = (report.diffs or {}).get(outcome.result.path)
            if diff:
                stream.write_bytes(_painted(diff, stream))
        if not report.quiet:
            for line in summary_lines(report):
                stream.line(line)

    def _outcome(self, report: Report, outcome: Outcome, stream: Stream) -> None:
        if report.fixing and outcome.changed and not report.quiet:
            stream.line(changed_line(report, outcome, stream.paint))
        shown = [finding for finding in outcome.result.findings if _is_shown(report, finding)]
        lines = self.lines(report, outcome) if shown else []
        for finding in shown:
            stream.line(header(finding, outcome, stream.paint) + self.ending(finding))
            for line in self.details(finding, lines, stream.paint):
                stream.line(line)

    def lines(self, report: Report, outcome: Outcome) -> list[str]:
        """The source lines that :meth:`details` needs."""
        return []

    def ending(self, finding: Finding) -> str:
        """What the first line of a finding says last: the reason why it has no fix."""
        return "" if finding.reason is None else f" [no fix: {finding.reason}]"

    def details(self, finding: Finding, lines: list[str], paint: Paint) -> Iterator[str]:
        """The lines below the first line of a finding."""
        return iter(())


class TextReporter(ConciseReporter):
    """Each finding with its source line, and the reason why it has no fix."""

    def lines(self, report: Report, outcome: Outcome) -> list[str]:
        """The lines of the text that the findings' positions are in."""
        from tffix.reports.snippet import source_lines  # here: where nothing is found nothing is shown

        result = outcome.result
        if report.fixing and result.after is not None:
            return source_lines(result.after)
        if report.stdin is not None:
            return source_lines(report.stdin)
        try:
            with open(result.path, "rb") as file:
                return source_lines(file.read())
        except OSError:
            return []

    def ending(self, finding: Finding) -> str:
        """Nothing: the reason has a line of its own."""
        return ""

    def details(self, finding: Finding, lines: list[str], paint: Paint) -> Iterator[str]:
        """The source line with a marker, and the reason why there is no fix."""
        from tffix.reports.snippet import snippet

        yield from snippet(finding, lines, paint)
        if finding.reason is not None:
            yield f"   {paint('= no fix:', 'bold')} {finding.reason}"
        yield ""


def _painted(diff: bytes, stream: Stream) -> bytes:
    if not stream.colored:
        return diff
    from tffix.reports.diff import painted  # here: it is for terminals only

    return painted(diff, stream.paint)


def header(finding: Finding, outcome: Outcome, paint: Paint) -> str:
    """The first line of a finding."""
    place = f"{paint(finding.path, 'bold')}:{finding.line}:{finding.column}"
    what = f"{paint(finding.code, 'bold red')} {finding.name}"
    return f"{place}: {what}: {finding.message}{_marker(finding, outcome, paint)}"


def changed_line(report: Report, outcome: Outcome, paint: Paint) -> str:
    """What was done to one file: ``Fixed train.py: TF301 (2), TF302``."""
    codes: dict[str, int] = {}
    for finding in outcome.result.findings:
        if finding.fixed:
            codes[finding.code] = codes.get(finding.code, 0) + 1
    counts = ", ".join(code if count == 1 else f"{code} ({count})" for code, count in sorted(codes.items()))
    verb = "Fixed" if report.written else "Would fix"
    return f"{paint(verb, 'green')} {paint(outcome.result.path, 'bold')}: {counts}"


def statistics_lines(statistics: list[Statistic], paint: Paint) -> Iterator[str]:
    """The table of ``--statistics``, the most frequent codemod first."""
    ordered = sorted(statistics, key=lambda row: (-row.total, row.code))
    width = max((len(str(row.total)) for row in ordered), default=0)
    name_width = max((len(row.name) for row in ordered), default=0)
    for row in ordered:
        parts = [f"{row.fixed} fixed"] if row.fixed else []
        parts += [
            f"{n} {word}" for n, word in ((row.safe, "safe"), (row.unsafe, "unsafe"), (row.manual, "no fix")) if n
        ]
        yield f"{row.total:>{width}}  {paint(row.code, 'bold red')}  {row.name:<{name_width}}  {', '.join(parts)}"


def summary_lines(report: Report) -> Iterator[str]:
    """The last lines: what was found and done, what is hidden and how to see it, what has no fix."""
    summary = report.summary
    files = _count(summary.files, "file")
    if report.fixing:
        yield from _applied_lines(report, files)
    elif summary.findings:
        yield f"Found {_count(summary.findings, 'finding')} in {summary.affected} of {files}."
        if summary.fixable:
            yield f"{_count(summary.fixable, 'fix', 'fixes')} to apply with `tffix apply`."
    elif summary.files and not summary.errors:
        yield f"Nothing {'new ' if report.balance else ''}found in {files}."
    if summary.hidden:
        more = "more " if summary.fixed or summary.fixable else ""
        yield f"{summary.hidden} {more}{'fix' if summary.hidden == 1 else 'fixes'} to apply with --unsafe-fixes."
    yield from _reason_lines(report)
    if report.balance is not None:
        yield from _balance_lines(report.balance)
    if summary.errors:
        yield f"{_count(summary.errors, 'path')} could not be processed; see the errors."


def _applied_lines(report: Report, files: str) -> Iterator[str]:
    summary = report.summary
    if summary.fixed:
        verb = "Fixed" if report.written else "Would fix"
        yield f"{verb} {_count(summary.fixed, 'finding')} in {summary.changed} of {files}."
    elif summary.findings or (summary.files and not summary.errors):
        yield f"No fixes to apply in {files}."
    if summary.fixable:
        yield f"{_count(summary.fixable, 'fix', 'fixes')} could not be applied; see the errors."


def _reason_lines(report: Report) -> Iterator[str]:
    """How many findings have no fix, and why, the most frequent reason first."""
    without_fix = report.summary.without_fix
    if not without_fix:
        return
    number = _count(sum(without_fix.values()), "finding has", "findings have")
    if not report.fixing and not report.statistics:
        # Each reason stands with its finding.
        yield f"{number} no fix."
        return
    yield f"{number} no fix{' (-v lists them)' if report.fixing and not report.verbose else ''}:"
    for (code, reason), count in sorted(without_fix.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {count} {code}: {reason}"


def _balance_lines(balance: Balance) -> Iterator[str]:
    """What is no news, and what became of the baseline."""
    if balance.known and not balance.added:
        yield f"{_count(balance.known, 'finding is', 'findings are')} in the baseline."
    if balance.elsewhere:
        yield f"{_count(balance.elsewhere, 'finding is', 'findings are')} on lines that have not changed."
    if balance.written is None:
        if balance.gone:
            yield f"{_count(len(balance.gone), 'finding')} of the baseline left it: --update-baseline takes them out."
        return
    for gone in balance.gone:
        yield f"Left the baseline: {gone}"
    changes = [f"{n} {word}" for n, word in ((balance.added, "added"), (len(balance.gone), "taken out")) if n]
    yield f"{balance.written}: {_count(balance.size, 'finding')} ({', '.join(changes) or 'as before'})."


def _is_shown(report: Report, finding: Finding) -> bool:
    """``check`` lists everything; ``apply`` what it left, and only when asked to."""
    return report.verbose and not finding.fixed if report.fixing else True


def _marker(finding: Finding, outcome: Outcome, paint: Paint) -> str:
    if finding.reason is not None:
        return ""
    if outcome.can_fix(finding):
        return paint(" [fixable]", "green")
    return paint(" [fixable with --unsafe-fixes]", "yellow")


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
