"""Where the file sets ``trainable`` of a model, or of layers of it, and what it does with models by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from tffix.semantics.layers import constructors
from tffix.semantics.model_origins import Origin, origins_of
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import receiver

TRAINING = ("fit", "train_on_batch", "fit_generator")
Maker = Union[Origin, ast.Call]


@dataclass(frozen=True)
class Flag:
    """``statement`` sets ``trainable`` of ``model``, or of layers of it (then ``whole`` is false), to ``value``."""

    statement: ast.stmt
    model: ast.expr
    value: bool
    whole: bool


def flags(module: Module) -> Iterator[Flag]:
    """Every place that sets ``trainable`` to a literal, where it is known of which model."""
    for attribute in module.attributes("trainable"):
        statement = module.statement(attribute)
        if not isinstance(statement, ast.Assign) or statement.targets != [attribute]:
            continue
        if isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, bool):
            yield _flag(module, statement, attribute.value, statement.value.value)


def _flag(module: Module, statement: ast.stmt, changed: ast.expr, value: bool) -> Flag:
    binding = module.binding(changed) if isinstance(changed, ast.Name) else None
    if binding is not None and binding.kind is BindingKind.FOR and binding.value is not None:
        loop = module.parent(statement)
        model = _owner(binding.value)
        if isinstance(loop, ast.For) and loop.target is binding.node and model is not None:
            return Flag(loop, model, value, whole=isinstance(binding.value, ast.Attribute))
    model = _owner(changed)
    return Flag(statement, changed if model is None else model, value, whole=model is None)


def _owner(layers: ast.expr) -> ast.expr | None:
    """``model`` of ``model.layers``, ``model.layers[:4]``, ``model.get_layer(name)``."""
    if isinstance(layers, ast.Call) and isinstance(layers.func, ast.Attribute) and layers.func.attr == "get_layer":
        return layers.func.value
    node = layers.value if isinstance(layers, ast.Subscript) else layers
    return node.value if isinstance(node, ast.Attribute) and node.attr == "layers" else None


def makers(module: Module, model: ast.expr) -> frozenset[Maker]:
    """What makes the one model that ``model`` is, also behind the function that builds it; empty when unknown."""
    found = origins_of(module, model)
    inner = constructors(module, model)
    if found is None or len(found) != 1 or len(inner) > 1:
        return frozenset()
    return found | frozenset(inner)


def calls_on(module: Module, made: frozenset[Maker], *names: str) -> list[ast.Call]:
    """The calls of methods of a model, in source order."""
    found = [call for name in names for call in module.calls(name) if _is_of(module, receiver(call), made)]
    return sorted(found, key=module.span)


def is_part(module: Module, part: frozenset[Maker], whole: ast.Call) -> bool:
    """Whether the code before ``whole``, which makes a model, or its arguments, use the model ``part`` as a layer."""
    scope = module.function(whole)
    added = [call.args[0] for call in calls_on(module, frozenset([whole]), "add") if call.args]
    if any(_is_of(module, layer, part) for layer in added):
        return True
    end = module.span(whole)[1]
    for call in module.nodes(ast.Call):
        if module.function(call) is scope and module.span(call)[0] < end:
            listed = [element for value in call.args if isinstance(value, ast.List) for element in value.elts]
            if any(_is_of(module, used, part) for used in (call.func, *listed)):
                return True
    outputs = module.attributes("output", "outputs")
    return any(module.function(a) is scope and _is_of(module, a.value, part) for a in outputs)


def _is_of(module: Module, model: ast.expr | None, made: frozenset[Maker]) -> bool:
    return isinstance(model, (ast.Name, ast.Attribute)) and bool(makers(module, model) & made)
