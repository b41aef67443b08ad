"""Where values come from: what made an object, what a function returns, what a call is given."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module


def origin(module: Module, expression: ast.expr) -> ast.expr:
    """The expression that made the object: names, ``self`` attributes and arguments are followed."""
    for _ in range(10):
        expression = module.value(expression, attributes=True)
        passed = _passed(module, expression) if isinstance(expression, ast.Name) else None
        if passed is None:
            break
        expression = passed
    return expression


def _passed(module: Module, name: ast.Name) -> ast.expr | None:
    """The argument that every call of a function passes for the parameter ``name``, written the same."""
    binding = module.binding(name)
    if binding is None or not isinstance(binding.node, ast.arg):
        return None
    given = module.parameters.arguments(binding.node)
    values = [module.value(argument) for argument in given if argument is not None]
    is_same = len(values) == len(given) and len({module.segment(value) for value in values}) == 1
    return values[0] if is_same else None


def returned(module: Module, call: ast.Call) -> list[ast.expr]:
    """The values that a call of a function of the file can return; empty when that is not known."""
    local = module.definition(call.func) or module.definition(origin(module, call.func))
    if isinstance(local, ast.FunctionDef) and None in module.returns(local):
        return []
    return module.returned(local) if isinstance(local, (ast.FunctionDef, ast.Lambda)) else []


def dtype_argument(module: Module, call: ast.Call) -> str | None:
    """The name of the only dtype among the arguments of ``call``."""
    found = set()
    for argument in [*call.args[1:], *(keyword.value for keyword in call.keywords)]:
        if module.kind(argument) is Kind.DTYPE:
            name = (module.qualified(argument) or "").rpartition(".")[2]
            if not name:
                return None
            found.add(name)
        elif (named := _dtype_name(argument)) is not None:
            found.add(named)
    return found.pop() if len(found) == 1 else None


def _dtype_name(node: ast.expr) -> str | None:
    """``float32`` of the string of that name."""
    value = node.value if isinstance(node, ast.Constant) else None
    is_dtype = isinstance(value, str) and value.rstrip("0123456789") in ("int", "uint", "float", "bfloat")
    return str(value) if is_dtype else None
