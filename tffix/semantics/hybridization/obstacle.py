"""What an obstacle to a graph is."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass


class Cause(enum.Enum):
    """Which precondition an obstacle is about."""

    EAGER_ONLY = "a call that needs values"
    TEXT = "values in a text"
    NUMPY = "NumPy on tensors"
    SIDE_EFFECT = "a side effect of Python"
    STATE = "Python state that changes between calls"
    VARIABLE = "new variables"
    RECURSION = "recursion"
    CONTROL = "control flow"
    PYTHON_VALUE = "a Python value that varies"
    RESULT = "a result that is no tensor"
    RANDOM = "random numbers from a hidden state"
    UNKNOWN = "code that is not known"


@dataclass(frozen=True)
class Obstacle:
    """What stands in the way of a graph.

    ``certain`` obstacles break the code or change what it computes; whether the others matter only a person can say.
    ``reason`` is for the author of the code: what happens at ``node``, and what to do.
    """

    node: ast.AST
    cause: Cause
    reason: str
    certain: bool = True
