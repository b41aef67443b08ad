"""Which generation of TensorFlow and Keras a file is written for, as far as its source says."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tffix.config.settings import Generation
    from tffix.semantics.module import Module

# Gone since TensorFlow 2.0 from the main name space: code that uses them runs on TensorFlow 1 only.
_TF1_NAMES = frozenset(
    [
        "Session",
        "InteractiveSession",
        "placeholder",
        "get_variable",
        "variable_scope",
        "global_variables_initializer",
        "contrib",
        "layers",
        "ConfigProto",
        "app",
        "flags",
        "logging",
        "losses.softmax_cross_entropy",
        "train.AdamOptimizer",
        "train.GradientDescentOptimizer",
        "get_default_graph",
        "placeholder_with_default",
        "assign_add",
        "trainable_variables",
        "reset_default_graph",
        "Print",
        "to_float",
        "to_int32",
        "log",
        "truncated_normal",
        "random_normal",
    ]
)
_TF1_SWITCHES = frozenset(
    ["disable_v2_behavior", "disable_eager_execution", "disable_v2_tensorshape", "enable_eager_execution"]
)


def source_generation(module: Module) -> Generation | None:
    """The Keras generation the source itself asks for; ``None`` when it says nothing.

    ``TF_USE_LEGACY_KERAS`` makes ``tf.keras`` the package ``tf_keras`` (TensorFlow 2.16 and later).
    """
    if "TF_USE_LEGACY_KERAS" in module.text:
        for constant in module.nodes(ast.Constant):
            if constant.value == "TF_USE_LEGACY_KERAS":
                value = _value_beside(module, constant)
                if value is not None:
                    return 2 if value.lower() in ("1", "true") else 3
    if "tf_keras" in module.text and any(
        (binding.qualified or "").partition(".")[0] == "tf_keras"
        for binding in module.scopes.by_node.values()
        if binding.qualified
    ):
        return 2
    return None


def _value_beside(module: Module, key: ast.Constant) -> str | None:
    """The string that ``os.environ[key]`` is set to."""
    holder = module.parent(key)
    if isinstance(holder, ast.Call):
        values: list[ast.expr] = [argument for argument in holder.args if argument is not key]
    elif isinstance(holder, ast.Subscript) and isinstance(assignment := module.parent(holder), ast.Assign):
        values = [assignment.value]
    else:
        return None
    for value in values:
        if isinstance(value, ast.Constant):
            return str(value.value)
    return None


def is_tensorflow1(module: Module) -> bool:
    """Whether the file is TensorFlow 1 code: imported as ``compat.v1``, switched back, or using what 2.0 removed."""
    imports = [
        b.qualified for b in module.scopes.by_node.values() if b.qualified and b.qualified.startswith("tensorflow")
    ]
    if any(name.startswith("tensorflow.compat.v1") for name in imports) and "tensorflow" not in imports:
        return True
    for attribute in module.nodes(ast.Attribute):
        if attribute.attr in _TF1_SWITCHES or attribute.attr in _TF1_NAMES:
            path = module.qualified(attribute)
            if path is None or not path.startswith("tensorflow."):
                continue
            rest = path.removeprefix("tensorflow.")
            if rest in _TF1_NAMES or (attribute.attr in _TF1_SWITCHES and rest.startswith("compat.v1.")):
                return True
    return False
