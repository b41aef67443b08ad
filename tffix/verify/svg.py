"""Loss curves as SVG: both in one plot, their difference below."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

_WIDTH, _UPPER, _LOWER, _GAP = 760, 300, 90, 46
_LEFT, _RIGHT, _TOP, _BOTTOM = 74, 20, 56, 40
_BEFORE, _AFTER, _DIFFERENCE, _INK, _GRID = "#1f5fa8", "#d1622b", "#7a7a7a", "#222222", "#dddddd"
_TICKS = 4

Values = Sequence[float | None]


@dataclass(frozen=True)
class Panel:
    """What one plot shows: the losses of one optimizer before and after, and their relative difference."""

    title: str
    before: Values
    after: Values
    difference: Sequence[float]


def draw(title: str, panels: Sequence[Panel]) -> str:
    """The panels, one below the other, as an SVG document that needs nothing else."""
    height = _UPPER + _GAP + _LOWER + _TOP + _BOTTOM
    total = height * max(len(panels), 1) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{total}" viewBox="0 0 {_WIDTH} {total}">',
        "<style>text { font-family: sans-serif }</style>",
        f'<rect width="{_WIDTH}" height="{total}" fill="white"/>',
        _text(_LEFT, 22, title, size=15, weight="bold"),
    ]
    for index, panel in enumerate(panels):
        parts.append(f'<g transform="translate(0 {30 + index * height})">')
        parts += _panel(panel)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel) -> Iterator[str]:
    steps = max(len(panel.before), len(panel.after), 1)
    yield _text(_LEFT, 20, panel.title)
    yield from _legend()
    upper = _Axes(_TOP, _UPPER, steps, _limits([*panel.before, *panel.after]))
    yield from upper.grid()
    # The second curve is drawn dashed: where both are equal, both are seen.
    yield upper.line(panel.before, _BEFORE, "")
    yield upper.line(panel.after, _AFTER, ' stroke-dasharray="5 4"')
    lower = _Axes(_TOP + _UPPER + _GAP, _LOWER, steps, _limits([0.0, *panel.difference]))
    yield _text(_LEFT, _TOP + _UPPER + _GAP - 8, "relative difference")
    yield from lower.grid(ticks=1)
    yield lower.line(panel.difference, _DIFFERENCE, "")
    yield from lower.steps()


def _legend() -> Iterator[str]:
    for at, (name, color, dash) in enumerate((("before", _BEFORE, ""), ("after", _AFTER, ' stroke-dasharray="5 4"'))):
        x = _LEFT + at * 90
        yield f'<line x1="{x}" y1="38" x2="{x + 26}" y2="38" stroke="{color}" stroke-width="2"{dash}/>'
        yield _text(x + 32, 42, name)


@dataclass(frozen=True)
class _Axes:
    top: int
    height: int
    count: int
    limits: tuple[float, float]

    def grid(self, ticks: int = _TICKS) -> Iterator[str]:
        low, high = self.limits
        for tick in range(ticks + 1):
            value = low + (high - low) * tick / ticks
            y = self._y(value)
            yield f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}" stroke="{_GRID}"/>'
            yield _text(_LEFT - 8, y + 4, f"{value:.3g}", anchor="end")

    def steps(self) -> Iterator[str]:
        y = self.top + self.height + 18
        for tick in range(_TICKS + 1):
            step = 1 + round((self.count - 1) * tick / _TICKS)
            yield _text(self._x(step - 1), y, str(step), anchor="middle")
        yield _text(_WIDTH - _RIGHT, y + 16, "optimizer step", anchor="end")

    def line(self, values: Values, color: str, dash: str) -> str:
        """The values as lines; a step without a finite value is a gap."""
        path, pen = [], "M"
        for index, value in enumerate(values):
            if value is None or not math.isfinite(value):
                pen = "M"
                continue
            path.append(f"{pen}{self._x(index):.1f} {self._y(value):.1f}")
            pen = "L"
        return f'<path d="{" ".join(path)}" fill="none" stroke="{color}" stroke-width="2"{dash}/>'

    def _x(self, index: int) -> float:
        return _LEFT + index / max(self.count - 1, 1) * (_WIDTH - _LEFT - _RIGHT)

    def _y(self, value: float) -> float:
        low, high = self.limits
        return self.top + self.height * (1 - (value - low) / (high - low))


def _limits(values: Values) -> tuple[float, float]:
    finite = [value for value in values if value is not None and math.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    return (low, high) if high > low else (low, low + (abs(low) or 1.0))


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
        f'fill="{_INK}">{escape(text)}</text>'
    )
