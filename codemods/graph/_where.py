"""Where ``tf.print`` belongs: which code is traced, what stands in its way, which prints are meant as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tffix.semantics.graph import Context, Via
from tffix.semantics.kinds_table import CALLABLE_KINDS, Kind
from tffix.semantics.syntax import argument, is_false
from tffix.semantics.tree import terminal_name

from ._format import Text
from ._values import Argument

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_KERAS = (Via.KERAS_STEP, Via.KERAS_CALL)
_KERAS_METHODS = frozenset(["call", "train_step", "test_step", "predict_step", "update_state", "result"])
TRACING = re.compile(
    r"\b(re-?)?trac(e|ed|es|ing)\b|追踪|跟踪|\bside[ -]effect|\b(build|construct|creat)ing\b.*\bgraph\b", re.IGNORECASE
)
"""A text that is about the tracing itself."""
_PLAIN = ("tensorflow.", "keras.", "tf_keras.", "builtins.", "functools.", "abc.", "typing.", "dataclasses.")
_INSPECTIONS = frozenset(["builtins.type", "builtins.id", "builtins.dir", "builtins.vars", "builtins.isinstance"])
_SYMBOLIC_ATTRIBUTES = frozenset(["op", "graph", "name", "dtype", "device"])
_ASKS = ("executing_eagerly", "run_eagerly", "inside_function", "is_symbolic_tensor")
_LITE = ("from_saved_model", "from_keras_model", "from_concrete_functions")


def is_traced(module: Module, context: Context) -> bool:
    """Whether the code runs in a graph, as far as the file says."""
    if context.via in _KERAS:
        if module.keras == 3 and context.root is not None and module.spell("tensorflow.print", context.root) is None:
            # Keras 3 may run it on another framework.
            return False
        return not _runs_eagerly(module) and not _is_called_eagerly(module, context)
    if context.via is Via.DATASET and module.calls("enable_debug_mode"):
        return False
    return context.is_graph and not _converts_print(context)


def _runs_eagerly(module: Module) -> bool:
    """Whether the file has Keras run a model eagerly."""
    if any(_is_on(call, "run_eagerly") for call in _compile_calls(module)):
        return True
    stores = [node for node in module.attributes("run_eagerly") if isinstance(node.ctx, ast.Store)]
    return any(not is_false(getattr(module.parent(node), "value", None)) for node in stores)


def _is_called_eagerly(module: Module, context: Context) -> bool:
    """Whether the file itself calls the step of a model, and not in a graph."""
    if context.via is not Via.KERAS_STEP or not isinstance(context.root, ast.FunctionDef):
        return False
    if not isinstance(module.parent(context.root), ast.ClassDef):
        return False
    calls = [call for call in module.calls(context.root.name) if isinstance(call.func, ast.Attribute)]
    return any(not _is_super(module, call) and not module.context(call).is_graph for call in calls)


def _is_super(module: Module, call: ast.Call) -> bool:
    value = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(value, ast.Call) and module.qualified(value.func) == "builtins.super"


def is_plainly_decorated(module: Module, node: ast.AST) -> bool:
    """Whether no decorator of unknown make stands between the functions around ``node`` and the trace."""
    decorators = [d for outer in module.ancestors(node) for d in getattr(outer, "decorator_list", ())]
    return all(
        (module.qualified(d.func if isinstance(d, ast.Call) else d) or "").startswith(_PLAIN) for d in decorators
    )


def _converts_print(context: Context) -> bool:
    """Whether AutoGraph itself was asked to convert built-in functions."""
    decorators = getattr(context.root, "decorator_list", [])
    calls = [decorator for decorator in decorators if isinstance(decorator, ast.Call)]
    return any(argument(call, "experimental_autograph_options") is not None for call in calls)


def obstacle(module: Module, call: ast.Call, context: Context) -> str | None:
    """Why ``tf.print`` would fail where the print ``call`` stands; ``None`` when it would not."""
    if context.via is Via.DATASET:
        return None
    around = module.graph.around(call)
    if any(outer.compiled for outer in [context, *around]):
        return "XLA compiles the function (jit_compile), and has no tf.print; return the value and print it outside"
    if context.via is Via.VECTORIZED:
        return "tf.vectorized_map runs tf.print once for all elements; print the result of the map instead"
    if any(is_keras(module, outer) for outer in [context, *around]) and _may_compile(module):
        compiles = "on a GPU Keras 3 has XLA compile this, unless compile() says jit_compile=False"
        if module.keras == 2:
            compiles = "XLA compiles the model (jit_compile)"
        return f"{compiles}, and XLA has no tf.print; return the value as a log or a metric"
    if module.calls("TPUStrategy"):
        return "on a TPU tf.print needs tf.config.set_soft_device_placement(True) and is slow; return the value instead"
    if any(_is_lite(module, call) for name in _LITE for call in module.calls(name)):
        return "TensorFlow Lite, to which this file converts a model, has no tf.print; return the value instead"
    return None


def _is_lite(module: Module, call: ast.Call) -> bool:
    return (module.qualified(call.func) or "").startswith("tensorflow.lite.")


def is_exported(module: Module, context: Context) -> bool:
    """Whether the traced code may become part of a SavedModel."""
    saves = any(module.qualified(call.func) == "tensorflow.saved_model.save" for call in module.calls("save"))
    exports = any(
        isinstance(call.func, ast.Attribute) and module.kind(call.func.value) is Kind.MODEL
        for call in module.calls("export")
    )
    return context.via is not Via.DATASET and (saves or exports)


def is_redirected(module: Module) -> bool:
    """Whether the file puts something else in the place of ``sys.stdout``: ``tf.print`` writes past it."""
    stores = [node for node in module.attributes("stdout") if isinstance(node.ctx, ast.Store)]
    return any(module.qualified(node) == "sys.stdout" for node in stores) or any(
        module.qualified(call.func) == "contextlib.redirect_stdout" for call in module.calls("redirect_stdout")
    )


def is_keras(module: Module, context: Context) -> bool:
    """Whether it is Keras that traces the code, under ``fit``; others may call it eagerly."""
    if context.via in _KERAS:
        return True
    root = context.root
    owner = module.parent(root) if isinstance(root, ast.FunctionDef) and root.name in _KERAS_METHODS else None
    return isinstance(owner, ast.ClassDef) and module.class_kind(owner) in CALLABLE_KINDS


def _may_compile(module: Module) -> bool:
    calls = _compile_calls(module)
    if any(_is_on(call, "jit_compile") for call in calls):
        return True
    return module.keras == 3 and not (calls and all(_is_off(call, "jit_compile") for call in calls))


def _compile_calls(module: Module) -> list[ast.Call]:
    """The calls that compile a Keras model."""
    return [
        call
        for call in module.calls("compile")
        if isinstance(call.func, ast.Attribute) and module.qualified(call.func) is None and (call.args or call.keywords)
    ]


def _is_on(call: ast.Call, name: str) -> bool:
    given = argument(call, name)
    return given is not None and not is_false(given)


def _is_off(call: ast.Call, name: str) -> bool:
    return is_false(argument(call, name))


# -- what is meant as it is ------------------------------------------------------------------------------------------


def is_deliberate(module: Module, call: ast.Call, arguments: Sequence[Argument]) -> bool:
    """Whether the print is about the tracing itself, or eager code knows of the difference."""
    texts = [piece.text for one in arguments for piece in one.pieces if isinstance(piece, Text)]
    nodes = [node for value in call.args for node in ast.walk(value)]
    return (
        any(map(TRACING.search, texts))
        or any(_inspects(module, node) for node in nodes)
        or _is_guarded(module, call)
        or _is_printed_by_tensorflow(module, call)
    )


def _inspects(module: Module, node: ast.AST) -> bool:
    """``type(x)`` and ``x.dtype`` say what the symbolic tensor is."""
    if isinstance(node, ast.Call):
        return module.qualified(node.func) in _INSPECTIONS
    if isinstance(node, ast.Attribute) and node.attr in _SYMBOLIC_ATTRIBUTES:
        return module.kind(node.value) is Kind.TENSOR
    return False


def _is_guarded(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` is in a branch whose condition asks if the code runs eagerly."""
    tests = [outer.test for outer in module.ancestors(node) if isinstance(outer, (ast.If, ast.IfExp))]
    return any(
        isinstance(inner, (ast.Attribute, ast.Name)) and terminal_name(inner) in _ASKS
        for test in tests
        for inner in ast.walk(test)
    )


def asks_for_mode(module: Module, node: ast.AST) -> bool:
    """Whether the function of ``node`` asks somewhere if it runs eagerly: it may return before ``node``, then."""
    function = module.function(node)
    asked = [*module.attributes(*_ASKS), *(name for word in _ASKS for name in module.tree.names(word))]
    return function is not None and any(module.contains(function, inner) for inner in asked)


def _is_printed_by_tensorflow(module: Module, call: ast.Call) -> bool:
    """Whether the same function gives one of the values to ``tf.print``: a demonstration of the two."""
    function = module.function(call)
    printed = {ast.dump(value) for value in call.args if not isinstance(value, ast.Constant)}
    body = [] if function is None else [function.body] if isinstance(function, ast.Lambda) else function.body
    return any(
        isinstance(other, ast.Call)
        and terminal_name(other.func) == "print"
        and module.qualified(other.func) == "tensorflow.print"
        and argument(other, "output_stream") is None
        and any(ast.dump(value) in printed for value in other.args)
        for other in module.tree.inline_nodes(*body)
    )
