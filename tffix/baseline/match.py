"""Which findings a baseline knows, and which of its entries are gone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from tffix.baseline.file import Entry

_WAYS: tuple[Callable[[Entry], Hashable], ...] = (
    lambda entry: (entry.path, entry.code, entry.scope, entry.statement, entry.content),
    # The statement around it was edited.
    lambda entry: (entry.path, entry.code, entry.scope, entry.content),
    # Its function was renamed, or it was moved to another one,
    lambda entry: (entry.path, entry.code, entry.statement, entry.content),
    # or to another file, or the file was renamed.
    lambda entry: (entry.code, entry.scope, entry.statement, entry.content),
    lambda entry: (entry.code, entry.statement, entry.content),
)
"""From the surest to the least sure.  Each entry stands for one finding."""


class Matched(NamedTuple):
    """``known`` says of each finding whether an entry stands for it; ``left`` are the entries that stand for none."""

    known: list[bool]
    left: list[Entry]


def match(found: Sequence[Entry | None], entries: Sequence[Entry], may_have_moved: Callable[[Entry], bool]) -> Matched:
    """Match findings against the ``entries`` of a baseline.

    Args:
        found: the findings as entries; ``None`` for one whose code could not be read: it is never known.
        entries: those of the baseline.
        may_have_moved: whether an entry that is not found in its file may stand for a finding in another one; it may
            not where its file was not looked at, for it is still there.
    """
    known = [False] * len(found)
    left = list(entries)
    for number, way in enumerate(_WAYS):
        across = number >= 3
        waiting: dict[Hashable, list[int]] = {}
        for index in range(len(left) - 1, -1, -1):
            if not across or may_have_moved(left[index]):
                waiting.setdefault(way(left[index]), []).append(index)
        taken = set()
        for position, item in enumerate(found):
            if item is not None and not known[position] and (same := waiting.get(way(item))):
                taken.add(same.pop())
                known[position] = True
        left = [item for index, item in enumerate(left) if index not in taken]
    return Matched(known, left)
