"""Which lines of two texts belong together: ``difflib``, with large texts cut where a line is there once in both.

``difflib`` alone takes time by the square of the changes, and pairs lines that are everywhere, such as ``return x``.
"""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

Line = TypeVar("Line", bound=Hashable)
Opcode = tuple[str, int, int, int, int]
Block = difflib.Match


class Matcher(difflib.SequenceMatcher[Line]):
    """The differences of two lists of lines."""

    def __init__(self, old: Sequence[Line], new: Sequence[Line]) -> None:
        super().__init__(None, old, new, autojunk=False)
        self._blocks = [*_joined(_blocks(old, new)), Block(len(old), len(new), 0)]

    def get_matching_blocks(self) -> list[Block]:
        """The runs of lines that are the same, in order; the last one is empty."""
        return self._blocks

    def changes(self) -> list[Opcode]:
        """What differs: the opcodes that are not ``equal``."""
        return [opcode for opcode in self.get_opcodes() if opcode[0] != "equal"]


def _blocks(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Block]:
    i, j = 0, 0
    for next_i, next_j in [*_anchors(old, new), (len(old), len(new))]:
        between = old[i:next_i], new[j:next_j]
        if between[0] == between[1]:
            yield Block(i, j, next_i - i)
        elif all(between):
            matcher = difflib.SequenceMatcher(None, *between)
            yield from (Block(i + a, j + b, size) for a, b, size in matcher.get_matching_blocks())
        # The anchor itself begins the next part.
        i, j = next_i, next_j


def _anchors(old: Sequence[Line], new: Sequence[Line]) -> list[tuple[int, int]]:
    """The places of the lines that are there once in both texts, as many as have the same order."""
    once_old, once_new = _once(old), _once(new)
    pairs = [(i, once_new[line]) for line, i in once_old.items() if line in once_new]
    # The longest ascending run (patience sorting): of each length the pile with the least last place.
    ends: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(piles[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        piles[length : length + 1] = [number]
    found = []
    number = piles[-1] if piles else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


def _once(lines: Sequence[Line]) -> dict[Line, int]:
    counts = Counter(lines)
    return {line: place for place, line in enumerate(lines) if counts[line] == 1}


def _joined(blocks: Iterator[Block]) -> Iterator[Block]:
    """``blocks`` with those that touch made one, and without empty ones."""
    last = Block(0, 0, 0)
    for block in blocks:
        if (block.a, block.b) == (last.a + last.size, last.b + last.size):
            last = Block(last.a, last.b, last.size + block.size)
            continue
        if last.size:
            yield last
        last = block
    if last.size:
        yield last
