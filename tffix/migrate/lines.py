"""Edits as lines: whether patches of one file can be applied in any order."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tffix.linediff import Matcher

CONTEXT = 3
"""Lines of a patch around each change, which must be as they were for it to apply."""


class Edit(NamedTuple):
    """The lines ``start`` to ``end`` of a file (from 0, without the end) become ``new``."""

    start: int
    end: int
    new: tuple[bytes, ...]


def of(data: bytes) -> list[bytes]:
    """The lines of a file as git counts them: only a line feed ends one."""
    return list(io.BytesIO(data))


def edits(before: bytes, after: bytes) -> list[Edit]:
    """What turns ``before`` into ``after``."""
    old, new = of(before), of(after)
    return [Edit(i1, i2, tuple(new[j1:j2])) for _, i1, i2, j1, j2 in Matcher(old, new).changes()]


def size(before: bytes, after: bytes) -> tuple[int, int]:
    """How many lines come, and how many go."""
    found = edits(before, after)
    return sum(len(edit.new) for edit in found), sum(edit.end - edit.start for edit in found)


def applied(before: bytes, found: Iterable[Edit]) -> bytes:
    """``before`` with edits that do not overlap."""
    lines = of(before)
    for edit in sorted(found, reverse=True):
        lines[edit.start : edit.end] = edit.new
    return b"".join(lines)


def touch(some: Iterable[Edit], others: Sequence[Edit]) -> bool:
    """Whether an edit is in the context of another one."""
    return any(a.start - b.end < CONTEXT and b.start - a.end < CONTEXT for a in some for b in others)


def commute(before: bytes, after: bytes, groups: Sequence[Sequence[Edit]]) -> bool:
    """Whether patches with these edits, none of which touch, make ``after`` in any order.

    A patch is applied where its lines are found.  After other patches the lines are not where they were: they must
    be nowhere else.
    """
    if applied(before, (edit for group in groups for edit in group)) != after:
        return False
    for group in groups:
        others = applied(before, (edit for other in groups if other is not group for edit in other))
        lines = of(before)
        blocks = [lines[max(0, edit.start - CONTEXT) : edit.end + CONTEXT] for edit in group]
        if any(_count(of(text), block) != 1 for text in (before, others) for block in blocks):
            return False
    return True


def _count(lines: Sequence[bytes], block: Sequence[bytes]) -> int:
    return sum(lines[at : at + len(block)] == block for at in range(len(lines) - len(block) + 1))
