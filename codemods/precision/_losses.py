"""What the output of a model feeds: a loss that works in float32 by itself, one that does not, or arithmetic."""

from __future__ import annotations

import ast
import enum

from tffix.semantics.heads import Head
from tffix.semantics.kinds_table import Kind
from tffix.semantics.layers import results
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, is_true

from ._models import Root


class Feeds(enum.Enum):
    """What becomes of an output."""

    VALUES = "a regression loss"
    LOGITS = "a cross-entropy that is told to expect logits"
    HALF = "arithmetic, or a function that computes in the type it is given"
    OTHER = "something else, or something unknown"


_REGRESSION = frozenset(
    [
        "mse",
        "meansquarederror",
        "mae",
        "meanabsoluteerror",
        "mape",
        "meanabsolutepercentageerror",
        "msle",
        "meansquaredlogarithmicerror",
        "huber",
        "huberloss",
        "logcosh",
    ]
)


def feeds(module: Module, root: Root, head: Head) -> set[Feeds]:
    """What the output of ``head`` feeds at one place where its model is trained."""
    if root.in_tape:
        return {_use(module, use) for use in results(module, root.call)}
    call = root.call
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "compile":
        return set()
    loss = argument(call, "loss", 1)
    own = None if loss is None else _loss_of(module.value(loss), head)
    return set() if own is None else {loss_kind(module, own)}


def _loss_of(losses: ast.expr, head: Head) -> ast.expr | None:
    """The loss of one output: ``compile`` takes one for all, a list in their order, or a dictionary by their names."""
    if isinstance(losses, (ast.List, ast.Tuple)):
        index = head.output
        return losses.elts[index] if isinstance(index, int) and index < len(losses.elts) else None
    if not isinstance(losses, ast.Dict):
        return losses
    named = argument(head.layer, "name")
    keys = {head.output, getattr(named, "value", None)} - {None}
    named_losses = zip(losses.keys, losses.values, strict=True)
    return next((value for key, value in named_losses if getattr(key, "value", None) in keys), None)


def loss_kind(module: Module, loss: ast.expr) -> Feeds:
    """What sort of loss a name, a loss object or a loss function is."""
    value = module.value(loss, attributes=True)
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return Feeds.VALUES if _is_regression(value.value) else Feeds.OTHER
    function = value.func if isinstance(value, ast.Call) else value
    path = module.keras_path(function) or ""
    if not path.startswith(("losses.", "metrics.")):
        return Feeds.OTHER
    if _is_regression(path.rpartition(".")[2]):
        return Feeds.VALUES
    is_logits = isinstance(value, ast.Call) and is_true(argument(value, "from_logits"))
    return Feeds.LOGITS if is_logits else Feeds.OTHER


def _is_regression(name: str) -> bool:
    return name.lower().replace("_", "") in _REGRESSION


def _use(module: Module, use: ast.expr) -> Feeds:
    holder = module.parent(use)
    if isinstance(holder, ast.keyword):
        holder = module.parent(holder)
    if isinstance(holder, (ast.BinOp, ast.AugAssign)):
        return Feeds.HALF
    if not isinstance(holder, ast.Call) or holder.func is use:
        return Feeds.OTHER
    qualified = module.qualified(holder.func) or ""
    if qualified.startswith("tensorflow.nn.") and "cross_entropy" in qualified:
        return Feeds.HALF
    if module.kind(holder.func) is Kind.LOSS:
        return loss_kind(module, holder.func)
    path = module.keras_path(holder.func) or ""
    if path.startswith("losses."):
        return Feeds.OTHER if loss_kind(module, holder) is Feeds.OTHER else Feeds.HALF
    return Feeds.OTHER
