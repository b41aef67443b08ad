"""The report as Markdown, for a merge request or a wiki."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tffix.migrate.message import shown
from tffix.migrate.report.data import Left, Report, Tally

_MOST = 20
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#&])")


def markdown(report: Report) -> str:
    """``report`` as GitHub and GitLab show it; the diffs are left to the other forms."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    totals = report.totals
    yield f"# Migration of {text(report.root)}"
    yield ""
    yield f"{text(report.tool)}, as of {report.when}."
    yield ""
    yield f"- {totals['files']:,} files looked at, of which {totals['failed']:,} failed"
    yield f"- {totals['to_change']:,} files to change (+{totals['added']:,} -{totals['removed']:,} lines)"
    states = (("done", "done"), ("planned", "to do"), ("aside", "set aside"), ("undone", "taken back"))
    yield f"- {', '.join(f'{totals[name]:,} {words}' for name, words in states)}"
    yield f"- {totals['fixes']:,} fixes, of which {totals['fixes_done']:,} are carried out"
    yield f"- {totals['left']:,} findings left for people"
    for heading, tallies in (("owner", report.owners), ("package", report.packages)):
        yield from ("", f"## By {heading}", "")
        yield from _table(heading.capitalize(), tallies)
    yield from ("", "## By codemod", "", "| Codemod | What it finds | Fixes | Done | Unsafe | Left |")
    yield "|---|---|--:|--:|--:|--:|"
    for row in report.codemods:
        cells = f"{row.fixes:,} | {row.done:,} | {row.unsafe:,} | {row.left:,}"
        yield f"| {row.code} {text(row.name)} | {text(row.summary)} | {cells} |"
    yield from ("", "## The biggest risks", "")
    for risk in report.risks:
        yield f"- **{text(risk.title)}**: {text(risk.why)} ({_listed(risk.paths)})"
    if report.split:
        yield from ("", "## Parts", "", *map(_part, report.split["parts"]))
    yield from ("", "## Left for people", "")
    for left in report.left:
        yield from _left(left)
    if report.failed:
        yield from ("", "## Failed", "")
        yield from (f"- {text(path)}: {text(why)}" for path, why in report.failed)


def _table(heading: str, tallies: Iterable[Tally]) -> Iterator[str]:
    yield f"| {heading} | Files | Done | To do | Set aside | Failed | Fixes | Left |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for tally in tallies:
        numbers = (tally.files, tally.done, tally.planned, tally.aside, tally.failed, tally.fixes, tally.left)
        yield f"| {text(tally.label)} | {' | '.join(f'{number:,}' for number in numbers)} |"


def _part(part: dict[str, object]) -> str:
    name, state = text(str(part["branch"] or part["name"])), text(str(part["state"]))
    why = f": {text(str(part['reason']))}" if part["reason"] else ""
    return f"- {name} ({text(str(part['label']))}): {text(str(part['title']))}; {state}{why}"


def _left(left: Left) -> Iterator[str]:
    number = len(left.places)
    yield f"- **{left.code} {text(left.name)}**, {number:,} {'time' if number == 1 else 'times'}"
    for path, line, message, why in left.places[:_MOST]:
        yield f"  - {text(path)}:{line}: {text(message)}: {text(why)}"
    if number > _MOST:
        yield f"  - and {number - _MOST:,} more"


def _listed(paths: Sequence[str], most: int = 5) -> str:
    more = f" and {len(paths) - most:,} more" if len(paths) > most else ""
    return ", ".join(map(text, paths[:most])) + more


def text(raw: str) -> str:
    """``raw`` as it is, with nothing in it that Markdown or HTML acts on; code in backticks stays code."""
    parts = shown(raw).split("`")
    if len(parts) % 2 == 0:
        return _SPECIAL.sub(r"\\\1", shown(raw))
    return "".join(
        f"`{part.replace('|', chr(92) + '|')}`" if number % 2 and part else _SPECIAL.sub(r"\\\1", part)
        for number, part in enumerate(parts)
    )
