"""Whether a value is added to the loss, so that as a constant it does nothing."""

from __future__ import annotations

import ast

from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_ways import Cut, Frame
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module

_SUMS = frozenset(["tensorflow.add", "tensorflow.add_n", "tensorflow.math.add", "builtins.sum"])
_MAX_DEPTH = 20


def is_term(module: Module, paths: Paths, cut: Cut) -> bool:
    """Whether every use of the result of ``cut`` in the target is as a summand, times constants at most."""
    return paths.target is not None and _reaches(module, paths, cut.node, cut.frame, 0, summed=False)


def _reaches(module: Module, paths: Paths, node: ast.expr, frame: Frame, depth: int, *, summed: bool) -> bool:
    if node is paths.target:
        return summed
    parent = module.parent(node)
    if depth > _MAX_DEPTH:
        return False
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is node else parent.left
        is_sum = isinstance(parent.op, (ast.Add, ast.Sub))
        is_scaled = isinstance(parent.op, (ast.Mult, ast.Div)) and module.kind(other) is Kind.NUMBER
        if is_scaled and isinstance(parent.op, ast.Div) and parent.right is node:
            return False
        return (is_sum or is_scaled) and _reaches(module, paths, parent, frame, depth + 1, summed=summed or is_sum)
    if isinstance(parent, (ast.UnaryOp, ast.List)):
        return _reaches(module, paths, parent, frame, depth + 1, summed=summed)
    if isinstance(parent, ast.Call):
        is_sum = module.qualified(parent.func) in _SUMS
        return is_sum and _reaches(module, paths, parent, frame, depth + 1, summed=True)
    if isinstance(parent, ast.Return):
        return (
            frame.call is not None
            and frame.outer is not None
            and _reaches(module, paths, frame.call, frame.outer, depth + 1, summed=summed)
        )
    if isinstance(parent, ast.AugAssign):
        is_sum = isinstance(parent.op, (ast.Add, ast.Sub))
        return is_sum and _any_use(module, paths, parent.target, frame, depth, summed=True)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        return _any_use(module, paths, parent.targets[0], frame, depth, summed=summed)
    return False


def _any_use(module: Module, paths: Paths, target: ast.expr, frame: Frame, depth: int, *, summed: bool) -> bool:
    """Whether a use of a name leads to the target, and none leads there in another way than as a summand."""
    binding = module.scopes.by_node.get(target)
    uses = [] if binding is None else module.uses(binding)
    on_way = {node for node, _ in paths.to_target().visited}
    leading = [use for use in uses if use in on_way or use is paths.target]
    augmented = [use for use in uses if isinstance(module.parent(use), ast.AugAssign)]
    if any(not _reaches(module, paths, use, frame, depth + 1, summed=summed) for use in leading):
        return False
    through = (_any_use(module, paths, use, frame, depth + 1, summed=True) for use in augmented)
    return bool(leading) or (depth < _MAX_DEPTH and any(through))
