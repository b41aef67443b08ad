"""What TensorFlow, Keras, NumPy and built-in names mean as kinds: the rules over the tables."""

from __future__ import annotations

from tffix.semantics import kinds_table as table
from tffix.semantics.kinds_table import Kind
from tffix.semantics.names import keras_path


def call_kind(qualified: str) -> Kind:
    """What calling the function or class ``qualified`` returns."""
    root, _, rest = qualified.partition(".")
    if root == "builtins":
        return table.BUILTIN_RESULTS.get(rest, Kind.UNKNOWN)
    if root in ("numpy", "scipy"):
        return Kind.ARRAY
    if root in table.PYTHON_MODULES and qualified not in table.PICKING:
        return table.PYTHON_MODULES[root]
    if qualified in table.DATASET_SOURCES:
        return Kind.DATASET
    if qualified in table.STRATEGIES:
        return Kind.STRATEGY
    if qualified in table.TENSOR_FUNCTIONS:
        return Kind.TENSOR
    fixed = _CLASSES.get(qualified)
    if fixed is not None:
        return fixed
    if _in_tensor_namespace(qualified):
        return Kind.TENSOR
    path = keras_path(qualified)
    return Kind.UNKNOWN if path is None else _keras_call(path)


_CLASSES = {
    "tensorflow.GradientTape": Kind.TAPE,
    "tensorflow.Variable": Kind.VARIABLE,
    "tensorflow.TensorArray": Kind.TENSOR_ARRAY,
    "tensorflow.summary.create_file_writer": Kind.SUMMARY_WRITER,
    "tensorflow.function": Kind.FUNCTION,
    "tensorflow.optimizers": Kind.OPTIMIZER,
}


def _in_tensor_namespace(qualified: str) -> bool:
    last = qualified.rpartition(".")[2]
    return (
        qualified.startswith(table.TENSOR_NAMESPACES)
        and last[:1].islower()
        and qualified not in table.NOT_TENSORS
        and (last in ("is_nan", "is_inf", "is_finite") or not last.startswith(("set_", "clear_", "is_")))
    )


def _keras_call(path: str) -> Kind:
    if path in table.MODEL_CLASSES or path in table.MODEL_LOADERS:
        return Kind.MODEL
    if path in table.DATASET_UTILITIES:
        return Kind.DATASET
    if path in table.KERAS_TENSORS:
        return Kind.KERAS_TENSOR
    group, _, last = path.rpartition(".")
    if group.startswith("applications"):
        return Kind.MODEL if last[:1].isupper() else Kind.TENSOR if last == "preprocess_input" else Kind.UNKNOWN
    if group.startswith("layers"):
        return Kind.LAYER if last[:1].isupper() else Kind.UNKNOWN
    if group in ("optimizers", "optimizers.legacy", "optimizers.experimental") and last[:1].isupper():
        return Kind.OPTIMIZER
    if group.startswith("mixed_precision") and last == "LossScaleOptimizer":
        return Kind.OPTIMIZER
    if group == "losses":
        return Kind.LOSS if last[:1].isupper() and not last.isupper() else Kind.TENSOR
    if group == "metrics":
        return Kind.METRIC if last[:1].isupper() and not last.isupper() else Kind.TENSOR
    if group == "activations":
        return Kind.TENSOR
    return Kind.UNKNOWN


def constant_kind(qualified: str) -> Kind:
    """What the attribute or constant ``qualified`` is."""
    if qualified in ("math.pi", "math.e", "numpy.pi", "numpy.e", "tensorflow.data.AUTOTUNE"):
        return Kind.NUMBER
    if qualified.startswith("tensorflow.") and qualified.count(".") == 1 and qualified[11:12].islower():
        return Kind.DTYPE if qualified[11:].rstrip("0123456789") in _DTYPES else Kind.UNKNOWN
    return Kind.UNKNOWN


_DTYPES = frozenset(["float", "int", "uint", "bfloat", "bool", "string", "complex", "half", "double"])
