"""What the codemods of this theme share: fixes that write AUTOTUNE, and whether the file has switched it off."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit
from tffix.semantics.module import Module
from tffix.semantics.syntax import is_true

AUTOTUNE = "tensorflow.data.AUTOTUNE"
_NO_NAME = "`tf` means something else here; import tensorflow under another name and use its `data.AUTOTUNE`"
_SWITCHES = ("enabled", "autotune", "inject_prefetch", "apply_default_optimizations")


def autotuned(
    module: Module, node: ast.expr, message: str, edit: Callable[[str], Edit], *, at: ast.AST, is_safe: bool
) -> Match:
    """The finding whose fix writes AUTOTUNE.

    Args:
        module: the file.
        node: where the finding is shown.
        message: of the finding.
        edit: makes the edit from the way AUTOTUNE is written here.
        at: where the new code stands.
        is_safe: whether the fix is.
    """
    text = module.spell(AUTOTUNE, at)
    imports: tuple[str, ...] = ()
    if text is None:
        if not module.is_free("tf", at):
            return Match(node, message, reason=_NO_NAME)
        text, imports = "tf.data.AUTOTUNE", ("tensorflow as tf",)
    applicability = Applicability.SAFE if is_safe else Applicability.UNSAFE
    return Match(node, message, fix=Fix((edit(text),), imports, applicability))


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
