"""The progress bar: never in the way, never mixed into the output."""

from __future__ import annotations

import io
import sys

import pytest

from tffix.cli import progress as module
from tffix.cli.progress import progress


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    """A terminal as stderr.  Not a fixture: pytest sets stderr anew between the phases of a test."""
    stream = _Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_long_work_on_a_terminal_shows_a_bar(monkeypatch):
    stderr = _terminal(monkeypatch)
    monkeypatch.setattr(module, "PATIENCE", -1)
    assert list(progress(iter(range(5)), 5)) == [0, 1, 2, 3, 4]
    assert "Files" in stderr.getvalue()
    assert "5/5" in stderr.getvalue()


def test_short_work_shows_none(monkeypatch):
    stderr = _terminal(monkeypatch)
    monkeypatch.setattr(module, "PATIENCE", 1000)
    assert list(progress(iter(range(5)), 5)) == [0, 1, 2, 3, 4]
    assert stderr.getvalue() == ""


@pytest.mark.parametrize("case", ["quiet", "dumb", "file"])
def test_no_bar_where_it_would_disturb(monkeypatch, case):
    stderr = _terminal(monkeypatch)
    monkeypatch.setattr(module, "PATIENCE", -1)
    if case == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    elif case == "file":
        monkeypatch.setattr(stderr, "isatty", lambda: False)
    assert list(progress(iter(range(5)), 5, shown=case != "quiet")) == [0, 1, 2, 3, 4]
    assert stderr.getvalue() == ""
