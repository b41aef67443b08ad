"""Which functions of a file can run in a graph as they stand."""

from __future__ import annotations

import ast

from tffix.semantics.hybridization import Cause, code_obstacles, is_traced
from tffix.semantics.module import Module

_ONCE = (Cause.SIDE_EFFECT, Cause.STATE, Cause.CONTROL, Cause.TEXT)
"""What a function that is traced already does once for each trace, wherever it is called."""


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
