"""Python values that a graph would keep from its first call, although they change."""

from __future__ import annotations

import ast

from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.hybridization.tables import GROWING
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.tree import FunctionNode

_SETTABLE = ("learning_rate", "lr")
"""Attributes of an optimizer that are variables: setting them does take effect in a graph."""
CONSTRUCTORS = ("__init__", "build", "setup", "__post_init__", "__new__")


def attribute_obstacle(module: Module, node: ast.Attribute) -> Obstacle | None:
    """What reading an attribute makes of a graph, if the file sets the attribute again and again."""
    if node.attr in _SETTABLE or module.qualified(node) is not None:
        return None
    stores = [other for other in module.attributes(node.attr) if not isinstance(other.ctx, ast.Load)]
    if not stores:
        return None
    owner = module.instance_class(node.value)
    text = module.segment(node)
    later = [store for store in stores if not _is_in_constructor(module, store)]
    if not later or module.kind(node) is Kind.VARIABLE:
        return None
    reason = f"`{text}` is set again in line {later[0].lineno}, and a graph keeps the value of its first call"
    mine = owner is not None and any(module.instance_class(store.value) is owner for store in later)
    return Obstacle(node, Cause.STATE, reason, certain=mine)


def _is_in_constructor(module: Module, store: ast.Attribute) -> bool:
    function = module.function(store)
    return isinstance(function, ast.FunctionDef) and function.name in CONSTRUCTORS


def name_obstacle(module: Module, name: ast.Name, function: FunctionNode | None) -> Obstacle | None:
    """What reading a name from outside ``function`` makes of a graph, if the name is bound again."""
    if function is None or module.qualified(name) is not None:
        return None
    owner = module.scopes.owner(name.id, module.scopes.around(name))
    if owner is None:
        return Obstacle(name, Cause.UNKNOWN, f"`{name.id}` comes from elsewhere", certain=False)
    if owner.node is function or module.contains(function, owner.node):
        return None
    bindings = [b for b in owner.all(name.id) if b.kind is not BindingKind.OTHER]
    again = _again(module, bindings, function)
    if again is None:
        return _filled(module, name)
    reason = f"`{name.id}` is bound again in line {_line(module, again)}, and a graph keeps what it was at first"
    return Obstacle(name, Cause.STATE, reason)


def _filled(module: Module, name: ast.Name) -> Obstacle | None:
    """What a list or dictionary from outside, which the file fills, makes of a graph."""
    if module.kind(name) not in (Kind.LIST, Kind.DICT, Kind.UNKNOWN):
        return None
    for other in module.tree.names(name.id):
        holder = module.parent(other)
        is_item = isinstance(holder, ast.Subscript) and holder.value is other and not isinstance(holder.ctx, ast.Load)
        if is_item or (isinstance(holder, ast.Attribute) and holder.attr in GROWING):
            reason = f"`{name.id}` is filled in line {other.lineno}, and a graph keeps what was in it at first"
            return Obstacle(name, Cause.STATE, reason, certain=False)
    return None


def _again(module: Module, bindings: list[Binding], function: FunctionNode) -> Binding | None:
    """A binding that can come between two calls of ``function``."""
    if not bindings:
        return None
    scope = bindings[0].scope
    for binding in bindings:
        is_remote = module.scopes.around(binding.node) is not scope and binding.kind is not BindingKind.PARAMETER
        if is_remote or binding.kind in (BindingKind.AUGMENTED, BindingKind.DELETE):
            return binding
        if module.tree.is_in_loop(binding.node):
            return binding
    if len(bindings) == 1 or isinstance(function, ast.Lambda):
        return None
    calls = [module.statement(reference).lineno for reference in module.references(function)]
    first = min(calls, default=0)
    return next((binding for binding in bindings if _line(module, binding) > first), None)


def _line(module: Module, binding: Binding) -> int:
    return getattr(binding.node, "lineno", None) or module.statement(binding.node).lineno
