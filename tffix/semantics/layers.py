"""What the arguments of layers and models say, and how their results are used."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.sources import sources
from tffix.semantics.syntax import argument
from tffix.semantics.tree import terminal_name

PROBABILITIES = frozenset(["softmax", "sigmoid", "log_softmax", "log_sigmoid"])
SEQUENTIAL = frozenset(["Sequential", "models.Sequential"])
FUNCTIONAL = frozenset(["Model", "models.Model"])
MAX_DEPTH = 12


def probability(module: Module, function: ast.expr) -> str | None:
    """The probability function that an expression names (``tf.nn.softmax``); ``None`` for anything else."""
    qualified = module.qualified(function)
    if qualified is None:
        return None
    name = qualified.rpartition(".")[2]
    known = qualified.startswith(("tensorflow.", "keras.", "tf_keras."))
    return name if known and name in PROBABILITIES else None


def final_function(module: Module, layer: ast.Call) -> str | None:
    """The probability function that a layer ends with."""
    name = terminal_name(layer.func)
    path = module.keras_path(layer.func)
    if path in ("layers.Softmax", "layers.activation.Softmax"):
        return "softmax"
    activation = activation_of(layer)
    if activation is None:
        return None
    value = module.value(activation)
    if isinstance(value, ast.Constant):
        return value.value if value.value in PROBABILITIES else None
    return probability(module, value) if name else None


def activation_of(layer: ast.Call) -> ast.expr | None:
    """The activation that the constructor of a layer is given."""
    return argument(layer, "activation", {"Activation": 0, "Dense": 1}.get(terminal_name(layer.func) or ""))


def results(module: Module, call: ast.Call) -> list[ast.expr]:
    """Every place where the result of a call is read, also one element of it."""
    holder = module.parent(call)
    if not isinstance(holder, ast.Assign) or holder.value is not call:
        return [call]
    targets = [element for target in holder.targets for element in getattr(target, "elts", [target])]
    return [use for target in targets for use in module.uses_of_target(target)]


def is_output(module: Module, use: ast.expr, depth: int = 0) -> bool:
    """Whether a reading of a tensor does no more than make it an output (or look at it)."""
    node: ast.AST = use
    for holder in module.ancestors(use):
        if isinstance(holder, ast.Return):
            return True
        if isinstance(holder, ast.Assign):
            again = [name for target in holder.targets for name in module.uses_of_target(target)]
            return depth < MAX_DEPTH and all(is_output(module, name, depth + 1) for name in again)
        if isinstance(holder, ast.Call):
            path = module.keras_path(holder.func)
            applied = probability(module, holder.func) is not None
            printed = module.qualified(holder.func) in ("builtins.print", "tensorflow.print")
            return printed or applied or (path in FUNCTIONAL and node is not holder.func)
        if not isinstance(holder, (ast.Tuple, ast.List, ast.Dict, ast.keyword, ast.IfExp)):
            return False
        node = holder
    return False


def constructors(module: Module, model: ast.expr) -> list[ast.Call]:
    """The calls that make the models ``model`` can be; empty when none is in this file."""
    return [found for found in sources(module, model) if isinstance(found, ast.Call) and makes_model(module, found)]


def makes_model(module: Module, call: ast.Call) -> bool:
    """Whether ``call`` makes a model of Keras, or of a model class of this file."""
    path = module.keras_path(call.func)
    if path is not None:
        return path in SEQUENTIAL | FUNCTIONAL
    local = module.definition(call.func)
    return isinstance(local, ast.ClassDef) and module.class_kind(local) is Kind.MODEL
