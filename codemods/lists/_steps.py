"""Which functions of a file can run in a graph as they stand."""

from __future__ import annotations

import ast

from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path

_METHODS = {
    Kind.TAPE: ("gradient", "watch"),
    Kind.OPTIMIZER: ("apply_gradients", "minimize", "apply"),
    Kind.METRIC: ("update_state", "result"),
}
_CALLABLE = (Kind.MODEL, Kind.LAYER, Kind.LOSS)
_BUILTINS = ("builtins.zip", "builtins.sum", "builtins.len")
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.With, ast.Pass)
_NEVER = (
    "tensorflow.random.",
    "tensorflow.py_function",
    "tensorflow.numpy_function",
    "tensorflow.io.",
    "tensorflow.Variable",
)


def is_traced(module: Module, function: ast.FunctionDef) -> bool:
    """Whether the function is made a ``tf.function`` where it is defined."""
    context = module.function_context(function)
    return bool(function.decorator_list) and context.via is Via.FUNCTION and context.root is function


def is_graph_safe(module: Module, function: ast.FunctionDef, depth: int = 0) -> bool:
    """Whether tracing the function certainly computes what running it eagerly does.

    Straight-line code of TensorFlow and Keras calls only.  Random operations are excluded: traced, they draw other
    numbers; so is Keras 2, whose unseeded ``Dropout`` does too.
    """
    if is_traced(module, function):
        return True
    if function.decorator_list or module.keras == 2 or depth > 3:
        return False
    for node in _inner(function):
        if isinstance(node, ast.stmt) and not isinstance(node, _SIMPLE):
            return False
        if isinstance(node, ast.Call) and not _is_safe_call(module, node, depth):
            return False
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.JoinedStr)):
            return False
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(node, ast.With) and not all(module.kind(i.context_expr) is Kind.TAPE for i in node.items):
            return False
    return True


def _inner(function: ast.FunctionDef) -> list[ast.AST]:
    return [node for statement in function.body for node in ast.walk(statement)]


def _is_safe_call(module: Module, call: ast.Call, depth: int) -> bool:
    qualified = module.qualified(call.func)
    if qualified is not None:
        if qualified.startswith(_NEVER):
            return False
        return qualified in _BUILTINS or qualified.startswith("tensorflow.") or keras_path(qualified) is not None
    if module.kind(call.func) in _CALLABLE:
        return True
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _METHODS.get(module.kind(call.func.value), ())
    local = module.definition(call.func)
    return isinstance(local, ast.FunctionDef) and is_graph_safe(module, local, depth + 1)
