"""Who takes a NumPy value that becomes an eager tensor, and whether each of them takes the tensor as well."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tffix.codemod import Applicability, least
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import LIBRARY_ROOTS

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
_TAKE_TENSORS = (Kind.LOSS, Kind.METRIC, Kind.LAYER, Kind.MODEL, Kind.TAPE, Kind.OPTIMIZER, Kind.LIST, Kind.TENSOR)
_SHARED = ("shape", "dtype", "ndim")
_PASSED_ON = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Tuple, ast.List, ast.Starred, ast.Dict)


class NeedsArrayError(Exception):
    """Something works on NumPy arrays only; the message says what."""


class EagerConsumers:
    """Follows a value to those who use it, in code that runs eagerly.

    Args:
        module: the file.
        failed: a call that raises as long as the value is no tensor: what comes after it in its function never ran.
        is_translated: whether a call becomes one that takes tensors.

    """

    def __init__(self, module: Module, failed: ast.Call, is_translated: Callable[[ast.Call], bool]) -> None:
        self._module = module
        self._failed = failed
        self._is_translated = is_translated
        self._seen: set[ast.AST] = set()

    def check(self, node: ast.expr) -> Applicability:
        """Whether a tensor can certainly stand in place of ``node``, or only in most cases.

        Raises:
            NeedsArrayError: it cannot.
        """
        if node in self._seen:
            return SAFE
        self._seen.add(node)
        parent = self._module.parent(node)
        if isinstance(parent, ast.keyword):
            parent = self._module.parent(parent)
        if isinstance(parent, ast.Call):
            return self._argument(parent)
        if isinstance(parent, ast.Attribute):
            return self._attribute(parent)
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return self._item(parent)
        if isinstance(parent, _PASSED_ON):
            return self.check(parent)
        if isinstance(parent, ast.NamedExpr):
            return least(self._uses(parent.target), self.check(parent))
        return self._statement(parent) if isinstance(parent, ast.stmt) else SAFE

    def _argument(self, call: ast.Call) -> Applicability:
        qualified = self._module.qualified(call.func)
        if self._is_translated(call) or (qualified or "").partition(".")[0] in LIBRARY_ROOTS:
            return SAFE
        if self._module.kind(call.func) in _TAKE_TENSORS:
            return SAFE
        is_method = isinstance(call.func, ast.Attribute) and self._module.kind(call.func.value) in _TAKE_TENSORS
        return SAFE if is_method or self._is_after(call) else UNSAFE

    def _attribute(self, attribute: ast.Attribute) -> Applicability:
        call = self._module.parent(attribute)
        if isinstance(call, ast.Call) and call.func is attribute and self._is_translated(call):
            return SAFE
        if attribute.attr in _SHARED:
            return SAFE
        raise NeedsArrayError(f"tensors have no `.{attribute.attr}`; write that with TensorFlow operations, too")

    def _item(self, item: ast.Subscript) -> Applicability:
        if not isinstance(item.ctx, ast.Load):
            raise NeedsArrayError("elements of a tensor cannot be set; write that with tf.tensor_scatter_nd_update")
        indexes = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
        for index in indexes:
            if not isinstance(index, (ast.Slice, ast.Constant, ast.UnaryOp)) and self._kind(index) is not Kind.NUMBER:
                raise NeedsArrayError("an index of that kind works on NumPy arrays only; write it with tf.gather")
        return self.check(item)

    def _kind(self, node: ast.expr) -> Kind:
        return self._module.kind(node)

    def _statement(self, statement: ast.stmt) -> Applicability:
        if isinstance(statement, ast.Assign):
            return least(*(self._uses(target) for target in statement.targets))
        if isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
            return self._uses(statement.target)
        if isinstance(statement, ast.Return):
            return self._returned(statement)
        return SAFE if isinstance(statement, (ast.Expr, ast.Assert, ast.If, ast.While)) else UNSAFE

    def _uses(self, target: ast.expr) -> Applicability:
        binding = self._module.scopes.by_node.get(target)
        if binding is None:
            return UNSAFE
        return least(*(self.check(use) for use in self._module.uses(binding)))

    def _returned(self, statement: ast.Return) -> Applicability:
        if self._is_after(statement):
            return SAFE
        function = self._module.function(statement)
        if not isinstance(function, ast.FunctionDef):
            return UNSAFE
        calls, is_complete = self._module.definitions.calls_of(function)
        return least(*(self.check(call) for call in calls), SAFE if is_complete else UNSAFE)

    def _is_after(self, node: ast.AST) -> bool:
        same = self._module.function(node) is self._module.function(self._failed)
        return same and self._module.span(node)[0] > self._module.span(self._failed)[0]
