"""A diff for a person to read: syntax-coloured, numbered, folded to the width of the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.syntax import ANSI_DARK, ANSISyntaxTheme, Syntax
from rich.text import Text

from tffix.linediff import Matcher
from tffix.reports.snippet import display
from tffix.review.idents import lines

Opcode = tuple[str, int, int, int, int]
CONTEXT = 5
_BREAKS = " .,([{"
_SIGNS = {"-": "bold red", "+": "bold green", " ": "dim"}
# Only what differs is underlined.
_THEME = ANSISyntaxTheme({token: style + Style(underline=False) for token, style in ANSI_DARK.items()})
_HEADER = re.compile(r"[ \t]*(?:async[ \t]+def|def|class)\b")


@dataclass(frozen=True)
class Row:
    """A line of a diff, with its number in the text it is in."""

    sign: str
    number: int
    text: Text


def diff(before: str, after: str, width: int) -> list[Text]:
    """The diff of two texts as lines of at most ``width`` cells."""
    old, new = lines(before), lines(after)
    digits = len(str(max(len(old), len(new))))
    shown: list[Text] = []
    for group in _groups(Matcher(old, new).changes(), len(old)):
        if shown:
            shown.append(Text(" " * digits + " ⋯", "dim"))
        header = _header(old, group[0][1])
        if header:
            shown.append(cut(Text(" " * (digits + 3) + header, "cyan"), width))
        for row in _rows(old, new, group):
            shown += _folded_row(row, digits, width)
    return shown


def _groups(changed: Sequence[Opcode], count: int) -> Iterator[list[Opcode]]:
    """The changes that are near to one another, with the lines around them."""
    group: list[Opcode] = []
    for change in changed:
        _, i1, _, j1, _ = change
        start = max(0, i1 - CONTEXT)
        if group:
            _, _, end, _, new_end = group[-1]
            if i1 - end > 2 * CONTEXT:
                yield [*group, ("equal", end, end + CONTEXT, new_end, new_end + CONTEXT)]
                group = []
            else:
                start = end
        group += [("equal", start, i1, j1 - (i1 - start), j1), change]
    if group:
        _, _, end, _, new_end = group[-1]
        last = min(count, end + CONTEXT)
        yield [*group, ("equal", end, last, new_end, new_end + last - end)]


def cut(text: Text, width: int) -> Text:
    """``text`` in at most ``width`` cells."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    return text


def folded(text: Text, width: int) -> list[Text]:
    """``text`` in pieces of at most ``width`` cells, broken behind a space or a bracket if one is near."""
    plain, offsets, start, used = text.plain, [], 0, 0
    for index, character in enumerate(plain):
        cells = cell_len(character)
        if used + cells > width and index > start:
            near = range(index, max(start, index - width // 4), -1)
            start = next((place for place in near if plain[place - 1] in _BREAKS), index)
            offsets.append(start)
            used = cell_len(plain[start:index])
        used += cells
    return list(text.divide(offsets))


def _folded_row(row: Row, digits: int, width: int) -> Iterator[Text]:
    gutter = digits + 3
    for index, piece in enumerate(folded(row.text, max(8, width - gutter))):
        number = f"{row.number:>{digits}} " if index == 0 else " " * (digits + 1)
        yield Text.assemble((number, "dim"), (f"{row.sign} ", _SIGNS[row.sign]), piece)


def _rows(old: Sequence[str], new: Sequence[str], group: Sequence[Opcode]) -> Iterator[Row]:
    first, last = group[0], group[-1]
    olds = dict(zip(range(first[1], last[2]), _highlighted(old[first[1] : last[2]]), strict=True))
    news = dict(zip(range(first[3], last[4]), _highlighted(new[first[3] : last[4]]), strict=True))
    for tag, i1, i2, j1, j2 in group:
        if tag == "equal":
            yield from (Row(" ", j + 1, news[j]) for j in range(j1, j2))
            continue
        for i, j in zip(range(i1, i2), range(j1, j2), strict=False):
            _emphasize(olds[i], news[j])
        yield from (Row("-", i + 1, olds[i]) for i in range(i1, i2))
        yield from (Row("+", j + 1, news[j]) for j in range(j1, j2))


def _highlighted(code: Sequence[str]) -> list[Text]:
    shown = [display(line.rstrip("\r\n")) for line in code]
    # An empty first line would be stripped.
    text = Syntax("", "python", theme=_THEME).highlight("#\n" + "\n".join(shown))
    return [
        Text(plain) if line.plain != plain else line
        for line, plain in zip(_split(text, len(shown)), shown, strict=True)
    ]


def _split(text: Text, count: int) -> list[Text]:
    found = list(text.split("\n", allow_blank=True))[1 : count + 1]
    return found + [Text() for _ in range(count - len(found))]


def _emphasize(old: Text, new: Text) -> None:
    """Underline what differs between two lines that are alike."""
    before, after = old.plain, new.plain
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    tail = next((i for i in range(shorter - head) if before[-1 - i] != after[-1 - i]), shorter - head)
    if head + tail >= shorter / 2:
        old.stylize("bold underline", head, len(before) - tail)
        new.stylize("bold underline", head, len(after) - tail)


def _header(old: Sequence[str], first: int) -> str:
    """The function or class in which line ``first`` stands, if its head is not shown."""
    indent = next((_indent(line) for line in old[first:] if line.strip()), 0)
    for line in reversed(old[:first]):
        if line.strip() and _indent(line) < indent:
            if _HEADER.match(line):
                return display(line.strip())
            indent = _indent(line)
    return ""


def _indent(line: str) -> int:
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())
