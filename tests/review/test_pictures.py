"""The pictures in the documentation can be drawn."""

from __future__ import annotations

import subprocess
import sys

from rich.cells import cell_len

from tests.review.terminal import ROOT


def test_the_screens_are_as_wide_as_they_say():
    command = [sys.executable, "docs/review_pictures.py", "--print"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    screens = ["train.py:" + part for part in printed.split("train.py:")[1:]]
    assert [max(map(cell_len, screen.splitlines())) for screen in screens] == [60, 100, 160]
    assert all("Q stop, write nothing" in screen and "每一步的损失" in screen for screen in screens)
