"""What stops a gradient: the operations that pass none on to their operands.

Measured on TensorFlow 2.21 and Keras 3.15, for a variable behind each operation.
"""

from __future__ import annotations

import enum


class Break(enum.Enum):
    """Why no gradient passes an operation."""

    NUMPY = "numpy"
    """The values leave TensorFlow: ``np.*``, ``.numpy()``, ``float(t)``."""
    STEPS = "steps"
    """The result is constant almost everywhere: ``tf.round``, ``tf.sign``, ``//``."""
    INTEGER = "integer"
    """The result is no floating-point number: ``tf.argmax``, casts to integers, comparisons."""
    DETACHED = "detached"
    """``tf.stop_gradient``, ``tf.Variable(t)``, ``tf.numpy_function``: the result is a new value."""


_STEPS = frozenset(["ceil", "floor", "floordiv", "floor_div", "rint", "round", "sign", "trunc", "floor_divide"])
_INTEGER = frozenset(
    [
        "argmax",
        "argmin",
        "argsort",
        "categorical",
        "count_nonzero",
        "equal",
        "greater",
        "greater_equal",
        "histogram_fixed_width",
        "in_top_k",
        "is_finite",
        "is_inf",
        "is_nan",
        "isfinite",
        "isinf",
        "isnan",
        "less",
        "less_equal",
        "logical_and",
        "logical_not",
        "logical_or",
        "not_equal",
        "one_hot",
        "reduce_all",
        "reduce_any",
        "searchsorted",
        "sequence_mask",
        "to_int32",
        "to_int64",
    ]
)
_DETACHED = frozenset(["stop_gradient", "numpy_function", "Variable"])
_CONSTANT = frozenset(
    ["eye", "ones", "ones_like", "print", "range", "rank", "shape", "shape_n", "size", "zeros", "zeros_like"]
)
_RUNS_FUNCTIONS = frozenset(
    [
        "case",
        "cond",
        "custom_gradient",
        "foldl",
        "foldr",
        "function",
        "grad_pass_through",
        "map_fn",
        "py_function",
        "recompute_grad",
        "scan",
        "switch_case",
        "unique",
        "unique_with_counts",
        "vectorized_map",
        "while_loop",
    ]
)
_SELECTS = {"gather": (0,), "gather_nd": (0,), "boolean_mask": (0,)}
"""The arguments that the gradient passes to, by position; through the others of these functions it does not."""


OUTSIDE = frozenset(["cv2", "math", "numpy", "pandas", "scipy", "skimage", "sklearn", "statistics"])
"""Modules that compute in NumPy or Python."""


def break_of(qualified: str) -> Break | None:
    """How a function of TensorFlow or Keras stops gradients; ``None`` when it does not, or not always."""
    name = qualified.rpartition(".")[2]
    if name in _STEPS:
        return Break.STEPS
    if name in _INTEGER or name.endswith("_accuracy"):
        return Break.INTEGER
    return Break.DETACHED if name in _DETACHED else None


def is_constant(qualified: str) -> bool:
    """Whether the result of a function does not depend on the values of its arguments."""
    return qualified.rpartition(".")[2] in _CONSTANT


def runs_functions(qualified: str) -> bool:
    """Whether what a function does to gradients is up to the functions it is given."""
    return qualified.rpartition(".")[2] in _RUNS_FUNCTIONS


def passed_on(qualified: str) -> tuple[int, ...] | None:
    """The positions of the arguments that the gradient passes to; ``None``: to all of them."""
    return _SELECTS.get(qualified.rpartition(".")[2])
