"""What the three codemods share: how AUTOTUNE is written, and whether the file has switched autotuning off."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.syntax import is_true

AUTOTUNE = "tensorflow.data.AUTOTUNE"
NO_NAME = "`tf` means something else here: import tensorflow under another name and use its `data.AUTOTUNE`"
_SWITCHES = ("enabled", "autotune", "inject_prefetch", "apply_default_optimizations")


def spelled(module: Module, at: ast.AST) -> tuple[str, tuple[str, ...]] | None:
    """How ``tf.data.AUTOTUNE`` is written at ``at``, with the imports that needs; ``None`` when ``tf`` is taken."""
    text = module.spell(AUTOTUNE, at)
    if text is not None:
        return text, ()
    return ("tf.data.AUTOTUNE", ("tensorflow as tf",)) if module.is_free("tf", at) else None


def is_autotune(module: Module, expression: ast.expr) -> bool:
    """Whether ``expression`` is ``tf.data.AUTOTUNE``, through any alias, or its value -1."""
    value = module.value(expression)
    if module.qualified(expression) == AUTOTUNE or module.qualified(value) == AUTOTUNE:
        return True
    return isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and module.segment(value.operand) == "1"


def switched_off(module: Module) -> bool:
    """Whether the file takes autotuning, or the prefetch that TensorFlow injects, into its own hands.

    ``options.autotune.enabled = False``, ``options.experimental_optimization.inject_prefetch = False`` and the like.
    """
    for attribute in module.attributes(*_SWITCHES):
        if not isinstance(attribute.ctx, ast.Load):
            path = module.segment(attribute)
            is_on = is_true(getattr(module.parent(attribute), "value", None))
            if not is_on and (attribute.attr != "enabled" or ".autotune." in path):
                return True
    return False
