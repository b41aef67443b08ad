"""The function that a model ends with, where the file leaves no doubt about it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from tffix.semantics.kinds_table import Kind
from tffix.semantics.layers import FUNCTIONAL, MAX_DEPTH, SEQUENTIAL, activation_of, constructors, probability
from tffix.semantics.module import Module
from tffix.semantics.names import LIBRARY_ROOTS
from tffix.semantics.sequential import last_layers
from tffix.semantics.sources import sources
from tffix.semantics.syntax import argument, is_none

_ACTIVATED = frozenset("layers." + name for name in ("Dense", "Conv1D", "Conv2D", "Conv3D", "Activation"))
_SHAPERS = frozenset("layers." + name for name in ("Flatten", "Reshape"))
_OWN_LOSS = ("train_step", "compute_loss", "compile", "call_loss", "compiled_loss")
"""Methods with which a model may do something else to its outputs before the loss gets them."""
_MOST_POSITIONAL = 4


@dataclass(frozen=True)
class Ending:
    """What makes the output of a model.

    ``layer`` is the last layer, ``function`` the name of the activation (``"linear"`` for none).  ``direct`` is false
    where something lies between the activation and the output, or it is not the activation of a layer; ``shaped`` says
    that it may be a change of shape.
    """

    layer: ast.Call | None
    function: str
    direct: bool = True
    shaped: bool = False

    @property
    def is_single(self) -> bool:
        """Whether the output certainly has one unit."""
        return self.is_of_one_unit and not self.shaped

    @property
    def is_of_one_unit(self) -> bool:
        """Whether the last layer certainly has one unit."""
        units = None if self.layer is None else argument(self.layer, "units", 0)
        return isinstance(units, ast.Constant) and units.value == 1


def ending(module: Module, model: ast.expr) -> Ending | None:
    """What every model ends with that ``model`` can be; ``None`` where that is not certain, or not the same."""
    made = constructors(module, model)
    if not made or len(made) != len(sources(module, model)) or _is_changed(module, model):
        return None
    found = [_of_model(module, constructor) for constructor in made]
    first = found[0]
    return first if all(other == first for other in found) else None


def output_ending(module: Module, output: ast.expr) -> Ending | None:
    """What makes ``output``, the result of a model in a training step."""
    return _of_tensor(module, output, 0)


def _of_model(module: Module, constructor: ast.Call, depth: int = 0) -> Ending | None:
    path = module.keras_path(constructor.func)
    if path in SEQUENTIAL:
        last = last_layers(module, constructor)
        return _of_layer(module, last[0], depth) if len(last) == 1 else None
    if path in FUNCTIONAL:
        outputs = argument(constructor, "outputs", 1)
        return None if outputs is None else _of_tensor(module, outputs, depth)
    owner = module.definition(constructor.func)
    if not isinstance(owner, ast.ClassDef) or any(module.definitions.method(owner, name) for name in _OWN_LOSS):
        return None
    call = module.definitions.method(owner, "call")
    returned = [] if call is None else module.returned(call)
    found = _of_tensor(module, returned[0], depth) if len(returned) == 1 else None
    # Keras does not find the activation behind the call of a graph
    return replace(found, direct=False) if found and call and module.is_tf_function(call) else found


def _of_tensor(module: Module, tensor: ast.expr, depth: int) -> Ending | None:
    if depth > MAX_DEPTH:
        return None
    value = module.value(tensor)
    if not isinstance(value, ast.Call):
        return None
    applied = probability(module, value.func)
    if applied is not None:
        return Ending(None, applied, direct=False)
    layer = module.value(value.func, attributes=True)
    if isinstance(layer, ast.Call) and value.args and _keeps_values(module, layer):
        inner = _of_tensor(module, value.args[0], depth + 1)
        is_shaper = module.keras_path(layer.func) in _SHAPERS
        return None if inner is None else replace(inner, direct=False, shaped=inner.shaped or is_shaper)
    if constructors(module, value.func):
        return ending(module, value.func)
    return _of_layer(module, value.func, depth + 1)


def _of_layer(module: Module, layer: ast.expr, depth: int) -> Ending | None:
    if depth > MAX_DEPTH:
        return None
    made = module.value(layer, attributes=True)
    if not isinstance(made, ast.Call):
        return None
    path = module.keras_path(made.func)
    if path in SEQUENTIAL | FUNCTIONAL:
        return _of_model(module, made, depth + 1)
    if path == "layers.Softmax":
        return (
            None
            if made.args or any(keyword.arg in (None, "axis") for keyword in made.keywords)
            else Ending(made, "softmax")
        )
    if path not in _ACTIVATED or module.kind(made) is not Kind.LAYER:
        return None
    function = _activation(module, made)
    if function is None or (function == "linear" and path == "layers.Activation"):
        return None
    return Ending(made, function)


def _keeps_values(module: Module, layer: ast.Call) -> bool:
    """Whether a layer only shapes or casts what it is given."""
    path = module.keras_path(layer.func)
    return path in _SHAPERS or (path == "layers.Activation" and _activation(module, layer) == "linear")


def _activation(module: Module, layer: ast.Call) -> str | None:
    """The name of the activation of a layer; ``None`` when it is not known."""
    if any(keyword.arg is None for keyword in layer.keywords) or len(layer.args) > _MOST_POSITIONAL:
        return None
    given = activation_of(layer)
    value = None if given is None else module.value(given)
    if value is None or is_none(value):
        return "linear"
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    qualified = module.qualified(value) or ""
    is_known = qualified.startswith("tensorflow.nn.") or (module.keras_path(value) or "").startswith("activations.")
    return qualified.rpartition(".")[2] if is_known else None


def _is_changed(module: Module, model: ast.expr) -> bool:
    """Whether the file sets activations or ``call`` later, or gives the model to code that it does not show."""
    if any(not isinstance(attribute.ctx, ast.Load) for attribute in module.attributes("activation", "call")):
        return True
    for binding in module.origins(model):
        for use in module.uses(binding):
            holder = module.parent(use)
            if not isinstance(holder, ast.Call) or use not in holder.args or module.span(use) > module.span(model):
                continue
            root = (module.qualified(holder.func) or "").partition(".")[0]
            if root not in LIBRARY_ROOTS and module.definition(holder.func) is None:
                return True
    return False
