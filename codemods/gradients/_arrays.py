"""Writes what takes a loss out of TensorFlow as TensorFlow."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from tffix.codemod import Applicability, least
from tffix.rewriting.edits import Edit, Replace
from tffix.rewriting.numpy_calls import NoEqualError, Translation, Translator, takes_value
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_ways import Cut, Frame
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_values
from tffix.semantics.tree import DEF_TYPES

from ._consumers import EagerConsumers, NeedsArrayError

THROUGH = (Break.NUMPY,)
_REDUCTIONS = {"mean": "reduce_mean", "sum": "reduce_sum", "max": "reduce_max", "min": "reduce_min"}
_MATH = {
    **{name: name for name in ("cos", "cosh", "exp", "pow", "sin", "sinh", "sqrt", "tan", "tanh")},
    **{name: f"math.{name}" for name in ("expm1", "log1p")},
    "fabs": "abs",
}
"""The functions of Python's ``math`` under their names in TensorFlow; ``math.log`` may be given a base."""
_SHARED_KEYWORDS = frozenset(["axis", "keepdims"])


class NoRepairError(Exception):
    """TensorFlow cannot certainly take the place of NumPy; the message says why and what to do."""


@dataclass(frozen=True)
class Repair:
    """The edits that let a gradient pass, and how far they can be trusted."""

    edits: tuple[Edit, ...]
    applicability: Applicability


def arrays(paths: Paths, cuts: list[Cut]) -> list[Cut]:
    """All operations that keep values in NumPy on the way to the sources: ``cuts`` and those behind them."""
    found: dict[ast.expr, Cut] = {cut.node: cut for cut in cuts}
    for cut in cuts:
        for inner in paths.into(cut.operands, cut.frame, through=THROUGH).cuts:
            if inner.kind is Break.NUMPY and paths.is_behind(inner, through=THROUGH):
                found.setdefault(inner.node, inner)
    return list(found.values())


def repaired(module: Module, paths: Paths, derivative: ast.Call, cuts: list[Cut]) -> Repair:
    """How the operations of ``cuts`` are written with TensorFlow.

    Raises:
        NoRepairError: one of them cannot be, or its result is used in a way that only arrays allow.
    """
    frames = {cut.node: cut.frame for cut in cuts}

    def is_tensor(node: ast.expr) -> bool:
        frame = next((frames[outer] for outer in module.ancestors(node) if outer in frames), None)
        way = paths.into([node], frame or paths.frame, through=THROUGH)
        return bool(way.carriers)

    translator = Translator(module, is_tensor)
    edits: list[Edit] = []
    level = Applicability.SAFE
    consumers = EagerConsumers(module, derivative, lambda call: call in frames)
    try:
        for cut in cuts:
            translation = _translation(module, translator, cut.node)
            edits += translation.edits
            level = least(level, translation.applicability, consumers.check(cut.node))
    except (NoEqualError, NeedsArrayError) as error:
        raise NoRepairError(str(error)) from None
    return Repair(tuple(edits), least(level, *(_callers(module, cut, frames.values()) for cut in cuts)))


def _callers(module: Module, cut: Cut, frames: Iterable[Frame]) -> Applicability:
    """Whether the function that holds an operation is certainly called with tensors alone.

    Arrays of whole numbers, for which NumPy and TensorFlow divide differently, may be what others pass.
    """
    function = cut.frame.function
    if cut.frame.call is None:
        return Applicability.SAFE
    if not isinstance(function, DEF_TYPES) or not module.is_local(function):
        return Applicability.UNSAFE
    calls, is_complete = module.definitions.calls_of(function)
    known = {outer.call for frame in frames for outer in frame.chain()}
    others = [call for call in calls if call not in known]
    takes_tensors = all(any(module.kind(one) is Kind.TENSOR for one in argument_values(call)) for call in others)
    return Applicability.SAFE if is_complete and takes_tensors else Applicability.UNSAFE


def _translation(module: Module, translator: Translator, node: ast.expr) -> Translation:
    if not isinstance(node, ast.Call):
        raise NoEqualError("it is no call; write it with TensorFlow operations")
    if isinstance(node.func, ast.Attribute) and node.func.attr == "predict":
        raise NoEqualError("`predict` runs outside of the tape; call the model: model(x, training=True)")
    if module.qualified(node.func) == "builtins.float" and len(node.args) == 1:
        return Translation((Replace(node, "{value}", {"value": node.args[0]}),))
    if (module.qualified(node.func) or "").startswith("math."):
        return _math(module, node, node.func)
    holder = node.func.value if isinstance(node.func, ast.Attribute) else None
    is_array = holder is not None and module.kind(holder) is Kind.ARRAY and not takes_value(node)
    if is_array and isinstance(node.func, ast.Attribute) and module.qualified(node.func) is None:
        return _method(module, node, node.func)
    return translator.translation(node)


def _math(module: Module, node: ast.Call, function: ast.expr) -> Translation:
    """``math.sqrt(t)`` as ``tf.sqrt(t)``."""
    name = (module.qualified(function) or "").partition(".")[2]
    equal = "math.log" if name == "log" and len(node.args) == 1 else _MATH.get(name)
    spelled = None if equal is None else module.spell(f"tensorflow.{equal}", node)
    if spelled is None:
        raise NoEqualError(f"math.{name} takes Python numbers; write it with TensorFlow operations")
    return Translation((Replace(function, spelled),))


def _method(module: Module, node: ast.Call, function: ast.Attribute) -> Translation:
    """``array.mean(axis=1)`` as ``tf.reduce_mean(array, axis=1)``."""
    name = _REDUCTIONS.get(function.attr)
    spelled = None if name is None else module.spell(f"tensorflow.{name}", node)
    if spelled is None or len(node.args) > 1 or any(k.arg not in _SHARED_KEYWORDS for k in node.keywords):
        raise NoEqualError(f"tensors have no `.{function.attr}`; write it with TensorFlow operations")
    parts: dict[str, ast.AST] = {"array": function.value}
    template = f"{spelled}({{array}}"
    for index, argument in enumerate(node.args):
        parts[f"p{index}"] = argument
        template += f", {{p{index}}}"
    for keyword in node.keywords:
        parts[str(keyword.arg)] = keyword.value
        template += f", {keyword.arg}={{{keyword.arg}}}"
    return Translation((Replace(node, f"{template})", parts),))
