"""Functions of NumPy that TensorFlow has as well, each with the parameters that mean the same in both.

Every pair is run on the same data under both in ``tests/codemods/test_numpy_call_in_graph.py``.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Care(enum.Enum):
    """What must hold for a pair to give the same, beyond its parameters."""

    NONE = "nothing"
    FLOAT = "the tensor is of floats: of integers NumPy makes floats, or larger integers"
    FIRST = "the first operand is a tensor, whose dtype the second takes"
    COMMUTES = "the same, or the operands change places"
    AXIS = "an axis is given: without one NumPy flattens the array"
    SEQUENCE = "the tensors are of one dtype"


@dataclass(frozen=True)
class Pair:
    """A function of TensorFlow, below ``tensorflow.``, with the parameters of both in their orders.

    ``numpy`` holds the parameters of the NumPy function as ``name:tensorflow_name``, one that has no equal as ``name``
    alone; ``tensorflow`` those of the other.  ``default`` is what NumPy takes for the axis and TensorFlow wants told.
    """

    name: str
    numpy: tuple[str, ...]
    tensorflow: tuple[str, ...]
    care: Care = Care.NONE
    default_axis: str | None = None

    def equal(self, parameter: str) -> str | None:
        """The TensorFlow name of a NumPy parameter; ``None`` when it has no equal."""
        for entry in self.numpy:
            name, _, equal = entry.partition(":")
            if name == parameter:
                return equal or None
        return None


def _pair(name: str, numpy: str, tensorflow: str, care: Care = Care.NONE, axis: str | None = None) -> Pair:
    return Pair(name, tuple(numpy.split()), tuple(tensorflow.split()), care, axis)


def _reduction(name: str, numpy: str, care: Care = Care.NONE) -> Pair:
    return _pair(name, numpy, "input_tensor axis keepdims", care)


def _unary(name: str) -> Pair:
    return _pair(name, "x:x", "x")


def _binary(name: str, care: Care = Care.FIRST) -> Pair:
    return _pair(name, "x1:x x2:y", "x y", care)


_ARITHMETIC = "a:input_tensor axis:axis dtype out keepdims:keepdims"
_COMPARED = "a:input_tensor axis:axis out keepdims:keepdims"
_SPREAD = "a:input_tensor axis:axis dtype out ddof keepdims:keepdims"

PAIRS: dict[str, Pair] = {
    # Reductions.
    "mean": _reduction("reduce_mean", _ARITHMETIC, Care.FLOAT),
    "sum": _reduction("reduce_sum", _ARITHMETIC, Care.FLOAT),
    "prod": _reduction("reduce_prod", _ARITHMETIC, Care.FLOAT),
    "std": _reduction("math.reduce_std", _SPREAD, Care.FLOAT),
    "var": _reduction("math.reduce_variance", _SPREAD, Care.FLOAT),
    "max": _reduction("reduce_max", _COMPARED),
    "min": _reduction("reduce_min", _COMPARED),
    "amax": _reduction("reduce_max", _COMPARED),
    "amin": _reduction("reduce_min", _COMPARED),
    "any": _reduction("reduce_any", _COMPARED),
    "all": _reduction("reduce_all", _COMPARED),
    "argmax": _pair("argmax", "a:input axis:axis out keepdims", "input axis", Care.AXIS),
    "argmin": _pair("argmin", "a:input axis:axis out keepdims", "input axis", Care.AXIS),
    "linalg.norm": _pair("norm", "x:tensor ord axis:axis keepdims:keepdims", "tensor ord axis keepdims", Care.FLOAT),
    # Element by element.
    "abs": _unary("abs"),
    "absolute": _unary("abs"),
    "negative": _unary("negative"),
    "sign": _unary("sign"),
    "square": _unary("square"),
    "sqrt": _unary("sqrt"),
    "exp": _unary("exp"),
    "expm1": _unary("math.expm1"),
    "log": _unary("math.log"),
    "log1p": _unary("math.log1p"),
    "sin": _unary("sin"),
    "cos": _unary("cos"),
    "tan": _unary("tan"),
    "arcsin": _unary("asin"),
    "arccos": _unary("acos"),
    "arctan": _unary("atan"),
    "sinh": _unary("sinh"),
    "cosh": _unary("cosh"),
    "tanh": _unary("tanh"),
    "floor": _unary("floor"),
    "ceil": _unary("math.ceil"),
    "rint": _unary("math.rint"),
    "round": _pair("round", "a:x decimals out", "x"),
    "isnan": _unary("math.is_nan"),
    "isinf": _unary("math.is_inf"),
    "isfinite": _unary("math.is_finite"),
    "logical_not": _unary("logical_not"),
    "maximum": _binary("maximum", Care.COMMUTES),
    "minimum": _binary("minimum", Care.COMMUTES),
    "add": _binary("add", Care.COMMUTES),
    "multiply": _binary("multiply", Care.COMMUTES),
    "subtract": _binary("subtract"),
    "power": _binary("pow"),
    "divide": _binary("divide"),
    "true_divide": _binary("divide"),
    "arctan2": _pair("atan2", "x1:y x2:x", "y x", Care.FIRST),
    "equal": _binary("equal"),
    "not_equal": _binary("not_equal"),
    "greater": _binary("greater"),
    "greater_equal": _binary("greater_equal"),
    "less": _binary("less"),
    "less_equal": _binary("less_equal"),
    "logical_and": _binary("logical_and"),
    "logical_or": _binary("logical_or"),
    "matmul": _pair("matmul", "x1:a x2:b", "a b", Care.FIRST),
    "clip": _pair(
        "clip_by_value",
        "a:t a_min:clip_value_min a_max:clip_value_max",
        "t clip_value_min clip_value_max",
        Care.FIRST,
    ),
    "where": _pair("where", "condition:condition x:x y:y", "condition x y"),
    # Shapes.
    "concatenate": _pair("concat", "arrays:values axis:axis", "values axis", Care.SEQUENCE, axis="0"),
    "stack": _pair("stack", "arrays:values axis:axis", "values axis", Care.SEQUENCE),
    "expand_dims": _pair("expand_dims", "a:input axis:axis", "input axis"),
    "squeeze": _pair("squeeze", "a:input axis:axis", "input axis"),
    "reshape": _pair("reshape", "a:tensor shape:shape", "tensor shape"),
    "transpose": _pair("transpose", "a:a axes:perm", "a perm"),
    "repeat": _pair("repeat", "a:input repeats:repeats axis:axis", "input repeats axis"),
    "cumsum": _pair("cumsum", "a:x axis:axis", "x axis", Care.AXIS),
    "sort": _pair("sort", "a:values axis:axis", "values axis"),
    "zeros_like": _pair("zeros_like", "a:input dtype:dtype", "input dtype"),
    "ones_like": _pair("ones_like", "a:input dtype:dtype", "input dtype"),
    "copy": _pair("identity", "a:input", "input"),
}

FLOATS = frozenset(
    [
        *("sqrt", "exp", "expm1", "log", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh"),
        *("arcsin", "arccos", "arctan", "arctan2", "linalg.norm", "std", "var"),
    ]
)
"""Functions whose pairs take no integers."""

NUMBERS = frozenset(
    ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
)
"""Types of NumPy whose call is a cast: ``np.float32(t)`` is ``tf.cast(t, tf.float32)``."""

STATIC = frozenset(["shape", "ndim", "isscalar", "iterable", "dtype", "issubdtype", "result_type"])
"""Functions of NumPy that ask a tensor only for what is known while tracing, or take anything: they work."""

ADVICE = {
    "dot": "what np.dot does depends on the ranks; write tf.matmul, tf.tensordot or tf.reduce_sum of the product",
    "inner": "what np.inner does depends on the ranks; write tf.tensordot or tf.reduce_sum of the product",
    "median": "TensorFlow has no median; take the middle of tf.sort, or call it outside of the graph",
    "percentile": "TensorFlow has no percentile; take an element of tf.sort, or call it outside of the graph",
    "nonzero": "np.nonzero is a tuple of indexes; write tf.where(condition), whose rows are the indexes",
}
