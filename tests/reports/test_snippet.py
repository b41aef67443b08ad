"""The source line below a finding, with its marker."""

from __future__ import annotations

import pytest

from tffix.reports.output import plain
from tffix.reports.snippet import snippet, source_lines
from tffix.results import Finding


def _shown(line: str, column: int, end_column: int, end_line: int = 1) -> list[str]:
    finding = Finding("TF1", "n", "a.py", 1, column, end_line, end_column, "m", "safe")
    return list(snippet(finding, [line], plain))[1:]


@pytest.mark.parametrize(
    ("line", "column", "end_column", "expected"),
    [
        ("x = old()", 5, 8, [" 1 | x = old()", "   |     ^^^"]),
        ("\told()", 2, 5, [" 1 |     old()", "   |     ^^^"]),
        # a Chinese character takes two columns
        ("模 = old('模型')", 5, 14, [" 1 | 模 = old('模型')", "   |      ^^^^^^^^^^^"]),
        ("x", 1, 1, [" 1 | x", "   | ^"]),
        ("a\x1b[31mb", 1, 2, [" 1 | a\ufffd[31mb", "   | ^"]),
    ],
)
def test_marker(line, column, end_column, expected):
    assert _shown(line, column, end_column) == expected


def test_a_finding_over_several_lines_is_marked_to_the_end_of_its_first():
    assert _shown("old(  ", 1, 2, end_line=3) == [" 1 | old(  ", "   | ^^^^"]


def test_a_long_line_is_cut():
    line, marker = _shown("x" * 1000, 1, 1001)
    assert len(line) < 200
    assert len(marker) < 200


def test_a_line_that_is_gone_is_not_shown():
    finding = Finding("TF1", "n", "a.py", 9, 1, 9, 2, "m", "safe")
    assert list(snippet(finding, ["x"], plain)) == []


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\r\nb\rc\nd", ["a", "b", "c", "d"]),
        (b"\xef\xbb\xbfa\n", ["a", ""]),
        (b"# coding: latin-1\n\xe9", ["# coding: latin-1", "é"]),
        (b"a\x0cb\n", ["a\x0cb", ""]),
        (b"\xff\n", []),
    ],
)
def test_lines_as_python_counts_them(data, lines):
    assert source_lines(data) == lines
