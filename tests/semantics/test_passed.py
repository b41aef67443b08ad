from __future__ import annotations

import ast

import pytest

from .helpers import module_of

METHOD = """
class A:
    {decorator}
    def f({parameters}): pass
    def g(self): self.f(1, 2)
"""


@pytest.mark.parametrize(
    ("decorator", "parameters"),
    [("@staticmethod", "x, y"), ("@classmethod", "cls, x, y"), ("@other", "self, x, y")],
)
def test_arguments_of_methods(decorator: str, parameters: str) -> None:
    module = module_of(METHOD.format(decorator=decorator, parameters=parameters))
    (call,) = module.calls("f")
    function = next(node for node in module.nodes(ast.FunctionDef) if node.name == "f")
    given = [module.parameters.passed(call, parameter) for parameter in function.args.args[-2:]]
    assert [module.segment(value) for value in given if value is not None] == ["1", "2"]
