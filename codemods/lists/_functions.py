"""Functions of TensorFlow and Keras, by the last part of their names and by the shape of what they return."""

from __future__ import annotations

REDUCTIONS = frozenset(
    [
        "reduce_mean",
        "reduce_sum",
        "reduce_max",
        "reduce_min",
        "reduce_prod",
        "reduce_std",
        "reduce_variance",
        "reduce_logsumexp",
        "reduce_euclidean_norm",
        "mean",
        "sum",
        "max",
        "min",
        "norm",
        "global_norm",
    ]
)
SCALARS = {"size": "int32", "rank": "int32", "l2_loss": None, "reduce_all": "bool", "reduce_any": "bool"}
ELEMENTWISE = frozenset(
    [
        "abs",
        "add",
        "check_numerics",
        "clip_by_value",
        "cos",
        "divide",
        "exp",
        "floor",
        "identity",
        "log",
        "log1p",
        "maximum",
        "minimum",
        "multiply",
        "negative",
        "pow",
        "relu",
        "round",
        "sigmoid",
        "sin",
        "softplus",
        "sqrt",
        "square",
        "squared_difference",
        "stop_gradient",
        "subtract",
        "tanh",
        "truediv",
        "where",
        "divide_no_nan",
    ]
)
STRUCTURES = frozenset(
    [
        "clip_by_global_norm",
        "decode_csv",
        "dynamic_partition",
        "eig",
        "eigh",
        "flatten",
        "foldl",
        "foldr",
        "identity_n",
        "map_fn",
        "meshgrid",
        "moments",
        "numpy_function",
        "parse_example",
        "parse_single_example",
        "py_function",
        "qr",
        "scan",
        "shape_n",
        "split",
        "svd",
        "switch_case",
        "top_k",
        "unique",
        "unique_with_counts",
        "unstack",
        "vectorized_map",
        "while_loop",
        "cond",
        "case",
        "rnn",
        "in_top_k",
        "get_single_element",
    ]
)
FLOAT_BY_DEFAULT = frozenset(["zeros", "ones", "eye", "normal", "truncated_normal", "one_hot"])
SCALAR_METRICS = frozenset(["Mean", "Sum", "MeanSquaredError", "MeanAbsoluteError", "RootMeanSquaredError", "AUC"])
