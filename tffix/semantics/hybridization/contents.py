"""Lists, dictionaries, arrays and models that code reads, and whose contents the file changes between two calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.hybridization.tables import FILLING, GROWING, IN_PLACE, RESHAPING
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Scope
from tffix.semantics.syntax import argument_values
from tffix.semantics.tree import DEF_TYPES, LOOP_TYPES, FunctionNode

CONSTRUCTORS = ("__init__", "build", "setup", "__post_init__", "__new__")
_MAX_DEPTH = 3
_CONTAINERS = (Kind.LIST, Kind.DICT, Kind.ARRAY)
_HARMLESS = ("tensorflow", "keras", "tf_keras", "numpy", "builtins", "math")


def filled_name(module: Module, name: ast.Name, function: FunctionNode) -> Obstacle | None:
    """What a list, a dictionary, an array or a model from outside, which the file changes, makes of a graph."""
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
    if kind not in (*_CONTAINERS, Kind.UNKNOWN):
        return None
    places = (place for place in _changed(module) if isinstance(place, ast.Name) and is_same(module, place, name))
    found = _filled(module, name, [place for place in places if not module.contains(function, place)], function)
    return found or (_shared(module, name, function) if kind in _CONTAINERS else None)


def filled_attribute(module: Module, node: ast.Attribute, function: FunctionNode | None) -> Obstacle | None:
    """The same of a list, a dictionary or an array that is an attribute of an object."""
    if module.kind(node) not in (*_CONTAINERS, Kind.UNKNOWN):
        return None
    places = (place for place in _changed(module) if isinstance(place, ast.Attribute) and place.attr == node.attr)
    outside = [place for place in places if not is_in_constructor(module, place)]
    return _filled(module, node, outside, function)


def _filled(
    module: Module, node: ast.Name | ast.Attribute, places: Sequence[ast.expr], function: FunctionNode | None
) -> Obstacle | None:
    if function is not None:
        places = [place for place in places if not module.contains(function, place)]
    if not places:
        return None
    again = None
    if function is not None and module.kind(node) is not Kind.UNKNOWN:
        later = [place for place in places if not is_seen_in_constructors(module, place)]
        again = next((place for place in later if _is_between_calls(module, place, function)), None)
    line = (again or places[0]).lineno
    reason = f"`{module.segment(node)}` is filled in line {line}, and a graph keeps what was in it at first"
    # The place is named where it is certain: it is what comes between two calls.
    return Obstacle(again or node, Cause.STATE, reason, certain=again is not None)


def _shared(module: Module, name: ast.Name, function: FunctionNode) -> Obstacle | None:
    """What other code may do with a list, dictionary or array that it knows by another name."""
    binding = module.binding(name)
    for use in () if binding is None else module.uses(binding):
        if not module.contains(function, use) and _is_given_away(module, use):
            reason = f"`{name.id}` is known by another name in line {use.lineno}, and a graph keeps what was in it"
            return Obstacle(name, Cause.STATE, reason, certain=False)
    return None


def _is_given_away(module: Module, use: ast.Name) -> bool:
    holder = module.parent(use)
    if isinstance(holder, ast.keyword):
        holder = module.parent(holder)
    if isinstance(holder, ast.Call):
        root = (module.qualified(holder.func) or "").partition(".")[0]
        return use in argument_values(holder) and root not in _HARMLESS
    return isinstance(holder, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.Return, ast.List, ast.Tuple, ast.Dict))


def added_layers(module: Module, name: ast.Name, function: FunctionNode) -> ast.expr | None:
    """Where the model ``name`` gets or loses layers between two calls of ``function``."""
    places = _receivers(module, RESHAPING)
    return next((p for p in places if is_same(module, p, name) and _is_between_calls(module, p, function)), None)


def _changed(module: Module) -> Iterator[ast.expr]:
    """The lists, dictionaries and arrays to which code adds, or whose items it sets or takes away."""
    yield from (item.value for item in module.nodes(ast.Subscript) if not isinstance(item.ctx, ast.Load))
    yield from _receivers(module, GROWING | IN_PLACE)
    for name in sorted(FILLING):
        for call in module.calls(name):
            if call.args and (module.qualified(call.func) or "").startswith(("numpy.", "random.")):
                yield call.args[0]


def _receivers(module: Module, methods: frozenset[str]) -> Iterator[ast.expr]:
    """The objects whose ``methods`` are called."""
    for method in sorted(methods):
        for call in module.calls(method):
            if isinstance(call.func, ast.Attribute):
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


def is_same(module: Module, other: ast.expr, name: ast.Name) -> bool:
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


def is_in_constructor(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` runs while an object is made: in a constructor, or in a method that only constructors call."""
    function = module.function(node)
    return isinstance(function, ast.FunctionDef) and _constructs(module, function) and _is_only_here(module, function)


def is_seen_in_constructors(module: Module, node: ast.AST) -> bool:
    """The same, as far as this file shows: another file may call the method later."""
    function = module.function(node)
    return isinstance(function, ast.FunctionDef) and _constructs(module, function)


def _is_only_here(module: Module, function: ast.FunctionDef) -> bool:
    return function.name in CONSTRUCTORS or module.is_local(function)


def _constructs(module: Module, function: ast.FunctionDef, depth: int = 0) -> bool:
    if function.name in CONSTRUCTORS:
        return True
    calls = module.references(function)
    if not calls or depth >= _MAX_DEPTH or not isinstance(module.parent(function), ast.ClassDef):
        return False
    callers = [module.function(call) for call in calls]
    return not any(module.tree.is_in_loop(call) for call in calls) and all(
        isinstance(caller, ast.FunctionDef) and _constructs(module, caller, depth + 1) for caller in callers
    )
