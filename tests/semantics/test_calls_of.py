from __future__ import annotations

import ast

import pytest

from .helpers import argument_of, module_of

STEP = "import tensorflow as tf\nfrom elsewhere import keep\ndef step(x): probe(x)\n"


@pytest.mark.parametrize(
    ("uses", "count"),
    [
        ("step(1)\nstep(2)\n", 2),
        ("traced = tf.function(step)\ntraced(1)\n", 1),
        ("step = tf.function(step)\nstep(1)\n", 1),
        ("tf.function(step)(1)\n", 1),
        ("tf.function(step, jit_compile=True)(1)\n", 1),
        ("alias = step\nalias(1)\nstep(2)\n", 2),
        ("keep(step)\nstep(1)\n", None),
        ("table = {'step': step}\nstep(1)\n", None),
    ],
)
def test_calls_of_a_function(uses: str, count: int | None) -> None:
    module = module_of(STEP + uses)
    step = module.nodes(ast.FunctionDef)[0]
    calls, is_complete = module.definitions.calls_of(step)
    assert (len(calls) if is_complete else None) == count


@pytest.mark.parametrize(
    ("bases", "local"), [("", True), ("()", True), ("(object)", True), ("(keep.Base)", False), ("(Unknown)", False)]
)
def test_methods_of_classes_with_a_base_may_be_called_elsewhere(bases: str, local: bool) -> None:
    module = module_of(f"import keep\nclass A{bases}:\n    def step(self, x): probe(x)\nkeep.run()\n")
    step = module.function(argument_of(module))
    assert isinstance(step, ast.FunctionDef)
    assert module.is_local(step) is local
