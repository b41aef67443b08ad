"""The source line of a finding, with a marker below it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tffix.reports.output import Paint
from tffix.results import Finding

_LINE_END = re.compile(r"\r\n|\r|\n")
_TAB = "    "
_WIDEST = 160


def source_lines(data: bytes) -> list[str]:
    """The lines of a file as Python counts them, decoded for display."""
    from tffix.source import Source, SourceError

    try:
        text = Source.decode(data).text
    except SourceError:
        return []
    return _LINE_END.split(text)


def snippet(finding: Finding, lines: list[str], paint: Paint) -> Iterator[str]:
    """The lines to print below a finding; none if the file no longer has that line."""
    if not 1 <= finding.line <= len(lines):
        return
    line = lines[finding.line - 1]
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(line.rstrip())
    number = str(finding.line)
    gutter = " " * len(number)
    shown, before, marked = display(line), _width(display(line[:start])), _width(display(line[start:end]))
    yield f" {gutter} {paint('|', 'blue')}"
    yield f" {paint(number, 'bold blue')} {paint('|', 'blue')} {_cut(shown)}"
    if before < _WIDEST:
        marker = "^" * max(1, min(marked, _WIDEST - before))
        yield f" {gutter} {paint('|', 'blue')} {' ' * before}{paint(marker, 'bold yellow')}"


def display(text: str) -> str:
    """Tabs opened; characters that would move the cursor shown as what they are."""
    return "".join(
        _TAB if char == "\t" else char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text
    )


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
