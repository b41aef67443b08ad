"""Where the value of a name, or of an attribute of ``self``, comes from."""

from __future__ import annotations

import ast

import pytest

from .helpers import argument_of, module_of

CLASS = """\
class A:
    def __init__(self):
        self.once = made()
        self.twice = 1
        alias = self.once
        probe({})

    def change(self):
        self.twice = 2
"""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("x = 1\nprobe(x)", [1]),
        ("if c:\n    x = 1\nelse:\n    x = 2\nprobe(x)", [2, 4]),
        ("probe(x)", []),
        ("probe(f())", []),
        (CLASS.format("self.once"), [3]),
        (CLASS.format("self.twice"), [4, 9]),
        (CLASS.format("other.once"), []),
    ],
)
def test_origins_in_source_order(source: str, lines: list[int]) -> None:
    module = module_of(source)
    found = [module.statement(binding.node).lineno for binding in module.origins(argument_of(module))]
    assert found == lines
    assert (module.binding(argument_of(module)) is not None) is (len(lines) == 1)


@pytest.mark.parametrize(
    ("expression", "plain", "through_attributes"),
    [
        ("self.once", "self.once", "made()"),
        ("alias", "self.once", "made()"),
        ("self.twice", "self.twice", "self.twice"),
    ],
)
def test_values_through_attributes_of_self(expression: str, plain: str, through_attributes: str) -> None:
    module = module_of(CLASS.format(expression))
    assert ast.unparse(module.value(argument_of(module))) == plain
    assert ast.unparse(module.value(argument_of(module), attributes=True)) == through_attributes
