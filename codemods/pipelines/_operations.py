"""Which calls are stateless: read off TensorFlow 2.21 (``OpDef.is_stateful``) and measured with ``assert_next``."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import TENSOR_FUNCTIONS
from tffix.semantics.names import keras_path
from tffix.semantics.tree import FunctionNode, terminal_name

PYTHON_OPERATIONS = frozenset(["tensorflow.py_function", "tensorflow.numpy_function"])
"""Python code as an operation: TensorFlow takes it for stateful."""

_PREFIXES = (
    "tensorflow.audio.",
    "tensorflow.bitwise.",
    "tensorflow.debugging.assert_",
    "tensorflow.dtypes.",
    "tensorflow.image.",
    "tensorflow.io.decode_",
    "tensorflow.io.encode_",
    "tensorflow.io.parse_",
    "tensorflow.io.serialize_",
    "tensorflow.linalg.",
    "tensorflow.math.",
    "tensorflow.nest.",
    "tensorflow.nn.",
    "tensorflow.ragged.",
    "tensorflow.random.experimental.stateless_",
    "tensorflow.random.stateless_",
    "tensorflow.sets.",
    "tensorflow.signal.",
    "tensorflow.sparse.",
    "tensorflow.strings.",
    "tensorflow.RaggedTensor.from_",
    "math.",
    "operator.",
    "os.path.",
)
_STATEFUL = (
    "tensorflow.image.random_",
    "tensorflow.image.sample_distorted_bounding_box",
    "tensorflow.io.parse_graph",
    "tensorflow.nn.dropout",
    "tensorflow.nn.experimental.general_dropout",
    "tensorflow.nn.fractional_",
    "tensorflow.nn.nce_loss",
    "tensorflow.nn.sampled_softmax_loss",
    "tensorflow.nn.RNN",
    "os.path.exists",
    "os.path.get",
    "os.path.is",
)
_NAMES = frozenset(
    [
        *(TENSOR_FUNCTIONS - PYTHON_OPERATIONS),
        *(
            f"tensorflow.{name}"
            for name in [
                "Assert",
                "IndexedSlices",
                "RaggedTensor",
                "SparseTensor",
                "TensorShape",
                "TensorSpec",
                "as_dtype",
                "assert_equal",
                "assert_greater",
                "assert_less",
                "assert_rank",
                "case",
                "cond",
                "group",
                "io.FixedLenFeature",
                "io.FixedLenSequenceFeature",
                "io.RaggedFeature",
                "io.SparseFeature",
                "io.VarLenFeature",
                "io.is_jpeg",
                "name_scope",
                "no_op",
                "random.experimental.index_shuffle",
                "random.fold_in",
                "random.split",
                "scan",
                "switch_case",
                "while_loop",
            ]
        ),
        *(
            f"builtins.{name}"
            for name in [
                "ValueError",
                "TypeError",
                "abs",
                "all",
                "any",
                "bool",
                "dict",
                "enumerate",
                "filter",
                "float",
                "int",
                "isinstance",
                "len",
                "list",
                "map",
                "max",
                "min",
                "range",
                "reversed",
                "round",
                "set",
                "slice",
                "sorted",
                "str",
                "sum",
                "super",
                "tuple",
                "type",
                "zip",
            ]
        ),
    ]
) - {
    "tensorflow.guarantee_const",
    "tensorflow.timestamp",
    "tensorflow.summary.experimental.get_step",
    "tensorflow.data.experimental.get_single_element",
    "builtins.super",
}
_NUMPY_STATEFUL = ("random.", "load", "save", "fromfile", "memmap", "genfromtxt", "loadtxt", "seterr")
_LAYERS = frozenset(
    f"{group}.{name}"
    for group in ("layers", "layers.experimental.preprocessing")
    for name in ("CategoryEncoding", "CenterCrop", "Normalization", "Rescaling", "Resizing")
)
READERS = frozenset(
    f"tensorflow.data.{name}"
    for name in [
        "Dataset.from_tensor_slices",
        "Dataset.from_tensors",
        "Dataset.range",
        "FixedLengthRecordDataset",
        "TFRecordDataset",
        "TextLineDataset",
    ]
)
"""Sources whose elements depend on nothing but their arguments."""
REPEATABLE_STAGES = frozenset(
    ["batch", "enumerate", "filter", "flat_map", "map", "padded_batch", "repeat", "skip", "take", "unbatch"]
)
METHODS = frozenset(
    [
        "as_list",
        "assert_has_rank",
        "bounding_shape",
        "concatenate",
        "copy",
        "endswith",
        "format",
        "get",
        "get_shape",
        "index",
        "is_fully_defined",
        "items",
        "join",
        "keys",
        "lower",
        "merge_dims",
        "replace",
        "row_lengths",
        "set_shape",
        "split",
        "startswith",
        "strip",
        "to_sparse",
        "to_tensor",
        "upper",
        "values",
        "with_values",
    ]
)
"""Methods of tensors and Python values that change nothing."""
CHANGING_METHODS = frozenset(["add", "append", "clear", "extend", "insert", "pop", "setdefault", "update"])
"""Methods of lists, sets and dictionaries: harmless on what the function itself has made or was given."""
_READING = frozenset(
    ["open", "imread", "load", "loads", "loadmat", "read", "read_csv", "read_image", "urlopen", "GFile"]
)
_CHANCE = ("random", "rng", "shuffle", "permutation", "augment", "choice")


def is_stateless(qualified: str) -> bool:
    """Whether calling ``qualified`` does nothing but compute."""
    if qualified in _NAMES:
        return True
    if qualified.startswith("numpy."):
        return not qualified.removeprefix("numpy.").startswith(_NUMPY_STATEFUL)
    if qualified.endswith("_sampler") or qualified.startswith(_STATEFUL):
        return False
    path = keras_path(qualified)
    if path is not None:
        return path.startswith("applications.") and path.endswith(".preprocess_input")
    return qualified.startswith(_PREFIXES)


def is_stateless_layer(qualified: str | None) -> bool:
    """Whether layers of this class run in parallel with the same result (measured: no table, no random numbers)."""
    return keras_path(qualified) in _LAYERS


def reads_without_chance(function: FunctionNode) -> bool:
    """Whether Python code reads from files or the net, and nothing in it is named after chance."""
    reads = False
    for node in ast.walk(function):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if any(word in name.lower() for word in _CHANCE):
            return False
        reads = reads or (isinstance(node, ast.Call) and terminal_name(node.func) in _READING)
    return reads
