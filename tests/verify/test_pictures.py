from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.verify.helpers import recording, run
from tffix.codemod import Contract
from tffix.verify import plots, textplot
from tffix.verify.compare import differences
from tffix.verify.svg import Panel, draw
from tffix.verify.verdict import Promise, Status, Verdict


@pytest.fixture
def verdict() -> Verdict:
    before, after = recording([4.0, 3.0, 2.0, 1.0]), recording([4.0, 3.0, 2.5, math.nan])
    return Verdict(
        Status.DIFFERENT,
        "the curves part",
        Promise.of(Contract.EQUIVALENT),
        runs=(run("before", before), run("after", after)),
        differences=tuple(differences(before, after)),
    )


def test_text_shows_where_curves_meet_and_part() -> None:
    lines = textplot.plot([4.0, 2.0, 1.0], [4.0, 3.0, 1.0], width=3, height=4)
    assert [line.partition("│")[2] for line in lines[:4]] == ["*", " x", " o", "  *"]
    assert lines[0].startswith("4 ")
    assert lines[3].startswith("1 ")


def test_text_of_nothing_finite_is_empty() -> None:
    assert textplot.plot([math.nan], [None]) == []


def test_a_long_curve_fits() -> None:
    lines = textplot.plot([float(at) for at in range(1000)], [], width=20)
    assert max(len(line.partition("│")[2]) for line in lines) == 20


def test_bars_show_the_largest_difference_of_each_part() -> None:
    assert textplot.bars([0.0, 0.0, 1.0, 2.0, math.inf, 0.0], width=3) == " █!"


def test_svg_is_well_formed_and_names_what_it_shows() -> None:
    text = draw("a < b", [Panel("loss", [1.0, None, math.inf, 2.0], [1.0], [0.0, 0.5])])
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a < b", "loss", "before", "after", "relative difference"} <= set(words)
    paths = [element.get("d") or "" for element in root.iter("{http://www.w3.org/2000/svg}path")]
    assert paths[0].count("M") == 2
    assert "nan" not in text
    assert "inf" not in text


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_files_are_written(tmp_path: Path, verdict: Verdict, suffix: str) -> None:
    path = tmp_path / f"curves.{suffix}"
    plots.check(path)
    plots.write(path, "before and after", verdict)
    text = path.read_text(encoding="utf-8")
    assert "<svg" in text
    assert ("the curves part" in text) is (suffix == "html")


def test_png_is_written(tmp_path: Path, verdict: Verdict) -> None:
    pytest.importorskip("matplotlib")
    plots.write(tmp_path / "curves.png", "before and after", verdict)
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_png_without_matplotlib_is_refused_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(plots.PlotError, match="pip install matplotlib"):
        plots.check(tmp_path / "curves.png")


@pytest.mark.parametrize("name", ["curves.pdf", "curves", "nowhere/curves.svg"])
def test_a_picture_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(plots.PlotError):
        plots.check(tmp_path / name)
