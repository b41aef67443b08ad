"""Python values that a graph would keep from its first call, although they change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.hybridization.tables import GROWING, RESHAPING
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind, Scope
from tffix.semantics.tree import DEF_TYPES, LOOP_TYPES, FunctionNode

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
    mine = owner is not None and any(module.instance_class(store.value) is owner for store in later)
    again = [store for store in later if _is_set_on(module, store, node)]
    line = (again or later)[0].lineno
    reason = f"`{text}` is set again in line {line}, and a graph keeps the value of its first call"
    return Obstacle(node, Cause.STATE, reason, certain=mine or bool(again))


def _is_set_on(module: Module, store: ast.Attribute, node: ast.Attribute) -> bool:
    """Whether ``store`` sets the attribute ``node`` of a named object again and again: in a loop, or in a function."""
    is_repeated = module.function(store) is not None or module.tree.is_in_loop(store)
    return is_repeated and isinstance(node.value, ast.Name) and _is_same(module, store.value, node.value)


def _is_same(module: Module, other: ast.expr, name: ast.Name) -> bool:
    """Whether ``other`` certainly is the object ``name``: the same variable, or a parameter which is passed that."""
    if not isinstance(other, ast.Name):
        return False
    if other.id == name.id and _owner(module, other) is _owner(module, name):
        return True
    binding = module.binding(other)
    if binding is None or not isinstance(binding.node, ast.arg):
        return False
    given = module.parameters.arguments_here(binding.node)
    return any(
        isinstance(value, ast.Name) and value.id == name.id and _owner(module, value) is _owner(module, name)
        for value in given
    )


def _owner(module: Module, name: ast.Name) -> Scope | None:
    return module.scopes.owner(name.id, module.scopes.around(name))


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
        return _filled(module, name, function)
    reason = f"`{name.id}` is bound again in line {_line(module, again)}, and a graph keeps what it was at first"
    return Obstacle(name, Cause.STATE, reason)


def _filled(module: Module, name: ast.Name, function: FunctionNode) -> Obstacle | None:
    """What a list, a dictionary or a model from outside, to which the file adds, makes of a graph."""
    kind = module.kind(name)
    if kind is Kind.MODEL:
        place = added_layers(module, name, function)
        if place is None:
            return None
        line = place.lineno
        reason = (
            f"`{name.id}` gets other layers in line {line}, and a graph keeps those it had; make a new one for them"
        )
        return Obstacle(place, Cause.STATE, reason)
    found = [] if kind not in (Kind.LIST, Kind.DICT, Kind.UNKNOWN) else _fillings(module, name, function)
    if not found:
        return None
    again = next((place for place in found if _is_between_calls(module, place, function)), None)
    again = None if kind is Kind.UNKNOWN else again
    line = (again or found[0]).lineno
    reason = f"`{name.id}` is filled in line {line}, and a graph keeps what was in it at first"
    # The place is named where it is certain: it is what comes between two calls.
    return Obstacle(again or name, Cause.STATE, reason, certain=again is not None)


def added_layers(module: Module, name: ast.Name, function: FunctionNode) -> ast.Name | None:
    """Where the model ``name`` gets or loses layers between two calls of ``function``."""
    places = _receivers(module, RESHAPING)
    return next((p for p in places if _is_same(module, p, name) and _is_between_calls(module, p, function)), None)


def _fillings(module: Module, name: ast.Name, function: FunctionNode) -> list[ast.Name]:
    """Where code outside of ``function`` adds to a list or dictionary, or takes from it."""
    items = [item.value for item in module.nodes(ast.Subscript) if not isinstance(item.ctx, ast.Load)]
    places = [*_receivers(module, GROWING), *(item for item in items if isinstance(item, ast.Name))]
    return [place for place in places if _is_same(module, place, name) and not module.contains(function, place)]


def _receivers(module: Module, methods: frozenset[str]) -> Iterator[ast.Name]:
    """The names of the objects whose ``methods`` are called."""
    for method in sorted(methods):
        for call in module.calls(method):
            if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                yield call.func.value


def _is_between_calls(module: Module, node: ast.AST, function: FunctionNode) -> bool:
    """Whether a loop is seen to run ``node`` between two calls of ``function``, directly or in a function."""
    calls = [
        function,
        *_callers(module, function),
        *(c for f in _callers(module, function) for c in _around(module, f)),
    ]
    return any(
        isinstance(loop, LOOP_TYPES) and any(module.contains(loop, call) for call in calls)
        for place in [node, *_around(module, node)]
        for loop in module.ancestors(place)
    )


def _callers(module: Module, function: FunctionNode) -> list[ast.expr]:
    return module.references(function) if isinstance(function, DEF_TYPES) else []


def _around(module: Module, node: ast.AST) -> list[ast.expr]:
    """The calls of the function that ``node`` is in."""
    holder = module.function(node)
    return [] if holder is None else _callers(module, holder)


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
