"""What TensorFlow and Keras calls return, as kinds.  Names as :func:`tffix.semantics.names.canonical` spells them.

Read off the signatures and docstrings of TensorFlow 2.21 and Keras 3.15; what is not here is unknown.

The file is long because it holds nothing but tables, which are easiest to check in one place.
"""

from __future__ import annotations

import enum


class Kind(enum.Enum):
    """What sort of value an expression is.  ``UNKNOWN`` is an answer, and never leads to a safe fix."""

    UNKNOWN = "unknown"
    TENSOR = "tensor"
    """A tensor, or a structure of nothing but tensors."""
    VARIABLE = "variable"
    DATASET = "dataset"
    DISTRIBUTED_DATASET = "distributed dataset"
    MODEL = "model"
    LAYER = "layer"
    OPTIMIZER = "optimizer"
    LOSS = "loss object"
    METRIC = "metric"
    TAPE = "gradient tape"
    STRATEGY = "distribution strategy"
    KERAS_TENSOR = "Keras tensor"
    TENSOR_ARRAY = "TensorArray"
    SUMMARY_WRITER = "summary writer"
    NUMBER = "Python number"
    STRING = "Python string"
    BOOL = "Python bool"
    NONE = "None"
    LIST = "Python list"
    TUPLE = "Python tuple"
    DICT = "Python dict"
    ARRAY = "NumPy value"
    SHAPE = "static shape"
    DTYPE = "dtype"
    FUNCTION = "function"


CALLABLE_KINDS = (Kind.MODEL, Kind.LAYER, Kind.LOSS, Kind.METRIC)
DATASET_KINDS = (Kind.DATASET, Kind.DISTRIBUTED_DATASET)
KERAS_KINDS = (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.LOSS, Kind.METRIC)
"""Objects of Keras: a function is traced anew for each one that it is given."""
PYTHON_KINDS = frozenset(
    [Kind.NUMBER, Kind.STRING, Kind.BOOL, Kind.NONE, Kind.ARRAY, Kind.SHAPE, Kind.DTYPE, Kind.FUNCTION]
)
"""Values that are the same in eager and in graph code."""
PLAIN_KINDS = PYTHON_KINDS - {Kind.ARRAY}
LEARNING_RATES = ("learning_rate", "lr")
"""Attributes of an optimizer that are variables: setting them does take effect in a graph."""

