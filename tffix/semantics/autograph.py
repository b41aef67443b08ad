"""Which loops AutoGraph turns into loops of the graph, whose body is traced once."""

from __future__ import annotations

import ast

from tffix.semantics.elements import Elements
from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import DATASET_KINDS
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, is_true
from tffix.semantics.tree import LoopNode


def is_converted(module: Module, node: ast.AST) -> bool:
    """Whether AutoGraph certainly rewrites the code around ``node`` before it is traced."""
    context = module.context(node)
    if not context.is_graph or context.via not in (Via.FUNCTION, Via.DATASET) or _is_without_autograph(module):
        return False
    decorators = [d for outer in module.ancestors(node) for d in getattr(outer, "decorator_list", ())]
    return not any("do_not_convert" in module.segment(decorator) for decorator in decorators)


def _is_without_autograph(module: Module) -> bool:
    """Whether some ``tf.function(..., autograph=...)`` of the file may be the one that traces the code."""
    return any(
        (given := argument(call, "autograph")) is not None and not is_true(given)
        for call in [*module.calls("function"), *module.calls("partial")]
    )


def is_graph_loop(module: Module, loop: LoopNode, elements: Elements) -> bool:
    """Whether ``loop``, in converted code, certainly becomes a loop of the graph."""
    if isinstance(loop, ast.While):
        return _is_tensor_test(module, loop.test, elements)
    if isinstance(loop, ast.AsyncFor):
        return False
    iterable = module.value(loop.iter)
    if module.kind(iterable) in DATASET_KINDS or elements.is_single(iterable):
        return True
    if not isinstance(iterable, ast.Call) or not iterable.args:
        return False
    function = module.qualified(iterable.func)
    if function == "builtins.range":
        return any(elements.is_single(argument) for argument in iterable.args)
    if function in ("builtins.enumerate", "builtins.zip"):
        # Those of tensors are Python's own, and fail: only those of datasets are converted.
        positional = iterable.args[:1] if function == "builtins.enumerate" else iterable.args
        return all(module.kind(argument) in DATASET_KINDS for argument in positional)
    return False


def _is_tensor_test(module: Module, test: ast.expr, elements: Elements) -> bool:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _is_tensor_test(module, test.operand, elements)
    if isinstance(test, ast.BoolOp):
        return any(_is_tensor_test(module, value, elements) for value in test.values)
    if isinstance(test, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in test.ops):
        return False
    return elements.is_single(test)
