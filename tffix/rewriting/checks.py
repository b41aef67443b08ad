"""What must hold between a source and its rewritten form before anything is written."""

from __future__ import annotations

import re
import tokenize
from collections import Counter
from collections.abc import Iterable

from tffix.rewriting.spans import comment_texts

# str.splitlines also splits at form feeds and other characters.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def verify(before: str, after: str, touched: Iterable[tuple[int, int]] = (), *, comments: bool = True) -> str | None:
    """What is wrong with ``after`` as the rewritten form of ``before``; ``None`` when nothing is.

    Args:
        before: the source as it was.
        after: its rewritten form.
        touched: the lines (first, last; from 1) of ``before`` that may differ (``Outcome.touched``).
        comments: whether every comment must be kept; false when a fix replaced one.
    """
    try:
        compile(after, "<rewritten>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"the rewritten code does not compile: {error}"
    if comments and not _keeps_marked_lines(before, after):
        lost = lost_comments(before, after)
        if lost:
            return f"the comment {lost[0]!r} would be lost"
    return _changed_line(before, after, touched)


def _keeps_marked_lines(before: str, after: str) -> bool:
    """Whether every line with a ``#`` is there as often as before, whatever its indentation.

    Then no comment is gone.  That none has become part of a string is known of each region from its tokens
    (``apply_fixes``), and to split a whole file into tokens costs as much as to parse it.
    """
    return not _marked_lines(before) - _marked_lines(after)


def _marked_lines(text: str) -> Counter[str]:
    return Counter(line.strip() for line in _LINE.findall(text) if "#" in line)


def lost_comments(before: str, after: str) -> list[str]:
    """The comments of ``before`` that are not in ``after``, as often as they were."""
    try:
        missing = Counter(comment_texts(before)) - Counter(comment_texts(after))
    except (tokenize.TokenError, SyntaxError):
        return ["#"]
    return sorted(missing.elements())


def _changed_line(before: str, after: str, touched: Iterable[tuple[int, int]]) -> str | None:
    free = {line for first, last in touched for line in range(first, last + 1)}
    rest = iter(_LINE.findall(after))
    for number, line in enumerate(_LINE.findall(before), 1):
        # Blank lines may come and go beside an edit.
        if number not in free and line.strip() and not any(_same(line, other) for other in rest):
            return f"line {number}, which no fix touches, would change"
    return None


def _same(line: str, other: str) -> bool:
    """Whether two lines are the same; one that ends a file may have no line end."""
    bare = line.rstrip("\r\n")
    return line == other or (bare == other.rstrip("\r\n") and bare in (line, other))