# Namespaces whose lower-case functions return tensors, with the exceptions below.
TENSOR_NAMESPACES = (
    "tensorflow.math.",
    "tensorflow.nn.",
    "tensorflow.linalg.",
    "tensorflow.image.",
    "tensorflow.random.",
    "tensorflow.signal.",
    "tensorflow.strings.",
    "tensorflow.bitwise.",
    "tensorflow.sets.",
    "tensorflow.keras.backend.",
    "tensorflow.keras.ops.",
    "keras.ops.",
    "keras.backend.",
    "tf_keras.backend.",
    "tensorflow.raw_ops.",
    "tensorflow.quantization.",
    "tensorflow.audio.",
)
NOT_TENSORS = frozenset(
    [
        "tensorflow.random.set_seed",
        "tensorflow.random.create_rng_state",
        "tensorflow.random.get_global_generator",
        "tensorflow.random.set_global_generator",
        "tensorflow.keras.backend.clear_session",
        "keras.backend.clear_session",
        "tensorflow.keras.backend.floatx",
        "keras.backend.floatx",
        "tensorflow.keras.backend.set_floatx",
        "tensorflow.keras.backend.image_data_format",
        "keras.backend.image_data_format",
        "tensorflow.keras.backend.int_shape",
        "keras.backend.int_shape",
        "tensorflow.keras.backend.backend",
        "keras.backend.backend",
        "tensorflow.keras.backend.ndim",
        "keras.backend.ndim",
        "tensorflow.keras.backend.epsilon",
        "keras.backend.epsilon",
        "tensorflow.keras.backend.get_value",
        "keras.backend.get_value",
        "tensorflow.keras.backend.learning_phase",
        "keras.ops.shape",
        "tensorflow.keras.ops.shape",
        "keras.ops.is_tensor",
    ]
)
TENSOR_FUNCTIONS = frozenset(
    "tensorflow." + name
    for name in [
        "abs",
        "acos",
        "acosh",
        "add",
        "add_n",
        "argmax",
        "argmin",
        "argsort",
        "as_string",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "batch_to_space",
        "bitcast",
        "boolean_mask",
        "broadcast_to",
        "cast",
        "ceil",
        "clip_by_global_norm",
        "clip_by_norm",
        "clip_by_value",
        "concat",
        "constant",
        "convert_to_tensor",
        "cos",
        "cosh",
        "cumsum",
        "divide",
        "dynamic_partition",
        "dynamic_stitch",
        "edit_distance",
        "eig",
        "eigvals",
        "einsum",
        "ensure_shape",
        "equal",
        "exp",
        "expand_dims",
        "extract_volume_patches",
        "eye",
        "fill",
        "fingerprint",
        "floor",
        "foldl",
        "foldr",
        "gather",
        "gather_nd",
        "greater",
        "greater_equal",
        "guarantee_const",
        "histogram_fixed_width",
        "identity",
        "identity_n",
        "less",
        "less_equal",
        "linspace",
        "logical_and",
        "logical_not",
        "logical_or",
        "map_fn",
        "matmul",
        "matrix_square_root",
        "maximum",
        "meshgrid",
        "minimum",
        "multiply",
        "negative",
        "norm",
        "not_equal",
        "numpy_function",
        "one_hot",
        "ones",
        "ones_like",
        "pad",
        "parallel_stack",
        "pow",
        "py_function",
        "range",
        "rank",
        "realdiv",
        "reduce_all",
        "reduce_any",
        "reduce_logsumexp",
        "reduce_max",
        "reduce_mean",
        "reduce_min",
        "reduce_prod",
        "reduce_sum",
        "repeat",
        "reshape",
        "reverse",
        "reverse_sequence",
        "roll",
        "round",
        "saturate_cast",
        "scalar_mul",
        "scatter_nd",
        "searchsorted",
        "sequence_mask",
        "shape",
        "shape_n",
        "sigmoid",
        "sign",
        "sin",
        "sinh",
        "size",
        "slice",
        "sort",
        "space_to_batch",
        "split",
        "sqrt",
        "square",
        "squeeze",
        "stack",
        "stop_gradient",
        "strided_slice",
        "subtract",
        "switch_case",
        "tan",
        "tanh",
        "tensor_scatter_nd_add",
        "tensor_scatter_nd_update",
        "tensordot",
        "tile",
        "timestamp",
        "transpose",
        "truediv",
        "unique",
        "unique_with_counts",
        "unravel_index",
        "unsorted_segment_sum",
        "unstack",
        "vectorized_map",
        "where",
        "zeros",
        "zeros_like",
        "io.decode_image",
        "io.decode_jpeg",
        "io.decode_png",
        "io.decode_raw",
        "io.decode_csv",
        "io.parse_single_example",
        "io.parse_example",
        "io.parse_tensor",
        "io.read_file",
        "io.decode_gif",
        "io.decode_bmp",
        "data.experimental.get_single_element",
        "summary.experimental.get_step",
        "sparse.to_dense",
        "nest.flatten",
    ]
)

STRATEGIES = frozenset(
    "tensorflow.distribute." + name
    for name in [
        "MirroredStrategy",
        "MultiWorkerMirroredStrategy",
        "TPUStrategy",
        "OneDeviceStrategy",
        "ParameterServerStrategy",
        "experimental.MultiWorkerMirroredStrategy",
        "experimental.TPUStrategy",
        "experimental.CentralStorageStrategy",
        "experimental.ParameterServerStrategy",
        "get_strategy",
    ]
)

DATASET_SOURCES = frozenset(
    "tensorflow.data." + name
    for name in [
        "Dataset.from_tensor_slices",
        "Dataset.from_tensors",
        "Dataset.from_generator",
        "Dataset.range",
        "Dataset.list_files",
        "Dataset.zip",
        "Dataset.random",
        "Dataset.sample_from_datasets",
        "Dataset.choose_from_datasets",
        "Dataset.load",
        "Dataset.concatenate",
        "TFRecordDataset",
        "TextLineDataset",
        "FixedLengthRecordDataset",
        "experimental.CsvDataset",
        "experimental.SqlDataset",
        "experimental.make_csv_dataset",
        "experimental.make_batched_features_dataset",
        "experimental.sample_from_datasets",
        "experimental.choose_from_datasets",
        "experimental.RandomDataset",
        "experimental.load",
    ]
)
DATASET_UTILITIES = frozenset(
    [
        "utils.image_dataset_from_directory",
        "utils.text_dataset_from_directory",
        "utils.audio_dataset_from_directory",
        "utils.timeseries_dataset_from_array",
        "preprocessing.image_dataset_from_directory",
        "preprocessing.text_dataset_from_directory",
        "preprocessing.timeseries_dataset_from_array",
    ]
)
"""Below a Keras root.  They prefetch by themselves and carry attributes such as ``class_names``."""

