"""Whether a function is always given the same object."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.tree import DEF_TYPES

_MAX_DEPTH = 6
_OF_OBJECTS = ("trainable_variables", "trainable_weights", "variables", "apply_gradients", "update_state", "losses")


def is_one_object(module: Module, arguments: Iterable[ast.expr]) -> bool | None:
    """Whether ``arguments`` are one object, made once: names and parameters are followed; ``None`` if not certain."""
    made: set[ast.expr | None] = set()
    for argument in arguments:
        made |= _made(module, argument, 0)
    known = [node for node in made if node is not None]
    if len(known) > 1 or any(_is_evaluated_often(module, node, 0) for node in known):
        return False
    return None if None in made else True


def _made(module: Module, expression: ast.expr, depth: int) -> set[ast.expr | None]:
    """The expressions that make what ``expression`` can be; ``None`` among them for what is not known."""
    if depth > _MAX_DEPTH:
        return {None}
    if not isinstance(expression, (ast.Name, ast.Attribute)):
        return {expression}
    found: set[ast.expr | None] = set()
    for binding in module.origins(expression):
        if isinstance(binding.node, ast.arg):
            given = module.parameters.arguments_here(binding.node)
            if not given or None in given:
                return {None}
            for argument in given:
                found |= {None} if argument is None else _made(module, argument, depth + 1)
        elif binding.kind is BindingKind.ASSIGN and binding.value is not None and not binding.path:
            found |= _made(module, binding.value, depth + 1)
        else:
            found.add(binding.value)
    return found or {None}


def is_used_as_object(module: Module, parameter: ast.arg) -> bool:
    """Whether a function calls what it is given, or takes its variables: it must be a model, layer or optimizer."""
    return any(is_object_use(module, use) for use in module.uses_of_target(parameter))


def is_object_use(module: Module, use: ast.Name) -> bool:
    """Whether a use calls what the name stands for, or takes its variables or its optimizer: then it is no data."""
    holder = module.parent(use)
    if isinstance(holder, ast.Call):
        return holder.func is use
    return isinstance(holder, ast.Attribute) and holder.attr in _OF_OBJECTS


def _is_evaluated_often(module: Module, node: ast.expr, depth: int) -> bool:
    """Whether ``node`` may make several objects: in a loop, or in a function that is called several times."""
    if module.tree.is_in_loop(node):
        return True
    function = module.function(node)
    if not isinstance(function, DEF_TYPES) or depth > _MAX_DEPTH:
        return False
    if isinstance(module.parent(function), ast.ClassDef):
        return False
    calls, is_complete = module.definitions.calls_of(function)
    return len(calls) > 1 or not is_complete or any(_is_evaluated_often(module, call, depth + 1) for call in calls)
