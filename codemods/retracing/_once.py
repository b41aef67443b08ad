"""Whether a function that was traced again and again computes the same when it is traced once."""

from __future__ import annotations

import ast

from tffix.semantics.hybridization import Cause
from tffix.semantics.hybridization.code import Code
from tffix.semantics.module import Module

_HARMLESS = (Cause.CONTROL, Cause.RESULT, Cause.VARIABLE, Cause.RECURSION, Cause.PYTHON_VALUE, Cause.EAGER_ONLY)
"""What matters to code that has never been traced, which this code has."""


def frozen_state(module: Module, function: ast.FunctionDef) -> str | None:
    """Python state that only the repeated tracing keeps up to date; ``None`` when there is none to be seen."""
    for obstacle in Code(module, function.body, function).obstacles():
        if obstacle.certain and obstacle.cause is Cause.STATE:
            return obstacle.reason
    return None


def is_same_once(module: Module, function: ast.FunctionDef) -> bool:
    """Whether nothing in the function, and in what it calls, can tell one trace from many.

    Operations that draw from a hidden state can: under a fixed seed they start anew in every new trace.  In Keras 2
    those are in ``Dropout``, too.
    """
    obstacles = Code(module, function.body, function).obstacles()
    return module.keras == 3 and all(obstacle.cause in _HARMLESS for obstacle in obstacles)
