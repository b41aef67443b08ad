"""Where a value comes from: names, attributes of ``self``, parameters and calls, followed as far as the file goes.

And, the other way, where a name or attribute is read.
"""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import literal_element
from tffix.semantics.tree import DEF_TYPES


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
            return module.returned(local)
        return []
    known = [(binding, values(module, binding)) for binding in module.origins(expression)]
    if any(not found for _, found in known):
        return []
    return [value for _, found in known for value in found]


def is_all_seen(module: Module, expression: ast.expr) -> bool:
    """Whether ``expression`` is followed through no parameter that another file may give something else to."""
    seen: set[ast.expr] = set()
    rest = [expression]
    while rest:
        one = rest.pop()
        if one in seen:
            continue
        seen.add(one)
        for binding in module.origins(one):
            function = module.tree.function_of(binding.node) if isinstance(binding.node, ast.arg) else None
            if isinstance(function, DEF_TYPES) and not module.is_local(function):
                return False
        rest += _origins(module, one)
    return True


def readings(module: Module, expression: ast.expr) -> list[ast.expr]:
    """Every place that reads what the name or attribute of ``self`` is bound to."""
    if isinstance(expression, ast.Name):
        return [use for binding in module.origins(expression) for use in module.uses(binding)]
    owner = module.self_class(expression.value) if isinstance(expression, ast.Attribute) else None
    if owner is None or not isinstance(expression, ast.Attribute):
        return []
    return [
        node
        for node in module.attributes(expression.attr)
        if isinstance(node.ctx, ast.Load) and module.self_class(node.value) is owner
    ]


def values(module: Module, binding: Binding) -> list[ast.expr]:
    """What a binding can hold: its value, an element of it, or what the calls in this file pass for a parameter."""
    if binding.kind is BindingKind.ASSIGN and binding.value is not None:
        return _elements(module, binding.value, binding.path)
    if binding.kind is not BindingKind.PARAMETER or not isinstance(binding.node, ast.arg):
        return []
    function = module.tree.function_of(binding.node)
    owner = module.parent(function)
    if isinstance(owner, ast.ClassDef) and getattr(function, "name", "") == "__init__":
        found = _constructor_arguments(module, owner, binding.node)
    else:
        found = module.parameters.arguments_here(binding.node)
    return [] if None in found else [argument for argument in found if argument is not None]


def _constructor_arguments(module: Module, owner: ast.ClassDef, parameter: ast.arg) -> list[ast.expr | None]:
    """What the calls of a class of this file, also under another name, pass to its constructor."""
    return [module.parameters.passed(call, parameter) for call in module.definitions.instances(owner)]


def _elements(module: Module, value: ast.expr, path: Path) -> list[ast.expr]:
    if not path:
        return [value]
    element = literal_element(value, path[0])
    if element is not None:
        return _elements(module, element, path[1:])
    local = module.definition(value.func) if isinstance(value, ast.Call) else None
    if not isinstance(local, ast.FunctionDef):
        return []
    returned = [found for found in module.returns(local) if isinstance(found, ast.Tuple)]
    return [element for found in returned for element in _elements(module, found, path)]
