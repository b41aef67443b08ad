"""Where a value comes from: names, attributes of ``self``, parameters and calls, followed as far as the file goes."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind

_MAX_DEPTH = 12


def sources(module: Module, expression: ast.expr) -> list[ast.expr]:
    """The expressions ``expression`` can get its value from.

    Names are followed to what they are bound to, parameters to what the calls in this file pass, calls of functions
    of this file to what these return.  What cannot be followed stands for itself.
    """
    found: list[ast.expr] = []
    _follow(module, expression, found, set())
    return found


def _follow(module: Module, expression: ast.expr, found: list[ast.expr], seen: set[ast.expr]) -> None:
    if expression in seen:
        return
    seen.add(expression)
    origins = _origins(module, expression)
    if not origins and expression not in found:
        found.append(expression)
    for origin in origins:
        _follow(module, origin, found, seen)


def _origins(module: Module, expression: ast.expr) -> list[ast.expr]:
    if isinstance(expression, ast.IfExp):
        return [expression.body, expression.orelse]
    if isinstance(expression, ast.Call) and module.qualified(expression.func) is None:
        local = module.definition(expression.func)
        if isinstance(local, ast.FunctionDef):
            return [value for value in module.returns(local) if value is not None]
        return []
    known = [(binding, values(module, binding)) for binding in bindings(module, expression)]
    if any(not found for _, found in known):
        return []
    return [value for _, found in known for value in found]


def bindings(module: Module, expression: ast.expr) -> list[Binding]:
    """The bindings that give a name, or an attribute of ``self``, its value."""
    if isinstance(expression, ast.Name):
        return sorted(module.bindings(expression), key=lambda binding: getattr(binding.node, "lineno", 0))
    if isinstance(expression, ast.Attribute):
        owner = module.self_class(expression.value)
        return [] if owner is None else module.attribute_bindings(owner, expression.attr)
    return []


def values(module: Module, binding: Binding) -> list[ast.expr]:
    """What a binding can hold: its value, an element of it, or what the calls in this file pass for a parameter."""
    if binding.kind is BindingKind.ASSIGN and binding.value is not None:
        return _elements(module, binding.value, binding.path)
    if binding.kind is not BindingKind.PARAMETER or not isinstance(binding.node, ast.arg):
        return []
    function = module.parent(module.parent(binding.node))  # type: ignore[arg-type]
    if not isinstance(function, ast.FunctionDef):
        return []
    if isinstance(module.parent(function), ast.ClassDef) and function.name == "__init__":
        return _constructor_arguments(module, function, binding.node)
    calls = module.definitions.calls_of(function) or []
    found = [module.definitions.argument(call, function, binding.node) for call in calls]
    return [] if None in found else [argument for argument in found if argument is not None]


def _constructor_arguments(module: Module, function: ast.FunctionDef, parameter: ast.arg) -> list[ast.expr]:
    """What the calls of a class of this file pass to its constructor."""
    owner = module.parent(function)
    found = []
    for name in module.nodes(ast.Name):
        call = module.parent(name)
        if isinstance(call, ast.Call) and call.func is name and module.definition(name) is owner:
            argument = module.definitions.argument(call, function, parameter)
            if argument is None:
                return []
            found.append(argument)
    return found


def _elements(module: Module, value: ast.expr, path: tuple[int | None, ...]) -> list[ast.expr]:
    if not path:
        return [value]
    if isinstance(value, ast.Tuple) and path[0] is not None and path[0] < len(value.elts):
        return _elements(module, value.elts[path[0]], path[1:])
    local = module.definition(value.func) if isinstance(value, ast.Call) else None
    if not isinstance(local, ast.FunctionDef):
        return []
    returned = [found for found in module.returns(local) if isinstance(found, ast.Tuple)]
    return [element for found in returned for element in _elements(module, found, path)]
