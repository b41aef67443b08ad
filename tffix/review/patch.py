"""What a person changed by hand, as hunks that find their place again when the rest of the file moves."""

from __future__ import annotations

from collections.abc import Sequence

from tffix.linediff import Matcher
from tffix.review.answers import Hunk
from tffix.review.idents import lines

_CONTEXT = 3


def hunks(before: str, after: str) -> tuple[Hunk, ...]:
    """The hunks that make ``after`` of ``before``."""
    old, new = lines(before), lines(after)
    found = []
    for _, i1, i2, j1, j2 in Matcher(old, new).changes():
        head, tail = old[max(0, i1 - _CONTEXT) : i1], old[i2 : i2 + _CONTEXT]
        found.append(Hunk(i1 - len(head), (*head, *old[i1:i2], *tail), (*head, *new[j1:j2], *tail)))
    return tuple(found)


def patched(text: str, edits: Sequence[Hunk]) -> str | None:
    """``text`` with the ``edits``; ``None`` if the lines that one of them replaces are not there."""
    old = lines(text)
    result: list[str] = []
    done = shift = 0
    for hunk in edits:
        place = _place(old, hunk, hunk.line + shift)
        if place is None:
            return None
        # Contexts of neighbours may overlap: what stands before the change is taken from the text once.
        own = _change(hunk)
        first, last, new = place + own[0], place + own[1], own[2]
        if first < done:
            return None
        result += [*old[done:first], *new]
        done, shift = last, place - hunk.line
    return "".join([*result, *old[done:]])


def _change(hunk: Hunk) -> tuple[int, int, tuple[str, ...]]:
    """Which lines of ``before`` go, and what comes in their place, without the context."""
    spans = Matcher(hunk.before, hunk.after).changes()
    first, last = spans[0][1], spans[-1][2]
    return first, last, hunk.after[spans[0][3] : spans[-1][4]]


def _place(old: Sequence[str], hunk: Hunk, expected: int) -> int | None:
    """Where the lines of ``hunk`` stand, nearest to where they stood."""
    size = len(hunk.before)
    places = [at for at in range(len(old) - size + 1) if tuple(old[at : at + size]) == hunk.before]
    return min(places, key=lambda at: abs(at - expected), default=None)
