"""Differences of two values that are reduced to a loss."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.module import Module
from tffix.semantics.syntax import has_starred, single_target
from tffix.semantics.tree import terminal_name

_ELEMENTWISE = ("abs", "absolute", "pow", "power", "square")
_REDUCTIONS = ("mean", "reduce_mean", "reduce_sum", "sum")
_SUBTRACTIONS = ("squared_difference", "subtract")
_MAX_NAMES = 4

SQUEEZING = {
    "huber": "Huber",
    "logcosh": "LogCosh",
    "log_cosh": "LogCosh",
    "mae": "MeanAbsoluteError",
    "mape": "MeanAbsolutePercentageError",
    "mean_absolute_error": "MeanAbsoluteError",
    "mean_absolute_percentage_error": "MeanAbsolutePercentageError",
    "mean_squared_error": "MeanSquaredError",
    "mean_squared_logarithmic_error": "MeanSquaredLogarithmicError",
    "mse": "MeanSquaredError",
    "msle": "MeanSquaredLogarithmicError",
}
"""Loss functions that broadcast in Keras 2 only, each with the class that never does."""
BROADCASTING = {
    "hinge": "Hinge",
    "kl_divergence": "KLDivergence",
    "kld": "KLDivergence",
    "poisson": "Poisson",
    "squared_hinge": "SquaredHinge",
}
"""Loss functions that broadcast in Keras 2 and 3."""


@dataclass(frozen=True)
class Difference:
    """``left`` and ``right`` are compared by ``node``; ``loss`` is the Keras class that does the same."""

    node: ast.expr
    left: ast.expr
    right: ast.expr
    loss: str


def differences(module: Module) -> Iterator[Difference]:
    """The subtractions that are reduced to one number, and the calls of loss functions that broadcast."""
    for node in module.nodes(ast.BinOp):
        if isinstance(node.op, ast.Sub) and (loss := _loss(module, node)):
            yield Difference(node, node.left, node.right, loss)
    for name in _SUBTRACTIONS:
        for call in module.calls(name):
            known = (module.qualified(call.func) or "").startswith(("tensorflow.", "numpy."))
            if known and len(call.args) == 2 and not has_starred(call.args) and (loss := _loss(module, call)):
                yield Difference(call, call.args[0], call.args[1], loss)
    functions = {**BROADCASTING, **(SQUEEZING if module.keras == 2 else {})}
    for name, loss in functions.items():
        for spelling in (name, name.upper()):
            for call in module.calls(spelling):
                path = module.keras_path(call.func) or ""
                if path.startswith("losses.") and len(call.args) >= 2 and not has_starred(call.args):
                    yield Difference(call, call.args[0], call.args[1], loss)


def _loss(module: Module, node: ast.expr, depth: int = 0) -> str | None:
    """The Keras class of the loss that a difference is reduced to; ``None`` when it is not reduced."""
    absolute = False
    inner: ast.AST = node
    for holder in module.ancestors(node):
        if isinstance(holder, ast.Call):
            name = terminal_name(holder.func) or ""
            if name in _REDUCTIONS:
                return "MeanAbsoluteError" if absolute else "MeanSquaredError"
            if name not in _ELEMENTWISE or holder.func is inner:
                return None
            absolute = absolute or name in ("abs", "absolute")
        elif isinstance(holder, ast.Attribute):
            if holder.attr not in ("mean", "sum"):
                return None
        elif isinstance(holder, (ast.Assign, ast.AnnAssign)):
            target = single_target(holder)
            uses = module.uses_of_target(target) if isinstance(target, ast.Name) and depth < _MAX_NAMES else []
            return next((loss for use in uses if (loss := _loss(module, use, depth + 1))), None)
        elif not isinstance(holder, ast.BinOp) or not isinstance(holder.op, (ast.Pow, ast.Mult, ast.Div)):
            return None
        inner = holder
    return None
