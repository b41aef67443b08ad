"""How many numbers a model gives for each row, by its last layer."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.sequential import last_layers
from tffix.semantics.shape_rules import integer
from tffix.semantics.sources import sources
from tffix.semantics.syntax import argument

_SEQUENTIAL = ("Sequential", "models.Sequential")
_FUNCTIONAL = ("Model", "models.Model")
_MAX_DEPTH = 8


def width(module: Module, model: ast.expr, depth: int = 0) -> int | None:
    """The length of the last dimension of what ``model``, a model or layer, returns: 1 if it ends in ``Dense(1)``.

    ``None`` when it is not certain, also when the file does not show all that ``model`` can be.
    """
    if depth > _MAX_DEPTH:
        return None
    owner = module.self_class(model)
    if owner is not None:
        return None if module.definitions.is_overridden(owner, "call") else _of_class(module, owner, depth)
    found = {_made(module, made, depth) for made in sources(module, model)}
    return found.pop() if len(found) == 1 else None


def _made(module: Module, made: ast.expr, depth: int) -> int | None:
    if not isinstance(made, ast.Call):
        return None
    path = module.keras_path(made.func)
    if path == "layers.Dense":
        units = argument(made, "units", 0)
        return None if units is None else integer(module.value(units))
    if path in _SEQUENTIAL:
        found = {width(module, layer, depth + 1) for layer in last_layers(module, made)}
        return found.pop() if len(found) == 1 else None
    if path in _FUNCTIONAL:
        outputs = argument(made, "outputs", 1)
        return None if outputs is None else _of_tensor(module, outputs, depth)
    owner = module.definition(made.func)
    return _of_class(module, owner, depth) if isinstance(owner, ast.ClassDef) else None


def _of_class(module: Module, owner: ast.ClassDef, depth: int) -> int | None:
    if module.class_kind(owner) not in (Kind.MODEL, Kind.LAYER):
        return None
    call = module.definitions.method(owner, "call")
    if call is None or module.definitions.method(owner, "__call__") is not None:
        return None
    found = {_of_tensor(module, value, depth) for value in module.returned(call)}
    return found.pop() if len(found) == 1 else None


def _of_tensor(module: Module, tensor: ast.expr, depth: int) -> int | None:
    """The width of what a layer returns."""
    value = module.value(tensor)
    if not isinstance(value, ast.Call) or module.qualified(value.func) is not None:
        return None
    if isinstance(module.definition(value.func), (ast.FunctionDef, ast.Lambda)):
        return None
    return width(module, value.func, depth + 1)
