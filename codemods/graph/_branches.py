"""Whether AutoGraph can make ``tf.cond`` of an ``if`` whose condition becomes a tensor."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from tffix.semantics.autograph import is_converted
from tffix.semantics.kinds_table import Kind
from tffix.semantics.origins import dtype_argument
from tffix.semantics.scopes import Binding

from ._consumers import NeedsValueError

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_CASTS = ("cast", "saturate_cast", "convert_image_dtype", "bitcast")
_MORE = "the branch does more than to give a tensor; write it with tf.cond"


def check_branches(module: Module, statement: ast.If, is_tensor: Callable[[ast.expr], bool]) -> None:
    """Both branches must give tensors to the same names, or return one.

    Raises:
        NeedsValueError: they do not, or it is not certain.
    """
    if not is_converted(module, statement):
        raise NeedsValueError("AutoGraph does not convert this `if`; write it with tf.cond")
    branches = [statement.body, statement.orelse]
    if any(isinstance(branch[-1], ast.Return) for branch in branches if branch):
        if not statement.orelse:
            siblings = module.block(statement)
            branches = [statement.body, siblings[siblings.index(statement) + 1 :][:1]]
        if not all(branch and _returns_tensor(branch[-1], is_tensor) for branch in branches):
            raise NeedsValueError("only one branch returns a tensor; write it with tf.cond")
    for branch in branches:
        for inner in branch:
            if not isinstance(inner, ast.Return):
                _check_assignment(module, inner, branch, statement, is_tensor)


def _returns_tensor(statement: ast.stmt, is_tensor: Callable[[ast.expr], bool]) -> bool:
    return isinstance(statement, ast.Return) and statement.value is not None and is_tensor(statement.value)


def _check_assignment(
    module: Module,
    inner: ast.stmt,
    branch: list[ast.stmt],
    statement: ast.If,
    is_tensor: Callable[[ast.expr], bool],
) -> None:
    """A statement of a branch may give tensors to names that have one already, or anything to names of its own."""
    if not isinstance(inner, ast.Assign):
        raise NeedsValueError(_MORE)
    for target in (node for whole in inner.targets for node in ast.walk(whole)):
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            raise NeedsValueError(_MORE)
        binding = module.scopes.by_node.get(target)
        if binding is None or _is_read_inside(module, binding, branch):
            continue
        if _is_cast(module, inner.value):
            raise NeedsValueError("one branch may give another dtype; cast in front of it")
        if not is_tensor(inner.value) or not _is_bound_before(module, binding, statement):
            raise NeedsValueError("one branch leaves a name without a tensor; write it with tf.cond")


def _is_cast(module: Module, value: ast.expr) -> bool:
    """Whether a value gets a dtype of its own, which both branches must have in common."""
    return (
        isinstance(value, ast.Call)
        and (module.qualified(value.func) or "").rpartition(".")[2] in _CASTS
        and dtype_argument(module, value) is not None
    )


def _is_read_inside(module: Module, binding: Binding, branch: list[ast.stmt]) -> bool:
    """Whether only the branch itself reads a name."""
    return all(any(module.contains(inner, use) for inner in branch) for use in module.uses(binding))


def _is_bound_before(module: Module, binding: Binding, statement: ast.If) -> bool:
    """Whether a name is a tensor already when the branch is not taken."""
    earlier = [
        other
        for other in binding.scope.all(binding.name)
        if not module.contains(statement, other.node) and getattr(other.node, "lineno", 0) <= statement.lineno
    ]
    return bool(earlier) and all(module.kinds.of_binding(other) is Kind.TENSOR for other in earlier)
