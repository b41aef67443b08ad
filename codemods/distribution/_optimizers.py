"""What an optimizer keeps: Keras 3 lets one without slots work on the variables of any strategy."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.syntax import argument

_MAX_DEPTH = 8
_SLOTS = frozenset(
    [
        "adadelta",
        "adafactor",
        "adagrad",
        "adam",
        "adamax",
        "adamw",
        "ftrl",
        "lamb",
        "lion",
        "nadam",
        "rmsprop",
    ]
)


def keeps_slots(module: Module, optimizer: ast.expr | None, depth: int = 0) -> bool | None:
    """Whether an optimizer keeps a variable for each weight; ``None`` when that is not known.

    Plain SGD does not, so Keras 3 lets it work on the variables of any strategy.  ``compile`` without an optimizer
    takes RMSprop.
    """
    if optimizer is None:
        return True
    value = module.value(optimizer, attributes=True)
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return False if value.value.lower() == "sgd" else value.value.lower() in _SLOTS or None
    if not isinstance(value, ast.Call):
        return None
    path = module.keras_path(value.func)
    if path is None:
        return _returned_slots(module, value, depth)
    group, _, name = path.lower().rpartition(".")
    if name == "lossscaleoptimizer":
        return keeps_slots(module, value.args[0], depth + 1) if value.args and depth < _MAX_DEPTH else None
    if name == "sgd":
        return _sgd_slots(value)
    # There are no legacy optimizers in Keras 3: such code is for its predecessor.
    return (name in _SLOTS and not group.endswith("legacy")) or None


def is_text(module: Module, optimizer: ast.expr) -> bool:
    """Whether an optimizer is given by the name of its class: ``compile`` then creates it."""
    return isinstance(module.value(optimizer, attributes=True), ast.Constant)


def _sgd_slots(call: ast.Call) -> bool | None:
    if any(keyword.arg in (None, "use_ema") for keyword in call.keywords):
        return None
    momentum = argument(call, "momentum", 1)
    if momentum is None:
        return False
    return bool(momentum.value) if isinstance(momentum, ast.Constant) else None


def _returned_slots(module: Module, call: ast.Call, depth: int) -> bool | None:
    function = module.definition(call.func)
    if not isinstance(function, ast.FunctionDef) or depth > _MAX_DEPTH:
        return None
    found = {keeps_slots(module, value, depth + 1) for value in module.returned(function)}
    return found.pop() if len(found) == 1 else None
