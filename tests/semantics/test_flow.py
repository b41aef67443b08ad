from __future__ import annotations

import ast

import pytest

from tffix.semantics.module import Module

from .helpers import argument_of, module_of


def reaching_lines(module: Module) -> list[int]:
    name = argument_of(module)
    assert isinstance(name, ast.Name)
    return sorted(getattr(binding.node, "lineno", 0) for binding in module.bindings(name))


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        pytest.param("x = 1\nx = 2\nprobe(x)", [2], id="the-last-assignment"),
        pytest.param("x = 1\nif c:\n    x = 2\nprobe(x)", [1, 3], id="a-branch-joins"),
        pytest.param("if c:\n    x = 1\nelse:\n    x = 2\nprobe(x)", [2, 4], id="both-branches"),
        pytest.param("x = 1\nif c:\n    x = 2\n    raise E\nprobe(x)", [1], id="a-branch-that-leaves"),
        pytest.param("x = 1\nfor i in y:\n    probe(x)\n    x = 2", [1, 4], id="around-the-loop"),
        pytest.param("x = 1\nfor i in y:\n    x = 2\nprobe(x)", [1, 3], id="loop-may-not-run"),
        pytest.param("x = 1\nwhile True:\n    x = 2\n    break\nprobe(x)", [3], id="endless-loop-ends-by-break"),
        pytest.param("x = 1\nfor i in y:\n    if c:\n        continue\n    x = 2\nprobe(x)", [1, 5], id="continue"),
        pytest.param("x = 1\ntry:\n    x = 2\n    f()\nexcept E:\n    probe(x)", [1, 3], id="handler-sees-both"),
        pytest.param("x = 1\ntry:\n    x = 2\nfinally:\n    probe(x)", [1, 3], id="finally-sees-both"),
        pytest.param(
            "x = 1\ntry:\n    x = 2\nexcept E:\n    raise\nprobe(x)", [2 + 1], id="after-a-try-that-succeeded"
        ),
        pytest.param("x = 1\nwith a as x:\n    probe(x)", [2], id="with"),
        pytest.param("x = 1\nx += 2\nprobe(x)", [2], id="augmented"),
        pytest.param("x, y = f()\nprobe(x)", [1], id="unpacked"),
        pytest.param("x = 1\nx = {**d, 'a': probe(x)}", [1], id="beside-an-unpacked-dictionary"),
        pytest.param("x = 1\nx = [probe(x) for i in y]", [1], id="in-a-comprehension"),
        pytest.param("x = 1\nf = lambda a=probe(x): a\nx = 2", [1], id="in-a-default"),
        pytest.param(
            "x = 1\nmatch v:\n    case [x]:\n        pass\n    case _:\n        pass\nprobe(x)", [1, 3], id="match"
        ),
        pytest.param("x = 1\nif (x := f()):\n    probe(x)", [2], id="walrus-in-a-test"),
        pytest.param("x = 1\ndef f():\n    probe(x)\nx = 2", [1, 4], id="an-inner-function-sees-all"),
        pytest.param(
            "x = 1\nprobe(x)\ndef f():\n    global x\n    x = 2", [1, 5], id="a-global-statement-can-interfere"
        ),
        pytest.param("x = 1\ndef f(x):\n    probe(x)", [2], id="a-parameter-hides-it"),
        pytest.param("x = 1\ny = [probe(x) for i in z]\nx = 3", [1], id="comprehensions-run-where-they-stand"),
        pytest.param("import x\nprobe(x)", [1], id="import"),
        pytest.param("x = 1\ndel x\nprobe(x)", [2], id="deleted"),
    ],
)
def test_reaching_bindings(source: str, lines: list[int]) -> None:
    assert reaching_lines(module_of(source)) == lines


def test_uses_are_the_inverse_of_bindings() -> None:
    module = module_of("x = 1\nprobe(x)\nx = 2\nprobe(x)\ndef f():\n    return x")
    first, second = module.scopes.module.bindings["x"]
    assert [use.lineno for use in module.uses(first)] == [2, 6]
    assert [use.lineno for use in module.uses(second)] == [4, 6]


def test_a_value_is_followed_through_single_assignments_only() -> None:
    module = module_of("a = f()\nb = a\nprobe(b)\nif c:\n    a = g()\nprobe(a)")
    assert ast.unparse(module.value(argument_of(module))) == "f()"
    assert ast.unparse(module.value(argument_of(module, index=1))) == "a"


def test_long_straight_code_is_linear() -> None:
    # Ten thousand assignments: a state copied at each of them would need 50 million steps.
    module = module_of("\n".join(f"x{i} = {i}" for i in range(10_000)) + "\nprobe(x5)")
    assert reaching_lines(module) == [6]
