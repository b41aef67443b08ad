"""The syntax tree of a file: what is around a node, and its text."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics.tree import Tree


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("for i in x:\n    here()\n", True),
        ("while x:\n    if y:\n        here()\n", True),
        ("here()\n", False),
        ("for i in x:\n    def f():\n        here()\n", False),
        ("def f():\n    for i in x:\n        here()\n", True),
    ],
)
def test_is_in_loop(code: str, expected: bool) -> None:
    tree = Tree(code)
    assert tree.is_in_loop(tree.calls("here")[0]) is expected


def test_inline_nodes_leave_out_the_bodies_of_functions() -> None:
    tree = Tree("a\ndef f(x=b):\n    c\nlambda: d\ne\n")
    found = [node.id for node in tree.inline_nodes(*tree.root.body) if isinstance(node, ast.Name)]
    assert found == ["a", "b", "e"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_by_number(end: str) -> None:
    tree = Tree(end.join(["x = 1", "# 注释", "y = 2"]))
    assert [tree.line(number).strip() for number in (1, 2, 3)] == ["x = 1", "# 注释", "y = 2"]


def test_attributes_by_name_in_source_order() -> None:
    tree = Tree("a.x = b.y\nc.x.y\n")
    assert [ast.unparse(node) for node in tree.attributes("x", "y")] == ["a.x", "c.x", "b.y", "c.x.y"]
