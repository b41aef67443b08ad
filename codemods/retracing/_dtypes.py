"""What the file says of dtypes that a ``float32`` tensor would not go with."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.origins import dtype_argument
from tffix.semantics.syntax import argument

from ._varying import is_integer

_SETTERS = ("set_floatx", "set_global_policy", "set_dtype_policy", "set_policy")


def sets_dtype(module: Module) -> bool:
    """Whether the file sets in which floats Keras computes."""
    return any(module.keras_path(call.func) is not None for name in _SETTERS for call in module.calls(name))


def variable_dtype(module: Module, expression: ast.expr) -> str | None:
    """The dtype of a ``tf.Variable`` that is made with one, or of an integer; ``None`` where it is not known."""
    made = module.value(expression, attributes=True)
    if not isinstance(made, ast.Call) or module.qualified(made.func) != "tensorflow.Variable":
        return None
    dtype, start = dtype_argument(module, made), argument(made, "initial_value", 0)
    is_whole = dtype is None and start is not None and is_integer(module, start)
    return "int32" if is_whole else dtype
