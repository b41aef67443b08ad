from __future__ import annotations

import subprocess
import sys

import pytest

from tffix.rewriting.checks import lost_comments, verify
from tffix.rewriting.spans import comments
from tffix.semantics.module import Module


@pytest.mark.parametrize(
    ("before", "after", "touched", "problem"),
    [
        ("a\nb\n", "a\nc\n", ((2, 2),), None),
        ("a\nb\n", "a\nnew\nb\n", (), None),
        ("a\nb\n", "b\na\n", (), "line 2"),
        ("a\nb\n", "a\nc\n", (), "line 2"),
        ("a\r\nb\r\n", "a\nb\r\n", (), "line 1"),
        ("a\nb", "a\nb\nc\n", (), None),
        ("a  # x\n", "a\n", ((1, 1),), "# x"),
        ("a  # x\nb  # x\n", "a  # x\nb\n", ((1, 2),), "# x"),
        ("a = '# x'\n", "a\n", ((1, 1),), None),
        ("a\n", "a b\n", ((1, 1),), "compile"),
        ("a\n", "return 1\n", ((1, 1),), "compile"),
        ("a\n\nb\n", "a\nb\n", (), None),
        ("a\x0cb\n".replace("ab", "a"), "c\n", ((1, 1),), None),
    ],
)
def test_verify(before: str, after: str, touched: tuple[tuple[int, int], ...], problem: str | None) -> None:
    found = verify(before, after, touched)
    assert found is None if problem is None else problem in (found or "")


def test_verify_may_let_comments_go() -> None:
    assert verify("a  # x\n", "a\n", ((1, 1),), comments=False) is None


def test_lost_comments_counts() -> None:
    assert lost_comments("# a\n# a\n# b\n", "# a\n") == ["# a", "# b"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_comments_are_found_by_their_bytes(newline: str) -> None:
    source = newline.join(["'中 # no'  # 文", "\tif x: # one".lstrip(), "    y = '''", "# no", "''' # two", "# last"])
    module = Module(source)
    found = comments(module, 0, len(module.data))
    assert [module.data[start:end].decode() for start, end in found] == ["# 文", "# one", "# two", "# last"]


def test_describing_a_fix_needs_no_libcst() -> None:
    script = (
        "import sys, tffix.rewriting.edits, tffix.rewriting.preflight, tffix.rewriting.checks;"
        "sys.exit('libcst' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
