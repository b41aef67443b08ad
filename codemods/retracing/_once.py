"""Whether a function that was traced again and again computes the same when it is traced once."""

from __future__ import annotations

import ast

from tffix.semantics.hybridization import Cause, Obstacle
from tffix.semantics.hybridization.code import Code
from tffix.semantics.hybridization.tables import GROWING
from tffix.semantics.kinds_table import LEARNING_RATES, Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import single_target

_HARMLESS = (Cause.CONTROL, Cause.RESULT, Cause.VARIABLE, Cause.RECURSION, Cause.PYTHON_VALUE, Cause.EAGER_ONLY)
"""What matters to code that has never been traced, which this code has."""


def frozen_state(module: Module, function: ast.FunctionDef, loop: ast.AST | None = None) -> str | None:
    """What is said of Python state that only the repeated tracing keeps up to date; ``None`` when none is to be seen.

    With ``loop`` the function is made anew before it, so that what is bound outside of it is new then.
    """
    for obstacle in _obstacles(module, function, loop):
        node = obstacle.node
        is_known = not isinstance(node, ast.Call) or module.qualified(node.func) is not None
        if obstacle.certain and obstacle.cause is Cause.STATE and is_known:
            advice = "" if "; " in obstacle.reason else "; pass what changes as an argument, as a tensor"
            return f"`{function.name}` would be traced once, but {obstacle.reason}{advice}"
        if obstacle.cause is Cause.SIDE_EFFECT and _counts(module, node):
            advice = "" if "; " in obstacle.reason else "; do that at the call"
            return f"`{function.name}` would be traced once, but {obstacle.reason}{advice}"
    return None


def _counts(module: Module, node: ast.AST) -> bool:
    """Whether a side effect keeps something of every trace outside: a count, or an element of a list."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in GROWING
    is_counter = isinstance(node, ast.Attribute) and isinstance(module.parent(node), ast.AugAssign)
    return is_counter or isinstance(node, (ast.Global, ast.Nonlocal))


def is_same_once(module: Module, function: ast.FunctionDef, loop: ast.AST | None = None) -> bool:
    """Whether nothing in the function, and in what it calls, can tell one trace from many.

    Operations that draw from a hidden state can: under a fixed seed they start anew in every new trace.  In Keras 2
    those are in ``Dropout``, too.
    """
    return module.keras == 3 and all(
        obstacle.cause in _HARMLESS or _sets_rate(module, obstacle.node)
        for obstacle in _obstacles(module, function, loop)
    )


def _obstacles(module: Module, function: ast.FunctionDef, loop: ast.AST | None) -> list[Obstacle]:
    found = Code(module, function.body, function).obstacles()
    return [obstacle for obstacle in found if loop is None or not _is_set_outside(module, obstacle.node, loop)]


def _is_set_outside(module: Module, node: ast.AST, loop: ast.AST) -> bool:
    """Whether ``node`` is a name that nothing in ``loop`` binds, nor a function that it may call."""
    if not isinstance(node, ast.Name):
        return False
    owner = module.scopes.owner(node.id, module.scopes.around(node))
    if owner is None or owner is not module.scopes.around(loop) or owner.remote.get(node.id):
        return False
    return not any(module.contains(loop, binding.node) for binding in owner.all(node.id))


def _sets_rate(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` is the rate of an optimizer, a variable that the graph sets as well."""
    target = single_target(node) if isinstance(node, ast.Assign) else node
    return (
        isinstance(target, ast.Attribute)
        and target.attr in LEARNING_RATES
        and module.kind(target.value) is Kind.OPTIMIZER
    )
