"""What is shown while a migration works."""

from __future__ import annotations

import pytest

from tffix.cli.migrate import progress
from tffix.cli.migrate.progress import line, watched


def test_a_line_says_how_fast_it_goes_and_how_long_it_will_take() -> None:
    assert line("Looked at", 500, 2000, 2.0) == "Looked at 500 of 2,000 files, 250 files/s, 0:00:06 left"
    assert line("Changed", 1, 7200, 1.0) == "Changed 1 of 7,200 files, 1 files/s, 1:59:59 left"


@pytest.mark.parametrize(("every", "lines"), [(0.0, 3), (3600.0, 0)])
def test_lines_come_now_and_then(monkeypatch: pytest.MonkeyPatch, every: float, lines: int) -> None:
    monkeypatch.setattr(progress, "EVERY", every)
    said: list[str] = []
    assert list(watched(iter("abcd"), 4, "Looked at", said.append)) == list("abcd")
    assert len(said) == lines


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    said: list[str] = []
    assert list(watched(iter(range(100)), 100, "Looked at", said.append)) == list(range(100))
    assert said == []
    shown = capsys.readouterr().err
    assert "Looked at" in shown
    assert "100/100" in shown
