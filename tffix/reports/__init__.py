"""Reports: what is printed about a run, by format.

A format is a class with the interface of :class:`Reporter`; :data:`FORMATS` says where it is, and it is imported when
it is asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from tffix.reports.output import Stream
from tffix.reports.summary import Balance, Outcome, Summary


class Report(NamedTuple):
    """Everything a format can tell: plain data.

    ``fixing`` is true for ``apply``; ``written`` is false when it was only tried (``--dry-run``).  ``errors`` are
    ``(path, reason)``.  ``diffs`` are those the user asked to see, by path.
    ``balance`` says what is left out as no news.
    """

    outcomes: Sequence[Outcome]
    errors: Sequence[tuple[str, str]]
    summary: Summary
    fixing: bool = False
    written: bool = True
    verbose: bool = False
    quiet: bool = False
    statistics: bool = False
    diffs: Mapping[str, bytes] | None = None
    stdin: bytes | None = None
    balance: Balance | None = None


class Reporter(Protocol):
    """A report format.  ``exclusive``: a program reads it, so nothing else may stand in the same stream."""

    exclusive: bool

    def write(self, report: Report, stream: Stream) -> None:
        """Write the report of a finished run."""


FORMATS: Mapping[str, str] = {
    "text": "tffix.reports.text:TextReporter",
    "concise": "tffix.reports.text:ConciseReporter",
    "json": "tffix.reports.json:JsonReporter",
}


def reporter(name: str) -> Reporter:
    """The reporter for ``--output-format name``."""
    module, _, attribute = FORMATS[name].partition(":")
    instance: Reporter = getattr(importlib.import_module(module), attribute)()
    return instance
