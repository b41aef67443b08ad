"""May this code run under ``tf.function`` with the same result, and if not, why?

The preconditions are those of "Hybridize Functions" (FASE 2025), with what was measured on TensorFlow 2.21 and Keras
3.15: a traced function keeps the Python values of its first call, runs the side effects of Python once for each trace,
may create variables in its first call only, and returns tensors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from tffix.semantics.hybridization.arrays import may_be_array, mixes_with_tensors
from tffix.semantics.hybridization.code import Code
from tffix.semantics.hybridization.interface import array_reason, parameters, results
from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding

__all__ = [
    "Cause",
    "Obstacle",
    "array_reason",
    "block_obstacles",
    "code_obstacles",
    "function_obstacles",
    "is_constant",
    "is_graph_safe",
    "is_traced",
    "may_be_array",
    "mixes_with_tensors",
]

_ONCE = (Cause.SIDE_EFFECT, Cause.STATE, Cause.CONTROL, Cause.TEXT)
"""What a function that is traced already does once for each trace, wherever it is called."""


def function_obstacles(module: Module, function: ast.FunctionDef) -> list[Obstacle]:
    """What keeps ``function`` from being made a ``tf.function`` where it is defined, certain obstacles first.

    Looks at its body and what that calls in this file, its parameters, its results, and its calls in this file.
    """
    return _sorted([*parameters(module, function), *code_obstacles(module, function), *results(module, function)])


def code_obstacles(module: Module, function: ast.FunctionDef) -> list[Obstacle]:
    """What keeps the body of ``function`` from running in a graph, that of another function or its own."""
    return _sorted(Code(module, function.body, function).obstacles())


def block_obstacles(module: Module, statements: Sequence[ast.stmt]) -> list[Obstacle]:
    """What keeps consecutive ``statements`` from running in a graph, certain obstacles first.

    Whether what they read from outside, and what is read of them later, can be passed is left to the caller.
    """
    return _sorted(Code(module, statements).obstacles())


def _sorted(obstacles: Iterable[Obstacle]) -> list[Obstacle]:
    return sorted(obstacles, key=lambda obstacle: not obstacle.certain)


def is_traced(module: Module, function: ast.FunctionDef) -> bool:
    """Whether the function is made a ``tf.function`` where it is defined."""
    return bool(function.decorator_list) and module.is_tf_function(function)


def is_graph_safe(module: Module, function: ast.FunctionDef, *, besides: tuple[Cause, ...] = ()) -> bool:
    """Whether a call of the function computes the same in a graph as it does eagerly, ``besides`` some causes.

    Every call in it must be known.  One that is not traced yet must have nothing in it that could be an obstacle.
    """
    traced = is_traced(module, function)
    if not traced and function.decorator_list:
        return False
    found = [obstacle for obstacle in code_obstacles(module, function) if obstacle.cause not in besides]
    return all(traced and obstacle.cause in _ONCE and _is_known(module, obstacle.node) for obstacle in found)


def _is_known(module: Module, node: ast.AST) -> bool:
    """Whether it is known what is done at ``node``: no function of another file is called."""
    return not isinstance(node, ast.Call) or (module.qualified(node.func) or "").startswith("builtins.")


def is_constant(module: Module, binding: Binding) -> bool:
    """Whether a name of the module means one object for good; names of functions are their own affair."""
    if binding.scope is not module.scopes.module:
        return True
    if len(binding.scope.all(binding.name)) != 1:
        return False
    return not module.tree.is_in_loop(binding.node)
