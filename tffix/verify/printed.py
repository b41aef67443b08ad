"""The numbers that two runs print: what a fix computes is not always what is trained on."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|nan|inf)(?![\w])")
# An eager tensor shows its value among other things.
_EAGER = re.compile(r"tf\.Tensor\((.*?),? shape=\([\d, ]*\), dtype=\w+\)", re.DOTALL)
# One without a value: its name and its shape may hold digits, but those are none that the program computed.
_NAMED = re.compile(r"(?<![\w.])Tensor\(\"[^\"]*\".*?dtype=\w+\)|<tf\.Tensor '[^']*'.*?>")
_SYMBOLIC = ('Tensor("', "<tf.Tensor '")
# Progress bars of Keras hold times, and are drawn as often as time allows.
_PROGRESS = re.compile(r"\d[mµun]?s/(?:step|epoch)|\bETA:")
_PARTS = re.compile(r"[\r\n\b]+")
# Printed floats are cut at some digit.
_DIGITS = 2e-5


@dataclass(frozen=True)
class Printed:
    """How many numbers two runs printed, and the first (from 1) in which they differ, as text."""

    counts: tuple[int, int]
    differ_at: int | None = None
    first: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        if self.differ_at is None:
            return f"the {self.counts[0]} numbers printed are equal"
        if self.counts[0] != self.counts[1]:
            return f"{self.counts[0]} numbers are printed before, {self.counts[1]} after"
        return f"the numbers printed differ, first {self.first[0]} -> {self.first[1]} (number {self.differ_at})"


def compare(before: str, after: str, tolerance: float) -> Printed | None:
    """Compare the numbers in two outputs, in their order; ``None`` if there are none."""
    first, second = _numbers(before), _numbers(after)
    counts = len(first), len(second)
    if not first and not second:
        return None
    for at, (old, new) in enumerate(zip(first, second, strict=False), start=1):
        if not _close(float(old), float(new), max(tolerance, _DIGITS)):
            return Printed(counts, at, (old, new))
    return Printed(counts, None if counts[0] == counts[1] else min(counts) + 1)


def symbols(text: str) -> bool:
    """Whether tensors were printed that had no value yet."""
    return any(sign in text for sign in _SYMBOLIC)


def _numbers(text: str) -> list[str]:
    shown = (part for part in _PARTS.split(text) if not _PROGRESS.search(part))
    return _NUMBER.findall(_NAMED.sub("", _EAGER.sub(r"\1", "\n".join(shown))))


def _close(first: float, second: float, tolerance: float) -> bool:
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) and math.isnan(second)
    return first == second or math.isclose(first, second, rel_tol=tolerance)
