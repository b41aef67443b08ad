"""Predictions made hard (a class, a decision) that a loss is given instead of what they were made from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_ways import Frame, Way
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.origins import origin
from tffix.semantics.syntax import argument, is_true

_CLASSES = {
    "SparseCategoricalCrossentropy": "sparse",
    "CategoricalCrossentropy": "categorical",
    "BinaryCrossentropy": "binary",
}
_FUNCTIONS = {
    "sparse_categorical_crossentropy": "sparse",
    "categorical_crossentropy": "categorical",
    "binary_crossentropy": "binary",
}
_WITH_LOGITS = {
    "tensorflow.nn.sparse_softmax_cross_entropy_with_logits": "sparse",
    "tensorflow.nn.softmax_cross_entropy_with_logits": "categorical",
    "tensorflow.nn.sigmoid_cross_entropy_with_logits": "binary",
}
_HARD = frozenset(["argmax", "round", "rint"])
_WRAPPING = frozenset(["cast", "one_hot", "to_categorical", "expand_dims", "squeeze", "stop_gradient"])
_ROOTS = ("tensorflow", "keras", "tf_keras", "numpy")
_ACTIVATIONS = {"sparse": "softmax", "categorical": "softmax", "binary": "sigmoid"}


@dataclass(frozen=True)
class CrossEntropy:
    """A call of a cross-entropy.

    ``kind`` is ``sparse``, ``categorical`` or ``binary``; ``from_logits`` is ``None`` where that is not a literal.
    """

    call: ast.Call
    kind: str
    prediction: ast.expr
    from_logits: bool | None


@dataclass
class Hardened:
    """What a prediction was made from, and the operations that made it hard, from the outside in."""

    soft: ast.expr
    steps: list[str] = field(default_factory=list)
    names: list[ast.Name] = field(default_factory=list)
    """The names that the result went through."""
    axis: ast.expr | None = None

    @property
    def is_argmax(self) -> bool:
        """Whether it is the class with the largest score."""
        return "argmax" in self.steps


def cross_entropy(module: Module, call: ast.Call) -> CrossEntropy | None:
    """What ``call`` is as a cross-entropy of a prediction; ``None`` when it is none."""
    qualified = module.qualified(call.func)
    if qualified in _WITH_LOGITS:
        logits = argument(call, "logits", 1)
        return None if logits is None else CrossEntropy(call, _WITH_LOGITS[qualified], logits, from_logits=True)
    prediction = argument(call, "y_pred", 1)
    if prediction is None:
        return None
    group, _, name = (keras_path(qualified) or "").rpartition(".")
    if group in ("losses", "metrics") and name in _FUNCTIONS:
        return CrossEntropy(call, _FUNCTIONS[name], prediction, _from_logits(call, 2))
    made = origin(module, call.func)
    if not isinstance(made, ast.Call):
        return None
    group, _, name = (keras_path(module.qualified(made.func)) or "").rpartition(".")
    if group == "losses" and name in _CLASSES:
        return CrossEntropy(call, _CLASSES[name], prediction, _from_logits(made, 0))
    return None


def _from_logits(call: ast.Call, position: int) -> bool | None:
    given = argument(call, "from_logits", position)
    if given is None:
        return None if any(keyword.arg is None for keyword in call.keywords) else False
    if isinstance(given, ast.Constant) and isinstance(given.value, bool):
        return is_true(given)
    return None


def hardened(module: Module, paths: Paths, prediction: ast.expr, frame: Frame) -> Hardened | None:
    """What a prediction was made from when it was made hard while the tape recorded; ``None`` when it was not."""
    found = Hardened(prediction)
    for _ in range(10):
        inner = _inner(module, paths, found, frame)
        if inner is None:
            break
        found.soft = inner
    is_hard = any(step in _HARD or step == "compare" for step in found.steps)
    return found if is_hard else None


def hard_predictions(module: Module, paths: Paths, way: Way) -> Iterator[tuple[CrossEntropy, Hardened, Frame]]:
    """The cross-entropies on a way that are given the class or decision in place of what it was made from."""
    for node, frame in way.visited:
        entropy = cross_entropy(module, node) if isinstance(node, ast.Call) else None
        found = None if entropy is None else hardened(module, paths, entropy.prediction, frame)
        if entropy is not None and found is not None and paths.into([found.soft], frame).carriers:
            yield entropy, found, frame


def _inner(module: Module, paths: Paths, found: Hardened, frame: Frame) -> ast.expr | None:
    """The operand of the next step inwards; a name is followed to such a step."""
    node = found.soft
    if isinstance(node, ast.Name):
        binding = module.binding(node)
        is_made = binding is not None and binding.value is not None and not binding.path
        if binding is None or not is_made or paths.is_recorded(binding, frame) is not frame:
            return None
        if binding.value is None or _step(module, binding.value) is None:
            return None
        found.names.append(node)
        node = binding.value
    step = _step(module, node)
    if step is None:
        return None
    found.steps.append(step)
    if isinstance(node, ast.Compare):
        return node.left
    if step == "argmax" and isinstance(node, ast.Call):
        found.axis = argument(node, "axis", 1)
    return node.args[0] if isinstance(node, ast.Call) else None


def _step(module: Module, node: ast.expr) -> str | None:
    """The name of an operation that makes scores hard, or that hands the result on."""
    if isinstance(node, ast.Compare):
        is_threshold = len(node.comparators) == 1 and isinstance(node.comparators[0], ast.Constant)
        return "compare" if is_threshold else None
    if not isinstance(node, ast.Call) or not node.args:
        return None
    root, _, rest = (module.qualified(node.func) or "").partition(".")
    name = rest.rpartition(".")[2]
    return name if root in _ROOTS and name in _HARD | _WRAPPING else None


def activation(module: Module, soft: ast.expr, kind: str) -> bool | None:
    """Whether the scores are probabilities by what this file shows; ``None`` when it does not show it."""
    node = module.value(soft)
    if not isinstance(node, ast.Call):
        return None
    wanted = _ACTIVATIONS[kind]
    if (module.qualified(node.func) or "").rpartition(".")[2] == wanted:
        return True
    made = origin(module, node.func)
    if not isinstance(made, ast.Call) or keras_path(module.qualified(made.func)) not in (
        "Sequential",
        "models.Sequential",
    ):
        return None
    layers = argument(made, "layers", 0)
    last = layers.elts[-1] if isinstance(layers, (ast.List, ast.Tuple)) and layers.elts else None
    path = keras_path(module.qualified(last.func)) if isinstance(last, ast.Call) else None
    if not isinstance(last, ast.Call) or path is None:
        return None
    given = argument(last, "activation", 1)
    if path == f"layers.{wanted.capitalize()}" or (isinstance(given, ast.Constant) and given.value == wanted):
        return True
    return False if path == "layers.Dense" and given is None else None
