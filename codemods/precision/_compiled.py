"""Optimizers that ``compile`` of Keras 3 wraps in a ``LossScaleOptimizer``, since the model computes in float16."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.layers import constructors
from tffix.semantics.module import Module
from tffix.semantics.precision import FLOAT32, HALF, Precision
from tffix.semantics.sources import sources
from tffix.semantics.steps import Step
from tffix.semantics.syntax import argument

from ._scaling import is_optimizer


def is_compiled(module: Module, precision: Precision, step: Step) -> bool:
    """Whether the optimizer of a step is that of a compiled model (``self.optimizer``) under mixed_float16."""
    optimizer = step.optimizer
    if not isinstance(optimizer, ast.Attribute) or optimizer.attr != "optimizer" or not precision.settings:
        return False
    owner = module.self_class(optimizer.value)
    made = constructors(module, optimizer.value) if owner is None else _instances(module, owner)
    if not made or not module.calls("compile") or _has_other_optimizer(module, owner):
        return False
    if any(argument(call, "dtype") is not None for call in [*made, *module.calls("__init__")]):
        return False  # the policy of the model is its own
    if any(argument(call, "auto_scale_loss") is not None for call in module.calls("compile")):
        return False
    policies = frozenset[str]().union(*(precision.at(call) for call in made))
    return "mixed_float16" in policies and policies <= HALF | {FLOAT32}


def _instances(module: Module, owner: ast.ClassDef) -> list[ast.Call]:
    """The models that a class, or one derived from it, makes in this file."""
    if module.class_kind(owner) is not Kind.MODEL:
        return []
    classes = [owner, *module.definitions.with_subclasses(owner)]
    return [call for one in dict.fromkeys(classes) for call in module.definitions.instances(one)]


def _has_other_optimizer(module: Module, owner: ast.ClassDef | None) -> bool:
    """Whether a class sets its optimizer itself, or has a ``compile`` of its own."""
    if owner is None:
        return False
    own = module.definitions.method(owner, "compile")
    return own is not None or bool(module.attribute_bindings(owner, "optimizer"))


def compiled_optimizers(module: Module) -> list[ast.Call] | None:
    """The calls that make the optimizers which the file compiles models with; ``None`` when one is not seen."""
    found: list[ast.Call] = []
    for call in module.calls("compile"):
        optimizer = argument(call, "optimizer", 0)
        made = [] if optimizer is None else sources(module, optimizer)
        if not made or not all(isinstance(one, ast.Call) and is_optimizer(module, one) for one in made):
            return None
        found += [one for one in made if isinstance(one, ast.Call)]
    return list(dict.fromkeys(found))