DATASET_METHODS = frozenset(
    [
        "apply",
        "batch",
        "bucket_by_sequence_length",
        "cache",
        "concatenate",
        "counter",
        "enumerate",
        "fingerprint",
        "filter",
        "flat_map",
        "group_by_window",
        "ignore_errors",
        "interleave",
        "map",
        "padded_batch",
        "prefetch",
        "ragged_batch",
        "rebatch",
        "rejection_resample",
        "repeat",
        "scan",
        "shard",
        "shuffle",
        "skip",
        "snapshot",
        "sparse_batch",
        "take",
        "take_while",
        "unbatch",
        "unique",
        "window",
        "with_options",
        "prefetch_to_device",
        "shuffle_and_repeat",
    ]
)
"""Methods of ``tf.data.Dataset`` that return a dataset."""

MODEL_CLASSES = frozenset(["Model", "Sequential", "models.Model", "models.Sequential", "engine.training.Model"])
MODEL_LOADERS = frozenset(
    [
        "models.load_model",
        "models.clone_model",
        "models.model_from_json",
        "saving.load_model",
        "models.model_from_config",
    ]
)
KERAS_TENSORS = frozenset(["Input", "layers.Input"])

TENSOR_METHODS_PYTHON = {"numpy": Kind.ARRAY, "get_shape": Kind.SHAPE, "ref": Kind.UNKNOWN}
"""Methods of tensors that return something else than a tensor."""

METHODS = {
    Kind.DATASET: {"reduce": Kind.TENSOR, "get_single_element": Kind.TENSOR, "cardinality": Kind.TENSOR},
    Kind.METRIC: {"result": Kind.TENSOR},
    Kind.TAPE: {"gradient": Kind.TENSOR, "jacobian": Kind.TENSOR, "batch_jacobian": Kind.TENSOR},
    Kind.STRATEGY: {
        "experimental_distribute_dataset": Kind.DISTRIBUTED_DATASET,
        "distribute_datasets_from_function": Kind.DISTRIBUTED_DATASET,
        "reduce": Kind.TENSOR,
    },
    Kind.OPTIMIZER: {"get_scaled_loss": Kind.TENSOR, "scale_loss": Kind.TENSOR},
    Kind.LOSS: {"call": Kind.TENSOR},
    Kind.MODEL: {
        "call": Kind.TENSOR,
        "compute_loss": Kind.TENSOR,
        "compiled_loss": Kind.TENSOR,
        "predict": Kind.ARRAY,
    },
    Kind.STRING: dict.fromkeys(["format", "join", "strip", "replace", "upper", "lower"], Kind.STRING),
    Kind.NUMBER: {"item": Kind.NUMBER},
    Kind.ARRAY: dict.fromkeys(["item", "mean", "sum", "max", "min", "tolist", "copy", "astype", "reshape"], Kind.ARRAY),
}
"""What other methods return, by the kind of their object; unlisted ones are unknown."""

BUILTIN_RESULTS = {
    "float": Kind.NUMBER,
    "int": Kind.NUMBER,
    "len": Kind.NUMBER,
    "round": Kind.NUMBER,
    "ord": Kind.NUMBER,
    "hash": Kind.NUMBER,
    "id": Kind.NUMBER,
    "str": Kind.STRING,
    "repr": Kind.STRING,
    "format": Kind.STRING,
    "chr": Kind.STRING,
    "input": Kind.STRING,
    "bool": Kind.BOOL,
    "isinstance": Kind.BOOL,
    "hasattr": Kind.BOOL,
    "callable": Kind.BOOL,
    "list": Kind.LIST,
    "sorted": Kind.LIST,
    "tuple": Kind.TUPLE,
    "dict": Kind.DICT,
    "type": Kind.FUNCTION,
}

PYTHON_MODULES = {
    "time": Kind.NUMBER,
    "math": Kind.NUMBER,
    "random": Kind.NUMBER,
    "os": Kind.STRING,
    "datetime": Kind.STRING,
}
"""Standard modules whose functions return Python values."""

PICKING = frozenset(["random.choice", "random.choices", "random.sample", "random.shuffle", "random.Random"])
"""Functions of those modules that return anything."""
