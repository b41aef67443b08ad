"""The layers that make the outputs of a model.

That is the last layer of a ``Sequential``, what ``outputs`` of a functional model leads to, or what ``call`` of a
subclass returns.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from tffix.semantics.kinds_table import Kind
from tffix.semantics.layers import (
    FUNCTIONAL,
    MAX_DEPTH,
    SEQUENTIAL,
    constructors,
    final_function,
    is_output,
    probability,
)
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sequential import last_layers
from tffix.semantics.sources import readings, values
from tffix.semantics.syntax import argument


@dataclass(frozen=True)
class Head:
    """A layer whose result is an output of a model.

    ``function`` is the probability function that is applied to it (its own activation or one called on its result),
    ``exclusive`` is false where its result is used for something else as well.  ``output`` tells it from the other
    outputs of the model: its index or key among them, else its name.
    """

    layer: ast.Call
    function: str | None
    exclusive: bool
    output: object = None


def heads(module: Module, constructor: ast.Call, depth: int = 0) -> list[Head]:
    """The layers of this file that make the outputs of the model that ``constructor`` makes."""
    if depth > MAX_DEPTH:
        return []
    path = module.keras_path(constructor.func)
    if path in SEQUENTIAL:
        return [head for layer in last_layers(module, constructor) for head in _of_layer(module, layer, depth)]
    if path in FUNCTIONAL:
        outputs = argument(constructor, "outputs", 1)
        return [] if outputs is None else _of_outputs(module, outputs, depth)
    owner = module.definition(constructor.func)
    call = module.definitions.method(owner, "call") if isinstance(owner, ast.ClassDef) else None
    if not isinstance(call, ast.FunctionDef):
        return []
    return [head for value in module.returned(call) for head in _of_tensor(module, value, depth)]


def _of_outputs(module: Module, outputs: ast.expr, depth: int) -> list[Head]:
    """The heads of a functional model, each with its place among the outputs."""
    value = module.value(outputs)
    places: list[tuple[object, ast.expr]] = []
    if isinstance(value, (ast.List, ast.Tuple)):
        places = list(enumerate(value.elts))
    elif isinstance(value, ast.Dict):
        places = [(getattr(key, "value", None), value.values[index]) for index, key in enumerate(value.keys)]
    else:
        return _of_tensor(module, outputs, depth)
    return [replace(head, output=place) for place, element in places for head in _of_tensor(module, element, depth)]


def _of_layer(module: Module, layer: ast.expr, depth: int, function: str | None = None) -> list[Head]:
    """The heads of a layer, or of a model used as one."""
    if isinstance(layer, ast.Call) and module.keras_path(layer.func) and module.kind(layer) is Kind.LAYER:
        return [Head(layer, function or final_function(module, layer), exclusive=True)]
    inner = [head for made in constructors(module, layer) for head in heads(module, made, depth + 1)]
    if inner:
        return [replace(head, function=function or head.function) for head in inner]
    found = [(binding, value) for binding in module.origins(layer) for value in values(module, binding)]
    shared = len(found) > 1 or len(readings(module, layer)) > 1
    return [
        replace(head, exclusive=head.exclusive and not shared)
        for _, value in found
        if isinstance(value, ast.Call)
        for head in _of_layer(module, value, depth + 1, function)
    ]


def _of_tensor(module: Module, tensor: ast.expr, depth: int, function: str | None = None) -> list[Head]:
    """The heads whose results ``tensor`` is: one of the outputs of a model, or a structure of them."""
    if depth > MAX_DEPTH:
        return []
    if isinstance(tensor, (ast.Tuple, ast.List)):
        return [head for element in tensor.elts for head in _of_tensor(module, element, depth + 1)]
    if isinstance(tensor, ast.Dict):
        return [head for element in tensor.values for head in _of_tensor(module, element, depth + 1)]
    if isinstance(tensor, ast.IfExp):
        return [head for branch in (tensor.body, tensor.orelse) for head in _of_tensor(module, branch, depth + 1)]
    if isinstance(tensor, ast.Name):
        return _of_name(module, tensor, depth, function)
    if not isinstance(tensor, ast.Call):
        return []
    applied = probability(module, tensor.func)
    if applied is not None and tensor.args:
        return _of_tensor(module, tensor.args[0], depth + 1, applied)
    local = module.definition(tensor.func)
    if isinstance(local, ast.FunctionDef):
        if len(module.references(local)) != 1:
            return []
        return [head for value in module.returned(local) for head in _of_tensor(module, value, depth + 1, function)]
    return _of_layer(module, tensor.func, depth + 1, function)


def _of_name(module: Module, name: ast.Name, depth: int, function: str | None) -> list[Head]:
    found: list[Head] = []
    for binding in module.origins(name):
        if binding.kind is not BindingKind.ASSIGN or binding.path or binding.value is None:
            continue
        if any(_meets_others(module, use) for use in module.uses(binding)):
            continue
        exclusive = all(is_output(module, use) for use in module.uses(binding))
        inner = _of_tensor(module, binding.value, depth + 1, function)
        found += [replace(head, exclusive=head.exclusive and exclusive) for head in inner]
    return found


def _meets_others(module: Module, use: ast.Name) -> bool:
    """Whether arithmetic takes a tensor together with others, which stay in half precision and would not fit."""
    holder = module.parent(use)
    if isinstance(holder, ast.BinOp):
        other = holder.left if holder.right is use else holder.right
        return module.kind(other) is not Kind.NUMBER
    if not isinstance(holder, ast.Call) or holder.func is use or module.keras_path(holder.func) is not None:
        return False
    others = [module.kind(argument) for argument in holder.args if argument is not use]
    is_operation = (module.qualified(holder.func) or "").startswith("tensorflow.")
    return is_operation and (Kind.TENSOR in others or Kind.KERAS_TENSOR in others)
