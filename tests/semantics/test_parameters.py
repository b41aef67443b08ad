"""What is passed for a parameter."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tffix.semantics.module import Module


def _arguments(code: str) -> list[str | None]:
    module = Module(dedent(code))
    parameter = next(node for node in module.nodes(ast.arg) if node.arg == "p")
    return [None if value is None else ast.unparse(value) for value in module.parameters.arguments(parameter)]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("f(1, 2)", ["2"]),
        ("f(1, p=2)", ["2"]),
        ("g = f\ng(1, 2)", ["2"]),
        ("g = tf.function(f)\ng(1, 2)", ["2"]),
        ("f(*values)", [None]),
        ("f(1, 2)\nf(1, 3)", ["2", "3"]),
        ("f(1, 2)\nregister(f)", ["2", None]),
    ],
)
def test_arguments_of_a_function_of_a_script(calls: str, expected: list[str | None]) -> None:
    assert _arguments(f"import tensorflow as tf\ndef f(x, p):\n    return p\n{calls}\nprint()\n") == expected


def test_other_files_may_call_the_functions_of_a_library() -> None:
    assert _arguments("def f(p):\n    return p\n\ndef g():\n    return f(1)\n") == [None, "1"]


def test_self_is_not_passed() -> None:
    code = """
        class _A:
            def _f(self, x, p):
                return p

            def g(self):
                return self._f(1, 2)
        """
    assert _arguments(code) == ["2"]


def test_nothing_is_known_of_who_calls_a_lambda() -> None:
    assert _arguments("f = lambda p: p\nf(1)\n") == [None]
