"""Functions of TensorFlow that are called on the inputs of a functional model."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, RemoveArgument, Replace
from tffix.semantics.kinds_table import TENSOR_FUNCTIONS, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import values
from tffix.semantics.spelling import spell_keras
from tffix.semantics.syntax import has_starred

_SAME = "abs square sqrt exp maximum minimum add subtract multiply divide expand_dims squeeze stack cast matmul where"
_SAME += " sin cos sign sigmoid tanh stop_gradient reshape zeros_like ones_like tile transpose"
_OPERATIONS = {
    **{name: name for name in _SAME.split()},
    **{
        f"math.{name}": name
        for name in [
            "abs",
            "square",
            "sqrt",
            "exp",
            "log",
            "maximum",
            "minimum",
            "add",
            "subtract",
            "multiply",
            "divide",
        ]
    },
    **{f"{place}reduce_{name}": name for place in ("", "math.") for name in ("mean", "sum", "max", "min")},
    **{f"nn.{name}": name for name in ["relu", "softmax", "sigmoid", "tanh", "elu", "softplus"]},
    "concat": "concatenate",
    "pow": "power",
}
"""Functions of TensorFlow, with those of ``keras.ops`` that gave the same elements for the same arguments."""
_KEYWORDS = ("axis", "keepdims", "name", "dtype")
_MAX_DEPTH = 12
_ADDING = ("add_loss", "add_metric")
_MODULES = ("math", "nn", "image", "linalg", "signal", "strings")


def operations(module: Module) -> Iterator[Match]:
    """The calls of functions of TensorFlow on Keras tensors, which fail in Keras 3."""
    for call in module.nodes(ast.Call) if module.calls("Input") else []:
        name = (module.qualified(call.func) or "").removeprefix("tensorflow.")
        if not name or not call.args or not _computes(name) or not takes_input(module, call):
            continue
        written = module.segment(call.func)
        message = f"`{written}` fails on a Keras input in Keras 3: it takes no functions of TensorFlow"
        around = [node for node in module.ancestors(call) if isinstance(node, ast.Call)]
        if any(getattr(outer.func, "attr", "") in _ADDING for outer in around):
            reason = "Keras 3 adds no losses of its inputs; call `self.add_loss(...)` in a layer"
            yield Match(call, message, reason=reason)
            continue
        fix = _fix(module, call, name)
        if fix is not None:
            yield Match(call, message, fix=fix)
        else:
            reason = (
                "there is no function of `keras.ops` that takes just these arguments; move the computation into `call` "
                "of a layer of your own"
            )
            yield Match(call, message, reason=reason)


def _computes(name: str) -> bool:
    return name in _OPERATIONS or name.partition(".")[0] in _MODULES or f"tensorflow.{name}" in TENSOR_FUNCTIONS


def takes_input(module: Module, call: ast.Call) -> bool:
    """Whether a call outside of layers, which Keras gives real tensors, is given a Keras tensor."""
    function = module.function(call)
    inside = isinstance(function, ast.Lambda) or (
        function is not None and isinstance(module.parent(function), ast.ClassDef) and function.name == "call"
    )
    return not inside and any(_is_input(module, value) for value in _given(call))


def _is_input(module: Module, value: ast.expr, depth: int = 0) -> bool:
    """Whether a value is a Keras tensor: an input, or what layers and functions make of one."""
    if depth > _MAX_DEPTH:
        return False
    if isinstance(value, ast.Call):
        if module.kind(value) is Kind.KERAS_TENSOR:
            return True
        qualified = module.qualified(value.func) or ""
        is_followed = module.kind(value.func) is Kind.LAYER or qualified.startswith(("tensorflow.", "keras.ops."))
        return is_followed and any(_is_input(module, given, depth + 1) for given in _given(value))
    origins = module.origins(value)
    if not origins or any(binding.kind is not BindingKind.ASSIGN for binding in origins):
        return False
    made = [found for binding in origins for found in values(module, binding)]
    return len(made) == len(origins) and all(_is_input(module, found, depth + 1) for found in made)


def _given(call: ast.Call) -> list[ast.expr]:
    """The first two arguments of a call, and the elements of a list in place of the first."""
    first = call.args[:1]
    if first and isinstance(first[0], (ast.List, ast.Tuple)):
        first = first[0].elts
    return [*first, *call.args[1:2]]


def _fix(module: Module, call: ast.Call, name: str) -> Fix | None:
    operation = _OPERATIONS.get(name)
    if operation is None or has_starred(call.args) or any(k.arg not in _KEYWORDS for k in call.keywords):
        return None
    spelled = spell_keras(module, f"ops.{operation}", call)
    if spelled is None:
        return None
    edits: list[Edit] = [Replace(call.func, spelled[0])]
    edits += [RemoveArgument(call, keyword.value) for keyword in call.keywords if keyword.arg == "name"]
    return Fix(tuple(edits), imports=spelled[1], applicability=Applicability.UNSAFE)
