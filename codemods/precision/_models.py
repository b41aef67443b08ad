"""The models a file trains or runs.

Only what the file proves: a model is one that is compiled, fitted, evaluated or called under a gradient tape here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.kinds_table import Kind
from tffix.semantics.layers import SEQUENTIAL, constructors, is_output, makes_model, results
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument

_TRAINING = ("compile", "fit", "evaluate", "predict", "train_on_batch", "fit_generator")


@dataclass(frozen=True)
class Root:
    """A place where a whole model is used: ``model`` is what ``compile`` is called on, or what a tape sees called."""

    model: ast.expr
    call: ast.Call
    in_tape: bool


def roots(module: Module) -> Iterator[Root]:
    """The places where the file trains or runs whole models, in source order."""
    calls = [call for name in _TRAINING for call in module.calls(name)]
    found = [Root(call.func.value, call, in_tape=False) for call in calls if isinstance(call.func, ast.Attribute)]
    for statement in module.nodes(ast.With):
        if any(module.kind(item.context_expr) is Kind.TAPE for item in statement.items):
            found += [Root(call.func, call, in_tape=True) for call in _model_calls(module, statement)]
    return iter(sorted(found, key=lambda root: module.span(root.call)))


def _model_calls(module: Module, statement: ast.With) -> Iterator[ast.Call]:
    for inner in statement.body:
        for node in ast.walk(inner):
            if isinstance(node, ast.Call) and constructors(module, node.func):
                yield node


def unused(module: Module, used: set[ast.Call]) -> list[ast.Call]:
    """The constructors of models that the file makes and does not run: for its callers, or for the next cell.

    Models that a class keeps are left out, since a layer or another model may be made of them.
    """
    found = []
    for call in module.nodes(ast.Call):
        inside = any(isinstance(outer, ast.ClassDef) for outer in module.ancestors(call))
        if call not in used and not inside and makes_model(module, call):
            found.append(call)
    return found


def parts(module: Module) -> set[ast.Call]:
    """The constructors of models that are also used inside of others, where their output is no output."""
    found: set[ast.Call] = set()
    for call in module.nodes(ast.Call):
        path = module.keras_path(call.func)
        if path in SEQUENTIAL:
            layers = argument(call, "layers", 0)
            inner = layers.elts[:-1] if isinstance(layers, (ast.List, ast.Tuple)) else []
        elif (
            path is None
            and _is_inside(module, call)
            and not all(is_output(module, use) for use in results(module, call))
        ):
            inner = [call.func]
        else:
            continue
        found.update(made for layer in inner for made in constructors(module, layer))
    for attribute in module.attributes("output", "outputs"):
        if not is_output(module, attribute):
            found.update(constructors(module, attribute.value))
    return found


def _is_inside(module: Module, call: ast.Call) -> bool:
    """Whether a call is part of the building of a model: of a functional one, or in ``call`` of a class."""
    if module.kind(call) is Kind.KERAS_TENSOR:
        return True
    function = module.function(call)
    owner = None if function is None else module.parent(function)
    return getattr(function, "name", "") == "call" and isinstance(owner, ast.ClassDef)
