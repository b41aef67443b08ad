"""The report as one page that needs nothing else: no script, no font, no address.

Every text that comes from outside goes through :func:`text`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tffix.migrate.message import shown
from tffix.migrate.report.data import Diff, Left, Report, Risk, Row, Tally
from tffix.migrate.report.style import STYLE
from tffix.reports.snippet import display

_STATES = {
    "done": "done",
    "planned": "to do",
    "aside": "set aside",
    "failed": "failed",
    "undone": "taken back",
    "left_only": "nothing to change, findings left",
}
_CODE = re.compile(r"`([^`]+)`")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CLASSES = {"+": "a", "-": "d", "@": "h"}
_MOST_PLACES = 200
_MOST_PATHS = 3
_MOST_ROWS = 40


def page(report: Report) -> str:
    """The whole page."""
    title = f"Migration of {html.escape(shown(report.root))}"
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{title}</h1>",
            f'<p class="soft">{text(report.tool)}, as of {text(report.when)}</p>',
            *_totals(report.totals),
            *_progress("By owner", "Owner", report.owners, _source(report)),
            *_codemods(report.codemods),
            *_risks(report.risks),
            *_progress("By package", "Package", report.packages, ""),
            *_parts(report.split),
            *_left(report.left),
            *_failed(report.failed),
            *_diffs(report.diffs, report.diffs_left_out),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def text(raw: str) -> str:
    """``raw`` as it is to be read: escaped, with what cannot be seen made visible, and code in backticks as code."""
    return _CODE.sub(r"<code>\1</code>", _escaped(raw))


def _path(raw: str) -> str:
    """A path: it may hold backticks."""
    return f"<code>{_escaped(raw)}</code>"


def _escaped(raw: str) -> str:
    """``raw`` with nothing in it that HTML acts on; a long path may be broken behind each folder."""
    return html.escape(shown(raw)).replace("/", "/<wbr>")


def _totals(totals: Mapping[str, int]) -> Iterator[str]:
    shares = {name: totals[name] for name in ("done", "planned", "aside", "failed", "undone")}
    yield _bar(shares, sum(shares.values()))
    yield _key(shares)
    yield '<dl class="totals">'
    for words, value in (
        ("files looked at", f"{totals['files']:,}"),
        ("files to change", f"{totals['to_change']:,}"),
        ("files done", f"{totals['done']:,}"),
        ("fixes", f"{totals['fixes']:,}"),
        ("lines", f"+{totals['added']:,} \N{MINUS SIGN}{totals['removed']:,}"),
        ("findings left for people", f"{totals['left']:,}"),
    ):
        yield f"<div><dd>{value}</dd><dt>{words}</dt></div>"
    yield "</dl>"


def _key(shares: Mapping[str, int]) -> str:
    entries = (
        f'<li><i class="{name}"></i>{number:,} {_STATES[name]}</li>' for name, number in shares.items() if number
    )
    return f'<ul class="key">{"".join(entries)}</ul>'


def _bar(shares: Mapping[str, int], total: int) -> str:
    pieces = "".join(
        f'<i class="{name}" style="width:{100 * number / total:.2f}%"></i>' for name, number in shares.items() if number
    )
    words = ", ".join(f"{number} {_STATES[name]}" for name, number in shares.items() if number)
    return f'<div class="bar" role="img" aria-label="{words}">{pieces}</div>'


def _source(report: Report) -> str:
    if report.owners_from is None:
        return '<p class="soft">There is no CODEOWNERS file.</p>'
    return f'<p class="soft">Owners as in {_path(report.owners_from)}.</p>'


def _progress(title: str, heading: str, tallies: Sequence[Tally], note: str) -> Iterator[str]:
    yield f"<h2>{title}</h2>{note}"
    yield from _tallies(heading, tallies[:_MOST_ROWS])
    if rest := tallies[_MOST_ROWS:]:
        yield f'<details class="unfold"><summary>{len(rest):,} more</summary>'
        yield from _tallies(heading, rest)
        yield "</details>"


def _tallies(heading: str, tallies: Sequence[Tally]) -> Iterator[str]:
    columns = ("Files", "Done", "To do", "Set aside", "Failed", "Fixes", "Left")
    yield f"<table><thead><tr><th>{heading}</th><th>Progress</th>"
    yield "".join(f'<th class="n">{column}</th>' for column in columns)
    yield "</tr></thead><tbody>"
    for tally in tallies:
        shares = {name: getattr(tally, name) for name in _STATES}
        numbers = (tally.files, tally.done, tally.planned, tally.aside, tally.failed, tally.fixes, tally.left)
        cells = "".join(map(_number, numbers, columns))
        yield f'<tr><td>{text(tally.label)}</td><td class="progress">{_bar(shares, tally.files)}</td>{cells}</tr>'
    yield "</tbody></table>"


def _codemods(rows: Sequence[Row]) -> Iterator[str]:
    columns = ("Files", "Fixes", "Done", "Unsafe", "Left")
    yield "<h2>By codemod</h2>"
    yield "<table><thead><tr><th>Codemod</th><th>What it finds</th>"
    yield "".join(f'<th class="n">{column}</th>' for column in columns)
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = "".join(map(_number, (row.files, row.fixes, row.done, row.unsafe, row.left), columns))
        name = f"<td>{text(row.code)} {text(row.name)}</td>"
        yield f'<tr>{name}<td class="what">{text(row.summary)}</td>{cells}</tr>'
    yield "</tbody></table>"


def _number(number: int, column: str) -> str:
    zero = " zero" if number == 0 else ""
    return f'<td class="n{zero}" data-label="{column.lower()}">{number:,}</td>'


def _risks(risks: Sequence[Risk]) -> Iterator[str]:
    if not risks:
        return
    yield "<h2>The biggest risks</h2>"
    yield '<ul class="risks">'
    for risk in risks:
        paths = ", ".join(map(_path, risk.paths[:_MOST_PATHS]))
        more = f" and {len(risk.paths) - _MOST_PATHS:,} more" if len(risk.paths) > _MOST_PATHS else ""
        yield f'<li><b>{text(risk.title)}</b>: {text(risk.why)}<br><span class="soft">{paths}{more}</span></li>'
    yield "</ul>"


def _parts(split: Mapping[str, Any] | None) -> Iterator[str]:
    if not split or not split["parts"]:
        return
    yield f"<h2>Parts, by {text(split['by'])}</h2>"
    yield "<table><thead><tr><th>Part</th><th>What</th><th></th></tr></thead><tbody>"
    for part in split["parts"]:
        lines = f"+{part['lines']['added']:,} \N{MINUS SIGN}{part['lines']['removed']:,}"
        said = "".join(f"<br>{text(proof)}" for proof in part["proofs"])
        why = f"<br>{text(part['reason'])}" if part["reason"] else ""
        what = f'{text(part["title"])}, {lines}<span class="soft">{said}{why}</span>'
        name = part["branch"] or part["name"]
        yield f'<tr><td>{text(name)}</td><td class="what">{what}</td><td>{_tag(part["state"])}</td></tr>'
    yield "</tbody></table>"


def _left(listed: Sequence[Left]) -> Iterator[str]:
    if not listed:
        return
    yield "<h2>Left for people, and why</h2>"
    for left in listed:
        number = len(left.places)
        yield '<details class="unfold"><summary>'
        yield f"<b>{text(left.code)} {text(left.name)}</b>, {number:,} {'time' if number == 1 else 'times'}"
        yield "</summary><ul>"
        for path, line, message, why in left.places[:_MOST_PLACES]:
            yield f'<li>{_path(f"{path}:{line}")} {text(message)}<br><span class="soft">{text(why)}</span></li>'
        if number > _MOST_PLACES:
            yield f"<li>and {number - _MOST_PLACES:,} more</li>"
        yield "</ul></details>"


def _failed(failed: Sequence[tuple[str, str]]) -> Iterator[str]:
    if failed:
        yield f'<h2>Failed</h2><details class="unfold"><summary>{len(failed):,} files</summary><ul>'
        yield from (f"<li>{_path(path)} {text(why)}</li>" for path, why in failed)
        yield "</ul></details>"


def _diffs(diffs: Sequence[Diff], left_out: int) -> Iterator[str]:
    if not diffs:
        return
    yield "<h2>Diffs</h2>"
    yield '<p class="paper soft">The diffs are in the electronic form of this report.</p>'
    yield '<div class="diffs">'
    for diff in diffs:
        unsafe = f" {_tag('unsafe')}" if diff.unsafe else ""
        size = f"+{diff.added:,} \N{MINUS SIGN}{diff.removed:,}"
        about = f"{size}, {', '.join(diff.codes)}"
        if diff.owners:
            about += f", {text(' '.join(diff.owners))}"
        yield f'<details><summary>{_path(diff.path)} <span class="soft">{about}</span>'
        yield f"{_tag(diff.state)}{unsafe}</summary>"
        yield f'<pre class="diff">{"".join(_diff_lines(diff.text.split(chr(10))))}</pre></details>'
    if left_out:
        yield f'<p class="soft">{left_out:,} more are not shown.</p>'
    yield "</div>"


def _diff_lines(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if line:
            kind = _CLASSES.get(line[0], "") if not line.startswith(("+++ ", "--- ")) else "h"
            content = html.escape(display(line.removesuffix("\r")))
            yield f'<span class="{kind}">{content}</span>' if kind else f"<span>{content}</span>"


def _tag(state: str) -> str:
    words = {"planned": "to do", "aside": "set aside", "undone": "taken back"}
    return f'<span class="tag is-{html.escape(state)}">{html.escape(words.get(state, state))}</span>'
