"""What functions of NumPy, TensorFlow and Keras do to shapes, as tables."""

from __future__ import annotations

SAME = frozenset(
    [
        *(
            "abs",
            "absolute",
            "array",
            "asarray",
            "cast",
            "ceil",
            "clip",
            "clip_by_value",
            "constant",
            "convert_to_tensor",
        ),
        *("copy", "cos", "cosh", "exp", "float32", "float64", "floor", "identity", "log", "log1p", "negative"),
        *("ones_like", "reciprocal", "relu", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "softmax", "softplus"),
        *("sqrt", "square", "stop_gradient", "tan", "tanh", "zeros_like", "Variable"),
    ]
)
"""Functions of NumPy and TensorFlow that keep the shape of their first argument."""
SAME_METHODS = frozenset(["astype", "clip", "copy", "numpy", "round"])
TWO = frozenset(
    ["add", "divide", "maximum", "minimum", "multiply", "pow", "power", "squared_difference", "subtract", "truediv"]
)
"""Functions of two arguments that are broadcast."""
REDUCTIONS = frozenset(
    [
        *("all", "any", "argmax", "argmin", "max", "mean", "median", "min", "prod", "std", "sum", "var"),
        *(
            "reduce_all",
            "reduce_any",
            "reduce_max",
            "reduce_mean",
            "reduce_min",
            "reduce_prod",
            "reduce_std",
            "reduce_sum",
        ),
    ]
)
OF_SHAPE = {
    "numpy.empty": 0,
    "numpy.full": 0,
    "numpy.ones": 0,
    "numpy.random.normal": 2,
    "numpy.random.randint": 2,
    "numpy.random.random": 0,
    "numpy.random.random_sample": 0,
    "numpy.random.standard_normal": 0,
    "numpy.random.uniform": 2,
    "numpy.zeros": 0,
    "tensorflow.fill": 0,
    "tensorflow.ones": 0,
    "tensorflow.random.normal": 0,
    "tensorflow.random.stateless_normal": 0,
    "tensorflow.random.stateless_uniform": 0,
    "tensorflow.random.truncated_normal": 0,
    "tensorflow.random.uniform": 0,
    "tensorflow.zeros": 0,
}
"""Functions that are given the shape of their result, and at which place."""
OF_LENGTHS = frozenset(["numpy.random.rand", "numpy.random.randn"])
RANGES = frozenset(["numpy.arange", "numpy.linspace", "tensorflow.linspace", "tensorflow.range"])
DATA: dict[str, tuple[tuple[int | None, ...], tuple[int | None, ...]]] = {
    "boston_housing": ((None, 13), (None,)),
    "california_housing": ((None, 8), (None,)),
    "cifar10": ((None, 32, 32, 3), (None, 1)),
    "cifar100": ((None, 32, 32, 3), (None, 1)),
    "fashion_mnist": ((None, 28, 28), (None,)),
    "mnist": ((None, 28, 28), (None,)),
}
"""The inputs and labels of ``keras.datasets``."""
SAME_ELEMENTS = frozenset(["cache", "filter", "prefetch", "repeat", "shard", "shuffle", "skip", "take", "with_options"])
"""Methods of datasets that keep the shapes of the elements."""
