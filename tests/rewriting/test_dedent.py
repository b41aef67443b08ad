"""Statements that move out of a block, and the lines at its end."""

from __future__ import annotations

import textwrap

import pytest

from tests.rewriting.helpers import applied, statement
from tffix.rewriting.edits import Dedent

BLOCK = """\
if x:
    with s:
        a
        b
        # end of the block

        # more of it
    # behind the block
    c
"""
DEDENTED = """\
if x:
    with s:
        a
    b
    # end of the block

    # more of it
    # behind the block
    c
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(BLOCK, DEDENTED, id="comments"),
        pytest.param("with s:\n    a\n    b\n    \nc\n", "with s:\n    a\nb\n\nc\n", id="white-space"),
        pytest.param("with s:\n    a; b\n    # end\n", "with s:\n    a\nb\n# end\n", id="one-line"),
        pytest.param(
            "with s:\n    a\n    if b:\n        d\n        # inner\n    # end\nc\n",
            "with s:\n    a\nif b:\n    d\n    # inner\n# end\nc\n",
            id="nested",
        ),
    ],
)
def test_lines_at_the_end_of_the_block_travel_along(before: str, after: str) -> None:
    source = textwrap.dedent(before)
    found = "if b" if "if b" in source else "b"
    assert applied(source, lambda m: Dedent((statement(m, found),))) == after
