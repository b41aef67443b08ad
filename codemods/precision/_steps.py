"""The training steps that have to do with loss scaling: whose optimizer, in which precision, on how many devices."""

from __future__ import annotations

import ast

from tffix.semantics.distribution import REPLICATING
from tffix.semantics.gradient_sources import VARIABLES
from tffix.semantics.kinds_table import Kind
from tffix.semantics.layers import constructors
from tffix.semantics.module import Module
from tffix.semantics.precision import FLOAT32, HALF, Precision
from tffix.semantics.sources import sources
from tffix.semantics.steps import Step
from tffix.semantics.syntax import argument

SCALING = ("scale_loss", "get_scaled_loss", "get_unscaled_gradients")
"""The methods of a ``LossScaleOptimizer``: the first is that of Keras 3, the others are those of Keras 2."""

REPLICAS = (
    "LossScaleOptimizer of Keras 3 checks the gradients of the first replica only, so that infinite ones of the others "
    "reach the weights; use the policy mixed_bfloat16, which needs no loss scaling"
)


def is_open(module: Module, step: Step) -> bool:
    """Whether the optimizer is the file's own: Keras wraps that of a compiled model (``model.optimizer``) by itself."""
    function = module.function(step.gradient)
    owner = None if function is None else module.parent(function)
    in_model = isinstance(owner, ast.ClassDef) and module.class_kind(owner) is Kind.MODEL
    if in_model and getattr(function, "name", "") == "train_step":
        return False
    optimizer = step.optimizer
    if not isinstance(optimizer, ast.Attribute) or optimizer.attr != "optimizer":
        return True
    return module.self_class(optimizer.value) is not None and not in_model


def is_half(module: Module, precision: Precision, step: Step) -> bool:
    """Whether the trained variables are those of layers that compute in float16, at least in some runs."""
    policies: frozenset[str] = frozenset()
    variables = argument(step.gradient, "sources", 1)
    owners = [] if variables is None else _owners(module, variables)
    if not owners:
        return False
    for owner in owners:
        if _is_other_class(module, owner):
            return False
        made = constructors(module, owner)
        policies = policies.union(*(precision.at(place) for place in made or [step.gradient]))
    return "mixed_float16" in policies and policies <= HALF | {FLOAT32}


def _is_other_class(module: Module, owner: ast.expr) -> bool:
    """Whether ``owner`` is made by a class of this file that is no Keras layer or model, such as a ``tf.Module``."""
    made = [module.definition(one.func) for one in sources(module, owner) if isinstance(one, ast.Call)]
    classes = [one for one in made if isinstance(one, ast.ClassDef)]
    return any(module.class_kind(one) not in (Kind.MODEL, Kind.LAYER) for one in classes)


def _owners(module: Module, variables: ast.expr) -> list[ast.expr]:
    """``model`` of ``model.trainable_variables``, also of a sum of such lists; empty when there is anything else."""
    found: list[ast.expr] = []
    for source in sources(module, variables):
        if isinstance(source, ast.Attribute) and source.attr in VARIABLES:
            found.append(source.value)
        elif isinstance(source, ast.BinOp) and isinstance(source.op, ast.Add):
            sides = [_owners(module, source.left), _owners(module, source.right)]
            if not all(sides):
                return []
            found += [*sides[0], *sides[1]]
        else:
            return []
    return found


def is_replicated(module: Module) -> bool:
    """Whether the file makes, or is given, a strategy that can have several replicas."""
    names = {name.rpartition(".")[2] for name in REPLICATING}
    if any(module.qualified(call.func) in REPLICATING for name in names for call in module.calls(name)):
        return True
    return any(_runs_step(module, call) for name in ("run", "experimental_run_v2") for call in module.calls(name))


def _runs_step(module: Module, call: ast.Call) -> bool:
    """Whether ``something.run(step)`` gives a function of this file to what may be a strategy."""
    if not isinstance(call.func, ast.Attribute) or not call.args or module.definition(call.args[0]) is None:
        return False
    made = sources(module, call.func.value)
    single = {"tensorflow.distribute.OneDeviceStrategy"}
    return not all(isinstance(one, ast.Call) and module.qualified(one.func) in single for one in made)
