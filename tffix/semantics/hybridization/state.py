"""Python values that a graph would keep from its first call, although they change."""

from __future__ import annotations

import ast

from tffix.semantics.hybridization.contents import (
    filled_attribute,
    filled_name,
    is_in_constructor,
    is_same,
    is_seen_in_constructors,
)
from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.kinds_table import LEARNING_RATES, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.tree import FunctionNode


def attribute_obstacle(module: Module, node: ast.Attribute, function: FunctionNode | None) -> Obstacle | None:
    """What reading an attribute makes of a graph, if the file sets the attribute, or what is in it, again and again."""
    if node.attr in LEARNING_RATES or module.qualified(node) is not None or module.kind(node) is Kind.VARIABLE:
        return None
    owner = module.instance_class(node.value)
    text = module.segment(node)
    later = [store for store in _stores(module, node.attr) if not is_in_constructor(module, store)]
    if not later:
        return filled_attribute(module, node, function)
    mine = owner is not None and any(module.instance_class(_object(store)) is owner for store in later)
    again = [store for store in later if _is_set_on(module, store, node)]
    if all(is_seen_in_constructors(module, store) for store in later):
        mine = False
    line = (again or later)[0].lineno
    reason = f"`{text}` is set again in line {line}, and a graph keeps the value of its first call"
    return Obstacle(node, Cause.STATE, reason, certain=mine or bool(again))


def _stores(module: Module, name: str) -> list[ast.Attribute | ast.Call]:
    """Where the file sets attributes of that name, as ``object.name`` or by ``setattr``."""
    plain = [node for node in module.attributes(name) if not isinstance(node.ctx, ast.Load)]
    calls = [call for call in module.calls("setattr") if len(call.args) == 3 and not call.keywords]
    return [*plain, *(call for call in calls if isinstance(n := call.args[1], ast.Constant) and n.value == name)]


def _object(store: ast.Attribute | ast.Call) -> ast.expr:
    return store.value if isinstance(store, ast.Attribute) else store.args[0]


def _is_set_on(module: Module, store: ast.Attribute | ast.Call, node: ast.Attribute) -> bool:
    """Whether ``store`` sets the attribute ``node`` of a named object again and again: in a loop, or in a function."""
    is_repeated = module.function(store) is not None or module.tree.is_in_loop(store)
    return is_repeated and isinstance(node.value, ast.Name) and is_same(module, _object(store), node.value)


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
        return filled_name(module, name, function)
    reason = f"`{name.id}` is bound again in line {_line(module, again)}, and a graph keeps what it was at first"
    return Obstacle(name, Cause.STATE, reason)


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
