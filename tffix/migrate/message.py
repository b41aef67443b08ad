"""The message of a part: what, why, risk, how it was verified, how to revert, and what is left for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from tffix import registry
from tffix.codemod import Codemod
from tffix.migrate.parts import Part, counted
from tffix.results import Finding

_WIDTH = 76
_TITLE = 72
_MOST = 50
"""Findings that a message lists: the report has all."""
_RISKS = {
    "safe": "safe: what the code computes is kept, or what it computed was an error with one obvious repair.",
    "unsafe": "unsafe: right in most cases. Please read these changes:",
}
CONTRACTS = {
    "equivalent": "the loss curve stays the same, bit for bit",
    "tolerance": "the loss curve stays the same, up to rounding",
    "repair": "the code does not train before, and trains after",
    "none": "nothing that computes is changed",
}
_CHECKS = (
    "Each new file parses and compiles, keeps every comment, is byte-identical outside of the fixes, and a second run "
    "finds nothing left to fix."
)


def title(part: Part) -> str:
    """The first line: which codemods, how many files, whose."""
    names = [codemod.name for codemod in _codemods(part)]
    number = len(part.changes)
    piece = f" ({part.piece[0]} of {part.piece[1]})" if part.piece[1] > 1 else ""
    where = f"{number} {'file' if number == 1 else 'files'}{piece}"
    listed = f"Fix {_listed(names)} in {where}"
    return listed if len(listed) <= _TITLE else f"Fix {len(names)} TensorFlow patterns in {where}"


def message(part: Part, proofs: Sequence[str], revert: str) -> str:
    """The whole message as plain text.

    Args:
        part: the part.
        proofs: what was run on it, and how that ended.
        revert: the command that takes it back.
    """
    blocks = [
        ("What", _what(part)),
        ("Why", _why(part)),
        ("Risk", _risk(part)),
        ("How it was verified", _verified(part, proofs)),
        ("How to revert", [revert, "This change does not depend on any other part of the migration."]),
        (f"Left for people: {len(part.left)}", _left(part.left)),
    ]
    text = [title(part)]
    for heading, items in blocks:
        if lines := [line for item in items for line in _item(item)]:
            text += ["", heading, "", *lines]
    return "\n".join(text) + "\n"


def finding_line(finding: Finding) -> str:
    """A finding that is left, and why."""
    why = f" No fix: {finding.reason}" if finding.reason else " Its fix is unsafe: --unsafe-fixes applies it."
    return f"{shown(finding.path)}:{finding.line}: {finding.code} {finding.name}: {shown(finding.message)}.{shown(why)}"


def shown(text: str) -> str:
    """``text`` on one line, with what a terminal or a mail would act on made visible."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def paragraph(codemod: Codemod, heading: str) -> str:
    """The first paragraph below ``heading`` on the page of ``codemod``."""
    _, found, below = codemod.page.partition(f"## {heading}\n")
    lines = []
    for line in below.split("\n") if found else ():
        if not line.strip() or line.startswith(("#", "|", "-")):
            break
        lines.append(line.strip())
    text = " ".join(lines)
    # A sentence that announces a table or a list says nothing without it.
    return text if not text.endswith(":") else text[: text.rfind(". ") + 1]


def _what(part: Part) -> Iterator[str]:
    counts = counted(finding for change in part.changes for finding in change.fixed)
    for codemod in _codemods(part):
        number = counts[codemod.code]
        yield f"{codemod.code} {codemod.name}, {number} {'time' if number == 1 else 'times'}: {codemod.summary}."


def _why(part: Part) -> Iterator[str]:
    for codemod in _codemods(part):
        why = paragraph(codemod, "Why is this bad?")
        if why:
            yield f"{codemod.code}: {why}"


def _risk(part: Part) -> Iterator[str]:
    fixed = [finding for change in part.changes for finding in change.fixed]
    unsafe = [finding for finding in fixed if finding.applicability == "unsafe"]
    for code in counted(unsafe):
        places = [f"{shown(finding.path)}:{finding.line}" for finding in unsafe if finding.code == code]
        more = f" and {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"{code} is {_RISKS['unsafe']} {', '.join(places[:_MOST])}{more}."
    safe = list(counted(finding for finding in fixed if finding.applicability == "safe"))
    if safe:
        yield f"{_listed(safe)} {'is' if len(safe) == 1 else 'are'} {_RISKS['safe']}"


def _verified(part: Part, proofs: Sequence[str]) -> Iterator[str]:
    yield _CHECKS
    contracts: dict[str, list[str]] = {}
    for codemod in _codemods(part):
        contracts.setdefault(CONTRACTS[codemod.contract.value], []).append(codemod.code)
    for contract, codes in contracts.items():
        yield f"{_listed(codes)} {'is' if len(codes) == 1 else 'are'} held by tests to this: {contract}."
    yield from map(shown, proofs)


def _left(left: Sequence[Finding]) -> Iterator[str]:
    yield from map(finding_line, left[:_MOST])
    if len(left) > _MOST:
        yield f"... and {len(left) - _MOST} more; `tffix migrate report` lists all."


def _item(text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _codemods(part: Part) -> list[Codemod]:
    return [registry.find(code) for code in sorted(part.codes)]


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
