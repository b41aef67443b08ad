"""What syntax alone says of a node."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics import syntax


def _call(code: str) -> ast.Call:
    node = ast.parse(code, mode="eval").body
    assert isinstance(node, ast.Call)
    return node


def _function(code: str) -> ast.FunctionDef:
    node = ast.parse(code).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("f(a, b)", "b"),
        ("f(a, size=b)", "b"),
        ("f(a)", None),
        ("f(*a)", "*a"),
        ("f(*a, b)", "*a"),
        ("f(a, b, *c)", "b"),
        ("f(*a, size=b)", "b"),
        ("f(a, **b)", None),
    ],
)
def test_argument_by_name_or_position(code: str, expected: str | None) -> None:
    found = syntax.argument(_call(code), "size", 1)
    assert (None if found is None else ast.unparse(found)) == expected


def test_argument_that_only_a_name_gives() -> None:
    assert syntax.argument(_call("f(a)"), "size") is None


@pytest.mark.parametrize(
    ("name", "expected"), [("a", None), ("b", "1"), ("c", "2"), ("d", None), ("e", "3"), ("rest", None)]
)
def test_default(name: str, expected: str | None) -> None:
    function = _function("def f(a, b=1, /, c=2, *rest, d, e=3): pass")
    parameter = next(node for node in ast.walk(function) if isinstance(node, ast.arg) and node.arg == name)
    found = syntax.default(function, parameter)
    assert (None if found is None else ast.unparse(found)) == expected


@pytest.mark.parametrize(
    ("code", "index", "expected"),
    [
        ("a, b", 1, "b"),
        ("[a, b]", 0, "a"),
        ("a, b", 2, None),
        ("a, b", None, None),
        ("(*a, b)", 1, None),
        ("f()", 0, None),
    ],
)
def test_literal_element(code: str, index: int | None, expected: str | None) -> None:
    found = syntax.literal_element(ast.parse(code, mode="eval").body, index)
    assert (None if found is None else ast.unparse(found)) == expected


@pytest.mark.parametrize(
    ("code", "expected"), [("x = 1", "x"), ("x.y = 1", "x.y"), ("x = y = 1", None), ("x += 1", None)]
)
def test_single_target(code: str, expected: str | None) -> None:
    found = syntax.single_target(ast.parse(code).body[0])
    assert (None if found is None else ast.unparse(found)) == expected


@pytest.mark.parametrize(
    ("code", "expected"), [("False", True), ("None", True), ("0", True), ("True", False), ("x", False), ("[]", False)]
)
def test_false_literals(code: str, expected: bool) -> None:
    assert syntax.is_false(ast.parse(code, mode="eval").body) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [('if __name__ == "__main__": pass', True), ('if "__main__" == __name__: pass', True), ("if debug: pass", False)],
)
def test_main_guard(code: str, expected: bool) -> None:
    assert syntax.is_main_guard(ast.parse(code).body[0]) is expected


@pytest.mark.parametrize(("code", "expected"), [("x.method()", "method"), ("a.b.method(1)", "method"), ("f()", "")])
def test_method_name(code: str, expected: str) -> None:
    assert syntax.method_name(_call(code)) == expected
