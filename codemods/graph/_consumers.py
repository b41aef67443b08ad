"""Who takes a value, and whether each of them takes a tensor of the graph in its place."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, least
from tffix.semantics.autograph import is_converted
from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import CALLABLE_KINDS, Kind
from tffix.semantics.tree import FunctionNode, terminal_name

if TYPE_CHECKING:
    from tffix.semantics.module import Module

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
_TAKE_TENSORS = (
    Kind.TENSOR,
    Kind.VARIABLE,
    Kind.METRIC,
    Kind.LOSS,
    Kind.TAPE,
    Kind.OPTIMIZER,
    Kind.TENSOR_ARRAY,
    Kind.LAYER,
    Kind.MODEL,
)
_GIVE_TENSORS = (Kind.TENSOR, Kind.KERAS_TENSOR, Kind.TENSOR_ARRAY)
_TAKE_ANYTHING = (
    "tensorflow.print",
    "tensorflow.summary.",
    "tensorflow.debugging.",
    "tensorflow.nest.",
    "tensorflow.cond",
    "tensorflow.while_loop",
    "tensorflow.group",
)
_CONVERTED = frozenset(["builtins.float", "builtins.int", "builtins.abs"])
_STATIC_ARGUMENTS = frozenset(
    ["axis", "axes", "num", "name", "dtype", "ndims", "perm", "keepdims", "num_classes", "training"]
)
_NEED_VALUES = frozenset(
    ["tensorflow.constant", "tensorflow.Variable", "tensorflow.TensorSpec", "tensorflow.TensorShape"]
)
_STATIC_ATTRIBUTES = frozenset(["shape", "dtype", "ndim"])
_MAX_DEPTH = 20


class NeedsValueError(Exception):
    """Something uses the value itself, which a tensor of the graph does not have; the message says what."""


def returns_tensors(module: Module, function: FunctionNode) -> bool:
    """Whether TensorFlow traces ``function`` itself, and makes tensors of what it returns."""
    context = module.function_context(function)
    return context.root is function and context.via in (Via.FUNCTION, Via.DATASET, Via.VECTORIZED, Via.KERAS_STEP)


class Consumers:
    """Follows values to those who use them.

    Args:
        module: the file.
        is_written_anew: whether a call becomes one that takes tensors.

    """

    def __init__(self, module: Module, is_written_anew: Callable[[ast.Call], bool] = lambda _: False) -> None:
        self._module = module
        self._is_written_anew = is_written_anew
        self._seen: set[ast.AST] = set()

    def check(self, node: ast.expr) -> Applicability:
        """Whether a tensor can certainly stand in place of ``node``, or only in most cases.

        Raises:
            NeedsValueError: it cannot.
        """
        if node in self._seen:
            return SAFE
        self._seen.add(node)
        try:
            return self._parent(node)
        finally:
            self._seen.discard(node)

    def _parent(self, node: ast.expr) -> Applicability:
        parent = self._module.parent(node)
        if isinstance(parent, ast.keyword):
            call = self._module.parent(parent)
            if parent.arg in _STATIC_ARGUMENTS:
                raise NeedsValueError(f"`{parent.arg}=` takes no tensor; work it out outside of the function")
            return self._argument(call, node) if isinstance(call, ast.Call) else self._refuse()
        if isinstance(parent, ast.Call):
            return self._argument(parent, node)
        if isinstance(parent, ast.stmt):
            return self._statement(parent, node)
        if isinstance(parent, ast.Lambda):
            return self._returned(parent)
        return self._expression(parent, node)

    # -- expressions -------------------------------------------------------------------------------------------------

    def _expression(self, parent: ast.AST | None, node: ast.expr) -> Applicability:
        if isinstance(parent, ast.BinOp) and self._module.kind(parent.left) is Kind.STRING:
            raise NeedsValueError("the text needs the value; write it with tf.strings.as_string, or with tf.print")
        if isinstance(parent, (ast.BinOp, ast.Tuple, ast.List, ast.Dict, ast.Starred)):
            return self.check(parent)
        if isinstance(parent, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp)):
            return self._test(parent, node)
        if isinstance(parent, ast.NamedExpr):
            return least(self._names(parent.target), self.check(parent))
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return self._item(parent)
        if isinstance(parent, ast.Attribute):
            return self._attribute(parent)
        if isinstance(parent, (ast.ListComp, ast.GeneratorExp)) and parent.elt is node:
            return self.check(parent)
        if isinstance(parent, ast.FormattedValue):
            return self._formatted(parent)
        return self._refuse()

    def _test(self, parent: ast.Compare | ast.BoolOp | ast.UnaryOp | ast.IfExp, node: ast.expr) -> Applicability:
        if isinstance(parent, ast.Compare):
            if any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in parent.ops):
                raise NeedsValueError("`in` and `is` look at the value; write it with tf operations")
            return self.check(parent)
        if isinstance(parent, ast.IfExp) and parent.test is node:
            return self._condition(node)
        if isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)):
            return least(self._condition(node), self.check(parent))
        return self.check(parent)

    def _attribute(self, parent: ast.Attribute) -> Applicability:
        call = self._module.parent(parent)
        is_method = isinstance(call, ast.Call) and call.func is parent and self._is_written_anew(call)
        if is_method or parent.attr in _STATIC_ATTRIBUTES:
            return SAFE
        raise NeedsValueError(f"tensors have no `.{parent.attr}`; write it with tf operations")

    def _item(self, parent: ast.Subscript) -> Applicability:
        if not isinstance(parent.ctx, ast.Load):
            raise NeedsValueError("tensors take no assignment to an element; write it with tf.tensor_scatter_nd_update")
        indexes = parent.slice.elts if isinstance(parent.slice, ast.Tuple) else [parent.slice]
        for index in indexes:
            is_plain = isinstance(index, (ast.Slice, ast.Constant, ast.UnaryOp))
            if not is_plain and self._module.kind(index) is not Kind.NUMBER:
                raise NeedsValueError("an index of that kind works on NumPy arrays only; write it with tf.gather")
        return self.check(parent)

    def _formatted(self, parent: ast.FormattedValue) -> Applicability:
        for outer in self._module.ancestors(parent):
            if isinstance(outer, ast.Call) and self._module.qualified(outer.func) == "builtins.print":
                return SAFE
        raise NeedsValueError("the text needs the value; write it with tf.strings.as_string, or with tf.print")

    # -- calls -------------------------------------------------------------------------------------------------------

    def _argument(self, call: ast.Call, node: ast.expr) -> Applicability:
        if call.func is node:
            return self._refuse()
        if self._is_written_anew(call):
            return SAFE
        qualified = self._module.qualified(call.func)
        if qualified is not None:
            return self._qualified(qualified, call, node)
        if self._module.kind(call.func) in CALLABLE_KINDS or self._is_traced_function(call):
            return SAFE
        if isinstance(call.func, ast.Attribute) and self._module.kind(call.func.value) in _TAKE_TENSORS:
            return SAFE
        written = self._module.segment(call.func)
        if terminal_name(call.func) in ("append", "extend", "add", "insert", "update"):
            raise NeedsValueError(f"`{written}` stores it for code that may need the value; return the tensor instead")
        raise NeedsValueError(f"`{written}` may need the value; return the tensor, and call that where it has one")

    def _qualified(self, qualified: str, call: ast.Call, node: ast.expr) -> Applicability:
        root = qualified.partition(".")[0]
        written = self._module.segment(call.func)
        if qualified in _NEED_VALUES:
            raise NeedsValueError(f"`{written}` takes no tensor of the graph; use the tensor itself")
        if self._module.kind(call) in _GIVE_TENSORS or qualified.startswith(_TAKE_ANYTHING):
            return SAFE
        if qualified == "builtins.print":
            return SAFE
        if qualified in _CONVERTED and self._is_converted(node):
            return self.check(call)
        if qualified == "builtins.sum" and isinstance(node, (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)):
            return self.check(call)
        if qualified == "builtins.range" and self._is_converted(node):
            return UNSAFE
        if root == "numpy":
            raise NeedsValueError(f"`{written}` needs the value, and has no equal here; write both with tf operations")
        raise NeedsValueError(f"`{written}` needs the value; return the tensor, and call that where it has one")

    def _is_traced_function(self, call: ast.Call) -> bool:
        local = self._module.definition(call.func)
        return isinstance(local, ast.FunctionDef) and self._module.is_tf_function(local)

    # -- statements --------------------------------------------------------------------------------------------------

    def _statement(self, parent: ast.stmt, node: ast.expr) -> Applicability:
        if isinstance(parent, ast.Expr):
            return SAFE
        if isinstance(parent, ast.Return):
            function = self._module.function(parent)
            return self._refuse() if function is None else self._returned(function)
        if isinstance(parent, ast.Assign):
            return least(*(self._target(target) for target in parent.targets))
        if isinstance(parent, ast.AnnAssign):
            return self._target(parent.target)
        if isinstance(parent, ast.AugAssign):
            return least(UNSAFE, self._target(parent.target))
        if isinstance(parent, (ast.If, ast.While, ast.Assert)):
            return self._condition(node)
        if isinstance(parent, (ast.For, ast.AsyncFor)) and self._is_converted(node):
            return UNSAFE
        return self._refuse()

    def _target(self, target: ast.expr) -> Applicability:
        if isinstance(target, ast.Name):
            return self._names(target)
        written = self._module.segment(target)
        raise NeedsValueError(f"`{written}` keeps it for code that may need the value; return the tensor instead")

    def _names(self, target: ast.expr) -> Applicability:
        binding = self._module.scopes.by_node.get(target)
        if binding is None or binding.scope is not self._module.scopes.around(target):
            raise NeedsValueError("it is kept outside of the function; return the tensor instead")
        if target in self._seen:
            return SAFE
        self._seen.add(target)
        try:
            return least(*map(self._used, self._module.uses(binding)))
        finally:
            self._seen.discard(target)

    def _used(self, use: ast.Name) -> Applicability:
        """``use`` reads the name, or is the target of ``name += value``, which gives it another value."""
        return self.check(use) if isinstance(use.ctx, ast.Load) else least(UNSAFE, self._names(use))

    def _returned(self, function: FunctionNode) -> Applicability:
        if returns_tensors(self._module, function):
            return SAFE
        if not isinstance(function, ast.Lambda) and len(self._seen) < _MAX_DEPTH:
            calls, is_complete = self._module.definitions.calls_of(function)
            if is_complete:
                return least(*map(self.check, calls))
        raise NeedsValueError("it is returned to code that may need the value; return the tensor there")

    def _condition(self, node: ast.expr) -> Applicability:
        if self._is_converted(node):
            return UNSAFE
        raise NeedsValueError("a condition needs the value here; write it with tf.cond")

    def _is_converted(self, node: ast.expr) -> bool:
        return is_converted(self._module, node)

    def _refuse(self) -> Applicability:
        raise NeedsValueError("the value may be needed here; write it with tf operations")
