"""Code in place of many expressions, also inside of f-strings."""

from __future__ import annotations

import ast

import pytest

from tests.rewriting.helpers import applied
from tffix.rewriting.edits import Edit
from tffix.rewriting.expressions import replacements
from tffix.semantics.module import Module


def _replaced(module: Module) -> list[Edit] | None:
    reads = [name for name in module.nodes(ast.Name) if name.id == "n" and isinstance(name.ctx, ast.Load)]
    return replacements(module, dict.fromkeys(reads, "int(n)"))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(n, n + 1)\n", "f(int(n), int(n) + 1)\n"),
        ('f(f"step {n:3}", n)\n', 'f(f"step {int(n):3}", int(n))\n'),
        ('f(f"{n} {{m}}")\n', 'f(f"{int(n)} {{m}}")\n'),
    ],
)
def test_every_expression_is_replaced(source: str, expected: str) -> None:
    def make(module: Module) -> list[Edit]:
        edits = _replaced(module)
        assert edits is not None
        return edits

    assert applied(source, make) == expected


def test_a_text_that_names_it_twice_is_refused() -> None:
    assert _replaced(Module('f(f"n: {n}")\n')) is None
