"""Curves as text, for the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

WIDTH, HEIGHT = 64, 12
_BARS = " ▁▂▃▄▅▆▇█"
BEFORE, AFTER, BOTH = "o", "x", "*"

Values = Sequence[float | None]


def plot(before: Values, after: Values, *, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """Both curves in one plot: ``o`` before, ``x`` after, ``*`` where they meet."""
    finite = [value for value in (*before, *after) if value is not None and math.isfinite(value)]
    if not finite:
        return []
    low, high = min(finite), max(finite)
    steps = max(len(before), len(after))
    columns = min(width, steps)
    rows = [[" "] * columns for _ in range(height)]
    for values, mark in ((before, BEFORE), (after, AFTER)):
        for column in range(columns):
            value = _at(values, column, columns, steps)
            if value is not None:
                row = height - 1 - (round((value - low) / (high - low) * (height - 1)) if high > low else 0)
                rows[row][column] = mark if rows[row][column] == " " else BOTH
    labels = {0: f"{high:.4g}", height - 1: f"{low:.4g}"}
    margin = max(map(len, labels.values()))
    scale = _scale(columns, width)
    gap = " " * (scale - 1)
    lines = [f"{labels.get(at, ''):>{margin}} │{gap.join(row)}".rstrip() for at, row in enumerate(rows)]
    axis = f"{'':>{margin}} └{'─' * columns * scale}"
    first, last = "1", f"step {steps}"
    return [*lines, axis, f"{'':>{margin}}  {first}{last:>{max(columns * scale - len(first), len(last) + 1)}}"]


def bars(values: Sequence[float], *, width: int = WIDTH) -> str:
    """Differences as a line of bars, the largest the highest; of the values that fall on one bar the largest counts."""
    columns = min(width, len(values))
    top = max((value for value in values if math.isfinite(value)), default=0.0)
    line = ""
    for column in range(columns):
        part = values[column * len(values) // columns : max((column + 1) * len(values) // columns, 1)]
        worst = max(part)
        if math.isinf(worst):
            line += "!"
        else:
            line += _BARS[math.ceil(worst / top * (len(_BARS) - 1))] if top and worst else _BARS[0]
    return "".join(bar * _scale(columns, width) for bar in line)


def _scale(columns: int, width: int) -> int:
    """How many columns a step takes: short runs are stretched."""
    return max(width // columns, 1) if columns else 1


def _at(values: Values, column: int, columns: int, steps: int) -> float | None:
    """The value shown in a column: the mean of the steps that fall on it."""
    start, end = column * steps // columns, max((column + 1) * steps // columns, column * steps // columns + 1)
    part = [value for value in values[start:end] if value is not None and math.isfinite(value)]
    return sum(part) / len(part) if part else None
