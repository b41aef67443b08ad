"""The pictures in the documentation can be drawn."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from rich.cells import cell_len

from tests.review.terminal import ROOT


def test_the_screens_are_as_wide_as_they_say():
    command = [sys.executable, "docs/review_pictures.py", "--print"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    screens = ["train.py:" + part for part in printed.split("train.py:")[1:]]
    assert [max(map(cell_len, screen.splitlines())) for screen in screens] == [60, 100, 160]
    assert all("Q stop, write nothing" in screen and "每一步的损失" in screen for screen in screens)


@pytest.mark.parametrize("columns", [60, 100, 160])
def test_every_viewer_shows_the_pictures_alike(columns):
    """Some leave out spaces at the ends of a text, and some do not stretch it to the width it says."""
    picture = (ROOT / "docs" / "review" / f"{columns}-columns.svg").read_text(encoding="utf-8")
    texts = re.findall(r"<text [^>]*clip-path[^>]*>([^<]*)</text>", picture)
    assert "loss&#160;=&#160;loss_fn(y,&#160;model(x,&#160;training=" in texts
    assert all(text and not re.search("^&#160;|&#160;&#160;|&#160;$", text) for text in texts)
