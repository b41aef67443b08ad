"""Which functions of a file can run in a graph as they stand."""

from __future__ import annotations

import ast

from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.origins import origin
from tffix.semantics.scopes import Binding
from tffix.semantics.tree import terminal_name

_METHODS = {
    Kind.TAPE: ("gradient", "watch"),
    Kind.OPTIMIZER: ("apply_gradients", "minimize", "apply"),
    Kind.METRIC: ("update_state", "result"),
}
_CALLABLE = (Kind.MODEL, Kind.LAYER, Kind.LOSS)
_EFFECTS = ("append", "print", "numpy", "py_function", "numpy_function")
_BUILTINS = ("builtins.zip", "builtins.sum", "builtins.len")
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.With, ast.Pass)
_PYTHON = ("tensorflow.py_function", "tensorflow.numpy_function", "tensorflow.io.", "tensorflow.Variable")


def is_traced(module: Module, function: ast.FunctionDef) -> bool:
    """Whether the function is made a ``tf.function`` where it is defined."""
    context = module.function_context(function)
    return bool(function.decorator_list) and context.via is Via.FUNCTION and context.root is function


def is_graph_safe(module: Module, function: ast.FunctionDef, depth: int = 0) -> bool:
    """Whether a call of the function computes the same in a graph as it does eagerly.

    Every call in it must be known.  One that is not traced yet must be straight-line code of TensorFlow and Keras.
    """
    if depth > 3:
        return False
    traced = is_traced(module, function)
    if not traced and (function.decorator_list or not _is_plain(module, function)):
        return False
    calls = [node for node in _inner(function) if isinstance(node, ast.Call)]
    return all(_is_safe_call(module, call, depth) or (traced and _is_builtin(module, call)) for call in calls)


def _is_plain(module: Module, function: ast.FunctionDef) -> bool:
    """Whether an eager function is straight-line code that depends on nothing Python changes between its calls."""
    changed = {node.attr for node in module.nodes(ast.Attribute) if not isinstance(node.ctx, ast.Load)}
    if "trainable" in changed or any(_has_effects(module, owner) for owner in module.nodes(ast.ClassDef)):
        return False
    for node in _inner(function):
        if isinstance(node, ast.Attribute) and node.attr in changed:
            return False
        if isinstance(node, ast.Name) and not all(is_constant(module, b) for b in module.bindings(node)):
            return False
        if isinstance(node, ast.stmt) and not isinstance(node, _SIMPLE):
            return False
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.JoinedStr)):
            return False
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(node, ast.With) and not all(module.kind(i.context_expr) is Kind.TAPE for i in node.items):
            return False
    return True


def _has_effects(module: Module, owner: ast.ClassDef) -> bool:
    """Whether a layer, model or loss of the file does more when it is called than to compute."""
    if module.class_kind(owner) not in _CALLABLE:
        return False
    methods = [s for s in owner.body if isinstance(s, ast.FunctionDef) and s.name not in ("__init__", "build")]
    return any(
        (isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.Call) and terminal_name(node.func) in _EFFECTS)
        for method in methods
        for node in _inner(method)
    )


def is_constant(module: Module, binding: Binding) -> bool:
    """Whether a name of the module means one object for good; names of functions are their own affair."""
    if binding.scope is not module.scopes.module:
        return True
    if len(binding.scope.all(binding.name)) != 1:
        return False
    return not module.tree.is_in_loop(binding.node)


def _is_builtin(module: Module, call: ast.Call) -> bool:
    return (module.qualified(call.func) or "").startswith("builtins.")


def _is_of_keras(module: Module, expression: ast.expr) -> bool:
    """Whether Keras or TensorFlow certainly made an object: an optimizer may be a class of one's own."""
    if module.kind(expression) is Kind.TAPE:
        return True
    made = origin(module, expression)
    qualified = module.qualified(made.func) if isinstance(made, ast.Call) else None
    return qualified is not None and (qualified.startswith("tensorflow.") or keras_path(qualified) is not None)


def _inner(function: ast.FunctionDef) -> list[ast.AST]:
    return [node for statement in function.body for node in ast.walk(statement)]


def _is_safe_call(module: Module, call: ast.Call, depth: int) -> bool:
    qualified = module.qualified(call.func)
    if qualified is not None:
        if qualified.startswith(_PYTHON):
            return False
        return qualified in _BUILTINS or qualified.startswith("tensorflow.") or keras_path(qualified) is not None
    if module.kind(call.func) in _CALLABLE:
        return True
    if isinstance(call.func, ast.Attribute):
        kind = module.kind(call.func.value)
        if kind is Kind.TENSOR:
            return call.func.attr != "numpy"
        return call.func.attr in _METHODS.get(kind, ()) and _is_of_keras(module, call.func.value)
    local = module.definition(call.func)
    return isinstance(local, ast.FunctionDef) and is_graph_safe(module, local, depth + 1)
