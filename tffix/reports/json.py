"""The format for programs.

One object::

    {
      "version": 1,
      "tool": "tffix 0.1.0",
      "findings": [{"code", "name", "path", "line", "column", "end_line", "end_column",
                    "message", "applicability": "safe" | "unsafe" | "manual", "reason": null | "...", "fixed": bool}],
      "errors":   [{"path", "message"}],
      "changed":  ["path", ...],                              (rewritten, or would be)
      "diffs":    {"path": "..."},                            (with --show-diff)
      "news":     {"known", "elsewhere", "gone": ["..."]},    (with --baseline or --diff-base: what is left out)
      "summary":  {"files", "affected", "findings", "fixed", "fixable", "hidden", "without_fix",
                   "changed", "errors"},
      "statistics": [{"code", "name", "safe", "unsafe", "manual", "fixed"}]
    }

Lines and columns are 1-based, columns count characters, ends are exclusive.  ``affected`` counts the files with
findings, ``findings`` what is left, ``fixable`` what ``apply`` would fix with the same options, ``hidden`` what needs
``--unsafe-fixes``.  A key is only ever added; ``version`` goes up when one changes its meaning.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tffix import __version__
from tffix.reports import Report
from tffix.reports.output import Stream

VERSION = 1


class JsonReporter:
    """All of a report as one JSON object."""

    exclusive = True

    def write(self, report: Report, stream: Stream) -> None:
        """Write the object; the text is ASCII, so that every file name survives."""
        stream.line(json.dumps(document(report), indent=2))


def document(report: Report) -> dict[str, Any]:
    """The object that is written, as the docstring of the module describes it."""
    results = [outcome.result for outcome in report.outcomes]
    summary = report.summary
    found: dict[str, Any] = {
        "version": VERSION,
        "tool": f"tffix {__version__}",
        "findings": [asdict(finding) for result in results for finding in result.findings],
        "errors": [{"path": path, "message": message} for path, message in report.errors],
        "changed": [outcome.result.path for outcome in report.outcomes if outcome.changed],
        "summary": {
            "files": summary.files,
            "affected": summary.affected,
            "findings": summary.findings,
            "fixed": summary.fixed,
            "fixable": summary.fixable,
            "hidden": summary.hidden,
            "without_fix": sum(summary.without_fix.values()),
            "changed": summary.changed,
            "errors": summary.errors,
        },
        "statistics": [asdict(statistic) for statistic in summary.statistics],
    }
    if report.balance is not None:
        balance = report.balance
        found["news"] = {"known": balance.known, "elsewhere": balance.elsewhere, "gone": balance.gone}
    if report.diffs is not None:
        found["diffs"] = {path: diff.decode("utf-8", "replace") for path, diff in report.diffs.items()}
    return found
