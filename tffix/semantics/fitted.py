"""What ``fit`` passes to the ``train_step`` of a model."""

from __future__ import annotations

import ast

from tffix.semantics.model_origins import classes, origins_of
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, positional_parameters, receiver

Data = tuple["ast.expr | None", "ast.expr | None"]
"""The arguments ``x`` and ``y`` of a call of ``fit``."""


def fitted(module: Module, parameter: ast.arg) -> list[Data]:
    """The data of every call of ``fit`` in this file that passes its batches, as they are, for ``parameter``.

    Measured on Keras 3.15 and tf_keras 2.21: ``train_step`` gets targets of the shape (n,) for those given to ``fit``;
    only the loss of ``compile`` gets them as (n, 1).
    """
    function = module.tree.function_of(parameter)
    owner = module.parent(function)
    is_data = getattr(function, "name", "") == "train_step" and positional_parameters(function)[1:] == [parameter]
    if not isinstance(owner, ast.ClassDef) or not is_data:
        return []
    calls = [call for call in module.calls("fit") if _trains(module, call, owner)]
    return [(argument(call, "x", 0), argument(call, "y", 1)) for call in calls]


def _trains(module: Module, call: ast.Call, owner: ast.ClassDef) -> bool:
    model = receiver(call)
    origins = None if model is None else origins_of(module, model)
    return origins is not None and owner in classes(module, origins)
