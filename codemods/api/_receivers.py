"""What kind of object a method of the table is called on."""

from __future__ import annotations

import ast

from tffix.semantics.api_kinds import call_kind
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.tree import DefNode

_KINDS = {
    "Dataset": (Kind.DATASET,),
    "Layer": (Kind.LAYER, Kind.MODEL),
    "Metric": (Kind.METRIC,),
    "Model": (Kind.MODEL,),
    "Optimizer": (Kind.OPTIMIZER,),
    "Strategy": (Kind.STRATEGY,),
    "Tensor": (Kind.TENSOR,),
    "Variable": (Kind.VARIABLE,),
}
_CALLBACKS = ("tensorflow.keras.callbacks.", "keras.callbacks.", "tf_keras.callbacks.")


def is_receiver(module: Module, expression: ast.expr, owner: str) -> bool:
    """Whether ``expression`` certainly is an object of the kind that the table calls ``owner``."""
    if owner == "Options":
        value = module.value(expression, attributes=True)
        return isinstance(value, ast.Call) and module.qualified(value.func) == "tensorflow.data.Options"
    return _kind(module, expression) in _KINDS[owner]


def class_kind(module: Module, owner: ast.ClassDef) -> Kind:
    """What the instances of a class of this file are; a subclass of ``Mean`` is a metric, too."""
    known = module.class_kind(owner)
    if known is not Kind.UNKNOWN:
        return known
    owners = [owner]
    for one in owners:
        for base in one.bases:
            local = module.definition(base)
            if call_kind(module.qualified(base) or "") is Kind.METRIC:
                return Kind.METRIC
            if isinstance(local, ast.ClassDef) and local not in owners:
                owners.append(local)
    return Kind.UNKNOWN


def is_unknown(module: Module, expression: ast.expr, name: str) -> bool:
    """Whether nothing is known of ``expression``, and nothing in the file says that its ``name`` is the file's own."""
    if _kind(module, expression) is not Kind.UNKNOWN or module.qualified(expression) is not None:
        return False
    if module.instance_class(expression) is not None:
        return False
    owned: list[DefNode] = [*module.nodes(ast.FunctionDef), *module.nodes(ast.AsyncFunctionDef)]
    return not any(function.name == name for function in owned)


def _kind(module: Module, expression: ast.expr) -> Kind:
    owner = module.instance_class(expression)
    if owner is not None:
        return class_kind(module, owner)
    kind = module.kind(expression)
    if kind is Kind.UNKNOWN and isinstance(expression, ast.Attribute):
        if expression.attr == "optimizer" and _kind(module, expression.value) is Kind.MODEL:
            return Kind.OPTIMIZER
        if expression.attr == "model" and _is_callback(module, expression.value):
            return Kind.MODEL
    return _iterated(module, expression) if kind is Kind.UNKNOWN else kind


def _is_callback(module: Module, expression: ast.expr) -> bool:
    owner = module.self_class(expression)
    return owner is not None and any((module.qualified(base) or "").startswith(_CALLBACKS) for base in owner.bases)


def _iterated(module: Module, expression: ast.expr) -> Kind:
    """A metric of ``for metric in model.metrics``."""
    binding = module.binding(expression) if isinstance(expression, ast.Name) else None
    if binding is None or binding.kind is not BindingKind.FOR or binding.path:
        return Kind.UNKNOWN
    values = binding.value
    is_metrics = isinstance(values, ast.Attribute) and values.attr == "metrics"
    return Kind.METRIC if is_metrics and _kind(module, values.value) is Kind.MODEL else Kind.UNKNOWN  # type: ignore[union-attr]
