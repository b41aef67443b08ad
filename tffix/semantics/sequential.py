"""What a ``Sequential`` model ends with."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.sources import readings
from tffix.semantics.syntax import argument


def last_layers(module: Module, constructor: ast.Call) -> list[ast.expr]:
    """What a ``Sequential`` ends with, by its list and the ``add`` calls after it; several where branches differ."""
    added = _added(module, constructor)
    if added is None:
        return []
    if added:
        return added
    given = argument(constructor, "layers", 0)
    layers = None if given is None else module.value(given)
    if not isinstance(layers, (ast.List, ast.Tuple)) or not layers.elts or isinstance(layers.elts[-1], ast.Starred):
        return []
    if isinstance(given, ast.Name) and len(readings(module, given)) > 1:
        return []  # a list with a name can have got more elements
    return [layers.elts[-1]]


def _added(module: Module, constructor: ast.Call) -> list[ast.expr] | None:
    """The last layers added to the model; empty when none is added, ``None`` when that cannot be told."""
    statement = module.statement(constructor)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is not constructor:
        return []
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    readings = [use for target in targets for use in _uses_of_target(module, target)]
    adds = [call for use in readings if (call := _method_call(module, use, "add")) is not None]
    last = max((module.span(call) for call in adds), default=module.span(constructor))
    if any(_method_call(module, use, "pop") is not None for use in readings):
        return None
    if any(module.span(use) > last and _may_grow(module, use) for use in readings):
        return None
    if not adds:
        return []
    block = module.block(statement)
    behind = block[block.index(statement) + 1 :]
    if not all(any(module.contains(later, call) for later in behind) for call in adds):
        return None
    return _tail(module, behind, adds)


def _may_grow(module: Module, model: ast.expr) -> bool:
    """Whether a model is passed to a function of this file that adds to what it is given."""
    call = module.parent(model)
    function = module.definition(call.func) if isinstance(call, ast.Call) and call.func is not model else None
    if not isinstance(function, ast.FunctionDef):
        return False
    return any(module.contains(function, call) for name in ("add", "pop") for call in module.calls(name))


def _uses_of_target(module: Module, target: ast.expr) -> list[ast.expr]:
    if isinstance(target, ast.Attribute):
        return readings(module, target)
    return list(module.uses_of_target(target))


def _method_call(module: Module, receiver: ast.expr, name: str) -> ast.Call | None:
    function = module.parent(receiver)
    call = module.parent(function) if isinstance(function, ast.Attribute) and function.attr == name else None
    return call if isinstance(call, ast.Call) and call.func is function else None


def _tail(module: Module, statements: list[ast.stmt], adds: list[ast.Call]) -> list[ast.expr] | None:
    """What is added last by ``statements``; empty when nothing is, ``None`` when that cannot be told."""
    found: list[ast.expr] = []
    for statement in reversed(statements):
        inside = [call for call in adds if module.contains(statement, call)]
        if not inside:
            continue
        if isinstance(statement, ast.Expr) and statement.value is inside[0]:
            return [*found, *inside[0].args[:1]]
        if isinstance(statement, ast.With):
            return _tail(module, statement.body, adds)
        if not isinstance(statement, ast.If):
            return None
        branches = [_tail(module, statement.body, adds), _tail(module, statement.orelse, adds)]
        if any(branch is None for branch in branches):
            return None
        found += [layer for branch in branches if branch for layer in branch]
        if all(branches):
            return found
    return found
