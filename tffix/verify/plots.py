"""The picture of a verdict, as a file."""

from __future__ import annotations

import html
import importlib.util
from pathlib import Path

from tffix.reports.output import plain
from tffix.verify import report
from tffix.verify.svg import Panel, Values, draw
from tffix.verify.verdict import Verdict

_SUFFIXES = (".png", ".svg", ".html")


class PlotError(Exception):
    """The picture cannot be written."""


def check(path: Path) -> None:
    """See, before anything is run, that the picture can be written.

    Raises:
        PlotError: the name has another ending, its folder is missing, or matplotlib is needed and not installed.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise PlotError(f"{path}: the name of a plot ends in {', '.join(_SUFFIXES)}")
    if not path.absolute().parent.is_dir():
        raise PlotError(f"{path}: there is no such folder")
    if path.suffix.lower() == ".png" and importlib.util.find_spec("matplotlib") is None:
        raise PlotError(f"{path}: png needs matplotlib (pip install matplotlib); svg and html do not")


def write(path: Path, title: str, verdict: Verdict) -> None:
    """Write the curves to ``path``, in the format that its name says."""
    panels = _panels(verdict)
    if path.suffix.lower() == ".png":
        _write_png(path, title, panels)
    elif path.suffix.lower() == ".svg":
        path.write_text(draw(title, panels), encoding="utf-8")
    else:
        path.write_text(_page(title, verdict, panels), encoding="utf-8")


def _panels(verdict: Verdict) -> list[Panel]:
    before, after = report.shown_pair(verdict)
    sides = [run.recording.curves if run else () for run in (before, after)]
    panels = []
    for index in range(max(map(len, sides))):
        pair = [side[index] if index < len(side) else None for side in sides]
        name = next(curve.name for curve in pair if curve)
        first, second = (curve.losses if curve else [] for curve in pair)
        known = verdict.differences[index].relative if index < len(verdict.differences) else ()
        panels.append(Panel(f"loss differentiated for {name}", first, second, known))
    return panels


def _page(title: str, verdict: Verdict, panels: list[Panel]) -> str:
    text = "\n".join(report.summary_lines(verdict, plain))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        f"<body>\n{draw(title, panels)}\n<pre>{html.escape(text)}</pre>\n</body>\n</html>\n"
    )


def _write_png(path: Path, title: str, panels: list[Panel]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(
        2 * max(len(panels), 1), 1, figsize=(9, 6 * max(len(panels), 1)), squeeze=False, layout="constrained"
    )
    figure.suptitle(title)
    for index, panel in enumerate(panels):
        upper, lower = axes[2 * index][0], axes[2 * index + 1][0]
        upper.set_title(panel.title)
        upper.plot(_steps(panel.before), _drawn(panel.before), label="before")
        upper.plot(_steps(panel.after), _drawn(panel.after), "--", label="after")
        upper.legend()
        lower.set_ylabel("relative difference")
        lower.plot(_steps(panel.difference), _drawn(panel.difference), color="gray")
        lower.set_xlabel("optimizer step")
    figure.savefig(path)
    plt.close(figure)


def _steps(values: Values) -> range:
    return range(1, len(values) + 1)


def _drawn(values: Values) -> list[float]:
    return [float("nan") if value is None else value for value in values]
