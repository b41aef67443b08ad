"""How new code is written so that it reads like the code around it."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.names import KERAS_ROOTS


def quoted(module: Module, node: ast.AST, text: str) -> str:
    """``text`` as a string, in the quotes that ``node``, or else the file, is written with."""
    for around in (module.segment(node), module.text):
        single, double = around.count("'"), around.count('"')
        if single != double:
            return f"'{text}'" if single > double else f'"{text}"'
    return f'"{text}"'


def spell_keras(module: Module, path: str, at: ast.AST) -> tuple[str, tuple[str, ...]] | None:
    """How ``metrics.Mean`` of Keras is written at ``at``, and the imports that takes.

    It comes from the Keras that the file uses already; ``None`` where there is no free name for it.
    """
    spelled = [name for root in KERAS_ROOTS if (name := module.spell(f"{root}.{path}", at)) is not None]
    if spelled:
        return min(spelled, key=len), ()
    named = [binding.qualified for binding in module.scopes.by_node.values() if binding.qualified]
    roots = {root for root in KERAS_ROOTS if any(name == root or name.startswith(root + ".") for name in named)}
    root = roots.pop() if len(roots) == 1 else "tensorflow.keras"
    name, needed = ("tf.keras", "tensorflow as tf") if root == "tensorflow.keras" else (root, root)
    return (f"{name}.{path}", (needed,)) if module.is_free(name.partition(".")[0], at) else None
