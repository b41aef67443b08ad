"""Unified diffs as bytes."""

from __future__ import annotations

import pytest

from tffix.reports.diff import painted, unified


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_nothing_changes():
    assert unified("a.py", b"x\n", b"x\n") == b""


def test_no_newline_at_the_end_on_both_sides():
    assert unified("a.py", b"x\ny", b"z\ny") == (
        b"--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-x\n+z\n y\n\\ No newline at end of file\n"
    )


def test_no_newline_at_the_end_on_one_side():
    assert unified("a.py", b"x", b"x\n") == (
        b"--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x\n"
    )


def test_carriage_returns_are_content():
    assert unified("a.py", b"x\r\ny\r\n", b"x\r\nz\r\n") == (
        b"--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n x\r\n-y\r\n+z\r\n"
    )


def test_bytes_of_any_encoding_pass():
    assert b"+\xe9 = 2\n" in unified("a.py", b"\xe9 = 1\n", b"\xe9 = 2\n")


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("sub/a.py", b"--- a/sub/a.py\n"),
        ("./sub/../a.py", b"--- a/a.py\n"),
        ("my file.py", b"--- a/my file.py\t\n"),
        ("\u6a21.py", b'--- "a/\\346\\250\\241.py"\n'),
        ('q"\\.py', b'--- "a/q\\"\\\\.py"\n'),
        ("t\ta\nb.py", b'--- "a/t\\ta\\nb.py"\n'),
        ("/elsewhere/a.py", b"--- a/elsewhere/a.py\n"),
    ],
)
def test_names_as_git_writes_them(path, header):
    assert unified(path, b"x\n", b"y\n").startswith(header)


def test_painted_keeps_the_text():
    diff = unified("a.py", b"x\n\xe9\n", b"y\n\xe9\n")
    colored = painted(diff, lambda text, style: f"<{style}>{text}</>")
    assert colored == (
        b"<bold>--- a/a.py</>\n<bold>+++ b/a.py</>\n<cyan>@@ -1,2 +1,2 @@</>\n<red>-x</>\n<green>+y</>\n \xe9\n"
    )
