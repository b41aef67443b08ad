"""What the code around a step does with the names and objects of the step, other than by its arguments and results."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.hybridization import Cause, Obstacle
from tffix.semantics.hybridization.tables import FILLING, GROWING, IN_PLACE
from tffix.semantics.kinds_table import LEARNING_RATES, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind, Scope

from ._region import Region


def surroundings(region: Region, outermost: ast.stmt, scope: Scope) -> Iterator[Obstacle]:
    """What keeps ``region`` from being a function: names shared with other code, state that the loop changes."""
    yield from _foreign_bindings(region, scope)
    yield from _changed_objects(region, outermost)


def _foreign_bindings(region: Region, scope: Scope) -> Iterator[Obstacle]:
    """Bindings that a function of its own would not make where they are made now."""
    module = region.module
    for node in (node for statement in region.statements for node in ast.walk(statement)):
        if region.leaves(node):
            continue
        binding = module.scopes.by_node.get(node)
        if isinstance(node, ast.Name) and node.id == "super" and module.qualified(node) == "builtins.super":
            yield Obstacle(node, Cause.UNKNOWN, "`super()` belongs to the method around the step")
        if binding is None or region.contains(binding.scope.node):
            continue
        if binding.scope is not scope:
            reason = f"`{binding.name}` is a name of the code around, which a graph sets only while it is traced"
            yield Obstacle(node, Cause.SIDE_EFFECT, reason)
        elif not isinstance(node, ast.Name) and any(not region.contains(use) for use in module.uses(binding)):
            yield Obstacle(node, Cause.RESULT, f"`{binding.name}`, which is used elsewhere, is defined in the step")
        elif binding.kind is BindingKind.DELETE and not _is_bound_inside(region, binding):
            yield Obstacle(
                node, Cause.SIDE_EFFECT, f"`{binding.name}`, a name of the code around, is deleted in the step"
            )


def _is_bound_inside(region: Region, binding: Binding) -> bool:
    others = binding.scope.all(binding.name)
    return any(other.kind is not BindingKind.DELETE and region.contains(other.node) for other in others)


def _changed_objects(region: Region, outermost: ast.stmt) -> Iterator[Obstacle]:
    """Lists, dictionaries and attributes that the step reads and the loop changes."""
    module = region.module
    read = {name.id for name in region.names() if isinstance(name.ctx, ast.Load)}
    attributes = {
        ast.dump(node)
        for statement in region.statements
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and not region.leaves(node)
    }
    for node in ast.walk(outermost):
        if region.contains(node):
            continue
        changed = _changed(module, node)
        if isinstance(changed, ast.Name) and changed.id in read:
            if not module.contains(outermost, _first(region, changed)):
                reason = f"`{changed.id}` is filled in line {changed.lineno}, and a graph keeps what was in it at first"
                yield Obstacle(changed, Cause.STATE, reason)
        elif isinstance(changed, ast.Attribute) and ast.dump(changed) in attributes:
            text = module.segment(changed)
            if module.kind(changed) in _CONTAINERS:
                reason = f"`{text}` is filled in line {changed.lineno}, and a graph keeps what was in it at first"
                yield Obstacle(changed, Cause.STATE, reason)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr not in LEARNING_RATES:
            loaded = ast.dump(ast.Attribute(node.value, node.attr, ast.Load()))
            if loaded in attributes or node.attr == "trainable":
                text = module.segment(node)
                reason = f"`{text}` is set in line {node.lineno}, and a graph keeps what it was in its first call"
                yield Obstacle(node, Cause.STATE, reason)


_CONTAINERS = (Kind.LIST, Kind.DICT, Kind.ARRAY)


def _changed(module: Module, node: ast.AST) -> ast.expr | None:
    """The list, dictionary or array that ``node`` changes."""
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return node.value
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    is_function = (module.qualified(node.func) or "").startswith(("numpy.", "random."))
    if is_function:
        return node.args[0] if node.func.attr in FILLING and node.args else None
    return node.func.value if node.func.attr in GROWING | IN_PLACE else None


def _first(region: Region, name: ast.Name) -> ast.AST:
    """Where the list or dictionary ``name`` is made: one that is made in the loop is passed to the step."""
    binding = region.module.binding(name)
    return name if binding is None else binding.node
