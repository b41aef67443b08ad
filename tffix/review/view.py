"""A question as lines for a terminal of some width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from rich.cells import cell_len
from rich.text import Text

from tffix.reports.snippet import display
from tffix.review.diffview import cut, diff, folded
from tffix.review.question import Question, help_items

_MARKS = {"safe": ("safe", "green"), "unsafe": (" UNSAFE ", "bold reverse red")}


_FEWEST = 3
"""Rows that the diff gets, however small the terminal is."""


@dataclass(frozen=True)
class Page:
    """A full screen: its rows, the first row of the body on it, and how many there is room for."""

    rows: list[Text]
    first: int
    room: int


def page(head: Sequence[Text], body: Sequence[Text], foot: Sequence[Text], first: int, width: int, height: int) -> Page:
    """A screen of this size, its body scrolled to the row ``first`` or as far as it goes."""
    room = max(_FEWEST, height - len(head) - len(foot) - 2)
    first = max(0, min(first, len(body) - room))
    shown = [*body[first : first + room]]
    below = len(body) - first - len(shown)
    more = f"── {below} more lines: space, arrows, Page Up/Down " if below or first else ""
    shown += [Text()] * (room - len(shown))
    # Of a terminal that is too small the question and the diff are shown first.
    return Page([*head, _rule(width), *shown, _rule(width, more), *foot][:height], first, room)


def _rule(width: int, text: str = "") -> Text:
    return cut(Text(text + "─" * max(0, width - cell_len(text)), "dim"), width)


def head(question: Question, width: int) -> list[Text]:
    """Where, what, why, how far it can be trusted, and how far the review is."""
    finding = question.finding
    growing = "+" if question.growing else ""
    place = f"{display(finding.path)}:{finding.line}"
    count = f"{question.position} of {question.total}{growing} · {question.left} left in this file"
    mark, style = _MARKS[finding.applicability]
    what = Text.assemble((f"{finding.code} ", "bold cyan"), (finding.name, "bold"))
    shown = [_apart(Text(place, "bold"), Text(count), width), _apart(what, Text(mark, style), width)]
    shown += _wrapped(display(finding.message), width, "")
    if finding.applicability == "unsafe":
        shown += _wrapped("Right in most cases only: read this diff.", width, "red")
    if question.answered:
        shown += _wrapped(f"Your answer: {question.answered}. Another key changes it, Enter goes on.", width, "yellow")
    return shown


def body(question: Question, width: int) -> list[Text]:
    """The diff."""
    return diff(question.before, question.after, width)


def foot(question: Question, width: int) -> list[Text]:
    """The help line, on as many lines as it takes, and the note below it."""
    shown: list[Text] = []
    line = Text()
    for key, text in help_items(question):
        item = Text.assemble((key, "bold magenta"), f" {text}")
        if line and line.cell_len + 2 + item.cell_len > width:
            shown.append(line)
            line = Text()
        line = Text.assemble(line, "  ", item) if line else item
    shown.append(line)
    shown += _wrapped(display(question.note), width, "yellow") if question.note else []
    return [cut(line, width) for line in shown]


def wrapped(text: str, width: int) -> list[Text]:
    """The lines of ``text`` as they are, those that are too long folded."""
    return [piece for line in text.split("\n") for piece in folded(Text(display(line)), width)]


def document(text: str, width: int) -> list[Text]:
    """Markdown as a person reads it."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=width, file=StringIO())
    page = Markdown(text, code_theme="ansi_dark", hyperlinks=False)
    rows = [Text.assemble(*((part.text, part.style or "") for part in row)) for row in console.render_lines(page)]
    for row in rows:
        row.rstrip()
    return rows


def _apart(left: Text, right: Text, width: int) -> Text:
    """One line with ``left`` and ``right`` at its ends; of a long ``left`` the end is shown."""
    room = max(4, width - right.cell_len - 2)
    if left.cell_len > room:
        left = _tail(left, room)
    return cut(Text.assemble(left, " " * max(2, width - left.cell_len - right.cell_len), right), width)


def _tail(text: Text, room: int) -> Text:
    start, used = len(text.plain), 1
    while start and used + cell_len(text.plain[start - 1]) <= room:
        start -= 1
        used += cell_len(text.plain[start])
    return Text.assemble(("…", text.style), text[start:])


def _wrapped(text: str, width: int, style: str) -> list[Text]:
    """``text`` broken at spaces, and inside of words that are longer than a line."""
    shown: list[Text] = []
    line = ""
    for word in text.split(" "):
        if line and cell_len(line) + 1 + cell_len(word) > width:
            shown.append(Text(line, style))
            line = word
        else:
            line = f"{line} {word}" if line else word
        while cell_len(line) > width:
            first, *rest = folded(Text(line), width)
            shown.append(Text(first.plain, style))
            line = "".join(piece.plain for piece in rest)
    return [*shown, Text(line, style)]
