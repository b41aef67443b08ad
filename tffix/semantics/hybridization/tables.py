"""Names that decide whether a call can be part of a graph."""

from __future__ import annotations

from tffix.semantics.kinds_table import Kind

VALUES = frozenset(["numpy", "item", "tolist"])
"""Methods of eager tensors only."""
OF_ARRAYS = frozenset(
    ["reshape", "astype", "transpose", "flatten", "ravel", "mean", "sum", "max", "min", "argmax", "squeeze", "copy"]
)
"""Methods of NumPy arrays that tensors do not have."""
KERAS_EAGER = frozenset(
    [
        "compile",
        "evaluate",
        "export",
        "fit",
        "fit_generator",
        "get_weights",
        "load_weights",
        "predict",
        "predict_on_batch",
        "save",
        "save_weights",
        "set_weights",
        "summary",
        "test_on_batch",
        "train_on_batch",
    ]
)
"""Methods of Keras models that are for eager code."""
METHODS = {
    Kind.TAPE: frozenset(
        ["gradient", "jacobian", "batch_jacobian", "watch", "watched_variables", "stop_recording", "reset"]
    ),
    Kind.OPTIMIZER: frozenset(
        ["apply_gradients", "apply", "minimize", "build", "scale_loss", "get_scaled_loss", "get_unscaled_gradients"]
    ),
    Kind.METRIC: frozenset(["update_state", "result", "reset_state", "reset_states"]),
    Kind.LOSS: frozenset(["call"]),
    Kind.MODEL: frozenset(["call", "get_layer", "compute_loss", "compiled_loss", "add_loss"]),
    Kind.LAYER: frozenset(["call"]),
    Kind.TENSOR_ARRAY: frozenset(["write", "read", "stack", "unstack", "concat", "gather", "scatter", "size", "split"]),
}
"""Methods that are made for graphs, by the kind of their object."""
BY_NAME = frozenset(
    ["apply_gradients", "update_state", "assign", "assign_add", "assign_sub", "gradient", "watch", "result"]
)
"""Methods that are known by their names, whatever the object."""
GROWING = frozenset(
    ["append", "extend", "insert", "pop", "remove", "clear", "update", "add", "setdefault", "popleft", "appendleft"]
)
"""Methods that change a list, dictionary or set."""
IN_PLACE = frozenset(["fill", "itemset", "partition", "put", "resize", "reverse", "sort"])
"""Methods that change the items of a list or NumPy array."""
FILLING = frozenset(["copyto", "fill_diagonal", "place", "put", "putmask", "shuffle"])
"""Functions of NumPy and ``random`` that change the array or list which they are given first."""
GENERATORS = frozenset(
    ["numpy.random.default_rng", "numpy.random.Generator", "numpy.random.RandomState", "random.Random"]
)
"""What makes generators of random numbers: each of their methods gives another value in every call."""
RESHAPING = frozenset(["add", "pop"])
"""Methods that change the layers of a model."""
CASTS = frozenset(
    ["float", "int", "bool", "round", "list", "min", "max", "sorted", "str", "repr", "format", "complex", "any", "all"]
)
"""Built-in functions that need the values of their arguments."""
EFFECTS = frozenset(["open", "input", "exec", "eval", "setattr", "delattr"])
PURE = frozenset(
    ["zip", "range", "enumerate", "len", "sum", "abs", "super", "tuple", "dict", "reversed", "pow", "isinstance"]
)
CREATING = ("layers.", "optimizers.", "metrics.", "models.", "applications.", "mixed_precision.")
"""Namespaces of Keras whose classes make variables."""
FROZEN = frozenset(["time", "random", "datetime", "secrets", "uuid"])
"""Modules whose functions give another value in every call."""
EFFECT_MODULES = frozenset(["logging", "os", "sys", "tqdm", "json", "pickle", "wandb", "absl"])
VALUE_MODULES = frozenset(
    ["numpy", "scipy", "cv2", "skimage", "sklearn", "pandas", "PIL", "matplotlib", "gym", "gymnasium"]
)
"""Packages that compute with values, not with tensors."""
EAGER_FUNCTIONS = (
    ("tensorflow.summary.", "keeps the step and the writer of its first call; log at the call"),
    ("tensorflow.train.Checkpoint", "is for eager code; move it to the call"),
    ("tensorflow.saved_model.", "is for eager code; move it to the call"),
    ("tensorflow.io.write_file", "writes from the graph; move it to the call"),
    ("tensorflow.io.gfile.", "runs only while the graph is traced; move it to the call"),
    ("tensorflow.config.", "runs only while the graph is traced; move it to the call"),
    ("tensorflow.profiler.", "runs only while the graph is traced; move it to the call"),
    ("tensorflow.py_function", "runs Python for each call, which a graph gains nothing from"),
    ("tensorflow.numpy_function", "runs Python for each call, which a graph gains nothing from"),
    ("tensorflow.random.set_seed", "runs only while the graph is traced; move it to the call"),
)
"""Prefixes of qualified names, and what is wrong with them in a graph."""
