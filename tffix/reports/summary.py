"""What a run amounts to: the numbers behind the last lines of a report, its exit code, and the statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tffix.results import FileResult, Finding


@dataclass
class Balance:
    """What is not told, as it is no news.

    ``known`` findings are in the baseline, ``elsewhere`` ones stand on lines that have not changed.  ``gone`` are the
    findings of the baseline that are no longer there.  ``written`` names the baseline if it was brought up to date: it
    then has ``size`` findings, of which ``added`` are new to it.
    """

    known: int = 0
    elsewhere: int = 0
    gone: list[str] = field(default_factory=list)
    written: str | None = None
    size: int = 0
    added: int = 0


class Outcome(NamedTuple):
    """The result of one file, and whether unsafe fixes were allowed in it."""

    result: FileResult
    unsafe_fixes: bool = False

    @property
    def changed(self) -> bool:
        """Whether the file's text is (or would be) another one."""
        return self.result.after is not None

    def can_fix(self, finding: Finding) -> bool:
        """Whether ``apply`` with the same options applies the fix of ``finding``."""
        return finding.applicability == "safe" or (finding.applicability == "unsafe" and self.unsafe_fixes)


@dataclass
class Statistic:
    """How often one codemod was found, by what can be done about it."""

    code: str
    name: str
    safe: int = 0
    unsafe: int = 0
    manual: int = 0
    fixed: int = 0

    @property
    def total(self) -> int:
        """All findings of the codemod."""
        return self.safe + self.unsafe + self.manual


@dataclass
class Summary:
    """The numbers of a run.

    ``affected`` and ``changed`` count files with findings and with a new text; ``findings`` what is left, of which
    ``fixable`` can be applied, ``hidden`` need ``--unsafe-fixes`` and the rest is ``without_fix``, by code and reason.
    """

    files: int = 0
    affected: int = 0
    findings: int = 0
    fixed: int = 0
    fixable: int = 0
    hidden: int = 0
    changed: int = 0
    errors: int = 0
    without_fix: Counter[tuple[str, str]] = field(default_factory=Counter)
    statistics: list[Statistic] = field(default_factory=list)


def summarize(outcomes: Sequence[Outcome], errors: int = 0) -> Summary:
    """Add up ``outcomes``; ``errors`` counts the paths that were not even files."""
    summary = Summary(files=len(outcomes), errors=errors)
    statistics: dict[str, Statistic] = {}
    for outcome in outcomes:
        summary.errors += outcome.result.error is not None
        summary.changed += outcome.changed
        summary.affected += bool(outcome.result.findings)
        for finding in outcome.result.findings:
            statistic = statistics.setdefault(finding.code, Statistic(finding.code, finding.name))
            setattr(statistic, finding.applicability, getattr(statistic, finding.applicability) + 1)
            _count(summary, statistic, outcome, finding)
    summary.statistics = sorted(statistics.values(), key=lambda statistic: statistic.code)
    return summary


def _count(summary: Summary, statistic: Statistic, outcome: Outcome, finding: Finding) -> None:
    if finding.fixed:
        summary.fixed += 1
        statistic.fixed += 1
        return
    summary.findings += 1
    if finding.reason is not None:
        summary.without_fix[finding.code, finding.reason] += 1
    elif outcome.can_fix(finding):
        summary.fixable += 1
    else:
        summary.hidden += 1
