"""Functions of the Keras backend (``K.sum``) that Keras 3 has not, or not under the import of the file."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, Replace, ReplaceStatement, SetKeyword
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.shims import is_shim
from tffix.semantics.spelling import spell_keras
from tffix.semantics.syntax import has_starred, is_none

from ._inputs import takes_input

_ROOTS = ("keras.backend.", "tensorflow.keras.backend.")
_ONE = "abs cos sin exp sign square round tanh sigmoid softplus softsign relu elu stop_gradient zeros_like ones_like"
_ONE += " ndim transpose log zeros ones eye"
_REDUCED = "sum mean max min prod std var all any softmax"
_TWO = "maximum minimum equal not_equal greater greater_equal less less_equal cast squeeze reshape dot tile one_hot"
_TWO += " categorical_crossentropy sparse_categorical_crossentropy"
_OPERATIONS: dict[str, tuple[str, int, int, str | None]] = {
    **{name: (name, 1, 1, None) for name in _ONE.split()},
    **{name: (name, 1, 1, "") for name in _REDUCED.split()},
    **{name: (name, 2, 2, None) for name in _TWO.split()},
    **{name: (name, 1, 2, "-1") for name in ("argmax", "argmin", "concatenate", "expand_dims")},
    **{name: (name, 1, 2, "0") for name in ("cumsum", "cumprod", "stack")},
    "pow": ("power", 2, 2, None),
    "clip": ("clip", 3, 3, None),
    "flatten": ("ravel", 1, 1, None),
    "permute_dimensions": ("transpose", 2, 2, None),
    "repeat_elements": ("repeat", 3, 3, None),
    "reverse": ("flip", 2, 2, None),
}
"""What gave the same elements: the function of ``keras.ops``, how many arguments it takes by place, and its default
``axis`` in the backend (``""``: that of ``keras.ops``; ``None``: it takes none by keyword)."""
_PHASES = "learning_phase set_learning_phase learning_phase_scope in_train_phase in_test_phase"
_ADVICE = {
    **dict.fromkeys(_PHASES.split(), "give `call` the argument `training`"),
    "function": "make a model of the inputs and outputs, and call it",
    "placeholder": "make an input with `keras.Input`",
    "print_tensor": "use `tf.print`",
    "experimental": "use the functions of `keras.ops`",
    "local_conv1d": "",
    "local_conv2d": "",
    "manual_variable_initialization": "remove the call, variables have their values from the start",
    "normalize_batch_in_training": "use `keras.layers.BatchNormalization`",
    "random_binomial": "use `keras.random.binomial`",
    "reset_uids": "use `keras.backend.clear_session`",
}
"""What Keras 3 has under no import, and what to do."""
_REST = "batch_dot batch_flatten batch_get_value batch_normalization batch_set_value bias_add binary_crossentropy"
_REST += " cast_to_floatx constant conv1d conv2d conv2d_transpose conv3d count_params ctc_batch_cost ctc_decode dropout"
_REST += " ctc_label_dense_to_sparse depthwise_conv2d dtype eval foldl foldr gather get_value gradients hard_sigmoid"
_REST += " in_top_k int_shape is_sparse l2_normalize map_fn moving_average_update pool2d pool3d random_bernoulli"
_REST += " random_normal random_normal_variable random_uniform random_uniform_variable repeat resize_images rnn shape"
_REST += " resize_volumes separable_conv2d set_value spatial_2d_padding spatial_3d_padding sqrt switch temporal_padding"
_REST += " to_dense truncated_normal update update_add update_sub variable arange"
_KNOWN = frozenset([*_OPERATIONS, *_ADVICE, *_REST.split()])
_RATES = ("lr", "learning_rate")


def backend_functions(module: Module) -> Iterator[Match]:
    """The calls of functions of the Keras backend that fail in Keras 3."""
    if "backend" not in module.text:
        return
    for call in module.nodes(ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in _KNOWN:
            continue
        name = call.func.attr
        root = (module.qualified(call.func) or "").removesuffix(name)
        if root in _ROOTS and _fails(module, call, name, root) and not is_shim(module, call):
            yield _match(module, call, name)


def _fails(module: Module, call: ast.Call, name: str, root: str) -> bool:
    if name in _ADVICE or root == "keras.backend.":
        return True
    if name == "set_value":
        return bool(call.args) and _optimizer(module, call.args[0]) is not None
    return name in _OPERATIONS and takes_input(module, call)


def _match(module: Module, call: ast.Call, name: str) -> Match:
    written = module.segment(call.func)
    message = f"`{written}` fails in Keras 3"
    fix = _value_fix(module, call, name) or _operation_fix(module, call, name)
    if fix is not None:
        return Match(call, message, fix=fix)
    if name in _ADVICE:
        advice = _ADVICE[name] or "there is no successor"
        return Match(call, message, reason=f"Keras 3 has it under no import; {advice}")
    reason = (
        "no function of `keras.ops` takes just these arguments and gives the same; write it with `keras.ops`, or take "
        f"`tf.keras.backend.{name}`, which is left for old code"
    )
    return Match(call, message, reason=reason)


def _optimizer(module: Module, value: ast.expr) -> ast.expr | None:
    """The optimizer whose attribute ``value`` is."""
    if not isinstance(value, ast.Attribute):
        return None
    holder = value.value
    is_held = isinstance(holder, ast.Attribute) and holder.attr == "optimizer"
    return holder if is_held or module.kind(holder) is Kind.OPTIMIZER else None


def _value_fix(module: Module, call: ast.Call, name: str) -> Fix | None:
    """``K.set_value`` and ``K.get_value`` of the learning rate."""
    if name not in ("set_value", "get_value") or call.keywords or has_starred(call.args) or not call.args:
        return None
    variable = call.args[0]
    optimizer = _optimizer(module, variable)
    if optimizer is None or not isinstance(variable, ast.Attribute) or variable.attr not in _RATES:
        return None
    edit: Edit
    if name == "get_value" and len(call.args) == 1:
        edit = Replace(call, "float({optimizer}.learning_rate)", {"optimizer": optimizer})
    elif name == "set_value" and len(call.args) == 2 and isinstance(statement := module.parent(call), ast.Expr):
        parts = {"optimizer": optimizer, "value": call.args[1]}
        edit = ReplaceStatement(statement, "{optimizer}.learning_rate = {value}", parts)
    else:
        return None
    return Fix((edit,), applicability=Applicability.UNSAFE)


def _operation_fix(module: Module, call: ast.Call, name: str) -> Fix | None:
    if name not in _OPERATIONS or has_starred(call.args) or any(is_none(value) for value in call.args):
        return None
    operation, least, most, axis = _OPERATIONS[name]
    named = {keyword.arg for keyword in call.keywords}
    allowed = set() if axis is None else {"axis"} if axis or name == "softmax" else {"axis", "keepdims"}
    if name == "cast" and named == {"dtype"} and len(call.args) == 1:
        least, allowed = 1, {"dtype"}
    if not least <= len(call.args) <= most + (2 if axis == "" else 0) or not named <= allowed:
        return None
    spelled = spell_keras(module, f"ops.{operation}", call)
    if spelled is None:
        return None
    edits: list[Edit] = [Replace(call.func, spelled[0])]
    if axis and "axis" not in named and len(call.args) == 1:
        edits.append(SetKeyword(call, "axis", axis))
    return Fix(tuple(edits), imports=spelled[1], applicability=Applicability.UNSAFE)
